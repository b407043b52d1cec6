#if canImport(SwiftUI) && canImport(UIKit) && !os(watchOS) && !os(tvOS) && !os(visionOS)
  import LiveryClient
  import SwiftUI
  import UIKit

  extension View {
    /// Passes the theme to this view and its subviews, as `@Environment(\.theme)`: the one for light or for
    /// dark, at each change. Controls get the tint that the theme sets for windows.
    /// - Parameters:
    ///   - livery: The client that follows the theme. Its connection ends with the view.
    ///   - traits: The traits for requests, in addition to light or dark.
    public func livery(_ livery: Livery, traits: [String: String] = [:]) -> some View {
      modifier(ThemeModifier(livery: livery, traits: traits))
    }
  }

  extension Theme {
    /// Returns a color of the theme by its name. If the theme has none of that name, or if there is no theme yet, it returns the
    /// fallback. By default that is the color of text, so that text can always be read; for a background, pass `.clear` or another.
    public func color(_ name: String, or fallback: Color = .primary) -> Color {
      colors[name].flatMap { Color(theme: $0) } ?? fallback
    }

    /// Returns the app's image for a name of the theme, the theme's own first; nil if the app has none.
    @MainActor
    public func image(_ name: String) -> Image? {
      let candidates = images[name]?.candidates ?? imagePrefixes.map { $0 + name } + [name]
      return candidates.lazy.compactMap { UIImage(named: $0) }.first.map { Image(uiImage: $0) }
    }

    /// Returns a font of the theme's values by its name, in the text size of the device; nil if the theme has none.
    @MainActor
    public func font(_ name: String) -> Font? {
      values[name].flatMap { UIFont.ofTheme($0, nil) }.map { Font($0 as CTFont) }
    }

    /// The tint of windows.
    fileprivate var tint: Color? {
      look(of: "UIWindow", superclass: { $0 == "UIWindow" ? "UIView" : nil })["tintColor"]?.text
        .flatMap { Color(theme: $0) }
    }
  }

  extension Color {
    fileprivate nonisolated init?(theme text: String) {
      guard let color = ThemeColor(text) else { return nil }
      self.init(.sRGB, red: color.red, green: color.green, blue: color.blue, opacity: color.alpha)
    }
  }

  /// A color of the theme in the environment: `Text("Buy").foregroundStyle(.theme("ink"))`.
  @available(iOS 17, *)
  public struct ThemeStyle: ShapeStyle {
    let name: String
    let fallback: Color

    /// Returns the color that the theme of this environment has.
    public func resolve(in environment: EnvironmentValues) -> Color {
      environment.theme.color(name, or: fallback)
    }
  }

  @available(iOS 17, *)
  extension ShapeStyle where Self == ThemeStyle {
    /// A color of the theme by its name, or the fallback if the theme has none of that name, or if there is no theme yet.
    public static func theme(_ name: String, or fallback: Color = .primary) -> ThemeStyle {
      ThemeStyle(name: name, fallback: fallback)
    }
  }

  /// The images of the theme in the environment: those of the app first, then the server's as soon as they have arrived.
  public struct ThemeImages: Sendable {
    fileprivate let theme: Theme
    fileprivate var pictures: ThemePictures?
    /// The number of arrivals, so that views notice each.
    fileprivate var arrivals = 0

    /// Returns the image for a name of the theme, the theme's own first; nil if there is none, or until it has arrived.
    @MainActor
    public subscript(name: String) -> Image? {
      guard let pictures else { return theme.image(name) }
      if case .found(let image) = pictures.image(name, of: theme) { return Image(uiImage: image) }
      return nil
    }
  }

  /// The environment key of the theme.
  private struct ThemeEnvironmentKey: EnvironmentKey {
    static let defaultValue = Theme.empty
  }

  /// The environment key of the images.
  private struct ThemeImagesKey: EnvironmentKey {
    static let defaultValue = ThemeImages(theme: .empty)
  }

  /// The environment key of the state.
  private struct ThemeStateKey: EnvironmentKey {
    static let defaultValue = LiveryState.loading
  }

  extension EnvironmentValues {
    /// The theme that `livery(_:)` passes down; a theme without a name and colors until there is one.
    public var theme: Theme {
      get { self[ThemeEnvironmentKey.self] }
      set { self[ThemeEnvironmentKey.self] = newValue }
    }

    /// The images of the theme that `livery(_:)` passes down: `images["logo"]?.resizable()`.
    public var themeImages: ThemeImages {
      get { self[ThemeImagesKey.self] }
      set { self[ThemeImagesKey.self] = newValue }
    }

    /// The state of the connection from which `livery(_:)` has the theme.
    public var themeState: LiveryState {
      get { self[ThemeStateKey.self] }
      set { self[ThemeStateKey.self] = newValue }
    }
  }

  /// Follows the theme in light and in dark during the life of its view, and passes the current one down.
  struct ThemeModifier: ViewModifier {
    let livery: Livery
    let traits: [String: String]
    @Environment(\.colorScheme) private var scheme
    @Environment(\.accessibilityReduceMotion) private var reducesMotion
    @State private var themes: [ColorScheme: Theme] = [:]
    @State private var state = LiveryState.loading
    @State private var pictures: ThemePictures
    @State private var arrivals = 0

    init(livery: Livery, traits: [String: String]) {
      (self.livery, self.traits) = (livery, traits)
      _pictures = State(wrappedValue: ThemePictures(livery))
    }

    func body(content: Content) -> some View {
      let theme = themes[scheme] ?? livery.known(words(scheme)) ?? .empty
      content
        .tint(theme.tint)
        .environment(\.theme, theme)
        .environment(\.themeImages, ThemeImages(theme: theme, pictures: pictures, arrivals: arrivals))
        .environment(\.themeState, state)
        .task { pictures.onArrival = { _ in arrivals += 1 } }
        .task(id: scheme) { await followState() }
        .task { await follow(.light) }
        .task { await follow(.dark) }
    }

    private func words(_ scheme: ColorScheme) -> [String: String] {
      traits.merging(["userInterfaceStyle": scheme == .dark ? "dark" : "light"]) { own, _ in own }
    }

    private func followState() async {
      livery.show(words(scheme))
      let (states, changes) = AsyncStream.makeStream(
        of: LiveryState.self, bufferingPolicy: .bufferingNewest(1))
      let stream = livery.themes(for: words(scheme)) { changes.yield($0) }
      for await next in states { state = next }
      withExtendedLifetime(stream) {}
    }

    private func follow(_ scheme: ColorScheme) async {
      for await theme in livery.themes(for: words(scheme)) {
        let isFirst = themes[scheme] == nil
        let animation: Animation? =
          isFirst || reducesMotion || theme.transition == 0 ? nil : .easeInOut(duration: theme.transition)
        withAnimation(animation) { themes[scheme] = theme }
        pictures.keep(themes.values)
      }
    }
  }
#endif
