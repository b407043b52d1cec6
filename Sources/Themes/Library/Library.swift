package import Documents

/// All kits and themes of a folder, read together, with their problems.
package struct Library: Sendable {
  package let dialects: Dialects
  package let kits: [String: Kit]
  package let themes: PersistentMap<String, Theme>
  package let sources: PersistentMap<String, SourceFile>
  package let kitSources: [String: SourceFile]
  /// The checksums of the documents of kits. They are computed once, for all themes of a kit.
  package let kitSums: [String: UInt64]
  /// The file that has a theme, hidden by an upload or not, by the theme's name.
  package let fileNames: PersistentMap<String, String>
  package let tree: ThemeTree
  package let owners: TraitOwners
  let known: KnownDocuments
  /// The problems that were found when the documents were read.
  package let reading: ProblemTable
  /// The same with the problems that checks have found since.
  package private(set) var found: ProblemTable

  package init(of themes: some Sequence<Theme>) {
    var reader = LibraryReader(in: .livery, knowing: nil)
    for theme in themes { reader.themes[theme.name] = theme }
    self.init(reader)
  }

  private init(_ reader: LibraryReader) {
    dialects = reader.dialects
    kits = reader.kits.mapValues(\.definition)
    (themes, sources, kitSources) = (reader.themes, reader.sources, reader.kitSources)
    kitSums = reader.kitSums
    (fileNames, tree, known) = (reader.fileNames, reader.tree, reader.known)
    owners = reader.owners
    (reading, found) = (reader.reading, reader.reading)
  }

  package func with(_ found: ProblemTable) -> Library {
    var library = self
    library.found = found
    return library
  }

  /// All problems in the order of the files' names, then of places.
  package var problems: [Problem] { found.all }

  /// Returns the problems of one document in the order of places; of one in several files, file by file.
  package func problems(in file: String) -> [Problem] {
    let parts = known.documents[file]?.source.parts ?? []
    return found[file] + parts.dropFirst().flatMap { found[$0.name] }
  }

  /// Returns the file that a place of a theme is in: the theme's own, or one that its document refers to.
  package func fileName(of place: TextPosition, in theme: Theme) -> String {
    guard place.part > 0, let parts = sources[theme.name]?.parts, parts.indices.contains(place.part - 1)
    else { return theme.file }
    return parts[place.part - 1].name
  }

  package var hasErrors: Bool { found.count(of: .error) > 0 }

  /// Returns whether the documents of a theme and of its ancestors have no errors.
  package func isSound(_ name: String) -> Bool {
    guard themes[name] != nil else { return false }
    guard hasErrors else { return true }
    return !lineage(of: name).contains { theme in
      sources[theme.name].map { source in
        source.fileNames.contains { found.hasErrors(in: $0) }
      } ?? false
    }
  }

  /// Returns the theme, then its parent, and so on; nothing for an unknown theme.
  package func lineage(of name: String) -> [Theme] { themes.lineage(of: name) }

  /// Returns the number of colors, images, values and rules that are compiled for these themes and all that extend them: each
  /// counts with its parents.
  package func nameCount(ofFamilies names: some Sequence<String>) -> Int {
    let families = names.reduce(into: Set<String>()) { families, name in
      guard families.insert(name).inserted else { return }
      families.formUnion(tree.descendants(of: name))
    }
    return families.reduce(0) { $0 + lineage(of: $1).reduce(0) { $0 + $1.nameCount } }
  }

  /// Returns the themes that were added, removed or read again since an earlier library; all if there is none.
  package func changedThemes(since earlier: Library?) -> [String] {
    themes.changedKeys(since: earlier?.themes ?? [:]) { _, _ in false }
  }

  /// Returns the themes that are read from a document.
  package func themes(in file: String) -> [String] {
    (known.documents[file]?.names ?? []).filter { sources[$0]?.name == file }
  }

  /// Returns the themes of a document, and those of other documents that it extends.
  package static func family(
    of document: SourceFile, in dialects: Dialects
  ) -> (names: Set<String>, parents: Set<String>) {
    let read = KnownDocument(document, in: dialects, isUpload: true) { _ in nil }
    let names = Set(read.names)
    return (names, Set(read.outlines.compactMap(\.parent)).subtracting(names))
  }

  /// Reads kits, then themes against them, and reports all problems of all files.
  ///
  /// - Parameters:
  ///   - uploads: documents that replace the files with their themes.
  ///   - earlier: a library whose results from the same documents are reused.
  ///   - named: the themes that messages about wrong names may suggest; nil for all.
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

package struct ThemeTree: Sendable {
  private(set) var children: PersistentMap<String, Set<String>> = [:]

  init() {}

  init(of themes: [(name: String, parent: String)]) {
    for (parent, family) in Dictionary(grouping: themes, by: \.parent) {
      children[parent] = Set(family.map(\.name))
    }
  }

  mutating func move(_ name: String, from old: String?, to new: String?) {
    if let old { children.remove(name, under: old) }
    if let new { children.insert(name, under: new) }
  }

  /// Returns all themes that build on a theme, children before their own children. The theme must not be its own ancestor.
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

package struct TraitOwners: Sendable {
  private var owners: PersistentMap<String, Set<String>> = [:]

  init() {}

  mutating func add(_ theme: Theme) {
    for trait in theme.ownTraits.keys { owners.insert(theme.name, under: trait) }
  }

  mutating func remove(_ theme: Theme) {
    for trait in theme.ownTraits.keys { owners.remove(theme.name, under: trait) }
  }

  package func have(_ trait: String) -> Bool { owners[trait] != nil }
}

extension PersistentMap<String, Set<String>> {
  mutating func insert(_ member: String, under name: String) { self[name, default: []].insert(member) }

  mutating func remove(_ member: String, under name: String) {
    let rest = (self[name] ?? []).subtracting([member])
    self[name] = rest.isEmpty ? nil : rest
  }
}
