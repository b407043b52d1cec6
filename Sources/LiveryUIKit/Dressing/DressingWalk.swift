#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// Applies a theme to a view and its subviews, each in its place.
  @MainActor
  final class DressingWalk {
    private let theme: Theme
    /// The theme that was applied before, also by the proxies; nil if that is unknown.
    private let previous: Theme?
    private let pictures: ThemePictures
    private var lineages = ClassNames.lineages
    private var looks: [WornPlace: [String: ThemeValue]] = [:]
    private var previousLooks: [WornPlace: [String: ThemeValue]] = [:]

    private struct WornPlace: Hashable {
      let target: StyledClass
      let path: [StyledClass]
    }

    init(_ theme: Theme, instead previous: Theme?, _ pictures: ThemePictures) {
      self.theme = theme
      self.previous = previous
      self.pictures = pictures
    }

    /// Dresses a view. Its containers are the views above it.
    func dress(_ view: UIView) {
      var above: [UIView] = []
      var next = view.superview
      while let view = next {
        if ViewOutfit.of(view)?.isOff == true { return }
        above.append(view)
        next = view.superview
      }
      var path: [StyledClass] = []
      for view in above.reversed() { path += steps(of: view) }
      dress(view, in: path)
    }

    private func dress(_ view: UIView, in path: [StyledClass]) {
      let outfit = ViewOutfit.of(view)
      if outfit?.isOff == true { return }
      var steps = steps(of: view)
      let own = steps.removeLast()
      wear(view, WornPlace(target: own, path: path + steps))
      outfit?.update(view, theme, pictures)
      let below = path + steps + [own]
      for item in view.barItems {
        wear(item, WornPlace(target: ClassNames.styledClass(of: item), path: below))
      }
      for view in view.subviews { dress(view, in: below) }
    }

    private func steps(of view: UIView) -> [StyledClass] {
      let own = ClassNames.styledClass(of: view)
      guard let controller = view.next as? UIViewController, controller.viewIfLoaded === view else {
        return [own]
      }
      return [ClassNames.styledClass(of: controller), own]
    }

    private func wear(_ object: NSObject, _ place: WornPlace) {
      let look = look(of: place)
      let outfit = ViewOutfit.of(object)
      let keys = Set(look.keys).union(outfit?.worn.keys.map { $0 } ?? [])
      guard !keys.isEmpty else { return }
      for key in keys.sorted() {
        guard let setter = LiverySetters.setter(of: key, for: object) else { continue }
        let worn = outfit?.worn[key]
        let before = worn == nil ? previousLook(of: place)[key] : nil
        let next = setter.dress(object, ThemeKey(key), look[key], before, worn, pictures)
        if next != nil || worn != nil { ViewOutfit.made(for: object).worn[key] = next }
      }
    }

    private func look(of place: WornPlace) -> [String: ThemeValue] {
      look(of: place, in: theme, &looks)
    }

    private func previousLook(of place: WornPlace) -> [String: ThemeValue] {
      previous.map { look(of: place, in: $0, &previousLooks) } ?? [:]
    }

    private func look(
      of place: WornPlace, in theme: Theme, _ known: inout [WornPlace: [String: ThemeValue]]
    ) -> [String: ThemeValue] {
      if let look = known[place] { return look }
      let look = theme.look(of: place.target, in: place.path, &lineages)
      known[place] = look
      return look
    }
  }

  extension UIView {
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

  /// The classes that were encountered, by the names in themes.
  @MainActor
  enum ClassNames {
    private static var classes: [String: AnyClass] = [:]

    static func name(of type: AnyClass) -> String {
      let name = String(describing: type)
      if classes[name] == nil { classes[name] = type }
      return name
    }

    static func type(named name: String) -> AnyClass? { classes[name] }

    static func styledClass(of object: NSObject) -> StyledClass {
      StyledClass(name(of: Swift.type(of: object)), styles: ViewOutfit.of(object)?.styles ?? [])
    }

    /// The superclasses according to the runtime.
    static var lineages: Lineages {
      let above: @MainActor (String) -> String? = { name in
        classes[name].flatMap { class_getSuperclass($0) }.map { self.name(of: $0) }
      }
      return Lineages { name in MainActor.assumeIsolated { above(name) } }
    }
  }
#endif
