#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import UIKit

  extension Livery {
    /// Dresses everything in a scene: what is on screen now, what comes later, in light and dark, at each change.
    ///
    /// Call it once, where the scene gets its first window. It ends with the scene.
    /// - Parameters:
    ///   - scene: Whose windows are dressed, but those of keyboards.
    ///   - traits: What the server is asked for beside light or dark; by default what ``deviceTraits(_:)`` tells. They
    ///     must be traits of the theme's kit.
    @MainActor
    public func dress(
      _ scene: UIWindowScene,
      traits: @escaping @MainActor (UITraitCollection) -> [String: String] = deviceTraits
    ) {
      Dresser.put(Dresser(self, scene, traits), on: scene)
    }

    /// What of a device's traits makes a theme differ most often: which kind it is and how dense its screen is.
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
#endif
