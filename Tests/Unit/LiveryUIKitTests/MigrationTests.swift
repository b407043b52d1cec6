import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

private final class Chart: UIView { var lineColor: UIColor? }

extension UIKitTests {
  /// The lines of docs/migrating.md that replace those of another library.
  @Suite @MainActor struct `The code of an app that comes from another library` {
    private let wearer = Wearer()
    private let view = UIView()
    private let avatarView = UIImageView()
    private let imageView = UIImageView()
    private let sureButton = UIButton()
    private let button = UIButton()
    private let chart = Chart()

    private func fromMETheme(_ shopLivery: Livery, _ windowScene: UIWindowScene) {
      shopLivery.dress(windowScene)
      avatarView.livery.image = "avatar"
      sureButton.livery.styles = ["NoBackgroundImage_SureButton"]
      chart.livery.onTheme { chart, theme in
        chart.lineColor = theme.uiColor("Line")
      }
    }

    private func fromSwiftTheme() {
      view.livery.styles = ["page"]
      button.livery.styles = ["buy"]
      imageView.livery.image = "Global.logoImage"
      chart.livery.onTheme { chart, theme in
        chart.lineColor = theme.uiColor("Chart.line")
      }
    }

    private func fromDKNightVersion() {
      imageView.livery.image = "logo"
      chart.livery.onTheme { chart, theme in
        chart.lineColor = theme.uiColor("SEP")
      }
    }

    @Test func `is what the page shows, and wears the theme`() async throws {
      fromMETheme(wearer.livery, wearer.scene)
      fromSwiftTheme()
      fromDKNightVersion()
      for part in [view, sureButton, button, chart] { wearer.window.addSubview(part) }
      let rules = ##"""
        { "for": "UIView.page", "set": { "backgroundColor": "#000001" } },
        { "for": "UIButton.buy", "set": { "titleColor:normal": "#000002" } },
        { "for": "UIButton.NoBackgroundImage_SureButton", "set": { "titleColor:normal": "#000003" } }
        """##
      try await wearer.wear(Wearer.theme(rules))
      #expect(view.backgroundColor == .hex("#000001"))
      #expect(button.titleColor(for: .normal) == .hex("#000002"))
      #expect(sureButton.titleColor(for: .normal) == .hex("#000003"))
    }

    @Test func `has no line on the page that is not compiled here`() throws {
      let compiled = Set(try codeLines(of: "Tests/Unit/LiveryUIKitTests/MigrationTests.swift"))
      let page = try codeLines(of: "docs/migrating.md")
      // Of each library there are three blocks: what the app has, what replaces it, and the theme.
      let blocks = page.split { $0.hasPrefix("```") }.filter {
        $0.first?.hasPrefix("shopLivery.dress") == true
      }
      #expect(blocks.count == 3)
      #expect(blocks.joined().filter { !compiled.contains($0) } == [])
    }
  }
}
