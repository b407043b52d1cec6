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
  /// The themes that were taken over from the library that the reading knew: they and their ancestors are as they
  /// were there.
  package let kept: Set<String>
  /// The file that has a theme, hidden by an upload or not, by the theme's name.
  package let fileNames: [String: String]
  let known: KnownDocuments
  /// The number of each file, in the order in which they were given.
  private let fileOrder: [String: Int]
  private let problemsByFile: [String: [Problem]]

  package init(
    kits: [String: Kit] = [:], themes: [String: Theme] = [:], sources: [String: SourceFile] = [:],
    kitSources: [String: SourceFile] = [:], problems: [Problem] = []
  ) {
    self.init(
      kits: kits, themes: themes, sources: sources, kitSources: kitSources, problems: problems,
      fileOrder: [:],
      kept: [], fileNames: [:], known: KnownDocuments())
  }

  private init(
    kits: [String: Kit], themes: [String: Theme], sources: [String: SourceFile],
    kitSources: [String: SourceFile], problems: [Problem], fileOrder: [String: Int], kept: Set<String>,
    fileNames: [String: String], known: KnownDocuments
  ) {
    self.kits = kits
    self.themes = themes
    self.sources = sources
    self.kitSources = kitSources
    self.fileOrder = fileOrder
    self.kept = kept
    self.fileNames = fileNames
    self.known = known
    let byFile = Dictionary(grouping: problems, by: \.place.file).mapValues { Self.inOrder($0) }
    problemsByFile = byFile
    let files = byFile.keys.map { (number: fileOrder[$0] ?? 0, name: $0) }.sorted { $0 < $1 }
    self.problems = files.flatMap { byFile[$0.name] ?? [] }
  }

  private static func inOrder(_ problems: [Problem]) -> [Problem] {
    guard problems.count > 1 else { return problems }
    return problems.enumerated().sorted { a, b in
      let (first, second) = (a.element.place, b.element.place)
      return (first.line, first.column, a.offset) < (second.line, second.column, b.offset)
    }.map(\.element)
  }

  /// What was found in one document, in the order of places.
  package func problems(in file: String) -> [Problem] { problemsByFile[file] ?? [] }

  /// Whether anything is so wrong that this library must not be served.
  package var hasErrors: Bool { problems.contains { $0.severity == .error } }

  /// The themes whose documents have no errors, nor those of their ancestors; in ascending order.
  package var soundThemes: [String] {
    guard hasErrors else { return themes.keys.sorted() }
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
      problems: self.problems + problems, fileOrder: fileOrder, kept: kept, fileNames: fileNames,
      known: known)
  }

  /// Reads kits, then themes against them; reports every problem of every file.
  ///
  /// - Parameters:
  ///   - uploads: documents that stand in place of the files whose themes they have.
  ///   - earlier: what it has read from the same documents is taken over.
  package static func read(
    kits: [SourceFile], themes: [SourceFile], uploads: [SourceFile] = [], knowing earlier: Library? = nil
  ) -> Library {
    var reader = LibraryReader(knowing: earlier ?? Library())
    reader.readKits(kits)
    reader.readThemes(themes, under: uploads)
    return Library(
      kits: reader.kits.mapValues(\.definition), themes: reader.themes, sources: reader.sources,
      kitSources: reader.kitSources, problems: reader.problems, fileOrder: reader.fileOrder,
      kept: reader.kept,
      fileNames: reader.fileNames, known: reader.known)
  }
}
