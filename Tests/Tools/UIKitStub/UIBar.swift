// From the documentation pages "UINavigationBar", "UINavigationItem", "UIToolbar", "UITabBar", "UISearchBar",
// "UIBarMetrics" and "UIBarPosition".

import Foundation

public enum UIBarStyle: Int, Sendable {
  case `default`, black
  case blackTranslucent
  public static var blackOpaque: UIBarStyle { .black }
}

public enum UIBarMetrics: Int, Sendable {
  case `default`, compact
  case defaultPrompt = 101
  case compactPrompt
}

public enum UIBarPosition: Int, Sendable {
  case any, bottom, top, topAttached
}

/// A bar, whose items get their proxies when they are in a window.
@MainActor
open class StatedBar: UIView {
  private var stated = StatedValues()

  func put(
    _ name: String, _ value: Any?, _ axes: [Int] = [], _ call: @escaping @MainActor (AnyObject) -> Void
  ) {
    let key = StatedValues.Key(name: name, axes: axes)
    let isRecorded = records(key) { object in
      if (object as? Self)?.stated.isDirect(key) != true { call(object) }
    }
    if !isRecorded { stated.put(value, key, isDirect: isSetDirectly) }
  }

  func get<Value>(_ name: String, _ axes: [Int] = []) -> Value? { stated[name, axes] as? Value }

  var allItems: [UIBarItem] { [] }

  /// Adds the private view of an item that is shown, as UIKit does at layout.
  func showItems() {
    guard window != nil else { return }
    for item in allItems { item.applyProxies(in: self) }
    addSubview(_UIButtonBarButton())
  }

  open override func didMoveToWindow() {
    super.didMoveToWindow()
    for item in allItems { item.applyProxies(in: self) }
  }

  @Recorded open var barTintColor: UIColor?
  @Recorded open var barStyle = UIBarStyle.default
  @Recorded open var isTranslucent = true
}

final class _UIButtonBarButton: UIView {}

@MainActor
open class UINavigationBar: StatedBar {
  open var items: [UINavigationItem]? { didSet { showItems() } }
  override var allItems: [UIBarItem] {
    (items ?? []).flatMap { ($0.leftBarButtonItems ?? []) + ($0.rightBarButtonItems ?? []) }
  }

  @Recorded open var prefersLargeTitles = false
  @Recorded open var shadowImage: UIImage?
  @Recorded open var backIndicatorImage: UIImage?
  @Recorded open var backIndicatorTransitionMaskImage: UIImage?
  @Recorded open var titleTextAttributes: [NSAttributedString.Key: Any]?
  @Recorded open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
  @Recorded open var standardAppearance = UINavigationBarAppearance()
  @Recorded open var compactAppearance: UINavigationBarAppearance?
  @Recorded open var scrollEdgeAppearance: UINavigationBarAppearance?
  @Recorded open var compactScrollEdgeAppearance: UINavigationBarAppearance?

  open func setBackgroundImage(_ image: UIImage?, for barMetrics: UIBarMetrics) {
    setBackgroundImage(image, for: .any, barMetrics: barMetrics)
  }
  open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? {
    backgroundImage(for: .any, barMetrics: barMetrics)
  }
  open func setBackgroundImage(
    _ image: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
  ) {
    put("background", image, [barPosition.rawValue, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundImage(image, for: barPosition, barMetrics: barMetrics)
    }
  }
  open func backgroundImage(for barPosition: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
    get("background", [barPosition.rawValue, barMetrics.rawValue])
  }
  open func setTitleVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
    put("vertical", adjustment, [barMetrics.rawValue]) {
      ($0 as? Self)?.setTitleVerticalPositionAdjustment(adjustment, for: barMetrics)
    }
  }
  open func titleVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
    get("vertical", [barMetrics.rawValue]) ?? 0
  }
}

@MainActor
open class UINavigationItem: NSObject {
  open var leftBarButtonItems: [UIBarButtonItem]?
  open var rightBarButtonItems: [UIBarButtonItem]?
}

@MainActor
open class UIToolbar: StatedBar {
  open var items: [UIBarButtonItem]? { didSet { showItems() } }
  override var allItems: [UIBarItem] { items ?? [] }

  @Recorded open var standardAppearance = UIToolbarAppearance()
  @Recorded open var compactAppearance: UIToolbarAppearance?
  @Recorded open var scrollEdgeAppearance: UIToolbarAppearance?
  @Recorded open var compactScrollEdgeAppearance: UIToolbarAppearance?

  open func setBackgroundImage(
    _ backgroundImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
  ) {
    put("background", backgroundImage, [topOrBottom.rawValue, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundImage(
        backgroundImage, forToolbarPosition: topOrBottom, barMetrics: barMetrics)
    }
  }
  open func backgroundImage(
    forToolbarPosition topOrBottom: UIBarPosition, barMetrics: UIBarMetrics
  ) -> UIImage? { get("background", [topOrBottom.rawValue, barMetrics.rawValue]) }
  open func setShadowImage(_ shadowImage: UIImage?, forToolbarPosition topOrBottom: UIBarPosition) {
    put("shadow", shadowImage, [topOrBottom.rawValue]) {
      ($0 as? Self)?.setShadowImage(shadowImage, forToolbarPosition: topOrBottom)
    }
  }
  open func shadowImage(forToolbarPosition topOrBottom: UIBarPosition) -> UIImage? {
    get("shadow", [topOrBottom.rawValue])
  }
}

@MainActor
open class UITabBar: StatedBar {
  public enum ItemPositioning: Int, Sendable {
    case automatic, fill, centered
  }

  open var items: [UITabBarItem]? { didSet { showItems() } }
  override var allItems: [UIBarItem] { items ?? [] }

  @Recorded open var unselectedItemTintColor: UIColor?
  @Recorded open var backgroundImage: UIImage?
  @Recorded open var selectionIndicatorImage: UIImage?
  @Recorded open var shadowImage: UIImage?
  @Recorded open var itemPositioning = ItemPositioning.automatic
  @Recorded open var itemWidth: CGFloat = 0
  @Recorded open var itemSpacing: CGFloat = 0
  @Recorded open var standardAppearance = UITabBarAppearance()
  @Recorded open var scrollEdgeAppearance: UITabBarAppearance?
}

@MainActor
open class UISearchBar: StatedBar {
  public enum Style: UInt, Sendable {
    case `default`, prominent, minimal
  }

  public enum Icon: Int, Sendable {
    case search, clear, bookmark, resultsList
  }

  @Recorded open var searchBarStyle = Style.default
  @Recorded open var backgroundImage: UIImage?
  @Recorded open var scopeBarBackgroundImage: UIImage?
  @Recorded open var searchFieldBackgroundPositionAdjustment = UIOffset.zero
  @Recorded open var searchTextPositionAdjustment = UIOffset.zero
  @Recorded open var keyboardAppearance = UIKeyboardAppearance.default

  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for barPosition: UIBarPosition, barMetrics: UIBarMetrics
  ) {
    put("background", backgroundImage, [barPosition.rawValue, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundImage(backgroundImage, for: barPosition, barMetrics: barMetrics)
    }
  }
  open func backgroundImage(for barPosition: UIBarPosition, barMetrics: UIBarMetrics) -> UIImage? {
    get("background", [barPosition.rawValue, barMetrics.rawValue])
  }
  open func setSearchFieldBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
    put("field", backgroundImage, [state.axis]) {
      ($0 as? Self)?.setSearchFieldBackgroundImage(backgroundImage, for: state)
    }
  }
  open func searchFieldBackgroundImage(for state: UIControl.State) -> UIImage? { get("field", [state.axis]) }
  open func setImage(_ iconImage: UIImage?, for icon: Icon, state: UIControl.State) {
    put("image", iconImage, [icon.rawValue, state.axis]) {
      ($0 as? Self)?.setImage(iconImage, for: icon, state: state)
    }
  }
  open func image(for icon: Icon, state: UIControl.State) -> UIImage? {
    get("image", [icon.rawValue, state.axis])
  }
  open func setScopeBarButtonBackgroundImage(_ backgroundImage: UIImage?, for state: UIControl.State) {
    put("scope", backgroundImage, [state.axis]) {
      ($0 as? Self)?.setScopeBarButtonBackgroundImage(backgroundImage, for: state)
    }
  }
  open func scopeBarButtonBackgroundImage(for state: UIControl.State) -> UIImage? {
    get("scope", [state.axis])
  }
  open func setScopeBarButtonDividerImage(
    _ dividerImage: UIImage?, forLeftSegmentState leftState: UIControl.State,
    rightSegmentState rightState: UIControl.State
  ) {
    put("divider", dividerImage, [leftState.axis, rightState.axis]) {
      ($0 as? Self)?.setScopeBarButtonDividerImage(
        dividerImage, forLeftSegmentState: leftState, rightSegmentState: rightState)
    }
  }
  open func scopeBarButtonDividerImage(
    forLeftSegmentState leftState: UIControl.State, rightSegmentState rightState: UIControl.State
  ) -> UIImage? { get("divider", [leftState.axis, rightState.axis]) }
  open func setScopeBarButtonTitleTextAttributes(
    _ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    put("title", attributes, [state.axis]) {
      ($0 as? Self)?.setScopeBarButtonTitleTextAttributes(attributes, for: state)
    }
  }
  open func scopeBarButtonTitleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    get("title", [state.axis])
  }
  open func setPositionAdjustment(_ adjustment: UIOffset, for icon: Icon) {
    put("position", adjustment, [icon.rawValue]) {
      ($0 as? Self)?.setPositionAdjustment(adjustment, for: icon)
    }
  }
  open func positionAdjustment(for icon: Icon) -> UIOffset { get("position", [icon.rawValue]) ?? .zero }
}
