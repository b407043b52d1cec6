#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// Dresses the windows of one scene; the scene owns it.
  @MainActor
  final class Dresser {
    private let livery: Livery
    private weak var scene: UIWindowScene?
    /// The traits for requests in light and in dark.
    private let traits: [UIUserInterfaceStyle: [String: String]]
    private var themes: [UIUserInterfaceStyle: Theme] = [:]
    /// The theme that is applied; nil before the first.
    private(set) var theme: Theme?
    private let proxies = AppearanceProxies()
    private let pictures: ThemePictures
    /// Indicates whether a change will be applied in the next turn of the run loop.
    private(set) var isDue = false
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
      _ livery: Livery, _ scene: UIWindowScene, _ traits: @MainActor (UITraitCollection) -> [String: String]
    ) {
      self.livery = livery
      self.scene = scene
      let words = traits(scene.traitCollection)
      self.traits = [
        .light: words.merging(["userInterfaceStyle": "light"]) { own, _ in own },
        .dark: words.merging(["userInterfaceStyle": "dark"]) { own, _ in own },
      ]
      pictures = ThemePictures(livery)
    }

    /// Follows both trait sets, the one on screen last, because the client waits for changes of the last one.
    private func begin() {
      pictures.onArrival = { [weak self] in self?.schedule() }
      for style in style == .dark ? [UIUserInterfaceStyle.light, .dark] : [.dark, .light] {
        guard let words = traits[style] else { continue }
        let stream = livery.themes(for: words)
        if let kept = livery.known(words) { themes[style] = kept }
        ends.add(
          Task { [weak self] in
            for await theme in stream { self?.take(theme, in: style) }
          })
      }
      ends.add(
        NotificationCenter.default.addObserver(
          forName: UIScene.willEnterForegroundNotification, object: scene, queue: .main
        ) { [weak self] _ in
          MainActor.assumeIsolated { self?.traitsChanged() }
        })
      if themes[style] != nil { putOn() }
    }

    func take(_ theme: Theme, in style: UIUserInterfaceStyle) {
      themes[style] = theme
      if style == self.style { schedule() }
    }

    /// Applies the theme after a switch between light and dark. In the background the system switches twice
    /// for its snapshots, which is ignored.
    func traitsChanged() {
      guard let scene, scene.activationState != .background, let words = traits[style] else { return }
      livery.show(words)
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
      let previous = theme
      theme = next
      pictures.theme = next
      proxies.put(on: next, pictures)
      for window in windows {
        TraitProbe.add(to: window)
        change(window, over: previous.map { $0 == next ? 0 : next.transition } ?? 0) {
          DressingWalk(next, instead: previous, self.pictures).dress(window)
        }
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

    /// Dresses a view that is new or has changed its styles, with its subviews.
    func dress(_ view: UIView) {
      guard let theme else { return }
      DressingWalk(theme, instead: nil, pictures).dress(view)
    }

    /// The windows of the scene, without those of keyboards.
    private var windows: [UIWindow] {
      (scene?.windows ?? []).filter { window in
        let name = String(describing: type(of: window))
        return !name.hasPrefix("UITextEffects") && !name.hasPrefix("UIRemoteKeyboard")
      }
    }

    /// Light or dark as the window shows it, or as the scene does if the theme itself has set the window's style.
    private var style: UIUserInterfaceStyle {
      let window = windows.first
      let isSet = window.map { ViewOutfit.of($0)?.wears("overrideUserInterfaceStyle") == true } ?? true
      let traits = isSet ? scene?.traitCollection : window?.traitCollection
      return traits?.userInterfaceStyle == .dark ? .dark : .light
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

  /// An invisible view that observes switches of its window between light and dark, on all versions from iOS 15.
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
      if previous?.userInterfaceStyle != traitCollection.userInterfaceStyle {
        Dresser.of(window)?.traitsChanged()
      }
    }
  }

  /// The values that a theme has set on UIKit's appearance proxies, for later views.
  @MainActor
  final class AppearanceProxies {
    private struct ProxyPlace: Hashable {
      let target: String
      let containers: [String]
      let key: String
    }

    private var worn: Set<ProxyPlace> = []

    /// Applies rules without a style, in their order, and removes the values that only the theme before has set.
    func put(on theme: Theme, _ pictures: ThemePictures) {
      var next: Set<ProxyPlace> = []
      for rule in theme.rules where rule.target.styles.isEmpty {
        guard rule.containers.allSatisfy(\.styles.isEmpty) else { continue }
        for (key, value) in rule.set {
          let place = ProxyPlace(
            target: rule.target.className, containers: rule.containers.map(\.className), key: key)
          if put(value, at: place, pictures) { next.insert(place) }
        }
      }
      for place in worn.subtracting(next) { _ = put(nil, at: place, pictures) }
      worn = next
    }

    private func put(_ value: ThemeValue?, at place: ProxyPlace, _ pictures: ThemePictures) -> Bool {
      guard let type = LiverySetters.type(named: place.target),
        let setter = LiverySetters.setter(of: place.key, in: type)
      else { return false }
      var containers: [any UIAppearanceContainer.Type] = []
      // UIKit expects the innermost first.
      for name in place.containers.reversed() {
        guard let type = LiverySetters.type(named: name) as? any UIAppearanceContainer.Type else {
          return false
        }
        containers.append(type)
      }
      setter.dressProxy(of: type, in: containers, ThemeKey(place.key), value, pictures)
      return true
    }
  }
#endif
