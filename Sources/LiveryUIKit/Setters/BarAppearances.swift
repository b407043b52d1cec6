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
        let parts = Parts(of: bar, value, fitting)
        parts.texts(["titleTextAttributes": \.titleTextAttributes])
        parts.texts(["largeTitleTextAttributes": \.largeTitleTextAttributes])
        parts.offsets(["titlePositionAdjustment": \.titlePositionAdjustment])
        let mask = value["backIndicatorTransitionMaskImage"]?.text.flatMap { fitting.image($0) }
        if let back = value["backIndicatorImage"]?.text.flatMap({ fitting.image($0) }) {
          bar.setBackIndicatorImage(back, transitionMaskImage: mask ?? back)
        }
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
        let parts = Parts(of: bar, value, fitting)
        parts.colors(["selectionIndicatorTintColor": \.selectionIndicatorTintColor])
        parts.images(["selectionIndicatorImage": \.selectionIndicatorImage])
        parts.word("stackedItemPositioning", \.stackedItemPositioning, LiverySetters.positionings)
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
      if let effect = UIBlurEffect(theme: value["backgroundEffect"]) { backgroundEffect = effect }
      let parts = Parts(of: self, value, fitting)
      parts.colors(["backgroundColor": \.backgroundColor, "shadowColor": \.shadowColor])
      parts.images(["backgroundImage": \.backgroundImage, "shadowImage": \.shadowImage])
      parts.word("backgroundImageContentMode", \.backgroundImageContentMode, Self.contentModes)
    }
  }

  extension UIBarButtonItemAppearance {
    fileprivate func take(_ value: ThemeValue?, _ fitting: Fitting) {
      for (name, state) in [
        "normal": normal, "highlighted": highlighted, "disabled": disabled, "focused": focused,
      ] {
        guard let value = value?[name] else { continue }
        let parts = Parts(of: state, value, fitting)
        parts.texts(["titleTextAttributes": \.titleTextAttributes])
        parts.images(["backgroundImage": \.backgroundImage])
        parts.offsets([
          "titlePositionAdjustment": \.titlePositionAdjustment,
          "backgroundImagePositionAdjustment": \.backgroundImagePositionAdjustment,
        ])
      }
    }
  }

  extension UITabBarItemAppearance {
    fileprivate func take(_ value: ThemeValue?, _ fitting: Fitting) {
      for (name, state) in ["normal": normal, "selected": selected, "disabled": disabled, "focused": focused]
      {
        guard let value = value?[name] else { continue }
        let parts = Parts(of: state, value, fitting)
        parts.texts([
          "titleTextAttributes": \.titleTextAttributes, "badgeTextAttributes": \.badgeTextAttributes,
        ])
        parts.colors(["iconColor": \.iconColor, "badgeBackgroundColor": \.badgeBackgroundColor])
        parts.offsets([
          "titlePositionAdjustment": \.titlePositionAdjustment,
          "badgePositionAdjustment": \.badgePositionAdjustment,
          "badgeTitlePositionAdjustment": \.badgeTitlePositionAdjustment,
        ])
      }
    }
  }

  /// Sets the parts of an object that a value names, and leaves the others as they are.
  @MainActor
  private struct Parts<Object: AnyObject> {
    private let object: Object
    private let value: ThemeValue
    private let fitting: Fitting
    typealias Paths<Part> = KeyValuePairs<String, ReferenceWritableKeyPath<Object, Part>>

    init(of object: Object, _ value: ThemeValue, _ fitting: Fitting) {
      (self.object, self.value, self.fitting) = (object, value, fitting)
    }

    private func set<Part>(_ paths: Paths<Part>, _ read: (ThemeValue) -> Part?) {
      for (name, path) in paths {
        if let part = value[name].flatMap(read) { object[keyPath: path] = part }
      }
    }

    func colors(_ paths: Paths<UIColor?>) { set(paths) { UIColor(hex: $0.text) } }
    func images(_ paths: Paths<UIImage?>) { set(paths) { $0.text.flatMap { fitting.image($0) } } }
    func offsets(_ paths: Paths<UIOffset>) { set(paths) { UIOffset(theme: $0) } }
    func texts(_ paths: Paths<TextAttributes>) { set(paths) { TextAttributes(theme: $0, fitting) } }
    func word<Part>(_ name: String, _ path: ReferenceWritableKeyPath<Object, Part>, _ words: [String: Part]) {
      set([name: path]) { $0.text.flatMap { words[$0] } }
    }
  }
#endif
