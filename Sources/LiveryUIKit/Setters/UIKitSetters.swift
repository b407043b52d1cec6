#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// The properties of UIKit, as the kit `uikit` names them.
  extension LiverySetters {
    static func uikit() -> SetterTable {
      var table: SetterTable = [:]
      for type in [
        UIWindow.self, UIViewController.self, UINavigationController.self, UITabBarController.self,
        UITableViewCell.self, UICollectionView.self, UIImageView.self, UIRefreshControl.self,
      ] {
        enter(type)
      }
      enterViews(into: &table)
      enterTexts(into: &table)
      enterControls(into: &table)
      enterBars(into: &table)
      enterBarItems(into: &table)
      return table
    }

    private static func enterViews(into table: inout SetterTable) {
      enter(UIView.self, into: &table) {
        $0.set("backgroundColor", .color(\.backgroundColor))
        $0.set("alpha", .fixed(.number, \.alpha))
        let styles = ["unspecified": UIUserInterfaceStyle.unspecified, "light": .light, "dark": .dark]
        $0.set("overrideUserInterfaceStyle", .fixed(.word(styles), \.overrideUserInterfaceStyle))
        // An inherited color reads like one that is set, so it is compared with the view above.
        let tint = TypedSetter<UIView, UIColor>(
          kind: .color,
          get: { view, _ in view.tintColor == view.superview?.tintColor ? nil : view.tintColor },
          set: { view, color, _ in view.tintColor = color })
        $0.set("tintColor", tint)
      }
      enter(UITableView.self, into: &table) {
        $0.set("separatorColor", .color(\.separatorColor))
        $0.set("separatorInset", .fixed(.insets, \.separatorInset))
        $0.set("sectionIndexColor", .color(\.sectionIndexColor))
        $0.set("sectionIndexBackgroundColor", .color(\.sectionIndexBackgroundColor))
      }
      enter(UIScrollView.self, into: &table) {
        let styles = ["default": UIScrollView.IndicatorStyle.default, "black": .black, "white": .white]
        $0.set("indicatorStyle", .fixed(.word(styles), \.indicatorStyle))
      }
      enter(UIActivityIndicatorView.self, into: &table) {
        $0.set("color", .color(\.color))
      }
      enter(UIProgressView.self, into: &table) {
        $0.set("progressTintColor", .color(\.progressTintColor))
        $0.set("trackTintColor", .color(\.trackTintColor))
      }
    }

    private static func enterTexts(into table: inout SetterTable) {
      enter(UILabel.self, into: &table) {
        $0.set("textColor", .color(\.textColor))
        $0.set("highlightedTextColor", .color(\.highlightedTextColor))
        $0.set("shadowColor", .color(\.shadowColor))
        $0.set("shadowOffset", .fixed(.size, \.shadowOffset))
        $0.set("font", .font(\.font))
        $0.set("numberOfLines", .fixed(.integer, \.numberOfLines))
      }
      enter(UITextField.self, into: &table) {
        $0.set("textColor", .color(\.textColor))
        $0.set("font", .font(\.font))
        $0.set("keyboardAppearance", .fixed(keyboards, \.keyboardAppearance))
      }
      enter(UITextView.self, into: &table) {
        $0.set("textColor", .color(\.textColor))
        $0.set("font", .font(\.font))
        $0.set("keyboardAppearance", .fixed(keyboards, \.keyboardAppearance))
      }
    }

    private static var keyboards: ThemeKind<UIKeyboardAppearance> {
      .word(["default": .default, "dark": .dark, "light": .light])
    }

    private static func enterControls(into table: inout SetterTable) {
      enter(UIButton.self, into: &table) {
        $0.set(
          "titleColor:",
          .keyed(\.state, .color, { $0.setTitleColor($1, for: $2) }, { $0.titleColor(for: $1) }))
        $0.set(
          "titleShadowColor:",
          .keyed(\.state, .color, { $0.setTitleShadowColor($1, for: $2) }, { $0.titleShadowColor(for: $1) }))
        $0.set("image:", .keyed(\.state, .image, { $0.setImage($1, for: $2) }, { $0.image(for: $1) }))
        $0.set(
          "backgroundImage:",
          .keyed(\.state, .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) }))
      }
      enter(UISwitch.self, into: &table) {
        $0.set("onTintColor", .color(\.onTintColor))
        $0.set("thumbTintColor", .color(\.thumbTintColor))
      }
      enter(UISlider.self, into: &table) {
        $0.set("minimumTrackTintColor", .color(\.minimumTrackTintColor))
        $0.set("maximumTrackTintColor", .color(\.maximumTrackTintColor))
        $0.set("thumbTintColor", .color(\.thumbTintColor))
      }
      enter(UIPageControl.self, into: &table) {
        $0.set("pageIndicatorTintColor", .color(\.pageIndicatorTintColor))
        $0.set("currentPageIndicatorTintColor", .color(\.currentPageIndicatorTintColor))
        $0.set("preferredIndicatorImage", .plain(.image, \.preferredIndicatorImage))
      }
      enter(UISegmentedControl.self, into: &table) {
        $0.set("selectedSegmentTintColor", .color(\.selectedSegmentTintColor))
        $0.set(
          "titleTextAttributes:",
          .keyed(
            \.state, .textAttributes, { $0.setTitleTextAttributes($1, for: $2) },
            { $0.titleTextAttributes(for: $1) }))
      }
    }

    private static func enterBars(into table: inout SetterTable) {
      enter(UINavigationBar.self, into: &table) {
        $0.set("barTintColor", .color(\.barTintColor))
        $0.set("barStyle", .fixed(barStyles, \.barStyle))
        $0.set("translucent", .fixed(.bool, \.isTranslucent))
        $0.set("prefersLargeTitles", .fixed(.bool, \.prefersLargeTitles))
        $0.set("shadowImage", .plain(.image, \.shadowImage))
        $0.set("backIndicatorImage", .plain(.image, \.backIndicatorImage))
        $0.set("backIndicatorTransitionMaskImage", .plain(.image, \.backIndicatorTransitionMaskImage))
        $0.set("titleTextAttributes", .plain(.textAttributes, \.titleTextAttributes))
        $0.set("largeTitleTextAttributes", .plain(.textAttributes, \.largeTitleTextAttributes))
        $0.set(
          "backgroundImage:",
          .keyed(\.metrics, .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) }))
      }
      enter(UIToolbar.self, into: &table) {
        $0.set("barTintColor", .color(\.barTintColor))
        $0.set("barStyle", .fixed(barStyles, \.barStyle))
        $0.set("translucent", .fixed(.bool, \.isTranslucent))
      }
      enter(UITabBar.self, into: &table) {
        $0.set("barTintColor", .color(\.barTintColor))
        $0.set("unselectedItemTintColor", .color(\.unselectedItemTintColor))
        $0.set("barStyle", .fixed(barStyles, \.barStyle))
        $0.set("translucent", .fixed(.bool, \.isTranslucent))
      }
      enter(UISearchBar.self, into: &table) {
        $0.set("barTintColor", .color(\.barTintColor))
      }
    }

    private static func enterBarItems(into table: inout SetterTable) {
      enter(UIBarItem.self, into: &table) {
        $0.set(
          "titleTextAttributes:",
          .keyed(
            \.state, .textAttributes, { $0.setTitleTextAttributes($1, for: $2) },
            { $0.titleTextAttributes(for: $1) }))
      }
      enter(UIBarButtonItem.self, into: &table) {
        $0.set("tintColor", .color(\.tintColor))
      }
      enter(UITabBarItem.self, into: &table) {
        $0.set("badgeColor", .color(\.badgeColor))
      }
    }

    private static var barStyles: ThemeKind<UIBarStyle> { .word(["default": .default, "black": .black]) }
  }

  extension TypedSetter where Value == UIColor {
    /// A color that UIKit declares with `!`.
    fileprivate static func color(_ path: ReferenceWritableKeyPath<Target, UIColor?>) -> Self {
      plain(.color, path)
    }
  }

  extension TypedSetter where Value == UIFont {
    /// A font that UIKit declares with `!`.
    fileprivate static func font(_ path: ReferenceWritableKeyPath<Target, UIFont?>) -> Self {
      plain(.font, path)
    }
  }
#endif
