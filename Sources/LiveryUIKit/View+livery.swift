#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import SwiftUI

  extension View {
    /// Passes the theme to this view and its subviews, as `@Environment(\.theme)`: the one for light or for
    /// dark, at each change.
    /// - Parameters:
    ///   - livery: The client that follows the theme. Its connection ends with the view.
    ///   - traits: The traits for requests, in addition to light or dark.
    public func livery(_ livery: Livery, traits: [String: String] = [:]) -> some View {
      modifier(ThemeModifier(livery: livery, traits: traits))
    }
  }

  extension Theme {
    /// Returns a color of the theme by its name; clear if the theme has none.
    public func color(_ name: String) -> Color {
      guard let color = colors[name].flatMap({ ThemeColor($0) }) else { return .clear }
      return Color(.sRGB, red: color.red, green: color.green, blue: color.blue, opacity: color.alpha)
    }
  }

  /// The environment key of the theme.
  private struct ThemeEnvironmentKey: EnvironmentKey {
    static let defaultValue = Theme.empty
  }

  extension EnvironmentValues {
    /// The theme that `livery(_:)` passes down; a theme without a name and colors until there is one.
    public var theme: Theme {
      get { self[ThemeEnvironmentKey.self] }
      set { self[ThemeEnvironmentKey.self] = newValue }
    }
  }

  /// Follows the theme in light and in dark during the life of its view, and passes the current one down.
  struct ThemeModifier: ViewModifier {
    let livery: Livery
    let traits: [String: String]
    @Environment(\.colorScheme) private var scheme
    @State private var themes: [ColorScheme: Theme] = [:]

    func body(content: Content) -> some View {
      content
        .environment(\.theme, themes[scheme] ?? livery.known(words(scheme)) ?? .empty)
        .task(id: scheme) { livery.show(words(scheme)) }
        .task { await follow(.light) }
        .task { await follow(.dark) }
    }

    private func words(_ scheme: ColorScheme) -> [String: String] {
      traits.merging(["userInterfaceStyle": scheme == .dark ? "dark" : "light"]) { own, _ in own }
    }

    private func follow(_ scheme: ColorScheme) async {
      for await theme in livery.themes(for: words(scheme)) {
        withAnimation(.easeInOut(duration: theme.transition)) { themes[scheme] = theme }
      }
    }
  }
#endif
