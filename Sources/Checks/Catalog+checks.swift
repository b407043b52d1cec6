package import Resolution
package import Themes

extension Catalog {
  /// Reads documents, compiles those without errors, and checks them. The problems of the catalog's library are all
  /// that is wrong or worth knowing; one with errors must not be served.
  ///
  /// - Parameters:
  ///   - uploads: documents that stand in place of the files whose themes they have.
  ///   - earlier: what it has compiled from the same documents is taken over.
  package static func reading(
    kits: [SourceFile], themes: [SourceFile], uploads: [SourceFile] = [], images: ImageFolder = .none,
    reusing earlier: Catalog? = nil
  ) -> Catalog {
    let library = Library.read(kits: kits, themes: themes, uploads: uploads)
    let catalog = Catalog(soundPartOf: library, images: images, reusing: earlier)
    return catalog.adding(catalog.failures.map { $0.problem(in: library) } + catalog.checkThemes())
  }

  /// Parents before children. A theme with errors is looked at for rules that are never used alone: what else is
  /// wrong with it would only be said again in other words.
  private func checkThemes() -> [Problem] {
    let use = PaletteUse(library.themes)
    let lineages = library.themes.keys.sorted().map { library.lineage(of: $0) }
    return lineages.sorted { $0.count < $1.count }.flatMap { lineage -> [Problem] in
      guard let source = library.sources[lineage[0].name] else { return [] }
      var checks = ThemeChecks(lineage, source: source)
      checks.checkReach()
      if let compiled = themes[lineage[0].name] {
        checks.checkColorUse(use)
        checks.checkContrast(compiled)
      }
      return checks.findings.problems
    }
  }
}
