#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import SwiftUI

  extension View {
    /// Hands the theme to this view and all in it, as `@Environment(\.theme)`: the one for light or for dark, at each
    /// change.
    /// - Parameters:
    ///   - livery: What follows the theme. Its connection ends with the view.
    ///   - traits: What the server is asked for beside light or dark.
    public func livery(_ livery: Livery, traits: [String: String] = [:]) -> some View {
      modifier(ThemeModifier(livery: livery, traits: traits))
    }
  }

  extension Theme {
    /// A color of the theme by its name; clear where the theme has none.
    public func color(_ name: String) -> Color {
      guard let color = colors[name].flatMap({ ThemeColor($0) }) else { return .clear }
      return Color(.sRGB, red: color.red, green: color.green, blue: color.blue, opacity: color.alpha)
    }
  }
#endif
