#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LiveryClient
  import SwiftUI

  /// Follows the theme in light and in dark while its view is there, and hands down the one that shows.
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
