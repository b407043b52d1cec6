import Foundation
import LiveryClient
import LiveryUIKit
import SwiftUI
import Testing
import UIKit

@testable import ShopApp

extension UIKitTests {
  /// Views that read the theme from their environment.
  @Suite @MainActor struct `Themes in SwiftUI` {
    private struct Label: View {
      @Environment(\.theme) private var theme

      var body: some View { Text(theme.name).foregroundColor(theme.color("accent")) }
    }

    private let stand: ThemeStand
    private let livery: Livery

    init() throws {
      stand = try ThemeStand()
      livery = Livery(url: stand.url, cache: .none)
    }

    private static func color(_ red: Double, _ green: Double, _ blue: Double) -> Color {
      Color(.sRGB, red: red, green: green, blue: blue)
    }

    /// Returns once the screen shows just these texts.
    private func wait(for texts: [Screen.ShownText], on screen: Screen) async throws {
      while screen.texts != texts { try await Task.sleep(nanoseconds: 1_000_000) }
    }

    @Test func `a view has the theme of the moment, in light and in dark, and flips without the server`()
      async throws
    {
      try await stand.set("accent=%23ff0000&dark=%230000ff")
      let screen = Screen(Label().livery(livery))
      #expect(screen.texts == [.init("", .primary)], "text can be read before there is a theme")
      try await wait(for: [.init("stand-in", Self.color(1, 0, 0))], on: screen)
      screen.environment.colorScheme = .dark
      try await wait(for: [.init("stand-in", Self.color(0, 0, 1))], on: screen)
      try await stand.set("behavior=gone")
      screen.environment.colorScheme = .light
      #expect(screen.texts == [.init("stand-in", Self.color(1, 0, 0))])
      screen.environment.colorScheme = .dark
      #expect(screen.texts == [.init("stand-in", Self.color(0, 0, 1))])
    }

    @Test func `each change comes with the theme's own transition`() async throws {
      let screen = Screen(Label().livery(livery))
      while screen.texts.first?.text != "stand-in" { try await Task.sleep(nanoseconds: 1_000_000) }
      Screen.animations = []
      try await stand.set("accent=%2300ff00")
      try await wait(for: [.init("stand-in", Self.color(0, 1, 0))], on: screen)
      #expect(Set(Screen.animations) == [.easeInOut(duration: 0.25)])
    }

    @Test func `the first theme comes at once, and nothing moves with Reduce Motion`() async throws {
      Screen.animations = []
      let screen = Screen(Label().livery(livery))
      try await wait(for: [.init("stand-in", Self.color(11 / 255, 79 / 255, 148 / 255))], on: screen)
      screen.environment.accessibilityReduceMotion = true
      try await stand.set("accent=%2300ff00")
      try await wait(for: [.init("stand-in", Self.color(0, 1, 0))], on: screen)
      #expect(Screen.animations.isEmpty)
    }

    @Test func `a view has the state of the connection`() async throws {
      struct StateLabel: View {
        @Environment(\.themeState) private var state

        var body: some View { Text(state.rawValue).foregroundStyle(.theme("accent")) }
      }
      let screen = Screen(StateLabel().livery(livery))
      #expect(screen.texts == [.init("loading", .primary)])
      while screen.texts.first?.text != "live" { try await Task.sleep(nanoseconds: 1_000_000) }
      try await wait(for: [.init("live", Self.color(11 / 255, 79 / 255, 148 / 255))], on: screen)
      try await stand.set("behavior=broken")
      while screen.texts.first?.text != "offline" { try await Task.sleep(nanoseconds: 1_000_000) }
    }

    @Test func `a theme has fonts and images for SwiftUI`() throws {
      UIImage.bundle = ["year_logo", "logo"]
      let json = #"""
        { "theme": "t", "imagePrefixes": ["year_"], "values": { "title": { "value": { "size": 20 } } },
          "images": { "logo": { "candidates": ["year_logo", "logo"] } } }
        """#
      let theme = try Theme(json: Data(json.utf8))
      #expect(theme.font("title") == Font(.systemFont(ofSize: 20)) && theme.font("nowhere") == nil)
      #expect(try theme.image("logo") == Image(uiImage: #require(UIImage(named: "year_logo"))))
      #expect(theme.image("nowhere") == nil && theme.color("nowhere", or: .clear) == .clear)
    }

    @Test func `controls have the tint of windows`() async throws {
      let json = ##"""
        { "theme": "t", "appearance": [{ "for": "UIWindow", "set": { "tintColor": "#ff0000" } }] }
        """##
      let text = try #require(json.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      try await stand.set("text=\(text)")
      let screen = Screen(Label().livery(livery))
      try await wait(for: [.init("t", .primary)], on: screen)
      #expect(screen.tints == [Self.color(1, 0, 0)])
    }

    @Test func `the connection ends with the view`() async throws {
      do {
        let screen = Screen(Label().livery(livery))
        while screen.texts.first?.text != "stand-in" { try await Task.sleep(nanoseconds: 1_000_000) }
      }
      #expect(try await stand.held(atMost: 0) == 0)
    }

    @Test func `the example's view wears the theme`() async throws {
      let screen = Screen(ShopView().livery(livery))
      while screen.texts.last?.color != Self.color(11 / 255, 79 / 255, 148 / 255) {
        try await Task.sleep(nanoseconds: 1_000_000)
      }
      #expect(screen.texts.map(\.text) == ["Winter coat", "Buy"])
      #expect(screen.backgrounds == [.clear], "the stand-in's theme has no color for the page")
    }
  }
}
