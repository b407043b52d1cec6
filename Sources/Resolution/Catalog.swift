package import Themes

/// All kits and themes that are served, compiled: replaced as a whole, never changed.
package struct Catalog: Sendable {
  package let kits: [String: CompiledKit]
  package let themes: [String: CompiledTheme]
  package let library: Library
  package let images: ImageFolder

  /// Why themes that seemed sound could not be compiled.
  package let failures: [CompileFailure]
  /// By the theme's name.
  package let findings: [String: ThemeFindings]

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
  package init(soundPartOf library: Library, images: ImageFolder, reusing earlier: Catalog? = nil) {
    var kits: [String: CompiledKit] = [:]
    for (name, kit) in library.kits {
      let known = earlier?.kits[name]
      kits[name] = known?.definition == kit ? known : CompiledKit(kit)
    }
    var themes: [String: CompiledTheme] = [:]
    var failures: [CompileFailure] = []
    for name in library.soundThemes {
      do throws(CompileFailure) {
        themes[name] = try Self.compile(name, of: library, kits, images, earlier)
      } catch { failures.append(error) }
    }
    self.init(kits: kits, themes: themes, failures: failures, library: library, images: images)
  }

  private init(
    kits: [String: CompiledKit], themes: [String: CompiledTheme], failures: [CompileFailure],
    library: Library, images: ImageFolder, findings: [String: ThemeFindings] = [:]
  ) {
    (self.kits, self.themes, self.failures, self.findings) = (kits, themes, failures, findings)
    (self.library, self.images) = (library, images)
  }

  /// The same with more found wrong, or worth knowing, in its documents.
  package func adding(_ problems: [Problem], _ findings: [String: ThemeFindings]) -> Catalog {
    Catalog(
      kits: kits, themes: themes, failures: failures, library: library.adding(problems), images: images,
      findings: findings)
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
    return try CompiledTheme(generations, kit: kit.adding(propertiesOf: generations), images: images)
  }
}
