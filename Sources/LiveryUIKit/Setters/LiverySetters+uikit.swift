#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  /// The properties of UIKit, as the kit `uikit` names them.
  extension LiverySetters {
    static func uikit() -> [String: [String: any ThemeSetter]] {
      var table: [String: [String: any ThemeSetter]] = [:]
      for type in [
        UIWindow.self, UIViewController.self, UINavigationController.self, UITabBarController.self,
      ] {
        enter(type)
      }
      enterViews(into: &table)
      enterScrolling(into: &table)
      enterProgress(into: &table)
      enterTexts(into: &table)
      enterButtons(into: &table)
      enterSwitches(into: &table)
      enterPages(into: &table)
      enterNavigationBars(into: &table)
      enterBars(into: &table)
      enterBarItems(into: &table)
      return table
    }

    private static func enterViews(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UIView.self,
        [
          "backgroundColor": TypedSetter<UIView, _>.plain(.color, \.backgroundColor),
          "alpha": TypedSetter<UIView, _>.fixed(.number, \.alpha),
          "overrideUserInterfaceStyle": TypedSetter<UIView, _>.fixed(
            .word(["unspecified": .unspecified, "light": .light, "dark": .dark]), \.overrideUserInterfaceStyle
          ),
          // An inherited color reads like one that is set, so it is compared with the view above.
          "tintColor": TypedSetter<UIView, _>(
            kind: .color,
            get: { view, _ in view.tintColor == view.superview?.tintColor ? nil : view.tintColor },
            set: { view, color, _ in view.tintColor = color }),
        ], into: &table)
    }

    private static func enterScrolling(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UITableView.self,
        [
          "separatorColor": TypedSetter<UITableView, _>.plain(.color, \.separatorColor),
          "separatorInset": TypedSetter<UITableView, _>.fixed(.insets, \.separatorInset),
          "sectionIndexColor": TypedSetter<UITableView, _>.plain(.color, \.sectionIndexColor),
          "sectionIndexBackgroundColor": TypedSetter<UITableView, _>.plain(
            .color, \.sectionIndexBackgroundColor),
        ], into: &table)
      enter(
        UIScrollView.self,
        [
          "indicatorStyle": TypedSetter<UIScrollView, _>.fixed(
            .word(["default": .default, "black": .black, "white": .white]), \.indicatorStyle)
        ], into: &table)
    }

    private static func enterProgress(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UIActivityIndicatorView.self,
        ["color": TypedSetter<UIActivityIndicatorView, UIColor>.color(\.color)], into: &table)
      enter(
        UIProgressView.self,
        [
          "progressTintColor": TypedSetter<UIProgressView, _>.plain(.color, \.progressTintColor),
          "trackTintColor": TypedSetter<UIProgressView, _>.plain(.color, \.trackTintColor),
        ], into: &table)
      for type in [UITableViewCell.self, UICollectionView.self, UIImageView.self, UIRefreshControl.self] {
        enter(type)
      }
    }

    private static func enterTexts(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UILabel.self,
        [
          "textColor": TypedSetter<UILabel, UIColor>.color(\.textColor),
          "highlightedTextColor": TypedSetter<UILabel, _>.plain(.color, \.highlightedTextColor),
          "shadowColor": TypedSetter<UILabel, _>.plain(.color, \.shadowColor),
          "shadowOffset": TypedSetter<UILabel, _>.fixed(.size, \.shadowOffset),
          "font": TypedSetter<UILabel, UIFont>.font(\.font),
          "numberOfLines": TypedSetter<UILabel, _>.fixed(.integer, \.numberOfLines),
        ], into: &table)
      enter(
        UITextField.self,
        [
          "textColor": TypedSetter<UITextField, _>.plain(.color, \.textColor),
          "font": TypedSetter<UITextField, _>.plain(.font, \.font),
          "keyboardAppearance": TypedSetter<UITextField, _>.fixed(keyboards, \.keyboardAppearance),
        ], into: &table)
      enter(
        UITextView.self,
        [
          "textColor": TypedSetter<UITextView, _>.plain(.color, \.textColor),
          "font": TypedSetter<UITextView, _>.plain(.font, \.font),
          "keyboardAppearance": TypedSetter<UITextView, _>.fixed(keyboards, \.keyboardAppearance),
        ], into: &table)
    }

    private static var keyboards: ThemeKind<UIKeyboardAppearance> {
      .word(["default": .default, "dark": .dark, "light": .light])
    }

    private static func enterButtons(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UIButton.self,
        [
          "titleColor:": TypedSetter<UIButton, _>.stated(
            .color, { $0.setTitleColor($1, for: $2) }, { $0.titleColor(for: $1) }),
          "titleShadowColor:": TypedSetter<UIButton, _>.stated(
            .color, { $0.setTitleShadowColor($1, for: $2) }, { $0.titleShadowColor(for: $1) }),
          "image:": TypedSetter<UIButton, _>.stated(
            .image, { $0.setImage($1, for: $2) }, { $0.image(for: $1) }),
          "backgroundImage:": TypedSetter<UIButton, _>.stated(
            .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) }),
        ], into: &table)
    }

    private static func enterSwitches(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UISwitch.self,
        [
          "onTintColor": TypedSetter<UISwitch, _>.plain(.color, \.onTintColor),
          "thumbTintColor": TypedSetter<UISwitch, _>.plain(.color, \.thumbTintColor),
        ], into: &table)
      enter(
        UISlider.self,
        [
          "minimumTrackTintColor": TypedSetter<UISlider, _>.plain(.color, \.minimumTrackTintColor),
          "maximumTrackTintColor": TypedSetter<UISlider, _>.plain(.color, \.maximumTrackTintColor),
          "thumbTintColor": TypedSetter<UISlider, _>.plain(.color, \.thumbTintColor),
        ], into: &table)
    }

    private static func enterPages(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UIPageControl.self,
        [
          "pageIndicatorTintColor": TypedSetter<UIPageControl, _>.plain(.color, \.pageIndicatorTintColor),
          "currentPageIndicatorTintColor": TypedSetter<UIPageControl, _>.plain(
            .color, \.currentPageIndicatorTintColor),
          "preferredIndicatorImage": TypedSetter<UIPageControl, _>.plain(.image, \.preferredIndicatorImage),
        ], into: &table)
      enter(
        UISegmentedControl.self,
        [
          "selectedSegmentTintColor": TypedSetter<UISegmentedControl, _>.plain(
            .color, \.selectedSegmentTintColor),
          "titleTextAttributes:": TypedSetter<UISegmentedControl, _>.stated(
            .textAttributes, { $0.setTitleTextAttributes($1, for: $2) }, { $0.titleTextAttributes(for: $1) }),
        ], into: &table)
    }

    private static func enterNavigationBars(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UINavigationBar.self,
        [
          "barTintColor": TypedSetter<UINavigationBar, _>.plain(.color, \.barTintColor),
          "barStyle": TypedSetter<UINavigationBar, _>.fixed(barStyles, \.barStyle),
          "translucent": TypedSetter<UINavigationBar, _>.fixed(.bool, \.isTranslucent),
          "prefersLargeTitles": TypedSetter<UINavigationBar, _>.fixed(.bool, \.prefersLargeTitles),
          "shadowImage": TypedSetter<UINavigationBar, _>.plain(.image, \.shadowImage),
          "backIndicatorImage": TypedSetter<UINavigationBar, _>.plain(.image, \.backIndicatorImage),
          "backIndicatorTransitionMaskImage": TypedSetter<UINavigationBar, _>.plain(
            .image, \.backIndicatorTransitionMaskImage),
          "titleTextAttributes": TypedSetter<UINavigationBar, _>.plain(
            .textAttributes, \.titleTextAttributes),
          "largeTitleTextAttributes": TypedSetter<UINavigationBar, _>.plain(
            .textAttributes, \.largeTitleTextAttributes),
          "backgroundImage:": TypedSetter<UINavigationBar, _>.metered(
            .image, { $0.setBackgroundImage($1, for: $2) }, { $0.backgroundImage(for: $1) }),
        ], into: &table)
    }

    private static func enterBars(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UIToolbar.self,
        [
          "barTintColor": TypedSetter<UIToolbar, _>.plain(.color, \.barTintColor),
          "barStyle": TypedSetter<UIToolbar, _>.fixed(barStyles, \.barStyle),
          "translucent": TypedSetter<UIToolbar, _>.fixed(.bool, \.isTranslucent),
        ], into: &table)
      enter(
        UITabBar.self,
        [
          "barTintColor": TypedSetter<UITabBar, _>.plain(.color, \.barTintColor),
          "unselectedItemTintColor": TypedSetter<UITabBar, _>.plain(.color, \.unselectedItemTintColor),
          "barStyle": TypedSetter<UITabBar, _>.fixed(barStyles, \.barStyle),
          "translucent": TypedSetter<UITabBar, _>.fixed(.bool, \.isTranslucent),
        ], into: &table)
      enter(
        UISearchBar.self,
        ["barTintColor": TypedSetter<UISearchBar, _>.plain(.color, \.barTintColor)], into: &table)
    }

    private static func enterBarItems(into table: inout [String: [String: any ThemeSetter]]) {
      enter(
        UIBarItem.self,
        [
          "titleTextAttributes:": TypedSetter<UIBarItem, _>.stated(
            .textAttributes, { $0.setTitleTextAttributes($1, for: $2) }, { $0.titleTextAttributes(for: $1) })
        ], into: &table)
      enter(
        UIBarButtonItem.self,
        ["tintColor": TypedSetter<UIBarButtonItem, _>.plain(.color, \.tintColor)], into: &table)
      enter(
        UITabBarItem.self,
        ["badgeColor": TypedSetter<UITabBarItem, _>.plain(.color, \.badgeColor)], into: &table)
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
