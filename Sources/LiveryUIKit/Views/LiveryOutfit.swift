#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
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
      let dresser = Dresser.of(view.window)
      if let theme = dresser?.fitting(of: view)?.theme ?? (dresser ?? Dresser.newest)?.theme {
        outfit.callClosures(view, theme)
      }
    }

    /// Dresses this view and its subviews now, if it is in a window.
    ///
    /// Views need no call: they are dressed when they enter a window, and at each change. A view that moves to another
    /// container in the same window is dressed there at the next change, or by this call.
    public func dress() {
      Dresser.of(view.window)?.dress(view)
    }
  }

  extension LiveryOutfit where View: UIImageView {
    /// The name of an image: the app's file with the theme's prefix, the app's file, or the server's.
    public var image: String? {
      get { ViewOutfit.of(view)?.image }
      nonmutating set {
        let outfit = ViewOutfit.made(for: view)
        outfit.image = newValue
        outfit.fitting = nil
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

  /// The applied values and the settings of a view or of a bar item, which owns this object.
  @MainActor
  final class ViewOutfit {
    var styles: [String] = []
    var isOff = false
    var image: String? {
      didSet { if image != oldValue { isImageNew = true } }
    }
    /// The place and the theme for which the object was dressed last.
    var place: Place?
    var fitting: Fitting?
    private var worn: [any WornValue] = []
    private var closures: [(body: @MainActor (UIView, Theme) -> Void, delivered: Theme?)] = []
    /// The image that was applied. An image that the app has set since then is kept.
    private weak var picture: UIImage?
    private var isImageNew = false

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

    func wears(_ key: String) -> Bool { worn.contains { $0.key.text == key } }

    /// Applies values, and takes off the ones that are not among them.
    /// - Returns: Whether one of them waits for an image.
    func wear(
      _ pieces: [any DressPiece], _ fitting: Fitting, _ object: NSObject, _ line: ClassLine
    ) -> Bool {
      worn.removeAll { value in
        if pieces.contains(where: { $0.key === value.key }) { return false }
        value.takeOff(object, fitting)
        return true
      }
      var waits = false
      for piece in pieces {
        let index = worn.firstIndex { $0.key === piece.key }
        let next = piece.dress(object, of: line, index.map { worn[$0] })
        if index == nil, let next { worn.append(next) }
        if piece.isAwaited { waits = true }
      }
      return waits
    }

    /// Applies the image that the view names, and calls its closures.
    /// - Returns: Whether the view waits for the image.
    func update(_ view: UIView, _ fitting: Fitting) -> Bool {
      let waits = (view as? UIImageView).map { show(in: $0, fitting) } ?? false
      callClosures(view, fitting.theme)
      return waits
    }

    /// Shows the named image. A picture of another name is taken away at once, one of another theme when the next is
    /// there.
    private func show(in view: UIImageView, _ fitting: Fitting) -> Bool {
      guard image != nil || isImageNew, view.image == nil || view.image === picture else { return false }
      let awaited = fitting.awaited
      let next = image.flatMap { fitting.image($0) }
      if next != nil || isImageNew {
        (view.image, picture) = (next, next)
      }
      isImageNew = false
      return fitting.awaited != awaited
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
