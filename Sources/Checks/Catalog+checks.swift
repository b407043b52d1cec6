package import Documents
package import Resolution
package import Themes

extension Catalog {
  /// Reads documents, compiles those without errors, and checks them. The problems are in the catalog's library; one with
  /// errors must not be served.
  ///
  /// - Parameters:
  ///   - uploads: documents that replace the files with their themes.
  ///   - earlier: a catalog whose results from the same documents are reused.
  ///   - pool: the threads that do the work.
  package static func reading(
    kits: [SourceFile], themes: [SourceFile], in dialects: Dialects, uploads: [SourceFile] = [],
    images: ImageFolder = .none, reusing earlier: Catalog? = nil, by pool: WorkerPool = .caller
  ) -> Catalog {
    let library = Library.read(
      kits: kits, themes: themes, in: dialects, uploads: uploads, knowing: earlier?.library, by: pool)
    return checking(library, images: images, reusing: earlier, by: pool)
  }

  /// Returns the same for documents that have been read.
  package static func checking(
    _ library: Library, images: ImageFolder, reusing earlier: Catalog? = nil, by pool: WorkerPool = .caller
  ) -> Catalog {
    let catalog = Catalog(soundPartOf: library, images: images, reusing: earlier, by: pool)
    return catalog.checked(since: earlier.flatMap { $0.library.hasErrors ? nil : $0 }, by: pool)
  }

  /// Returns the catalog with the results of the checks. A theme with errors is only checked for rules that are never used:
  /// other checks would repeat its errors in other words.
  private func checked(since earlier: Catalog?, by pool: WorkerPool) -> Catalog {
    var findings = earlier?.findings ?? [:]
    let changed = library.changedThemes(since: earlier?.library)
    // A start with thousands of themes need not wait for counts that may never be read.
    let isCounted = changed.count <= 256
    let own = pool.map(changed) { knownFindings(of: $0, in: earlier) ?? checkAlone($0, isCounted: isCounted) }
    for (name, own) in zip(changed, own) { findings[name] = own }
    let use = PaletteUse(library: library, findings: findings)
    let families = families(of: changed, since: earlier)
    let compiled = families.filter { themes[$0] != nil }
    let checked = pool.map(Array(compiled)) { ($0, use.unused(in: library.lineage(of: $0))) }
    for (name, unused) in checked { findings[name]?.unused = unused }
    return with(findings, found(in: families.union(changed), findings, since: earlier, by: pool))
  }

  private func knownFindings(of name: String, in earlier: Catalog?) -> ThemeFindings? {
    earlier.flatMap { shares(name, with: $0) ? $0.findings[name] : nil }
  }

  private func checkAlone(_ name: String, isCounted: Bool) -> ThemeFindings? {
    guard let theme = library.themes[name] else { return nil }
    return ThemeFindings(
      own: themes[name].map { ThemeChecks.own($0, isCounted: isCounted) } ?? .kept,
      use: theme.parent == nil ? nil : ColorReferences(of: theme))
  }

  /// Returns the themes that are new or have changed, with the ancestors of these and of themes that are gone.
  private func families(of changed: [String], since earlier: Catalog?) -> Set<String> {
    guard let earlier else { return Set(library.themes.keys) }
    var families: Set<String> = []
    for name in changed where !shares(name, with: earlier) {
      families.formUnion(library.lineage(of: name).map(\.name))
      families.formUnion(earlier.library.lineage(of: name).map(\.name))
    }
    return families
  }

  /// Returns the problems of reading, compiling and checks, updated for these themes' documents and for changed documents.
  private func found(
    in themes: Set<String>, _ findings: PersistentMap<String, ThemeFindings>, since earlier: Catalog?,
    by pool: WorkerPool
  ) -> ProblemTable {
    let before = earlier?.library
    var files = Set(library.reading.byFile.changedKeys(since: before?.reading.byFile ?? [:], where: ==))
    files.formUnion(
      themes.flatMap { [library.sources[$0]?.name, before?.sources[$0]?.name] }.compactMap(\.self))
    let failed = Dictionary(grouping: failures.map { $0.problem(in: library) }, by: \.place.file)
    var table = before?.found ?? ProblemTable()
    let checked = pool.map(Array(files)) { file -> (file: String, now: [Problem], later: DeferredProblems?) in
      let names = library.themes(in: file)
      if names.count == 1, let later = deferred(names[0], findings[names[0]]) { return (file, [], later) }
      // Parents before children.
      let order = names.map { (depth: library.lineage(of: $0).count, name: $0) }.sorted { $0 < $1 }
      return (file, order.flatMap { problems(of: $0.name, findings[$0.name]) }, nil)
    }
    for (file, now, later) in checked {
      table.set(library.reading[file] + (failed[file] ?? []) + now, later, of: file)
    }
    return table
  }

  private func problems(of name: String, _ findings: ThemeFindings?) -> [Problem] {
    guard let findings, let source = library.sources[name] else { return [] }
    return ThemeChecks.problems(
      library.lineage(of: name), themes[name], unused: findings.unused, in: source)
  }

  /// Returns the problems of a theme if they can be found again when they are read: in two themes of a document, some may be
  /// the same.
  private func deferred(_ name: String, _ findings: ThemeFindings?) -> DeferredProblems? {
    guard let findings, let theme = themes[name], let source = library.sources[name] else { return nil }
    let unused = findings.unused
    var counted: [Problem.Severity]?
    switch findings.own {
    case .kept: return nil
    case .deferred: break
    case .counted(let own):
      let all = own + repeatElement(.note, count: unused.count)
      guard all.count <= ThemeChecks.mostDeferred else { return nil }
      counted = all
    }
    return DeferredProblems(counted) { hasWords in
      ThemeChecks.problems(theme.themes, theme, unused: unused, in: hasWords ? source : nil)
    }
  }
}

/// The colors that the themes of a library refer to.
struct PaletteUse {
  let library: Library
  let findings: PersistentMap<String, ThemeFindings>

  /// Returns the colors of a theme that neither it nor its ancestors nor its descendants refer to. Returns none for a
  /// family whose rules refer to no color at all: apps request the colors of such a palette.
  /// - Parameter lineage: the theme itself first.
  func unused(in lineage: [Theme]) -> [String] {
    guard let theme = lineage.first, !theme.colors.isEmpty else { return [] }
    var unused = Set(theme.colors.keys)
    var isDrawn = false
    for relative in lineage.map(\.name) + library.tree.descendants(of: theme.name) {
      guard let use = findings[relative]?.use ?? library.themes[relative].map({ ColorReferences(of: $0) }),
        !use.names.isEmpty
      else { continue }
      let names = use.names
      isDrawn = isDrawn || use.draws
      // A palette can have thousands of descendants that use little of it, or few that use much.
      if unused.count < names.count {
        unused = unused.filter { !names.contains($0) }
      } else {
        unused.subtract(names)
      }
      if unused.isEmpty { return [] }
    }
    return isDrawn ? unused.sorted() : []
  }
}

extension ColorReferences {
  init(of theme: Theme) {
    var names: Set<String> = []
    for rule in theme.rules { for setting in rule.settings { Self.add(setting.value, to: &names) } }
    let draws = !names.isEmpty
    for color in theme.colors.values { names.formUnion(color.references) }
    for entry in theme.values.values { for value in entry.contents { Self.add(value.content, to: &names) } }
    self.init(names: names, draws: draws)
  }

  private static func add(_ value: Value, to names: inout Set<String>) {
    value.forEachReference { name, use in if use == nil { names.insert(name) } }
  }
}
