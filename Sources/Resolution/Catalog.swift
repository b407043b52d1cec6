package import Documents
package import Themes

/// All served kits and themes, compiled. A catalog never changes; a new one replaces it.
package struct Catalog: Sendable {
  package let kits: [String: CompiledKit]
  package let themes: PersistentMap<String, CompiledTheme>
  package let library: Library
  package let images: ImageFolder
  /// The reasons why themes without errors could not be compiled.
  package let failures: [CompileFailure]
  package let findings: PersistentMap<String, ThemeFindings>

  /// Compiles a library without errors. Reuses the themes that an earlier catalog compiled from the same documents.
  package init(
    _ library: Library, images: ImageFolder, reusing earlier: Catalog? = nil
  ) throws(CompileFailure) {
    guard !library.hasErrors else { throw CompileFailure(theme: nil, message: "The library has errors.") }
    self.init(soundPartOf: library, images: images, reusing: earlier)
    if let failure = failures.first { throw failure }
  }

  /// Compiles the themes of a library whose documents, and those of their ancestors, have no errors.
  package init(
    soundPartOf library: Library, images: ImageFolder, reusing earlier: Catalog? = nil,
    by pool: WorkerPool = .caller
  ) {
    let kits = Dictionary(
      uniqueKeysWithValues: library.kits.map { name, kit in
        (name, earlier?.kits[name].flatMap { $0.definition == kit ? $0 : nil } ?? CompiledKit(kit))
      })
    let base = earlier.flatMap { $0.isBase(with: kits, images) ? $0 : nil }
    var themes = base?.themes ?? [:]
    var failures: [CompileFailure] = []
    let changed = library.changedThemes(since: base?.library).sorted()
    let compiled = pool.map(changed) { name -> Result<CompiledTheme, CompileFailure>? in
      guard library.isSound(name) else { return nil }
      return Result { () throws(CompileFailure) in
        try Self.compile(name, of: library, kits, images, earlier)
      }
    }
    for (name, compiled) in zip(changed, compiled) {
      themes[name] = try? compiled?.get()
      if case .failure(let failure) = compiled { failures.append(failure) }
    }
    self.init(kits: kits, themes: themes, failures: failures, library: library, images: images)
  }

  private init(
    kits: [String: CompiledKit], themes: PersistentMap<String, CompiledTheme>, failures: [CompileFailure],
    library: Library, images: ImageFolder, findings: PersistentMap<String, ThemeFindings> = [:]
  ) {
    (self.kits, self.themes, self.failures, self.findings) = (kits, themes, failures, findings)
    (self.library, self.images) = (library, images)
  }

  /// Returns the catalog with these findings of the checks and these problems of its documents.
  package func with(_ findings: PersistentMap<String, ThemeFindings>, _ found: ProblemTable) -> Catalog {
    Catalog(
      kits: kits, themes: themes, failures: failures, library: library.with(found), images: images,
      findings: findings)
  }

  /// Indicates whether unchanged themes can be reused: all of them are sound, and the kits and images are the same.
  private func isBase(with kits: [String: CompiledKit], _ images: ImageFolder) -> Bool {
    failures.isEmpty && !library.hasErrors && self.images == images && kits.count == self.kits.count
      && kits.allSatisfy { self.kits[$0.key] === $0.value }
  }

  /// Indicates whether both catalogs have the same compiled theme: neither it nor its ancestors changed.
  package func shares(_ theme: String, with other: Catalog) -> Bool {
    themes[theme].map { $0 === other.themes[theme] } ?? false
  }

  private static func compile(
    _ name: String, of library: Library, _ kits: [String: CompiledKit], _ images: ImageFolder,
    _ earlier: Catalog?
  ) throws(CompileFailure) -> CompiledTheme {
    let lineage = library.lineage(of: name)
    if let oldest = lineage.last, let parent = oldest.parent {
      throw library.themes[parent] == nil
        ? CompileFailure(theme: oldest.name, message: "There is no theme '\(parent)' to extend.")
        : CompileFailure(theme: name, message: "The theme '\(name)' extends itself in a circle.")
    }
    guard let kit = kits[lineage[0].kit] else {
      throw CompileFailure(theme: name, message: "There is no kit '\(lineage[0].kit)'.")
    }
    if let earlier, let known = earlier.themes[name], known.kit.isBuilt(on: kit), earlier.images == images,
      earlier.library.lineage(of: name) == lineage
    {
      return known
    }
    let generations: [Theme] = lineage.reversed()
    return try CompiledTheme(generations, kit: kit.adding(generations), images: images)
  }
}

/// The findings of the checks in one theme. The next catalog with the same theme reuses them.
package struct ThemeFindings: Sendable {
  /// The findings about the theme and its ancestors.
  package enum Own: Sendable {
    /// They are kept with their words: finding them again takes long, or some may be the same.
    case kept
    /// They are found again when they are read, and counted later.
    case deferred
    case counted([Problem.Severity])
  }

  package let own: Own
  /// The colors that neither the theme nor its ancestors nor its descendants refer to.
  package var unused: [String] = []
  /// The colors that a theme with a parent refers to. A family has only one theme without a parent, which is read for that.
  package let use: ColorReferences?

  package init(own: Own, use: ColorReferences?) { (self.own, self.use) = (own, use) }
}

/// The colors that a theme refers to.
package struct ColorReferences: Sendable {
  package let names: Set<String>
  /// Indicates whether its rules refer to colors.
  package let draws: Bool

  package init(names: Set<String>, draws: Bool) { (self.names, self.draws) = (names, draws) }
}
