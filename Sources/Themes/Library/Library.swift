package import Documents

/// All kits and themes of a folder, read together, with everything that is wrong or worth knowing.
package struct Library: Sendable {
  /// The formats that its documents are read in.
  package let dialects: Dialects
  package let kits: [String: Kit]
  package let themes: PersistentMap<String, Theme>
  /// The document that each theme was read from, by the theme's name. One file may hold several themes.
  package let sources: PersistentMap<String, SourceFile>
  /// The document that each kit was read from, by the kit's name.
  package let kitSources: [String: SourceFile]
  /// The file that has a theme, hidden by an upload or not, by the theme's name.
  package let fileNames: PersistentMap<String, String>
  package let tree: ThemeTree
  package let owners: TraitOwners
  let known: KnownDocuments
  /// The problems that were found when the documents were read.
  package let reading: ProblemTable
  /// That, and what checks have found since.
  package let found: ProblemTable

  /// Creates a library of themes that were made, not read.
  package init(of themes: some Sequence<Theme>) {
    var reader = LibraryReader(in: .livery, knowing: nil)
    for theme in themes { reader.themes[theme.name] = theme }
    self.init(reader)
  }

  private init(_ reader: LibraryReader) {
    dialects = reader.dialects
    kits = reader.kits.mapValues(\.definition)
    (themes, sources, kitSources) = (reader.themes, reader.sources, reader.kitSources)
    (fileNames, tree, known) = (reader.fileNames, reader.tree, reader.known)
    owners = reader.owners
    (reading, found) = (reader.reading, reader.reading)
  }

  private init(_ library: Library, found: ProblemTable) {
    dialects = library.dialects
    (kits, themes, sources, kitSources) = (library.kits, library.themes, library.sources, library.kitSources)
    (fileNames, tree, known) = (library.fileNames, library.tree, library.known)
    owners = library.owners
    (reading, self.found) = (library.reading, found)
  }

  /// The library with another account of what is wrong with it, or worth knowing.
  package func with(_ found: ProblemTable) -> Library { Library(self, found: found) }

  /// Everything that was found, in the order of the files' names, then of places.
  package var problems: [Problem] { found.all }

  /// Returns the problems of one document in the order of places; of one in several files, file by file.
  package func problems(in file: String) -> [Problem] {
    let parts = known.documents[file]?.source.parts ?? []
    return found[file] + parts.dropFirst().flatMap { found[$0.name] }
  }

  /// The file that a place of a theme is in: the theme's own, or one that its document refers to.
  package func fileName(of place: TextPosition, in theme: Theme) -> String {
    guard place.part > 0, let parts = sources[theme.name]?.parts, parts.indices.contains(place.part - 1)
    else {
      return theme.file
    }
    return parts[place.part - 1].name
  }

  /// A Boolean value that indicates whether the library has errors and must not be served.
  package var hasErrors: Bool { found.count(of: .error) > 0 }

  /// Returns whether the documents of a theme and of its ancestors have no errors.
  package func isSound(_ name: String) -> Bool {
    guard themes[name] != nil else { return false }
    guard hasErrors else { return true }
    return !lineage(of: name).contains { theme in
      sources[theme.name].map { source in
        source.fileNames.contains { found[$0].contains { $0.severity == .error } }
      } ?? false
    }
  }

  /// The theme itself, then its parent, and so on; empty where there is none of this name.
  package func lineage(of name: String) -> [Theme] { themes.lineage(of: name) }

  /// Returns the number of colors, images, values and rules of these themes and all that build on them, those of their parents
  /// counted for each: so many are compiled.
  package func nameCount(ofFamilies names: some Sequence<String>) -> Int {
    let families = names.reduce(into: Set<String>()) { families, name in
      guard families.insert(name).inserted else { return }
      families.formUnion(tree.descendants(of: name))
    }
    return families.reduce(0) { $0 + lineage(of: $1).reduce(0) { $0 + $1.nameCount } }
  }

  /// The themes that were read anew since an earlier library, with those that have come or gone: all without one.
  package func changedThemes(since earlier: Library?) -> [String] {
    themes.changedKeys(since: earlier?.themes ?? [:]) { _, _ in false }
  }

  /// The themes that a document gives to the library.
  package func themes(in file: String) -> [String] {
    (known.documents[file]?.names ?? []).filter { sources[$0]?.name == file }
  }

  /// The themes that a document extends, by its own words, those left out that it has itself.
  package static func parents(in document: SourceFile, in dialects: Dialects) -> Set<String> {
    let read = KnownDocument(document, in: dialects, isUpload: true) { _ in nil }
    return Set(read.outlines.compactMap(\.parent)).subtracting(read.names)
  }

  /// Reads kits, then themes against them; reports every problem of every file.
  ///
  /// - Parameters:
  ///   - dialects: the formats that themes are read in.
  ///   - uploads: documents that stand in place of the files whose themes they have.
  ///   - earlier: what it has read from the same documents is taken over.
  ///   - named: the themes that may be named to whoever wrote a wrong name; nil for all.
  ///   - pool: the threads that read, if everything is read.
  package static func read(
    kits: [SourceFile], themes: [SourceFile], in dialects: Dialects, uploads: [SourceFile] = [],
    knowing earlier: Library? = nil,
    naming named: Set<String>? = nil, by pool: WorkerPool = .caller
  ) -> Library {
    var reader = LibraryReader(in: dialects, knowing: earlier, naming: named)
    reader.readKits(kits)
    var edit = reader
    if edit.readChanges(themes, under: uploads) { return Library(edit) }
    reader.readThemes(themes, under: uploads, by: pool)
    return Library(reader)
  }
}

/// The themes that extend each theme: lineages the other way round.
package struct ThemeTree: Sendable {
  private var children: PersistentMap<String, Set<String>> = [:]

  init() {}

  /// - Parameter themes: those that have a parent, with it.
  init(of themes: [(name: String, parent: String)]) {
    for (parent, family) in Dictionary(grouping: themes, by: \.parent) {
      children[parent] = Set(family.map(\.name))
    }
  }

  package mutating func add(_ name: String, to parent: String) { children[parent, default: []].insert(name) }

  package mutating func remove(_ name: String, from parent: String) {
    let rest = (children[parent] ?? []).subtracting([name])
    children[parent] = rest.isEmpty ? nil : rest
  }

  /// Everything that is built on a theme, children before their own children. The theme must not be its own ancestor.
  package func descendants(of name: String) -> [String] {
    var found = Array(children[name] ?? [])
    var index = 0
    while index < found.count {
      found += children[found[index]] ?? []
      index += 1
    }
    return found
  }
}

/// The themes that have traits of their own, by the traits' names.
package struct TraitOwners: Sendable {
  private var owners: PersistentMap<String, Set<String>> = [:]

  init() {}

  package mutating func add(_ theme: Theme) {
    for trait in theme.ownTraits.keys { owners[trait, default: []].insert(theme.name) }
  }

  package mutating func remove(_ theme: Theme) {
    for trait in theme.ownTraits.keys {
      let rest = (owners[trait] ?? []).subtracting([theme.name])
      owners[trait] = rest.isEmpty ? nil : rest
    }
  }

  /// Returns whether any theme has a trait of this name of its own.
  package func have(_ trait: String) -> Bool { owners[trait] != nil }
}
