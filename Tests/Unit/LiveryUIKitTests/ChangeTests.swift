import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

extension UIKitTests {
  /// The time at which a theme is applied, the transition to it, and the memory that is freed with views.
  @Suite @MainActor struct `Changing themes` {
    private let wearer = Wearer()
    private var window: UIWindow { wearer.window }

    private static func rules(_ color: String) -> String {
      ##"{ "for": "UIWindow", "set": { "backgroundColor": "\##(color)" } }"##
    }

    private func wear(_ color: String, in styles: UIUserInterfaceStyle...) async throws {
      for style in styles.isEmpty ? [.light, .dark] : styles {
        try await wearer.wear(Wearer.theme(Self.rules(color), transition: 0.3, name: color), in: style)
      }
    }

    private var dissolves: [TimeInterval] {
      UIView.transitions.filter { $0.view === window }.map(\.duration)
    }

    @Test func `the first theme comes at once, the next by one cross-dissolve`() async throws {
      try await wear("#000001")
      #expect(window.backgroundColor == .hex("#000001") && dissolves.isEmpty)
      try await wear("#000002")
      #expect(window.backgroundColor == .hex("#000002") && dissolves == [0.3])
    }

    @Test func `nothing moves with Reduce Motion, nor in the background`() async throws {
      try await wear("#000001")
      UIAccessibility.isReduceMotionEnabled = true
      try await wear("#000002")
      UIAccessibility.isReduceMotionEnabled = false
      wearer.scene.activationState = .background
      try await wear("#000003")
      #expect(window.backgroundColor == .hex("#000003") && dissolves.isEmpty)
    }

    @Test func `of two themes in one turn the later is put on`() async throws {
      try await wear("#000001")
      let dresser = try wearer.dresser
      for color in ["#000002", "#000003"] {
        let json = Wearer.theme(Self.rules(color), transition: 0.3, name: color)
        dresser.take(try Theme(json: Data(json.utf8)), in: .light)
      }
      try await wearer.settle()
      #expect(window.backgroundColor == .hex("#000003") && dissolves == [0.3])
    }

    @Test func `light and dark flip without the network`() async throws {
      try await wear("#ffffff", in: .light)
      try await wear("#000000", in: .dark)
      #expect(window.backgroundColor == .hex("#ffffff"))
      wearer.scene.traitCollection = UITraitCollection(userInterfaceStyle: .dark)
      try await wearer.settle()
      #expect(window.backgroundColor == .hex("#000000"))
      window.overrideUserInterfaceStyle = .light
      try await wearer.settle()
      #expect(window.backgroundColor == .hex("#ffffff"), "the app's own toggle counts")
    }

    @Test func `a theme that makes its window dark does not flip back and forth`() async throws {
      let rules = ##"{ "for": "UIWindow", "set": { "overrideUserInterfaceStyle": "dark" } }"##
      try await wearer.wear(Wearer.theme(rules, name: "light"), in: .light)
      try await wearer.wear(Wearer.theme("", name: "dark"), in: .dark)
      #expect(window.overrideUserInterfaceStyle == .dark)
      #expect(try wearer.dresser.theme?.name == "light")
    }

    @Test func `flips in the background are snapshots, and are looked at on the way back`() async throws {
      try await wear("#ffffff", in: .light)
      try await wear("#000000", in: .dark)
      wearer.scene.activationState = .background
      for style in [UIUserInterfaceStyle.dark, .light, .dark] {
        wearer.scene.traitCollection = UITraitCollection(userInterfaceStyle: style)
      }
      #expect(try !wearer.dresser.isDue)
      wearer.scene.activationState = .foregroundInactive
      try wearer.dresser.traitsChanged()
      try await wearer.settle()
      #expect(window.backgroundColor == .hex("#000000"))
    }

    @Test func `a view hears of the theme at once, then of each change`() async throws {
      let view = UIView()
      window.addSubview(view)
      try await wear("#000001")
      var heard: [String] = []
      view.livery.onTheme { _, theme in heard.append(theme.name) }
      #expect(heard == ["#000001"])
      try await wear("#000002")
      #expect(heard.last == "#000002")
      view.removeFromSuperview()
      let count = heard.count
      try await wear("#000003")
      #expect(heard.count == count, "one that is in no window is not told")
      window.addSubview(view)
      #expect(heard.last == "#000003")
    }

    @Test func `nothing outlives its view`() async throws {
      final class Card: UIView {}
      weak var gone: Card?
      weak var captured: NSObject?
      do {
        let (card, object) = (Card(), NSObject())
        (gone, captured) = (card, object)
        window.addSubview(card)
        card.livery.styles = ["big"]
        card.livery.onTheme { card, _ in
          _ = object
          card.alpha = 1
        }
        try await wear("#000001")
        try await wear("#000002")
        card.removeFromSuperview()
      }
      #expect(gone == nil && captured == nil)
    }

    @Test func `the dresser goes with its scene, and another takes its place`() async throws {
      weak var dresser: Dresser?
      weak var first: Dresser?
      do {
        let wearer = Wearer()
        first = try wearer.dresser
        try await wearer.wear(Wearer.theme(""))
        wearer.livery.dress(wearer.scene)
        #expect(first == nil)
        dresser = try wearer.dresser
        #expect(dresser != nil)
      }
      for _ in 0..<100_000 where dresser != nil { await Task.yield() }
      #expect(dresser == nil)
    }
  }
}
