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
  /// Every file that was given, sound or not: what to read again when one of them changes.
  private let kitFiles: [SourceFile]
  private let themeFiles: [SourceFile]

  package init(
    kits: [String: Kit] = [:], themes: [String: Theme] = [:], sources: [String: SourceFile] = [:],
    kitSources: [String: SourceFile] = [:], problems: [Problem] = [], kitFiles: [SourceFile] = [],
    themeFiles: [SourceFile] = []
  ) {
    self.kits = kits
    self.themes = themes
    self.sources = sources
    self.kitSources = kitSources
    self.problems = problems
    self.kitFiles = kitFiles
    self.themeFiles = themeFiles
  }

  /// Whether anything is so wrong that this library must not be served.
  package var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// Reads kits, then themes against them; reports every problem of every file.
  ///
  /// - Parameter uploads: documents that stand in place of the files whose themes they have.
  package static func read(
    kits: [SourceFile], themes: [SourceFile], uploads: [SourceFile] = []
  ) -> Library {
    var reader = LibraryReader()
    reader.readKits(kits)
    reader.readThemes(themes, under: uploads)
    return Library(
      kits: reader.kits.mapValues(\.kit), themes: reader.themes, sources: reader.sources,
      kitSources: reader.kitSources, problems: reader.problems, kitFiles: kits, themeFiles: themes)
  }

  /// The library with this file in place of the one of the same name, or added. Everything that builds on
  /// its themes is checked again. A file's name says its dialect, as in a folder.
  package func replacing(_ file: SourceFile) -> Library {
    var files = themeFiles.filter { $0.name != file.name }
    files.append(file)
    return Library.read(kits: kitFiles, themes: files)
  }

  /// The library without the file that this theme was read from; whatever extends it becomes an error.
  package func removing(theme name: String) -> Library {
    guard let source = sources[name] else { return self }
    return Library.read(kits: kitFiles, themes: themeFiles.filter { $0.name != source.name })
  }
}
