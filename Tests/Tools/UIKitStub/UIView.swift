@_exported import Foundation

/// A class that can contain others.
public protocol UIAppearanceContainer: NSObjectProtocol {}

/// A class that UIKit has appearance proxies for. Here a proxy is an object of the class that records its settings.
@MainActor
public protocol UIAppearance: NSObjectProtocol {
  static func appearance() -> Self
  static func appearance(whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]) -> Self
}

@MainActor
open class UIResponder: NSObject, Associating {
  nonisolated(unsafe) var associations: [UnsafeRawPointer: Any] = [:]

  open var next: UIResponder? { nil }
}

@MainActor
open class UIView: UIResponder, UIAppearance, UIAppearanceContainer {
  public required init(frame: CGRect) { super.init() }
  public convenience override init() { self.init(frame: .zero) }

  // The hierarchy.

  open private(set) weak var superview: UIView?
  open private(set) var subviews: [UIView] = []
  /// The controller that this is the view of.
  weak var controller: UIViewController?

  open var window: UIWindow? { superview?.window }
  open override var next: UIResponder? { controller ?? superview }

  open func addSubview(_ view: UIView) { insertSubview(view, at: subviews.count) }

  open func insertSubview(_ view: UIView, at index: Int) {
    view.removeFromSuperview()
    subviews.insert(view, at: index)
    view.superview = self
    if window != nil { view.tellOfWindow() }
  }

  open func removeFromSuperview() {
    guard let superview else { return }
    let hadWindow = window != nil
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    if hadWindow { tellOfWindow() }
  }

  func tellOfWindow() {
    didMoveToWindow()
    for view in subviews { view.tellOfWindow() }
  }

  open func didMoveToWindow() {}

  // Traits.

  open var overrideUserInterfaceStyle: UIUserInterfaceStyle = .unspecified {
    didSet {
      guard overrideUserInterfaceStyle != oldValue else { return }
      tellOfTraits(before: traitCollection(overriddenBy: oldValue))
    }
  }

  open var traitCollection: UITraitCollection { traitCollection(overriddenBy: overrideUserInterfaceStyle) }

  func traitCollection(overriddenBy style: UIUserInterfaceStyle) -> UITraitCollection {
    let traits = inheritedTraits
    return style == .unspecified ? traits : traits.with(style)
  }

  var inheritedTraits: UITraitCollection { superview?.traitCollection ?? UITraitCollection() }

  func tellOfTraits(before: UITraitCollection) {
    traitCollectionDidChange(before)
    for view in subviews where view.overrideUserInterfaceStyle == .unspecified {
      view.tellOfTraits(before: before)
    }
  }

  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // Properties that a theme sets.

  open var backgroundColor: UIColor?
  open var alpha: CGFloat = 1
  open var isHidden = false
  open var isUserInteractionEnabled = true
  private var ownTintColor: UIColor?
  /// Inherited where it is not set.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var tintColor: UIColor! {
    get { ownTintColor ?? superview?.tintColor ?? .systemBlue }
    set { ownTintColor = newValue }
  }

  // Proxies.

  static var proxies: [String: UIView] = [:]

  public class func appearance() -> Self { appearance(whenContainedInInstancesOf: []) }

  public class func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    let name = "\(self) in \(containerTypes)"
    if let proxy = proxies[name] as? Self { return proxy }
    let proxy = self.init(frame: .zero)
    proxies[name] = proxy
    return proxy
  }

  // Animations: they run at once, and are noted.

  public struct AnimationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let allowUserInteraction = AnimationOptions(rawValue: 1 << 1)
    public static let transitionCrossDissolve = AnimationOptions(rawValue: 5 << 20)
  }

  /// The windows that were cross-dissolved, and for how long.
  public static var transitions: [(view: UIView, duration: TimeInterval)] = []

  public class func transition(
    with view: UIView, duration: TimeInterval, options: AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    transitions.append((view, duration))
    animations?()
    completion?(true)
  }
}
