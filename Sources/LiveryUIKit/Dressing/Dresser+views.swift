#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// Applies the theme to views, each in its place.
  extension Dresser {
    /// Dresses a view that is new or has changed its styles, with its subviews.
    func dress(_ view: UIView) {
      guard let fitting = fitting(of: view), let above = placeAround(view) else { return }
      dress(view, in: above, fitting)
    }

    private func dress(_ view: UIView, in above: Place, _ fitting: Fitting) {
      let outfit = ViewOutfit.of(view)
      guard outfit?.isOff != true, let place = place(of: view, in: above, outfit) else { return }
      var fitting = fitting
      if let style = ownStyle(of: view) { fitting = self.fitting(style) ?? fitting }
      wear(view, place, fitting, outfit)
      dressItems(of: view, in: place, fitting)
      for view in view.subviews { dress(view, in: place, fitting) }
    }

    /// Dresses a view that enters a window. UIKit reports its subviews by themselves.
    func arrive(_ view: UIView) {
      let outfit = ViewOutfit.of(view)
      guard outfit?.isOff != true, let fitting = fitting(of: view), let above = placeAround(view),
        let place = place(of: view, in: above, outfit)
      else { return }
      wear(view, place, fitting, outfit)
      dressItems(of: view, in: place, fitting)
      if place.line?.isInternal == true { dressItems(around: view, fitting) }
      if view is UIWindow { Task { [weak view] in (view as? UIWindow).map(TraitProbe.add) } }
    }

    /// Dresses the views and items that wait for images.
    func picturesArrived(for objects: [NSObject]) {
      for object in objects {
        guard let outfit = ViewOutfit.of(object), let place = outfit.place, let fitting = outfit.fitting
        else {
          continue
        }
        outfit.fitting = nil
        wear(object, place, fitting, outfit)
      }
    }

    private func wear(_ object: NSObject, _ place: Place, _ fitting: Fitting, _ known: ViewOutfit?) {
      if let known, known.fitting === fitting, known.place === place { return }
      let pieces = place.pieces(in: fitting)
      guard known != nil || !pieces.isEmpty, let line = place.line else { return }
      let outfit = known ?? ViewOutfit.made(for: object)
      (outfit.place, outfit.fitting) = (place, fitting)
      if outfit.wear(pieces, fitting, object, line) { pictures.add(waiting: object) }
      if let view = object as? UIView, outfit.update(view, fitting) { pictures.add(waiting: object) }
    }

    /// Returns the place that contains a view; nil if the view is to be left alone.
    private func placeAround(_ view: UIView) -> Place? {
      guard let above = view.superview else { return root }
      let outfit = ViewOutfit.of(above)
      if outfit?.isOff == true { return nil }
      if let place = outfit?.place, place.scene == root.scene { return place }
      return placeAround(above).flatMap { place(of: above, in: $0, outfit) }
    }

    /// Returns the place of a view in that of its superview. Its controller, if it has one, is a container of it. An
    /// alert has looks of its own.
    private func place(of view: UIView, in above: Place, _ outfit: ViewOutfit?) -> Place? {
      guard let controller = view.controllerOfIt else { return above.inside(view, outfit?.styles ?? []) }
      if controller is UIAlertController { return nil }
      return above.inside(controller, []).inside(view, outfit?.styles ?? [])
    }

    private func dressItems(of view: UIView, in place: Place, _ fitting: Fitting) {
      for item in view.barItems {
        let outfit = ViewOutfit.of(item)
        wear(item, place.inside(item, outfit?.styles ?? []), fitting, outfit)
      }
    }

    /// Dresses the items of the bar that shows a view for one of them.
    private func dressItems(around view: UIView, _ fitting: Fitting) {
      let around = sequence(first: view, next: \.superview).first {
        $0 is UINavigationBar || $0 is UIToolbar || $0 is UITabBar
      }
      guard let bar = around, let above = placeAround(bar) else { return }
      if let place = place(of: bar, in: above, ViewOutfit.of(bar)) { dressItems(of: bar, in: place, fitting) }
    }
  }

  extension UIView {
    /// The controller that this is the view of.
    var controllerOfIt: UIViewController? {
      guard let controller = next as? UIViewController, controller.viewIfLoaded === self else { return nil }
      return controller
    }

    /// The items of a bar, which are no views.
    fileprivate var barItems: [UIBarItem] {
      switch self {
      case let bar as UIToolbar: bar.items ?? []
      case let bar as UITabBar: bar.items ?? []
      case let bar as UINavigationBar:
        (bar.items ?? []).flatMap { ($0.leftBarButtonItems ?? []) + ($0.rightBarButtonItems ?? []) }
      default: []
      }
    }
  }

  extension UIView {
    /// Lets UIKit call each view that enters a window from now on, by the appearance proxy of all views. Nothing else
    /// is recorded on proxies: what they hold can't be taken off, and is one for all scenes.
    static func announceArrivals() { UIView.appearance().liveryArrival = true }

    // A message that the proxy records, as it does for any property that is set on it. The stand-in for UIKit has no
    // messages, so there the call records itself.
    #if canImport(ObjectiveC)
      @objc dynamic var liveryArrival: Bool {
        get { false }
        set { arrived() }
      }
    #else
      var liveryArrival: Bool {
        get { false }
        set {
          if !records("liveryArrival", { ($0 as? UIView)?.liveryArrival = newValue }) { arrived() }
        }
      }
    #endif

    private func arrived() {
      guard let window, let dresser = Dresser.of(window), dresser.dresses(window) else { return }
      dresser.arrive(self)
    }
  }

  /// An invisible view that observes the traits of its window, on all versions from iOS 15.
  final class TraitProbe: UIView {
    static func add(to window: UIWindow) {
      guard !window.subviews.contains(where: { $0 is TraitProbe }) else { return }
      let probe = TraitProbe()
      probe.isHidden = true
      probe.isUserInteractionEnabled = false
      window.insertSubview(probe, at: 0)
    }

    override func traitCollectionDidChange(_ previous: UITraitCollection?) {
      super.traitCollectionDidChange(previous)
      Dresser.of(window)?.traitsChanged()
    }
  }
#endif
