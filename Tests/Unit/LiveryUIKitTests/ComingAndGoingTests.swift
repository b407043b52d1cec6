import Foundation
import LiveryClient
import Testing
import UIKit

@testable import LiveryUIKit

enum FooController {
  final class Cell: UITableViewCell {}
}

enum BarController {
  final class Cell: UIControl {}
}

class PriceLabel: UILabel {}
/// The class under which the runtime puts an object that is observed.
final class NSKVONotifying_PriceLabel: PriceLabel {}

extension UIKitTests {
  /// Views that enter and leave windows, in any order with themes.
  @Suite @MainActor struct `Views that come and go` {
    private let wearer = Wearer()
    private var window: UIWindow { wearer.window }

    private func wear(_ rules: String) async throws { try await wearer.wear(Wearer.theme(rules)) }

    private static func text(_ color: String) -> String {
      ##"{ "for": "UILabel", "set": { "textColor": "\##(color)" } }"##
    }

    private func add<View: UIView>(_ view: View, to container: UIView? = nil) -> View {
      (container ?? window).addSubview(view)
      return view
    }

    private func controller(with label: UILabel) -> UIViewController {
      let controller = UIViewController()
      controller.view.addSubview(label)
      return controller
    }

    @Test func `the first theme of a process also dresses what comes later`() async throws {
      try await wear(Self.text("#000001"))
      #expect(add(UILabel()).textColor == .hex("#000001"))
      let own = UILabel()
      own.textColor = .red
      #expect(add(own).textColor == .red)
    }

    @Test func `another tab wears the new theme when it is back`() async throws {
      let labels = [UILabel(), UILabel()]
      let tabs = UITabBarController()
      tabs.viewControllers = labels.map { controller(with: $0) }
      window.rootViewController = tabs
      try await wear(Self.text("#000001"))
      tabs.selectedIndex = 1
      #expect(labels.map(\.textColor) == [.hex("#000001"), .hex("#000001")])
      try await wear(Self.text("#000002"))
      tabs.selectedIndex = 0
      #expect(labels.map(\.textColor) == [.hex("#000002"), .hex("#000002")])
      try await wear("")
      tabs.selectedIndex = 1
      #expect(labels.map(\.textColor) == [.label, .label])
    }

    @Test func `a controller under another wears the new theme when it is back`() async throws {
      let (below, above) = (UILabel(), UILabel())
      let navigation = UINavigationController(rootViewController: controller(with: below))
      window.rootViewController = navigation
      try await wear(Self.text("#000001"))
      navigation.pushViewController(controller(with: above), animated: false)
      try await wear(Self.text("#000002"))
      navigation.popViewController(animated: false)
      #expect(below.textColor == .hex("#000002") && above.textColor == .hex("#000002"))
    }

    @Test(.needsStandIn) func `a list scrolls with one theme`() async throws {
      let table = add(UITableView())
      let cells = (0..<3).map { _ in
        add(UITableViewCell(style: .subtitle, reuseIdentifier: "cell"), to: table)
      }
      let rules = Self.text("#000001") + ##", { "for": "UILabel", "set": { "font": { "size": 20 } } }"##
      try await wear(rules)
      table.scrollAway(cells[1])
      try await wear(rules.replacingOccurrences(of: "#000001", with: "#000002"))
      let reused = try #require(table.dequeueReusableCell(withIdentifier: "cell"))
      table.addSubview(reused)
      for cell in cells {
        #expect(cell.textLabel?.textColor == .hex("#000002"))
        #expect(cell.detailTextLabel?.textColor == .hex("#000002") && cell.textLabel?.font.pointSize == 20)
      }
    }

    @Test func `what the app sets wins before the first theme, and in styled views`() async throws {
      let (here, card) = (add(UILabel()), UIView())
      here.textColor = .red
      try await wear(Self.text("#000001"))
      let price = add(UILabel(), to: card)
      price.textColor = .red
      card.livery.styles = ["card"]
      card.livery.onTheme { _, _ in }
      let plain = add(UILabel(), to: card)
      _ = add(card)
      #expect(here.textColor == .red && price.textColor == .red && plain.textColor == .hex("#000001"))
      try await wear(Self.text("#000002"))
      #expect(here.textColor == .red && price.textColor == .red && plain.textColor == .hex("#000002"))
    }

    @Test func `an app that starts with a stored theme looks like one that waits for it`() async throws {
      let rules =
        Self.text("#000001") + ##"""
          , { "for": "UITableView", "set": { "backgroundColor": "#000002" } },
          { "for": "UIButton", "set": { "titleColor:normal": "#000003", "font": { "size": 11 } } },
          { "for": "UINavigationBar", "set": { "prefersLargeTitles": true, "titleTextAttributes": { "color": "#000004" } } }
          """##
      func looks(_ wearer: Wearer, before: Bool) async throws -> [String] {
        if before { try await wearer.wear(Wearer.theme(rules)) }
        let own = UILabel()
        own.textColor = .red
        let labels = [
          own, UILabel(), UITableViewCell(style: .value1, reuseIdentifier: nil).textLabel ?? UILabel(),
        ]
        let tables = [UITableView(), UITableView(frame: .zero, style: .grouped)]
        let (custom, system, bar) = (UIButton(), UIButton(type: .system), UINavigationBar())
        for view in labels + tables + [custom, system, bar] { wearer.window.addSubview(view) }
        if !before { try await wearer.wear(Wearer.theme(rules)) }
        return labels.map { "\($0.textColor!)" } + tables.map { "\($0.backgroundColor!)" }
          + [custom, system].map { "\($0.titleColor(for: .normal)!) \($0.titleLabel!.font!)" }
          + ["\(bar.prefersLargeTitles) \(bar.titleTextAttributes ?? [:])"]
      }
      let (first, second) = (
        try await looks(Wearer(), before: false), try await looks(Wearer(), before: true)
      )
      #expect(first == second)
      #expect(first[0] == "\(UIColor.red)" && first[4] == "\(UIColor.hex("#000002")!)")
    }

    @Test func `what a theme no longer says is undone on views of any age`() async throws {
      try await wear(
        ##"""
        { "for": "UINavigationBar", "set": { "prefersLargeTitles": true, "translucent": false } },
        { "for": "UILabel", "set": { "textColor": "#000001", "numberOfLines": 0 } },
        { "for": "UITableView", "set": { "backgroundColor": "#000002" } }
        """##)
      let (bar, label, table) = (add(UINavigationBar()), add(UILabel()), add(UITableView()))
      #expect(bar.prefersLargeTitles && !bar.isTranslucent && label.numberOfLines == 0)
      try await wear("")
      for (bar, label, table) in [
        (bar, label, table), (add(UINavigationBar()), add(UILabel()), add(UITableView())),
      ] {
        #expect(!bar.prefersLargeTitles && bar.isTranslucent)
        #expect(label.textColor == .label && label.numberOfLines == 1)
        #expect(table.backgroundColor == .systemBackground)
      }
    }

    @Test(.needsStandIn) func `two scenes do not fight`() async throws {
      let other = Wearer()
      try await wear(Self.text("#000001"))
      try await other.wear(Wearer.theme(""))
      let there = UILabel()
      other.window.addSubview(there)
      #expect(add(UILabel()).textColor == .hex("#000001") && there.textColor == .label)
      try await other.wear(Wearer.theme(Self.text("#000002")))
      #expect(add(UILabel()).textColor == .hex("#000001") && there.textColor == .hex("#000002"))
      window.addSubview(there)
      #expect(there.textColor == .hex("#000001"), "it wears the theme of the scene that it is in")
    }

    @Test func `classes of one short name keep their own superclasses`() async throws {
      let (cell, control) = (add(FooController.Cell()), add(BarController.Cell()))
      try await wear(
        ##"""
        { "for": "UITableViewCell", "set": { "backgroundColor": "#000001" } },
        { "for": "Cell", "set": { "alpha": 0.5 } },
        { "for": "LiveryUIKitTests_BarController_Cell", "set": { "alpha": 0.25 } }
        """##)
      #expect(cell.backgroundColor == .hex("#000001") && control.backgroundColor == nil)
      #expect(cell.alpha == 0.5 && control.alpha == 0.25)
    }

    @Test func `an object that is observed is dressed as one of its class`() async throws {
      let (observed, plain) = (add(NSKVONotifying_PriceLabel()), add(PriceLabel()))
      try await wear(
        ##"""
        { "for": "PriceLabel", "set": { "textColor": "#000001" } },
        { "for": "UILabel", "set": { "textColor": "#000002" } }
        """##)
      #expect(observed.textColor == .hex("#000001") && plain.textColor == .hex("#000001"))
    }

    @Test(.needsStandIn) func `a tint changes while an alert dims it`() async throws {
      let controller = UIViewController()
      window.rootViewController = controller
      let (button, own) = (add(UIButton(), to: controller.view), add(UIButton(), to: controller.view))
      own.tintColor = .red
      try await wear(##"{ "for": "UIButton", "set": { "tintColor": "#000001" } }"##)
      let alert = UIAlertController()
      controller.present(alert, animated: true)
      #expect(button.tintColor == .systemGray)
      let late = add(UIButton(), to: controller.view)
      try await wear(
        ##"{ "for": "UIButton", "set": { "tintColor": "#000002" } }, \##(Self.text("#000003"))"##)
      #expect(alert.titleLabel.textColor == .label, "an alert has looks of its own")
      controller.dismiss(animated: true)
      #expect(button.tintColor == .hex("#000002") && late.tintColor == .hex("#000002"))
      #expect(own.tintColor == .red && controller.view.tintAdjustmentMode == .normal)
    }

    @Test func `a state that is undone follows the normal one again`() async throws {
      let button = add(UIButton())
      try await wear(
        ##"{ "for": "UIButton", "set": { "titleColor:normal": "#000001", "titleColor:highlighted": "#000002" } }"##
      )
      try await wear(##"{ "for": "UIButton", "set": { "titleColor:normal": "#000003" } }"##)
      #expect(button.titleColor(for: .highlighted) == .hex("#000003"))
      try await wear("")
      #expect(button.titleColor(for: .normal) == .white && button.titleColor(for: .highlighted) == .white)
      let system = add(UIButton(type: .system))
      try await wear(##"{ "for": "UIButton", "set": { "titleColor:normal": "#000001" } }"##)
      try await wear("")
      system.tintColor = .red
      #expect(system.titleColor(for: .normal) == .red, "its title has the tint again")
    }

    @Test(.needsStandIn) func `a reused image view shows no old picture`() async throws {
      UIImage.bundle = ["a", "b"]
      try await wear("")
      let view = add(UIImageView())
      view.livery.image = "a"
      #expect(view.image == UIImage(named: "a"))
      view.livery.image = "missing"
      #expect(view.image == nil)
      view.livery.image = "b"
      view.livery.image = nil
      #expect(view.image == nil)
      let own = UIImage(named: "b")
      view.image = own
      view.livery.image = "a"
      #expect(view.image === own, "the app's own picture stays")
    }

    @Test(.needsStandIn) func `an image is looked for once for each theme`() async throws {
      UIImage.bundle = ["logo"]
      for _ in 0..<50 { add(UIImageView()).livery.image = "logo" }
      UIImage.asked = []
      try await wear(##"{ "for": "UIButton", "set": { "image:normal": "logo" } }"##)
      #expect(UIImage.asked.count <= 4)
    }

    @Test func `a view that the app empties is still dressed, and so is what an effect contains`()
      async throws
    {
      let rules = ##"{ "for": "UIView.card", "set": { "backgroundColor": "#000001" } }"##
      try await wear(rules)
      let (card, effect) = (add(UIView()), UIVisualEffectView(effect: nil))
      card.livery.styles = ["card"]
      for view in card.subviews { view.removeFromSuperview() }
      card.removeFromSuperview()
      try await wear(rules.replacingOccurrences(of: "#000001", with: "#000002"))
      _ = add(card)
      effect.livery.styles = ["card"]
      effect.contentView.livery.styles = ["card"]
      _ = add(effect)
      #expect(card.backgroundColor == .hex("#000002") && card.subviews.isEmpty)
      #expect(
        effect.backgroundColor == .hex("#000002") && effect.contentView.backgroundColor == .hex("#000002"))
    }

    @Test(.needsStandIn) func `text with attributes of its own, and labels of controls, are left alone`()
      async throws
    {
      let (label, button, segments) = (add(UILabel()), add(UIButton()), add(UISegmentedControl()))
      let text = NSMutableAttributedString(string: "Now € 9")
      text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 4, length: 3))
      label.attributedText = text
      button.setTitle("Buy", for: .normal)
      let badge = add(UILabel(), to: button)
      segments.insertSegment(withTitle: "One", at: 0, animated: false)
      try await wear(Self.text("#000001"))
      #expect(label.attributedText == text)
      #expect(button.titleLabel?.textColor == .label && badge.textColor == .hex("#000001"))
      #expect((segments.subviews.first as? UILabel)?.textColor == .label)
    }

    @Test(.needsStandIn) func `the app's own proxies win`() async throws {
      UILabel.appearance().textColor = .red
      defer { AppearanceRecords.forget() }
      try await wear(Self.text("#000001"))
      let label = add(UILabel())
      #expect(label.textColor == .red)
      try await wear(Self.text("#000002"))
      #expect(label.textColor == .red)
    }

    @Test func `items that a bar gets later are dressed`() async throws {
      let rules =
        ##"{ "for": "UIBarButtonItem", "in": "UIToolbar", "set": { "tintColor": "#000001", "width": 44 } }"##
      try await wear(rules)
      let (bar, item) = (add(UIToolbar()), UIBarButtonItem())
      bar.items = [item]
      #expect(item.tintColor == .hex("#000001") && item.width == 44)
    }

    @Test func `a window that opens later is dressed, and followed`() async throws {
      try await wear(Self.text("#000001"))
      let second = UIWindow(windowScene: wearer.scene)
      let label = add(UILabel(), to: second)
      #expect(label.textColor == .hex("#000001"))
      try await wear(Self.text("#000002"))
      #expect(label.textColor == .hex("#000002"))
    }
  }
}
