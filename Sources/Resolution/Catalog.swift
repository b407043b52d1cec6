package import Themes

/// All kits and themes that are served, compiled: replaced as a whole, never changed.
package struct Catalog: Sendable {
  package let kits: [String: CompiledKit]
  package let themes: PersistentMap<String, CompiledTheme>
  package let library: Library
  package let images: ImageFolder

  /// Why themes that seemed sound could not be compiled.
  package let failures: [CompileFailure]
  /// By the theme's name.
  package let findings: PersistentMap<String, ThemeFindings>

  /// Compiles a library without errors. What an earlier catalog has compiled from the same documents is
  /// taken over.
  package init(
    _ library: Library, images: ImageFolder, reusing earlier: Catalog? = nil
  ) throws(CompileFailure) {
    guard !library.hasErrors else { throw .libraryHasErrors }
    self.init(soundPartOf: library, images: images, reusing: earlier)
    if let failure = failures.first { throw failure }
  }

  /// Compiles the themes of a library whose documents, and those of their ancestors, have no errors.
  /// - Parameter crew: who compiles.
  package init(
    soundPartOf library: Library, images: ImageFolder, reusing earlier: Catalog? = nil, by crew: Crew = .alone
  ) {
    let kits = Dictionary(
      uniqueKeysWithValues: library.kits.map { name, kit in
        (name, earlier?.kits[name].flatMap { $0.definition == kit ? $0 : nil } ?? CompiledKit(kit))
      })
    let base = earlier.flatMap { $0.isBase(with: kits, images) ? $0 : nil }
    var themes = base?.themes ?? [:]
    var failures: [CompileFailure] = []
    let changed = library.changedThemes(since: base?.library).sorted()
    let compiled = crew.map(changed) { name -> Result<CompiledTheme, CompileFailure>? in
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

  /// The same with what checks have found in its themes, and with another account of what is wrong with its documents.
  package func with(_ findings: PersistentMap<String, ThemeFindings>, _ found: ProblemTable) -> Catalog {
    Catalog(
      kits: kits, themes: themes, failures: failures, library: library.with(found), images: images,
      findings: findings)
  }

  /// Whether the themes that have not changed since can be taken over: all of them are sound, and there for the same
  /// kits and images.
  private func isBase(with kits: [String: CompiledKit], _ images: ImageFolder) -> Bool {
    failures.isEmpty && !library.hasErrors && self.images == images && kits.count == self.kits.count
      && kits.allSatisfy { self.kits[$0.key] === $0.value }
  }

  /// Whether a theme is the very same as in another catalog: nothing in it or its ancestors has changed.
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
        ? .missingParent(theme: oldest.name, parent: parent) : .inheritanceCircle(theme: name)
    }
    let kitName = lineage[0].kit
    guard let kit = kits[kitName] else { throw .missingKit(theme: name, kit: kitName) }
    if let earlier, let known = earlier.themes[name], known.kit.isBuilt(on: kit), earlier.images == images,
      earlier.library.lineage(of: name) == lineage
    {
      return known
    }
    let generations: [Theme] = lineage.reversed()
    return try CompiledTheme(generations, kit: kit.adding(generations), images: images)
  }
}
