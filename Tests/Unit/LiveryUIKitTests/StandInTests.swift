import Foundation
import Testing
import UIKit

extension UIKitTests {
  /// What the stand-in for UIKit does as UIKit's documentation says. These tests need the stand-in: they make scenes and
  /// clear the records of proxies, which UIKit permits to nobody.
  @Suite @MainActor struct `The stand-in for UIKit` {
    private let window = UIWindow(windowScene: UIWindowScene())

    private func added<View: UIView>(_ view: View, to container: UIView? = nil) -> View {
      (container ?? window).addSubview(view)
      return view
    }

    @Test func `applies what a proxy has recorded as a view enters a window, unless it was set directly`() {
      AppearanceRecords.forget()
      defer { AppearanceRecords.forget() }
      let here = added(UILabel())
      UILabel.appearance().textColor = .red
      UILabel.appearance(whenContainedInInstancesOf: [UIToolbar.self]).textColor = .white
      UIView.appearance().backgroundColor = .black
      UIButton.appearance().setTitleColor(.red, for: .highlighted)
      let own = UILabel()
      own.textColor = .black
      let (later, inBar, button) = (
        added(UILabel()), added(UILabel(), to: added(UIToolbar())), added(UIButton())
      )
      #expect(here.textColor == .label && later.textColor == .red && inBar.textColor == .white)
      #expect(added(own).textColor == .black && later.backgroundColor == .black)
      #expect(button.titleColor(for: .highlighted) == .red && button.titleColor(for: .normal) == .white)
      here.removeFromSuperview()
      #expect(added(here).textColor == .red, "on its return")
    }

    @Test func `applies a nil that a proxy has recorded`() {
      AppearanceRecords.forget()
      defer { AppearanceRecords.forget() }
      UITableView.appearance().backgroundColor = .red
      UITableView.appearance().backgroundColor = nil
      #expect(
        added(UITableView()).backgroundColor == nil && UITableView().backgroundColor == .systemBackground)
    }

    @Test func `dims tints under an alert, and scales fonts once`() {
      let controller = UIViewController()
      window.rootViewController = controller
      let button = added(UIButton(type: .system), to: controller.view)
      button.tintColor = .red
      controller.present(UIAlertController(), animated: false)
      #expect(button.tintColor == .systemGray && button.titleColor(for: .normal) == .systemGray)
      controller.dismiss(animated: false)
      #expect(button.tintColor == .red)
      let large = UITraitCollection(preferredContentSizeCategory: .accessibilityExtraExtraExtraLarge)
      #expect(UIFont.preferredFont(forTextStyle: .body, compatibleWith: large).pointSize == 53)
      let scaled = UIFontMetrics(forTextStyle: .body).scaledFont(
        for: .systemFont(ofSize: 17), compatibleWith: large)
      #expect(scaled.pointSize == 53 && UIFont(name: "Nowhere", size: 10) == nil)
    }

    @Test func `gives the attributes of a text to all of it when a color is set`() throws {
      let label = UILabel()
      let text = NSMutableAttributedString(string: "ab")
      text.addAttribute(.foregroundColor, value: UIColor.red, range: NSRange(location: 1, length: 1))
      label.attributedText = text
      label.textColor = .black
      let color = label.attributedText?.attribute(.foregroundColor, at: 1, effectiveRange: nil)
      #expect(color as? UIColor == .black)
    }

    @Test func `delivers changes of traits together, before the next layout`() async {
      final class Watcher: UIView {
        var changes = 0
        override func traitCollectionDidChange(_ previous: UITraitCollection?) { changes += 1 }
      }
      let watcher = added(Watcher())
      window.overrideUserInterfaceStyle = .dark
      #expect(watcher.changes == 0)
      while TraitChanges.areWaiting { await Task.yield() }
      #expect(watcher.changes == 1 && watcher.traitCollection.userInterfaceStyle == .dark)
    }
  }
}
