// From the documentation pages "UIView", "UIResponder", "tintColor", "tintAdjustmentMode", "didMoveToWindow()" and
// "traitCollectionDidChange(_:)". Proxies are applied as a view enters a window, before `didMoveToWindow()`; the order
// between a view and its subviews is not documented, here the view is first.

@_exported import Foundation

@MainActor
open class UIResponder: NSObject, Associating, AppearanceRecorder {
  nonisolated(unsafe) var associations: [UnsafeRawPointer: Any] = [:]
  var role = AppearanceRole.object
  var containers: [any UIAppearanceContainer.Type] = []

  open var next: UIResponder? { nil }

  public final var isSetDirectly: Bool { role == .object }

  public final func records(_ key: AnyHashable, _ call: @escaping @MainActor (AnyObject) -> Void) -> Bool {
    guard role == .proxy else { return false }
    AppearanceRecords.add(.init(type: type(of: self), containers: containers, key: key, call: call))
    return true
  }

  /// Responders that contain this one, the innermost first.
  final var containersAround: [UIResponder] {
    var (around, above) = ([UIResponder](), next)
    while let responder = above {
      around.append(responder)
      above = responder.next
    }
    return around
  }

  final func applyProxies() {
    role = .applying
    AppearanceRecords.apply(to: self, inside: containersAround)
    role = .object
  }
}

@MainActor
open class UIView: UIResponder, UIAppearance, UIAppearanceContainer {
  public enum ContentMode: Int, Sendable {
    case scaleToFill, scaleAspectFit, scaleAspectFill, redraw, center, top, bottom, left, right
    case topLeft, topRight, bottomLeft, bottomRight
  }

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
    let before = view.window
    view.superview?.subviews.removeAll { $0 === view }
    subviews.insert(view, at: min(index, subviews.count))
    view.superview = self
    view.didMoveToSuperview()
    if before !== window { view.enter(window) }
  }

  open func removeFromSuperview() {
    guard let superview else { return }
    let hadWindow = window != nil
    superview.subviews.removeAll { $0 === self }
    self.superview = nil
    didMoveToSuperview()
    if hadWindow { enter(nil) }
  }

  final func enter(_ window: UIWindow?) {
    if window != nil { applyProxies() }
    didMoveToWindow()
    for view in subviews { view.enter(window) }
  }

  open func didMoveToWindow() {}
  open func didMoveToSuperview() {}
  open func setNeedsLayout() {}

  // Traits: changes are batched, and delivered before the next layout.

  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { ownStyle }
    set {
      let before = traitCollection
      ownStyle = newValue
      if traitCollection != before { traitsChanged(before) }
    }
  }
  @Recorded private var ownStyle = UIUserInterfaceStyle.unspecified

  open var traitCollection: UITraitCollection {
    let traits = controller?.overridden(inheritedTraits) ?? inheritedTraits
    return overrideUserInterfaceStyle == .unspecified
      ? traits : traits.with(style: overrideUserInterfaceStyle)
  }

  var inheritedTraits: UITraitCollection { superview?.traitCollection ?? UITraitCollection() }

  final func traitsChanged(_ before: UITraitCollection) {
    TraitChanges.add { [weak self] in self?.deliverTraits(before) }
  }

  private func deliverTraits(_ before: UITraitCollection) {
    if before != traitCollection { traitCollectionDidChange(before) }
    for view in subviews where view.overrideUserInterfaceStyle == .unspecified { view.deliverTraits(before) }
  }

  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // Properties that a theme sets.

  @Recorded open var backgroundColor: UIColor?
  @Recorded open var alpha: CGFloat = 1
  @Recorded open var layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
  open var isHidden = false
  open var isUserInteractionEnabled = true
  open var layer: CALayer { ownLayer }
  private lazy var ownLayer = CALayer()

  public enum TintAdjustmentMode: Int, Sendable {
    case automatic, normal, dimmed
  }

  @Recorded private var ownMode = TintAdjustmentMode.automatic
  /// Inherited where it is automatic, and then read as `normal` or `dimmed`.
  open var tintAdjustmentMode: TintAdjustmentMode {
    get { ownMode == .automatic ? superview?.tintAdjustmentMode ?? .normal : ownMode }
    set { ownMode = newValue }
  }

  @Recorded private var ownTintColor: UIColor?
  private var undimmedTint: UIColor { ownTintColor ?? superview?.undimmedTint ?? .systemBlue }
  /// Inherited where it is not set, and gray while it is dimmed.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var tintColor: UIColor! {
    get { tintAdjustmentMode == .dimmed ? .systemGray : undimmedTint }
    set { ownTintColor = newValue }
  }

  // Proxies.

  public class func appearance() -> Self { appearance(whenContainedInInstancesOf: []) }

  public class func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    let name = "\(String(reflecting: self)) in \(containerTypes)"
    if let proxy = AppearanceRecords.proxies[name] as? Self { return proxy }
    let proxy = self.init(frame: .zero)
    (proxy.role, proxy.containers) = (.proxy, containerTypes)
    AppearanceRecords.proxies[name] = proxy
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

/// Core Animation's layer of a view.
open class CALayer: NSObject {
  open var cornerRadius: CGFloat = 0
  open var borderWidth: CGFloat = 0
  open var borderColor: CGColor? = CGColor(color: .black)
  open var shadowColor: CGColor?
  open var shadowOpacity: Float = 0
  open var shadowOffset = CGSize(width: 0, height: -3)
  open var shadowRadius: CGFloat = 3
}

@MainActor
open class UIVisualEffectView: UIView {
  public let contentView = UIView()
  @Recorded open var effect: UIVisualEffect?

  public convenience init(effect: UIVisualEffect?) {
    self.init(frame: .zero)
    self.effect = effect
  }

  public required init(frame: CGRect) {
    super.init(frame: frame)
    super.insertSubview(contentView, at: 0)
  }

  open override func insertSubview(_ view: UIView, at index: Int) {
    preconditionFailure("Do not add subviews directly to the visual effect view itself.")
  }
}

@MainActor
open class UIStackView: UIView {
  @Recorded open var spacing: CGFloat = 0
}
