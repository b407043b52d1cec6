#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  extension ThemeKind where Value: UIBarAppearance {
    /// A bar's looks: UIKit's own of `background` (`default`, `opaque` or `transparent`), with what the value names.
    private static func bar(
      _ new: @escaping @MainActor () -> Value,
      _ fill: @escaping @MainActor (Value, ThemeValue, Fitting) -> Void
    ) -> Self {
      Self(
        read: { value, fitting in
          guard case .object = value else { return nil }
          let bar = new()
          bar.take(value, fitting)
          fill(bar, value, fitting)
          return bar
        }, isSame: { $0 === $1 || $0 != nil && $0?.isEqual($1) == true },
        isLike: { $0.isLike($1) })
    }
  }

  extension ThemeKind where Value == UINavigationBarAppearance {
    static var navigationBar: Self {
      bar({ UINavigationBarAppearance() }) { bar, value, fitting in
        if let title = value["titleTextAttributes"] {
          bar.titleTextAttributes = TextAttributes(theme: title, fitting)
        }
        if let title = value["largeTitleTextAttributes"] {
          bar.largeTitleTextAttributes = TextAttributes(theme: title, fitting)
        }
        if let offset = UIOffset(theme: value["titlePositionAdjustment"]) {
          bar.titlePositionAdjustment = offset
        }
        let back = value["backIndicatorImage"]?.text.flatMap { fitting.image($0) }
        let mask = value["backIndicatorTransitionMaskImage"]?.text.flatMap { fitting.image($0) }
        if let back { bar.setBackIndicatorImage(back, transitionMaskImage: mask ?? back) }
        bar.buttonAppearance.take(value["buttonAppearance"], fitting)
        bar.backButtonAppearance.take(value["backButtonAppearance"], fitting)
        bar.doneButtonAppearance.take(value["doneButtonAppearance"], fitting)
        bar.doneButtonAppearance.take(value["prominentButtonAppearance"], fitting)
      }
    }
  }

  extension ThemeKind where Value == UIToolbarAppearance {
    static var toolbar: Self {
      bar({ UIToolbarAppearance() }) { bar, value, fitting in
        bar.buttonAppearance.take(value["buttonAppearance"], fitting)
        bar.doneButtonAppearance.take(value["doneButtonAppearance"], fitting)
        bar.doneButtonAppearance.take(value["prominentButtonAppearance"], fitting)
      }
    }
  }

  extension ThemeKind where Value == UITabBarAppearance {
    static var tabBar: Self {
      bar({ UITabBarAppearance() }) { bar, value, fitting in
        bar.stackedLayoutAppearance.take(value["stackedLayoutAppearance"], fitting)
        bar.inlineLayoutAppearance.take(value["inlineLayoutAppearance"], fitting)
        bar.compactInlineLayoutAppearance.take(value["compactInlineLayoutAppearance"], fitting)
        if let color = UIColor(hex: value["selectionIndicatorTintColor"]?.text) {
          bar.selectionIndicatorTintColor = color
        }
        if let image = value["selectionIndicatorImage"]?.text.flatMap({ fitting.image($0) }) {
          bar.selectionIndicatorImage = image
        }
        let positionings: [String: UITabBar.ItemPositioning] = [
          "automatic": .automatic, "fill": .fill, "centered": .centered,
        ]
        if let word = value["stackedItemPositioning"]?.text.flatMap({ positionings[$0] }) {
          bar.stackedItemPositioning = word
        }
        if let width = value["stackedItemWidth"]?.number { bar.stackedItemWidth = width }
        if let spacing = value["stackedItemSpacing"]?.number { bar.stackedItemSpacing = spacing }
      }
    }
  }

  extension UIBarAppearance {
    private static let contentModes: [String: UIView.ContentMode] = [
      "scaleToFill": .scaleToFill, "scaleAspectFit": .scaleAspectFit, "scaleAspectFill": .scaleAspectFill,
      "center": .center, "top": .top, "bottom": .bottom, "left": .left, "right": .right, "topLeft": .topLeft,
      "topRight": .topRight, "bottomLeft": .bottomLeft, "bottomRight": .bottomRight,
    ]

    /// Compares the backgrounds, which apps set first.
    fileprivate func isLike(_ other: UIBarAppearance) -> Bool {
      backgroundColor == other.backgroundColor && backgroundImage == other.backgroundImage
        && backgroundEffect == other.backgroundEffect && shadowColor == other.shadowColor
    }

    fileprivate func take(_ value: ThemeValue, _ fitting: Fitting) {
      switch value["background"]?.text {
      case "opaque": configureWithOpaqueBackground()
      case "transparent": configureWithTransparentBackground()
      default: configureWithDefaultBackground()
      }
      if let color = UIColor(hex: value["backgroundColor"]?.text) { backgroundColor = color }
      if let color = UIColor(hex: value["shadowColor"]?.text) { shadowColor = color }
      if let effect = UIBlurEffect(theme: value["backgroundEffect"]) { backgroundEffect = effect }
      if let image = value["backgroundImage"]?.text.flatMap({ fitting.image($0) }) {
        backgroundImage = image
      }
      if let mode = value["backgroundImageContentMode"]?.text.flatMap({ Self.contentModes[$0] }) {
        backgroundImageContentMode = mode
      }
      if let image = value["shadowImage"]?.text.flatMap({ fitting.image($0) }) { shadowImage = image }
    }
  }

  extension UIBarButtonItemAppearance {
    fileprivate func take(_ value: ThemeValue?, _ fitting: Fitting) {
      for (name, state) in [
        "normal": normal, "highlighted": highlighted, "disabled": disabled, "focused": focused,
      ] {
        guard let value = value?[name] else { continue }
        if let title = value["titleTextAttributes"] {
          state.titleTextAttributes = TextAttributes(theme: title, fitting)
        }
        if let offset = UIOffset(theme: value["titlePositionAdjustment"]) {
          state.titlePositionAdjustment = offset
        }
        if let image = value["backgroundImage"]?.text.flatMap({ fitting.image($0) }) {
          state.backgroundImage = image
        }
        if let offset = UIOffset(theme: value["backgroundImagePositionAdjustment"]) {
          state.backgroundImagePositionAdjustment = offset
        }
      }
    }
  }

  extension UITabBarItemAppearance {
    fileprivate func take(_ value: ThemeValue?, _ fitting: Fitting) {
      for (name, state) in ["normal": normal, "selected": selected, "disabled": disabled, "focused": focused]
      {
        guard let value = value?[name] else { continue }
        if let title = value["titleTextAttributes"] {
          state.titleTextAttributes = TextAttributes(theme: title, fitting)
        }
        if let badge = value["badgeTextAttributes"] {
          state.badgeTextAttributes = TextAttributes(theme: badge, fitting)
        }
        if let color = UIColor(hex: value["iconColor"]?.text) { state.iconColor = color }
        if let color = UIColor(hex: value["badgeBackgroundColor"]?.text) {
          state.badgeBackgroundColor = color
        }
        if let offset = UIOffset(theme: value["titlePositionAdjustment"]) {
          state.titlePositionAdjustment = offset
        }
        if let offset = UIOffset(theme: value["badgePositionAdjustment"]) {
          state.badgePositionAdjustment = offset
        }
        if let offset = UIOffset(theme: value["badgeTitlePositionAdjustment"]) {
          state.badgeTitlePositionAdjustment = offset
        }
      }
    }
  }
#endif
