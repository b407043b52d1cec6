// From the documentation pages "UIBarItem", "UIBarButtonItem" and "UITabBarItem". Items are no views: their proxies are
// applied when their bar shows them.

import Foundation

@MainActor
open class UIBarItem: NSObject, UIAppearance, Associating, AppearanceRecorder {
  nonisolated(unsafe) var associations: [UnsafeRawPointer: Any] = [:]
  var role = AppearanceRole.object
  private var containers: [any UIAppearanceContainer.Type] = []
  private var stated = StatedValues()

  public required override init() { super.init() }

  public final var isSetDirectly: Bool { role == .object }

  public final func records(_ key: AnyHashable, _ call: @escaping @MainActor (AnyObject) -> Void) -> Bool {
    guard role == .proxy else { return false }
    AppearanceRecords.add(.init(type: type(of: self), containers: containers, key: key, call: call))
    return true
  }

  final func applyProxies(in bar: UIView) {
    role = .applying
    AppearanceRecords.apply(to: self, inside: [bar] + bar.containersAround)
    role = .object
  }

  func put(
    _ name: String, _ value: Any?, _ axes: [Int], _ call: @escaping @MainActor (AnyObject) -> Void
  ) {
    let key = StatedValues.Key(name: name, axes: axes)
    let isRecorded = records(key) { object in
      if (object as? Self)?.stated.isDirect(key) != true { call(object) }
    }
    if !isRecorded { stated.put(value, key, isDirect: isSetDirectly) }
  }

  func get<Value>(_ name: String, _ axes: [Int]) -> Value? { stated[name, axes] as? Value }

  @Recorded open var imageInsets = UIEdgeInsets.zero

  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    put("title", attributes, [state.axis]) { ($0 as? Self)?.setTitleTextAttributes(attributes, for: state) }
  }
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    get("title", [state.axis])
  }

  public class func appearance() -> Self { appearance(whenContainedInInstancesOf: []) }

  public class func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    let name = "\(String(reflecting: self)) in \(containerTypes)"
    if let proxy = AppearanceRecords.proxies[name] as? Self { return proxy }
    let proxy = self.init()
    (proxy.role, proxy.containers) = (.proxy, containerTypes)
    AppearanceRecords.proxies[name] = proxy
    return proxy
  }
}

@MainActor
open class UIBarButtonItem: UIBarItem {
  public enum Style: Int, Sendable {
    case plain
    case done = 2
  }

  @Recorded open var tintColor: UIColor?
  @Recorded open var width: CGFloat = 0

  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) {
    put("background", backgroundImage, [state.axis, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundImage(backgroundImage, for: state, barMetrics: barMetrics)
    }
  }
  open func backgroundImage(for state: UIControl.State, barMetrics: UIBarMetrics) -> UIImage? {
    get("background", [state.axis, barMetrics.rawValue])
  }
  open func setBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, style: Style, barMetrics: UIBarMetrics
  ) {
    put("background", backgroundImage, [state.axis, style.rawValue, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundImage(backgroundImage, for: state, style: style, barMetrics: barMetrics)
    }
  }
  open func backgroundImage(
    for state: UIControl.State, style: Style, barMetrics: UIBarMetrics
  ) -> UIImage? { get("background", [state.axis, style.rawValue, barMetrics.rawValue]) }
  open func setBackgroundVerticalPositionAdjustment(_ adjustment: CGFloat, for barMetrics: UIBarMetrics) {
    put("vertical", adjustment, [barMetrics.rawValue]) {
      ($0 as? Self)?.setBackgroundVerticalPositionAdjustment(adjustment, for: barMetrics)
    }
  }
  open func backgroundVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
    get("vertical", [barMetrics.rawValue]) ?? 0
  }
  open func setTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
    put("position", adjustment, [barMetrics.rawValue]) {
      ($0 as? Self)?.setTitlePositionAdjustment(adjustment, for: barMetrics)
    }
  }
  open func titlePositionAdjustment(for barMetrics: UIBarMetrics) -> UIOffset {
    get("position", [barMetrics.rawValue]) ?? .zero
  }
  open func setBackButtonBackgroundImage(
    _ backgroundImage: UIImage?, for state: UIControl.State, barMetrics: UIBarMetrics
  ) {
    put("back", backgroundImage, [state.axis, barMetrics.rawValue]) {
      ($0 as? Self)?.setBackButtonBackgroundImage(backgroundImage, for: state, barMetrics: barMetrics)
    }
  }
  open func backButtonBackgroundImage(
    for state: UIControl.State, barMetrics: UIBarMetrics
  ) -> UIImage? { get("back", [state.axis, barMetrics.rawValue]) }
  open func setBackButtonTitlePositionAdjustment(_ adjustment: UIOffset, for barMetrics: UIBarMetrics) {
    put("backTitle", adjustment, [barMetrics.rawValue]) {
      ($0 as? Self)?.setBackButtonTitlePositionAdjustment(adjustment, for: barMetrics)
    }
  }
  open func backButtonTitlePositionAdjustment(for barMetrics: UIBarMetrics) -> UIOffset {
    get("backTitle", [barMetrics.rawValue]) ?? .zero
  }
  open func setBackButtonBackgroundVerticalPositionAdjustment(
    _ adjustment: CGFloat, for barMetrics: UIBarMetrics
  ) {
    put("backVertical", adjustment, [barMetrics.rawValue]) {
      ($0 as? Self)?.setBackButtonBackgroundVerticalPositionAdjustment(adjustment, for: barMetrics)
    }
  }
  open func backButtonBackgroundVerticalPositionAdjustment(for barMetrics: UIBarMetrics) -> CGFloat {
    get("backVertical", [barMetrics.rawValue]) ?? 0
  }
}

@MainActor
open class UITabBarItem: UIBarItem {
  @Recorded open var badgeColor: UIColor?
  @Recorded open var titlePositionAdjustment = UIOffset.zero
  @Recorded open var standardAppearance: UITabBarAppearance?
  @Recorded open var scrollEdgeAppearance: UITabBarAppearance?

  open func setBadgeTextAttributes(
    _ textAttributes: [NSAttributedString.Key: Any]?, for state: UIControl.State
  ) {
    put("badge", textAttributes, [state.axis]) {
      ($0 as? Self)?.setBadgeTextAttributes(textAttributes, for: state)
    }
  }
  open func badgeTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    get("badge", [state.axis])
  }
}
