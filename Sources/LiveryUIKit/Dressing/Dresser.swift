#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import UIKit

  /// Dresses the windows of one scene; the scene owns it.
  @MainActor
  final class Dresser {
    private let livery: Livery
    private weak var scene: UIWindowScene?
    private let traits: @MainActor (UITraitCollection) -> [String: String]
    /// The traits for requests in light and in dark.
    private var words: [UIUserInterfaceStyle: [String: String]] = [:]
    private var themes: [UIUserInterfaceStyle: Theme] = [:]
    private var fittings: [UIUserInterfaceStyle: Fitting] = [:]
    /// The theme that is applied; nil before the first.
    private(set) var theme: Theme?
    let pictures: ThemePictures
    /// The place of the windows.
    let root: Place
    /// Indicates whether a change will be applied in the next turn of the run loop.
    private(set) var isDue = false
    private var following = Endings()
    private let ends = Endings()

    private static let key = AssociationKey()
    /// The dresser whose theme is passed to views that are in no window yet.
    private(set) static weak var newest: Dresser?

    static func put(_ dresser: Dresser, on scene: UIWindowScene) {
      objc_setAssociatedObject(scene, key.address, dresser, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      newest = dresser
      dresser.begin()
    }

    static func of(_ window: UIWindow?) -> Dresser? {
      guard let scene = window?.windowScene else { return nil }
      return objc_getAssociatedObject(scene, key.address) as? Dresser
    }

    init(
      _ livery: Livery, _ scene: UIWindowScene,
      _ traits: @escaping @MainActor (UITraitCollection) -> [String: String]
    ) {
      (self.livery, self.scene, self.traits) = (livery, scene, traits)
      pictures = ThemePictures(livery)
      root = Place(ObjectIdentifier(scene))
    }

    private func begin() {
      pictures.onArrival = { [weak self] objects in self?.picturesArrived(for: objects) }
      ends.add(
        NotificationCenter.default.addObserver(
          forName: UIScene.willEnterForegroundNotification, object: scene, queue: .main
        ) { [weak self] _ in
          MainActor.assumeIsolated { self?.traitsChanged() }
        })
      follow()
      if themes[style] != nil { putOn() }
    }

    /// Follows both trait sets, the one on screen last, because the client waits for changes of the last one. What was
    /// followed for other traits ends; its themes stay until others have come.
    private func follow() {
      guard let scene else { return }
      let shared = traits(scene.traitCollection)
      let next = ["light": UIUserInterfaceStyle.light, "dark": .dark].reduce(into: words) { words, style in
        words[style.value] = shared.merging(["userInterfaceStyle": style.key]) { own, _ in own }
      }
      guard next != words else { return }
      words = next
      following = Endings()
      for style in style == .dark ? [UIUserInterfaceStyle.light, .dark] : [.dark, .light] {
        guard let words = next[style] else { continue }
        let stream = livery.themes(for: words)
        if let kept = livery.known(words) {
          _ = ThemeFonts.registerKept(kept, of: livery)
          accept(kept, in: style)
        }
        following.add(
          Task { [weak self] in
            for await theme in stream {
              guard let livery = self?.livery else { return }
              if !theme.fonts.isEmpty {
                await ThemeFonts.prepare(theme, of: livery) { self?.traitsChanged() }
              }
              self?.take(theme, in: style)
            }
          })
      }
    }

    func take(_ theme: Theme, in style: UIUserInterfaceStyle) {
      accept(theme, in: style)
      schedule()
    }

    private func accept(_ theme: Theme, in style: UIUserInterfaceStyle) {
      themes[style] = theme
      fittings[style] = nil
    }

    /// Applies the theme after a change of traits: light and dark, the text size, contrast, size classes. In the
    /// background the system switches twice for its snapshots, which is ignored.
    func traitsChanged() {
      guard let scene, scene.activationState != .background else { return }
      follow()
      ClassLine.samplesChanged()
      fittings = [:]
      if let words = words[style] { livery.show(words) }
      schedule()
    }

    /// Applies the theme in the next turn of the run loop: of two themes in one turn, the later one counts.
    private func schedule() {
      guard !isDue else { return }
      isDue = true
      Task { [weak self] in self?.putOn() }
    }

    private func putOn() {
      isDue = false
      guard let next = themes[style] else { return }
      for (style, theme) in themes where fittings[style] == nil {
        fittings[style] = Fitting(theme, scene?.traitCollection, pictures)
      }
      pictures.keep(themes.values)
      let previous = theme
      theme = next
      UIView.announceArrivals()
      let seconds = previous.map { $0 == next ? 0 : next.transition } ?? 0
      for window in windows {
        TraitProbe.add(to: window)
        change(window, over: seconds) { self.dress(window) }
      }
    }

    /// Runs the change in a cross-dissolve of the window, which stays usable during it.
    private func change(_ window: UIWindow, over seconds: Double, _ body: @escaping @MainActor () -> Void) {
      let isSeen =
        scene?.activationState == .foregroundActive || scene?.activationState == .foregroundInactive
      guard seconds > 0, isSeen, !UIAccessibility.isReduceMotionEnabled else { return body() }
      UIView.transition(
        with: window, duration: seconds, options: [.transitionCrossDissolve, .allowUserInteraction],
        animations: body, completion: nil)
    }

    private var windows: [UIWindow] { (scene?.windows ?? []).filter(dresses) }

    /// Returns whether a window is the app's, not the system's for a keyboard, the status bar or a picture in picture.
    func dresses(_ window: UIWindow) -> Bool {
      let name = ClassLine.of(type(of: window)).names.last ?? ""
      return name == "UIWindow" || !["UI", "_", "PG"].contains { name.hasPrefix($0) }
    }

    /// Light or dark as the window shows it, or as the scene does if the theme itself has set the window's style.
    private var style: UIUserInterfaceStyle {
      let own = windows.first.flatMap { ownStyle(of: $0) }
      return own ?? (scene?.traitCollection.userInterfaceStyle == .dark ? .dark : .light)
    }

    /// Returns the style that the app has set on a view or its controller; nil where it is inherited.
    func ownStyle(of view: UIView) -> UIUserInterfaceStyle? {
      let style = view.overrideUserInterfaceStyle
      if style != .unspecified, ViewOutfit.of(view)?.wears("overrideUserInterfaceStyle") != true {
        return style
      }
      let controller = view.controllerOfIt?.overrideUserInterfaceStyle ?? .unspecified
      return controller == .unspecified ? nil : controller
    }

    /// Returns the theme for the style of a view, else that of the scene; nil before the first.
    func fitting(of view: UIView) -> Fitting? {
      let around = sequence(first: view, next: \.superview)
      let own = around.lazy.compactMap { self.ownStyle(of: $0) }.first
      return fitting(own)
    }

    func fitting(_ style: UIUserInterfaceStyle?) -> Fitting? {
      if let style, let fitting = fittings[style] { return fitting }
      return scene.flatMap { fittings[$0.traitCollection.userInterfaceStyle == .dark ? .dark : .light] }
    }
  }

  /// Ends tasks and observers together with their owner.
  final class Endings: @unchecked Sendable {
    private var tasks: [Task<Void, Never>] = []
    private var observers: [any NSObjectProtocol] = []

    func add(_ task: Task<Void, Never>) { tasks.append(task) }
    func add(_ observer: any NSObjectProtocol) { observers.append(observer) }

    deinit {
      for task in tasks { task.cancel() }
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }
  }

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
