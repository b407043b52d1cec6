import Foundation

@MainActor
open class UIWindow: UIView {
  public convenience init(windowScene: UIWindowScene) {
    self.init(frame: .zero)
    self.windowScene = windowScene
    windowScene.windows.append(self)
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
        window.tellOfTraits(before: oldValue)
      }
    }
  }
}

@MainActor
open class UIViewController: UIResponder, UIAppearanceContainer {
  open private(set) var viewIfLoaded: UIView?

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
}

@MainActor open class UINavigationController: UIViewController {}
@MainActor open class UITabBarController: UIViewController {}
