import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

extension UIKitTests {
  /// The properties of views that a theme sets, and the properties that it does not change.
  @Suite @MainActor struct `Dressing views` {
    private let wearer = Wearer()
    private var window: UIWindow { wearer.window }

    private func wear(_ rules: String) async throws { try await wearer.wear(Wearer.theme(rules)) }

    private func add<View: UIView>(_ view: View, to container: UIView? = nil) -> View {
      (container ?? window).addSubview(view)
      return view
    }

    @Test func `each view wears what its class, style and containers say`() async throws {
      let plain = add(UILabel())
      let inBar = add(UILabel(), to: add(UIToolbar()))
      let quiet = add(UILabel())
      quiet.livery.styles = ["quiet"]
      try await wear(
        ##"""
        { "for": "UIView", "set": { "backgroundColor": "#000001" } },
        { "for": "UILabel", "set": { "textColor": "#000002", "numberOfLines": 0, "font": { "textStyle": "body" } } },
        { "for": "UILabel", "in": "UIToolbar", "set": { "textColor": "#000003" } },
        { "for": "UILabel.quiet", "set": { "textColor": "#00000480", "backgroundColor": null } }
        """##)
      #expect(plain.textColor == .hex("#000002") && plain.backgroundColor == .hex("#000001"))
      #expect(plain.numberOfLines == 0 && plain.font == .preferredFont(forTextStyle: .body))
      #expect(inBar.textColor == .hex("#000003"))
      #expect(quiet.textColor == .hex("#00000480") && quiet.backgroundColor == nil)
    }

    @Test func `a controller contains what its view does`() async throws {
      final class ShopController: UIViewController {}
      let controller = ShopController()
      window.rootViewController = controller
      let label = add(UILabel(), to: controller.view)
      try await wear(##"{ "for": "UILabel", "in": "ShopController", "set": { "textColor": "#000009" } }"##)
      #expect(label.textColor == .hex("#000009"))
    }

    @Test func `states and bars' items are dressed too`() async throws {
      let button = add(UIButton())
      let bar = add(UIToolbar())
      let item = UIBarButtonItem()
      bar.items = [item]
      try await wear(
        ##"""
        { "for": "UIButton", "set": { "titleColor:normal": "#000001", "titleColor:highlighted+selected": "#000002",
          "titleColor:molten": "#000003" } },
        { "for": "UIBarButtonItem", "in": "UIToolbar", "set": { "tintColor": "#000004",
          "titleTextAttributes:normal": { "color": "#000005" } } }
        """##)
      #expect(button.titleColor(for: .normal) == .hex("#000001"))
      #expect(button.titleColor(for: [.highlighted, .selected]) == .hex("#000002"))
      #expect(item.tintColor == .hex("#000004"))
      #expect(item.titleTextAttributes(for: .normal)?[.foregroundColor] as? UIColor == .hex("#000005"))
    }

    @Test(arguments: ["", ##"{ "for": "UILabel", "set": { "textColor": null } }"##])
    func `what a theme no longer sets goes back to what was there`(rules: String) async throws {
      let label = add(UILabel())
      try await wear(##"{ "for": "UILabel", "set": { "textColor": "#000001" } }"##)
      try await wear(##"{ "for": "UILabel", "set": { "textColor": "#000002" } }"##)
      #expect(label.textColor == .hex("#000002"))
      try await wear(rules)
      #expect(label.textColor == .label)
    }

    @Test func `a direct set wins, and stays`() async throws {
      let label = add(UILabel())
      try await wear(##"{ "for": "UILabel", "set": { "textColor": "#000001" } }"##)
      label.textColor = .red
      try await wear(##"{ "for": "UILabel", "set": { "textColor": "#000002" } }"##)
      #expect(label.textColor == .red)
      try await wear("")
      #expect(label.textColor == .red)
    }

    @Test func `an inherited tint is inherited again`() async throws {
      let button = add(UIButton())
      try await wear(##"{ "for": "UIButton", "set": { "tintColor": "#000001" } }"##)
      #expect(button.tintColor == .hex("#000001"))
      try await wear(##"{ "for": "UIWindow", "set": { "tintColor": "#000002" } }"##)
      #expect(button.tintColor == .hex("#000002"))
      try await wear(
        ##"{ "for": "UIWindow", "set": { "tintColor": "#000003" } }, { "for": "UIButton", "set": { "tintColor": "#000003" } }"##
      )
      try await wear(##"{ "for": "UIButton", "set": { "tintColor": "#000004" } }"##)
      #expect(button.tintColor == .hex("#000004") && window.tintColor == .systemBlue)
    }

    @Test func `styles count at once, and on arrival in a window`() async throws {
      try await wear(
        ##"{ "for": "UIButton.sure", "in": "UIToolbar", "set": { "backgroundColor": "#000001" } }"##)
      let bar = add(UIToolbar())
      let here = add(UIButton(), to: bar)
      here.livery.styles = ["sure"]
      #expect(here.backgroundColor == .hex("#000001"))
      here.livery.styles = []
      #expect(here.backgroundColor == nil)
      let later = UIButton()
      later.livery.styles = ["sure"]
      #expect(later.backgroundColor == nil)
      bar.addSubview(later)
      #expect(later.backgroundColor == .hex("#000001"))
    }

    @Test func `a property of the app's own class is set, also on one that comes later`() async throws {
      final class Badge: UIView {
        var dotColor: UIColor?
        var size: CGFloat = 4
      }
      LiverySetters.add("Badge", "dotColor", \Badge.dotColor)
      LiverySetters.add("Badge", "size", \Badge.size)
      let badge = add(Badge())
      try await wear(##"{ "for": "Badge", "set": { "dotColor": "#000001", "size": 8, "unheard": 1 } }"##)
      #expect(badge.dotColor == .hex("#000001") && badge.size == 8)
      let later = add(Badge())
      #expect(later.dotColor == .hex("#000001"))
      try await wear("")
      #expect(badge.dotColor == nil && badge.size == 4)
    }

    @Test func `a subtree that is off, and the keyboard's window, are left alone`() async throws {
      final class UITextEffectsWindow: UIWindow {}
      let keyboard = UITextEffectsWindow(windowScene: wearer.scene)
      let (inKeyboard, off) = (add(UILabel(), to: keyboard), add(UIView()))
      let inside = add(UILabel(), to: off)
      off.livery.isOff = true
      let rules = ##"{ "for": "UILabel", "set": { "textColor": "#000001" } }"##
      try await wear(rules)
      inside.livery.styles = ["any"]
      #expect(inKeyboard.textColor == .label && inside.textColor == .label)
      off.livery.isOff = false
      #expect(inside.textColor == .hex("#000001"))
    }

    @Test(.needsStandIn) func `an image is the theme's own, else the plain one, else it stays`() async throws
    {
      UIImage.bundle = ["year_logo", "avatar"]
      let (logo, avatar, other) = (add(UIImageView()), add(UIImageView()), add(UIImageView()))
      logo.livery.image = "logo"
      avatar.livery.image = "avatar"
      other.livery.image = "nowhere"
      try await wear("")
      #expect(logo.image == UIImage(named: "year_logo") && avatar.image == UIImage(named: "avatar"))
      #expect(other.image == nil)
      UIImage.bundle = ["logo"]
      avatar.image = UIImage(named: "logo")
      try await wear(##"{ "for": "UIView", "set": { "alpha": 1 } }"##)
      #expect(logo.image == UIImage(named: "logo") && avatar.image == UIImage(named: "logo"))
    }
  }
}
