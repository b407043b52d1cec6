// From the documentation pages "UIWindow", "UIScene", "UIWindowScene", "UIViewController", "UITabBarController",
// "UINavigationController" and "UIAlertController".

import Foundation

/// The changes of traits that wait for the next layout.
@MainActor
public enum TraitChanges {
  private static var waiting: [@MainActor () -> Void] = []

  public static var areWaiting: Bool { !waiting.isEmpty }

  static func add(_ change: @escaping @MainActor () -> Void) {
    waiting.append(change)
    if waiting.count == 1 { Task { deliver() } }
  }

  private static func deliver() {
    let changes = waiting
    waiting = []
    for change in changes { change() }
  }
}

@MainActor
open class UIWindow: UIView {
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: .zero)
    self.windowScene = windowScene
    windowScene.windows.append(self)
    enter(self)
  }

  open weak var windowScene: UIWindowScene?
  open override var window: UIWindow? { self }
  override var inheritedTraits: UITraitCollection { windowScene?.traitCollection ?? UITraitCollection() }

  open var rootViewController: UIViewController? {
    didSet {
      oldValue?.viewIfLoaded?.removeFromSuperview()
      if let view = rootViewController?.view { addSubview(view) }
    }
  }

  open func makeKeyAndVisible() {}
}

@MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive, foregroundInactive, background
  }

  open var activationState = ActivationState.foregroundActive

  public nonisolated static let willEnterForegroundNotification = NSNotification.Name(
    "UISceneWillEnterForegroundNotification")
}

@MainActor
open class UIWindowScene: UIScene {
  open internal(set) var windows: [UIWindow] = []

  /// A test sets it; the windows on screen are then notified.
  public var traitCollection = UITraitCollection() {
    didSet {
      for window in windows where window.overrideUserInterfaceStyle == .unspecified {
        window.traitsChanged(oldValue)
      }
    }
  }
}

@MainActor
open class UIViewController: UIResponder, UIAppearanceContainer {
  open private(set) var viewIfLoaded: UIView?
  open private(set) var presentedViewController: UIViewController?
  open internal(set) weak var parent: UIViewController?

  open override var next: UIResponder? { viewIfLoaded?.superview ?? parent }

  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified

  final func overridden(_ traits: UITraitCollection) -> UITraitCollection {
    overrideUserInterfaceStyle == .unspecified ? traits : traits.with(style: overrideUserInterfaceStyle)
  }

  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  open var view: UIView! {
    get {
      if viewIfLoaded == nil {
        loadView()
        viewDidLoad()
      }
      return viewIfLoaded
    }
    set {
      viewIfLoaded = newValue
      newValue.controller = self
    }
  }

  open func loadView() { view = UIView() }
  open func viewDidLoad() {}
  open var title: String?

  /// Shows a controller over the window of this one, whose tint is dimmed meanwhile.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
  ) {
    presentedViewController = viewControllerToPresent
    view.tintAdjustmentMode = .dimmed
    view.window?.addSubview(viewControllerToPresent.view)
    completion?()
  }

  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    presentedViewController?.view.removeFromSuperview()
    presentedViewController = nil
    view.tintAdjustmentMode = .automatic
    completion?()
  }
}

/// A controller that has only the view of its top controller in the window.
@MainActor
open class UINavigationController: UIViewController {
  public let navigationBar = UINavigationBar()
  open private(set) var viewControllers: [UIViewController] = []

  public convenience init(rootViewController: UIViewController) {
    self.init()
    pushViewController(rootViewController, animated: false)
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    if let top = viewControllers.last { view.addSubview(top.view) }
    view.addSubview(navigationBar)
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    viewControllers.last?.viewIfLoaded?.removeFromSuperview()
    viewControllers.append(viewController)
    viewController.parent = self
    if let view = viewIfLoaded { view.insertSubview(viewController.view, at: 0) }
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard viewControllers.count > 1, let top = viewControllers.popLast() else { return nil }
    top.viewIfLoaded?.removeFromSuperview()
    if let below = viewControllers.last { viewIfLoaded?.insertSubview(below.view, at: 0) }
    return top
  }
}

/// A controller that has only the view of the selected controller in the window.
@MainActor
open class UITabBarController: UIViewController {
  public let tabBar = UITabBar()

  open var viewControllers: [UIViewController]? {
    didSet {
      for controller in viewControllers ?? [] { controller.parent = self }
      show(nil, viewControllers?.first)
    }
  }

  open var selectedIndex = 0 {
    didSet { show(viewControllers?[oldValue], viewControllers?[selectedIndex]) }
  }

  private func show(_ before: UIViewController?, _ next: UIViewController?) {
    before?.viewIfLoaded?.removeFromSuperview()
    if let next, let view = viewIfLoaded { view.insertSubview(next.view, at: 0) }
  }

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(tabBar)
    show(nil, viewControllers?.first)
  }
}

/// An alert, whose labels are its own.
@MainActor
open class UIAlertController: UIViewController {
  public let titleLabel = UILabel()

  open override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(titleLabel)
  }
}
