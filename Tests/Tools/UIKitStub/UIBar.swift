import Foundation

public enum UIBarStyle: Int, Sendable {
  case `default`, black
}

public enum UIBarMetrics: Int, Sendable {
  case `default`, compact
  case defaultPrompt = 101
  case compactPrompt
}

@MainActor
open class UINavigationBar: UIView {
  private var backgrounds: [UIBarMetrics: UIImage] = [:]

  open var items: [UINavigationItem]?
  open var barTintColor: UIColor?
  open var barStyle = UIBarStyle.default
  open var isTranslucent = true
  open var prefersLargeTitles = false
  open var shadowImage: UIImage?
  open var backIndicatorImage: UIImage?
  open var backIndicatorTransitionMaskImage: UIImage?
  open var titleTextAttributes: [NSAttributedString.Key: Any]?
  open var largeTitleTextAttributes: [NSAttributedString.Key: Any]?
  open func setBackgroundImage(_ image: UIImage?, for barMetrics: UIBarMetrics) {
    backgrounds[barMetrics] = image
  }
  open func backgroundImage(for barMetrics: UIBarMetrics) -> UIImage? { backgrounds[barMetrics] }
}

@MainActor
open class UINavigationItem: NSObject {
  open var leftBarButtonItems: [UIBarButtonItem]?
  open var rightBarButtonItems: [UIBarButtonItem]?
}

@MainActor
open class UIToolbar: UIView {
  open var items: [UIBarButtonItem]?
  open var barTintColor: UIColor?
  open var barStyle = UIBarStyle.default
  open var isTranslucent = true
}

@MainActor
open class UITabBar: UIView {
  open var items: [UITabBarItem]?
  open var barTintColor: UIColor?
  open var unselectedItemTintColor: UIColor?
  open var barStyle = UIBarStyle.default
  open var isTranslucent = true
}

@MainActor
open class UISearchBar: UIView {
  open var barTintColor: UIColor?
}

@MainActor
open class UIBarItem: NSObject, UIAppearance, Associating {
  nonisolated(unsafe) var associations: [UnsafeRawPointer: Any] = [:]

  public required override init() { super.init() }

  private var attributes: [UIControl.State: [NSAttributedString.Key: Any]] = [:]

  open func setTitleTextAttributes(_ attributes: [NSAttributedString.Key: Any]?, for state: UIControl.State) {
    self.attributes[state] = attributes
  }
  open func titleTextAttributes(for state: UIControl.State) -> [NSAttributedString.Key: Any]? {
    attributes[state]
  }

  static var proxies: [String: UIBarItem] = [:]

  public class func appearance() -> Self { appearance(whenContainedInInstancesOf: []) }

  public class func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    let name = "\(self) in \(containerTypes)"
    if let proxy = proxies[name] as? Self { return proxy }
    let proxy = self.init()
    proxies[name] = proxy
    return proxy
  }
}

@MainActor
open class UIBarButtonItem: UIBarItem {
  open var tintColor: UIColor?
}

@MainActor
open class UITabBarItem: UIBarItem {
  open var badgeColor: UIColor?
}
