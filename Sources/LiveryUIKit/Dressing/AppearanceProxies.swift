#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  /// The values that a theme has set on UIKit's appearance proxies, for later views.
  @MainActor
  final class AppearanceProxies {
    private struct ProxyPlace: Hashable {
      let target: String
      let containers: [String]
      let key: String
    }

    private var worn: Set<ProxyPlace> = []

    /// Applies rules without a style, in their order, and removes the values that only the theme before has
    /// set.
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
