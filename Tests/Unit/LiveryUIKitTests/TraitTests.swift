import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

extension UIKitTests {
  /// Fonts and values that follow the device's settings.
  @Suite @MainActor struct `Following the device's traits` {
    private let wearer = Wearer()
    private var window: UIWindow { wearer.window }

    init() { wearer.scene.traitCollection = UITraitCollection() }

    private func label(_ font: String) async throws -> UILabel {
      let label = UILabel()
      window.addSubview(label)
      try await wearer.wear(Wearer.theme(##"{ "for": "UILabel", "set": { "font": \##(font) } }"##))
      return label
    }

    private func set(_ category: UIContentSizeCategory) async throws {
      wearer.scene.traitCollection = wearer.scene.traitCollection.with(category: category)
      try await wearer.settle()
    }

    @Test func `a font is scaled once, and again when the text size changes`() async throws {
      let label = try await label(##"{ "textStyle": "body", "weight": "semibold" }"##)
      #expect(label.font.pointSize == 17)
      try await set(.accessibilityExtraExtraExtraLarge)
      #expect(label.font.pointSize == 53)
      let later = UILabel()
      window.addSubview(later)
      #expect(later.font.pointSize == 53)
      try await set(.extraSmall)
      #expect(label.font.pointSize == 14 && later.font.pointSize == 14)
      try await set(.large)
    }

    @Test func `a font that UIKit itself has scaled is still the theme's`() async throws {
      let label = try await label(##"{ "textStyle": "body" }"##)
      let category = UIContentSizeCategory.extraExtraLarge
      label.font = .preferredFont(
        forTextStyle: .body, compatibleWith: UITraitCollection(preferredContentSizeCategory: category))
      try await set(category)
      try await wearer.wear(Wearer.theme(##"{ "for": "UILabel", "set": { "font": { "size": 30 } } }"##))
      #expect(label.font.pointSize > 30)
      try await set(.large)
    }

    @Test(arguments: [
      (##""Avenir-Heavy""##, "Avenir-Heavy", 0.4), (##"{ "name": "Avenir-Heavy" }"##, "Avenir-Heavy", 0.4),
      (##"{ "family": "Avenir", "weight": "bold" }"##, "Avenir-Heavy", 0.4),
      (##"{ "family": ["Inter", "Georgia"], "size": 12 }"##, "Georgia", 0),
      (##"{ "family": "Georgia", "style": "italic" }"##, "Georgia-Italic", 0),
      (##"{ "weight": 500 }"##, ".SFUI", 0.23), (##"{ "size": 9, "weight": 700 }"##, ".SFUI", 0.4),
      (##"{ "family": "Nowhere", "weight": "light" }"##, ".SFUI", -0.4),
    ])
    func `a font has what the theme says`(value: String, name: String, weight: Double) async throws {
      let font = try #require(try await label(value).font)
      #expect(font.fontName == name && font.fontDescriptor.weightValue == weight)
    }

    @Test func `a font has the design, the width and the style of the theme`() async throws {
      let font = try #require(
        try await label(##"{ "design": "rounded", "style": "italic", "width": "condensed" }"##).font)
      #expect(font.fontDescriptor.shape == "NSCTFontUIFontDesignRounded italic -0.2")
    }

    @Test func `requests name the traits of the moment`() async throws {
      var seen: [[String: String]] = []
      wearer.livery.dress(wearer.scene) { traits in
        seen.append(Livery.deviceTraits(traits))
        return seen.last ?? [:]
      }
      try await wearer.wear(Wearer.theme(""))
      let traits = wearer.scene.traitCollection
      wearer.scene.traitCollection = traits.with(contrast: .high, legibility: .bold, horizontal: .regular)
      try await wearer.settle()
      let last = try #require(seen.last)
      #expect(last["accessibilityContrast"] == "high" && last["legibilityWeight"] == "bold")
      #expect(last["horizontalSizeClass"] == "regular" && last["preferredContentSizeCategory"] == "large")
    }

    @Test func `a view with a style of its own wears the theme for it`() async throws {
      let (card, label) = (UIView(), UILabel())
      card.addSubview(label)
      card.overrideUserInterfaceStyle = .dark
      window.addSubview(card)
      for (style, color) in [(UIUserInterfaceStyle.light, "#000001"), (.dark, "#000002")] {
        let rule = ##"{ "for": "UILabel", "set": { "textColor": "\##(color)" } }"##
        try await wearer.wear(Wearer.theme(rule, name: color), in: style)
      }
      let later = UILabel()
      card.addSubview(later)
      #expect(label.textColor == .hex("#000002") && later.textColor == .hex("#000002"))
      card.overrideUserInterfaceStyle = .unspecified
      card.livery.dress()
      #expect(label.textColor == .hex("#000001"))
    }
  }
}
