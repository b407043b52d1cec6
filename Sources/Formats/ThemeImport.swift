package import Documents
package import Themes

/// Documents of Livery's own form, made from themes of any format.
package struct ThemeImport: Sendable {
  package struct Document: Sendable {
    package let theme: Theme
    package let bytes: [UInt8]
    /// A sentence for each part without a counterpart.
    package let notes: [String]
  }

  /// The documents in the order of the themes' names; none if there are errors.
  package let documents: [Document]
  package let problems: [Problem]

  /// - Parameter around: files in which parents may be that are not among the files.
  package init(
    _ files: [SourceFile], companions: [SourceFile] = [], around: [SourceFile] = [], kits: [SourceFile]
  ) {
    let own = files + companions
    var library = Library.read(kits: kits, themes: own, in: .all)
    if library.problems.contains(where: { $0.code == "missing-parent" }) {
      library = Library.read(kits: kits, themes: around, in: .all, uploads: own)
    }
    let imported = Set(files.flatMap(\.fileNames))
    problems = library.problems.filter { problem in
      imported.contains(problem.place.file) || problem.severity == .error
    }
    guard !library.hasErrors else {
      documents = []
      return
    }
    documents = library.themes.values.sorted { $0.name < $1.name }.compactMap { theme in
      guard let source = library.sources[theme.name], imported.contains(source.name),
        let kit = library.kits[theme.kit]
      else { return nil }
      return Document(
        theme: theme, bytes: ThemeWriter.document(of: theme, kit: kit), notes: Self.notes(on: theme))
    }
  }

  private static func notes(on theme: Theme) -> [String] {
    var notes: [String] = []
    for (name, properties) in theme.addedProperties.sorted(by: { $0.key < $1.key }) {
      for property in properties {
        notes.append(
          "\(name) has no property '\(property.name)' in the kit '\(theme.kit)'; it is kept in 'properties'.")
      }
    }
    let names = theme.values.filter { $0.value.type == nil }.keys.sorted()
    if !names.isEmpty {
      let shown = names.prefix(5).map { "'\($0)'" } + (names.count > 5 ? ["\(names.count - 5) more"] : [])
      let are =
        names.count == 1
        ? "is neither a color nor an image; it is" : "are neither colors nor images; they are"
      notes.append("\(Quoted.list(shown)) \(are) kept in 'values'.")
    }
    return notes
  }
}
