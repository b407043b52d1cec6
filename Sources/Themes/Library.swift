/// All kits and themes of a folder, read together, with everything that is wrong or worth knowing.
package struct Library: Sendable {
  package let kits: [String: Kit]
  package let themes: [String: Theme]
  /// The document that each theme was read from, by the theme's name. One file may hold several themes.
  package let sources: [String: SourceFile]
  /// The document that each kit was read from, by the kit's name.
  package let kitSources: [String: SourceFile]
  /// In the order of files, then of places.
  package let problems: [Problem]

  package init(
    kits: [String: Kit] = [:], themes: [String: Theme] = [:], sources: [String: SourceFile] = [:],
    kitSources: [String: SourceFile] = [:], problems: [Problem] = []
  ) {
    self.kits = kits
    self.themes = themes
    self.sources = sources
    self.kitSources = kitSources
    self.problems = problems
  }

  /// Whether anything is so wrong that this library must not be served.
  package var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// Reads kits, then themes against them; reports every problem of every file.
  package static func read(kits: [SourceFile], themes: [SourceFile]) -> Library {
    Library()
  }

  /// The library with this file's themes in place of those of the same names, everything that builds on
  /// them checked again. A file's name says its dialect, as in a folder.
  package func replacing(_ file: SourceFile) -> Library {
    Library()
  }

  /// The library without this theme; whatever extends it becomes an error.
  package func removing(theme name: String) -> Library {
    Library()
  }
}
