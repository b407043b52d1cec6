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
#endif
