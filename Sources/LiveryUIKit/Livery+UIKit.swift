#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  extension Livery {
    /// Dresses all views of a scene: those on screen now and later ones, in light and dark, at each change.
    ///
    /// Call it once, where the scene gets its first window. It ends with the scene.
    /// - Parameters:
    ///   - scene: The scene whose windows are dressed, except those of keyboards.
    ///   - traits: The traits for requests, in addition to light or dark; by default those of
    ///     ``deviceTraits(_:)``. They must be traits of the theme's kit.
    @MainActor
    public func dress(
      _ scene: UIWindowScene,
      traits: @escaping @MainActor (UITraitCollection) -> [String: String] = deviceTraits
    ) {
      Dresser.put(Dresser(self, scene, traits), on: scene)
    }

    /// Returns the traits of a device that most often affect a theme: its idiom and the density of its screen.
    @MainActor
    public static func deviceTraits(_ traits: UITraitCollection) -> [String: String] {
      var words = ["displayScale": "\(Int(traits.displayScale.rounded()))"]
      switch traits.userInterfaceIdiom {
      case .phone: words["userInterfaceIdiom"] = "phone"
      case .pad: words["userInterfaceIdiom"] = "pad"
      default: break
      }
      if traits.displayScale < 1 { words["displayScale"] = nil }
      return words
    }
  }

  extension UIColor {
    /// Creates a color from `#rrggbb` or `#rrggbbaa`. Nil for nil and for any other text.
    public convenience init?(hex: String?) {
      guard let hex, let color = ThemeColor(hex) else { return nil }
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
  }

  extension Theme {
    /// Returns a color of the theme by its name.
    public func uiColor(_ name: String) -> UIColor? { UIColor(hex: colors[name]) }
  }
#endif
