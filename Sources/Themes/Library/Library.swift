/// All kits and themes of a folder, read together, with everything that is wrong or worth knowing.
package struct Library: Sendable {
  package let kits: [String: Kit]
  package let themes: [String: Theme]
  /// The document that each theme was read from, by the theme's name. One file may hold several themes.
  package let sources: [String: SourceFile]
  /// The document that each kit was read from, by the kit's name.
  package let kitSources: [String: SourceFile]
  /// In the order of files, then of places; of equal places the graver first.
  package let problems: [Problem]
  /// The number of each file, in the order in which they were given.
  private let fileOrder: [String: Int]

  package init(
    kits: [String: Kit] = [:], themes: [String: Theme] = [:], sources: [String: SourceFile] = [:],
    kitSources: [String: SourceFile] = [:], problems: [Problem] = [], fileOrder: [String: Int] = [:]
  ) {
    self.kits = kits
    self.themes = themes
    self.sources = sources
    self.kitSources = kitSources
    self.fileOrder = fileOrder
    self.problems = problems.enumerated().sorted { a, b in
      let (first, second) = (a.element.place, b.element.place)
      let files = (fileOrder[first.file] ?? 0, fileOrder[second.file] ?? 0)
      return (files.0, first.line, first.column, a.offset) < (files.1, second.line, second.column, b.offset)
    }.map(\.element)
  }

  /// Whether anything is so wrong that this library must not be served.
  package var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// The themes whose documents have no errors, nor those of their ancestors; in ascending order.
  package var soundThemes: [String] {
    let broken = Set(problems.lazy.filter { $0.severity == .error }.map(\.place.file))
    return themes.keys.filter { name in
      !lineage(of: name).contains { sources[$0.name].map { broken.contains($0.name) } ?? false }
    }.sorted()
  }

  /// The theme itself, then its parent, and so on; empty where there is none of this name.
  package func lineage(of name: String) -> [Theme] { themes.lineage(of: name) }

  /// The library with more found in its documents.
  package func adding(_ problems: [Problem]) -> Library {
    Library(
      kits: kits, themes: themes, sources: sources, kitSources: kitSources,
      problems: self.problems + problems, fileOrder: fileOrder)
  }

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
      kits: reader.kits.mapValues(\.definition), themes: reader.themes, sources: reader.sources,
      kitSources: reader.kitSources, problems: reader.problems, fileOrder: reader.fileOrder)
  }
}
