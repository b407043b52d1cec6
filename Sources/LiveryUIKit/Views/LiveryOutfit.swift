#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The settings for dressing one view: `button.livery.styles = ["sure"]`.
  @MainActor
  public struct LiveryOutfit<View: UIView> {
    let view: View

    /// The styles that rules such as `UIButton.sure` match.
    public var styles: [String] {
      get { ViewOutfit.of(view)?.styles ?? [] }
      nonmutating set {
        ViewOutfit.made(for: view).styles = newValue
        dress()
      }
    }

    /// Indicates whether this view and its subviews are left alone.
    public var isOff: Bool {
      get { ViewOutfit.of(view)?.isOff ?? false }
      nonmutating set {
        ViewOutfit.made(for: view).isOff = newValue
        if !newValue { dress() }
      }
    }

    /// Calls the closure now if there is a theme, and at each change. The view retains the closure, so the
    /// closure must not capture the view: it receives the view as its argument.
    public func onTheme(_ body: @escaping @MainActor (View, Theme) -> Void) {
      let outfit = ViewOutfit.made(for: view)
      outfit.add { view, theme in
        if let view = view as? View { body(view, theme) }
      }
      if let theme = (Dresser.of(view.window) ?? Dresser.newest)?.theme { outfit.callClosures(view, theme) }
      ArrivalProbe.add(to: view)
    }

    /// Dresses this view as soon as it is in a window.
    ///
    /// UIKit's own properties need no call. Properties that were added to ``LiverySetters`` do, because
    /// UIKit does not apply them to later views. Setting styles calls this, too.
    public func dress() {
      ArrivalProbe.add(to: view)
      Dresser.of(view.window)?.dress(view)
    }
  }

  extension LiveryOutfit where View: UIImageView {
    /// The name of an image: the app's file with the theme's prefix, the app's file, or the server's.
    public var image: String? {
      get { ViewOutfit.of(view)?.image }
      nonmutating set {
        ViewOutfit.made(for: view).image = newValue
        dress()
      }
    }
  }

  /// A view, which has the property `livery`.
  @MainActor
  public protocol LiveryDressable: UIView {}

  extension UIView: LiveryDressable {}

  extension LiveryDressable {
    /// The settings for dressing this view.
    public var livery: LiveryOutfit<Self> { LiveryOutfit(view: self) }
  }

  /// An invisible view that observes when its superview is added to a window.
  final class ArrivalProbe: UIView {
    static func add(to view: UIView) {
      // Visual effect views take no subviews.
      guard !(view is UIVisualEffectView), !view.subviews.contains(where: { $0 is ArrivalProbe }) else {
        return
      }
      let probe = ArrivalProbe()
      probe.isHidden = true
      probe.isUserInteractionEnabled = false
      view.addSubview(probe)
    }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      guard let window, let superview else { return }
      Dresser.of(window)?.dress(superview)
    }
  }

  /// The applied values and the settings of a view or of a bar item, which owns this object.
  @MainActor
  final class ViewOutfit {
    var styles: [String] = []
    var isOff = false
    var image: String?
    private var closures: [(body: @MainActor (UIView, Theme) -> Void, delivered: Theme?)] = []
    var worn: [String: WornValue] = [:]
    /// The image that was applied. An image that the app has set since then is kept.
    private weak var picture: UIImage?

    private static let key = AssociationKey()

    static func of(_ object: NSObject) -> ViewOutfit? {
      objc_getAssociatedObject(object, key.address) as? ViewOutfit
    }

    static func made(for object: NSObject) -> ViewOutfit {
      if let outfit = of(object) { return outfit }
      let outfit = ViewOutfit()
      objc_setAssociatedObject(object, key.address, outfit, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return outfit
    }

    func wears(_ key: String) -> Bool { worn[key] != nil }

    /// Applies the image of the view, and calls its closures.
    func update(_ view: UIView, _ theme: Theme, _ pictures: ThemePictures) {
      if let image, let view = view as? UIImageView, view.image == nil || view.image === picture,
        let next = pictures.image(image)
      {
        (view.image, picture) = (next, next)
      }
      callClosures(view, theme)
    }

    func add(_ closure: @escaping @MainActor (UIView, Theme) -> Void) { closures.append((closure, nil)) }

    /// Calls the closures that have not received this theme last.
    func callClosures(_ view: UIView, _ theme: Theme) {
      for (index, closure) in closures.enumerated() where closure.delivered != theme {
        closures[index].delivered = theme
        closure.body(view, theme)
      }
    }
  }

  final class AssociationKey: Sendable {
    var address: UnsafeRawPointer { UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }
  }
#endif
