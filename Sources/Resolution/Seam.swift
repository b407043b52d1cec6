// The catalogue's outline, until the compiler that fills it lands.
package import Themes

/// The image files there are, as values.
package struct ImageFolder: Sendable, Hashable {
  package init() {}
}

/// A theme ready for look-ups.
package struct CompiledTheme: Sendable {}

/// All themes, compiled.
package struct Catalog: Sendable {
  package let themes: [String: CompiledTheme]

  package static func compile(_ library: Library, images: ImageFolder) -> Catalog {
    Catalog(themes: library.themes.mapValues { _ in CompiledTheme() })
  }
}
