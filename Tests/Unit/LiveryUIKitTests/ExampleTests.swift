import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit
@testable import ShopApp

extension UIKitTests {
  /// Examples/iOS, as far as it uses UIKit.
  @Suite @MainActor struct `The example for iOS` {
    @Test func `shows a shop whose parts wear the theme`() async throws {
      let scene = UIWindowScene()
      let shop = ShopScene(scene)
      let dresser = try #require(Dresser.of(shop.window))
      let rules = ##"""
        { "for": "UIWindow", "set": { "backgroundColor": "#000001" } },
        { "for": "UILabel", "in": "ShopController", "set": { "textColor": "#000002" } },
        { "for": "UIButton.sure", "set": { "backgroundColor": "#000003" } }
        """##
      dresser.take(try Theme(json: Data(Wearer.theme(rules).utf8)), in: .light)
      let parts = try #require(shop.window.rootViewController?.view).subviews
      func part<View: UIView>(_ type: View.Type) -> View? { parts.lazy.compactMap { $0 as? View }.first }
      while dresser.isDue { await Task.yield() }
      #expect(shop.window.backgroundColor == .hex("#000001"))
      #expect(part(UILabel.self)?.textColor == .hex("#000002"))
      #expect(part(UIButton.self)?.backgroundColor == .hex("#000003"))
      #expect(part(Badge.self)?.dotColor == .hex("#ff0000"), "the accent")
      withExtendedLifetime(scene) {}
    }
  }
}
