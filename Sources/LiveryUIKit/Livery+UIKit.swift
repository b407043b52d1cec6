#if canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
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

    /// Returns the traits of a device that most often affect a theme: its idiom and the density of its screen, the text
    /// size, Bold Text, Increase Contrast and the size classes. They are read again whenever they change.
    @MainActor
    public static func deviceTraits(_ traits: UITraitCollection) -> [String: String] {
      var words: [String: String] = [:]
      if traits.displayScale >= 1 { words["displayScale"] = "\(Int(traits.displayScale.rounded()))" }
      let idioms: [UIUserInterfaceIdiom: String] = [.phone: "phone", .pad: "pad", .mac: "mac"]
      words["userInterfaceIdiom"] = idioms[traits.userInterfaceIdiom]
      let contrasts: [UIAccessibilityContrast: String] = [.normal: "normal", .high: "high"]
      words["accessibilityContrast"] = contrasts[traits.accessibilityContrast]
      let weights: [UILegibilityWeight: String] = [.regular: "regular", .bold: "bold"]
      words["legibilityWeight"] = weights[traits.legibilityWeight]
      let sizes: [UIUserInterfaceSizeClass: String] = [.compact: "compact", .regular: "regular"]
      words["horizontalSizeClass"] = sizes[traits.horizontalSizeClass]
      words["verticalSizeClass"] = sizes[traits.verticalSizeClass]
      words["preferredContentSizeCategory"] = categories[traits.preferredContentSizeCategory]
      return words
    }

    private static let categories: [UIContentSizeCategory: String] = [
      .extraSmall: "extraSmall", .small: "small", .medium: "medium", .large: "large",
      .extraLarge: "extraLarge", .extraExtraLarge: "extraExtraLarge",
      .extraExtraExtraLarge: "extraExtraExtraLarge", .accessibilityMedium: "accessibilityMedium",
      .accessibilityLarge: "accessibilityLarge", .accessibilityExtraLarge: "accessibilityExtraLarge",
      .accessibilityExtraExtraLarge: "accessibilityExtraExtraLarge",
      .accessibilityExtraExtraExtraLarge: "accessibilityExtraExtraExtraLarge",
    ]
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
