import Foundation
import LiveryClient
import LiveryUIKit
import SwiftUI
import Testing
import UIKit

/// Returns the lines of a file of the project, without comments and space around them.
func codeLines(of path: String) throws -> [String] {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
  return try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8).split(separator: "\n").map
  {
    $0.split(separator: "  //")[0].trimmingCharacters(in: .whitespaces)
  }
}

private struct Session: Sendable {
  var token: String { get async { "secret" } }
}

private struct ThrowingSession: Sendable {
  func token() async throws -> String { "secret" }
}

private struct Tint { var red, green, blue: Double }
@MainActor private final class Knob { var tint: Tint? }
private final class Card: UIView { var shadow: UIColor? }
private final class Badge: UIView { var dotColor: UIColor? }
private struct UIOpenURLContext: Hashable { let url: URL }
private final class UISceneSession {}
extension UIScene { fileprivate struct ConnectionOptions {} }

private func superclass(of name: String) -> String? { nil }

@MainActor private func client(_ session: Session, _ title: UILabel) async throws {
  // swift-format-ignore: NeverForceUnwrap
  let livery = Livery(
    url: URL(string: "https://themes.example")!, channel: "shop", token: { await session.token })
  for await theme in livery.themes(for: ["userInterfaceStyle": "dark"], state: { print($0) }) {
    title.textColor = UIColor(hex: theme.colors["accent"])
  }
  let theme = try await livery.theme()
  let look = theme.look(of: "UIButton.sure", in: ["UIWindow", "UIToolbar"]) { superclass(of: $0) }
  print(look)
}

@MainActor private func tenMinutes(_ button: Knob, _ theme: Theme, _ themes: URL, _ session: ThrowingSession)
{
  do {
    // swift-format-ignore: NeverForceUnwrap
    let livery = Livery(url: URL(string: "http://127.0.0.1:8080")!)
    Task {
      for await theme in livery.themes(for: ["userInterfaceStyle": "dark"]) {
        guard let accent = theme.colors["accent"].flatMap({ ThemeColor($0) }) else { continue }
        button.tint = Tint(red: accent.red, green: accent.green, blue: accent.blue)
      }
    }
    let look = theme.look(of: "UIButton.sure", in: ["UIWindow", "UIToolbar"]) { superclass(of: $0) }
    let title = look["titleColor:normal"]?.text
    print(title ?? "")
  }
  do {
    let seed = Bundle.main.url(forResource: "theme", withExtension: "json").flatMap {
      try? Data(contentsOf: $0)
    }
    let livery = Livery(url: themes, seed: seed)
    livery.refresh()
  }
  let livery = Livery(url: themes, channel: "shop", token: { try await session.token() })
  livery.refresh()
}

@MainActor private struct SceneDelegate {
  let livery: Livery

  func scene(_ scene: UIScene, openURLContexts contexts: Set<UIOpenURLContext>) {
    for context in contexts { livery.open(context.url) }
  }

  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions) {
    guard let scene = scene as? UIWindowScene else { return }
    livery.dress(scene)
  }
}

@MainActor private struct Parts {
  let button = UIButton()
  let avatar = UIImageView()
  let card = Card()
}

@MainActor private func dress(_ windowScene: UIWindowScene, _ livery: Livery, _ parts: Parts) {
  let (button, avatar, card) = (parts.button, parts.avatar, parts.card)
  livery.dress(windowScene)
  button.livery.styles = ["sure"]
  avatar.livery.image = "avatar"
  card.livery.onTheme { card, theme in card.shadow = theme.uiColor("line") }
  card.livery.onTheme { card, theme in
    card.layer.shadowColor = theme.uiColor("line")?.cgColor
  }
  LiverySetters.add("Badge", "dotColor", \Badge.dotColor)
}

private typealias ContentView = Price

private struct App: View {
  let livery: Livery

  var body: some View {
    ContentView().livery(livery)
  }
}

struct Price: View {
  @Environment(\.theme) private var theme

  var body: some View { Text("€ 140").font(theme.font("price")).foregroundColor(theme.color("accent")) }
}

extension UIKitTests {
  /// The lines of the guides for Swift.
  @Suite @MainActor struct `The code of the guides` {
    @Test func `has no line that is not compiled here`() throws {
      // Lines break elsewhere here.
      let compiled = try codeLines(of: "Tests/Unit/LiveryUIKitTests/GuideTests.swift").joined()
        .filter { $0 != " " }
      var count = 0
      for page in [
        "docs/clients.md", "Sources/LiveryClient/LiveryClient.docc/YourAppInTenMinutes.md",
        "Sources/LiveryUIKit/LiveryUIKit.docc/DressYourApp.md",
      ] {
        var isSwift = false
        for line in try codeLines(of: page) {
          if line.hasPrefix("```") {
            isSwift = line == "```swift"
          } else if isSwift, !["dependencies:", "targets:"].contains(where: line.hasPrefix) {
            count += 1
            #expect(compiled.contains(line.filter { $0 != " " }), "\(page): \(line)")
          }
        }
      }
      #expect(count > 30)
    }

    @Test func `dresses what it shows`() async throws {
      let (wearer, parts) = (Wearer(), Parts())
      dress(wearer.scene, wearer.livery, parts)
      for part in [parts.button, parts.avatar, parts.card] { wearer.window.addSubview(part) }
      let rules = ##"{ "for": "UIButton.sure", "set": { "backgroundColor": "#000001" } }"##
      try await wearer.wear(
        Wearer.theme(rules).replacingOccurrences(of: #""accent""#, with: ##""line": "#000002", "accent""##))
      #expect(parts.button.backgroundColor == .hex("#000001") && parts.card.shadow == .hex("#000002"))
      #expect(parts.card.layer.shadowColor == UIColor.hex("#000002")?.cgColor)
    }
  }
}
