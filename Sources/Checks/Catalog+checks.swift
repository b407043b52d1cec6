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
    let library = Library.read(kits: kits, themes: themes, uploads: uploads, knowing: earlier?.library)
    let catalog = Catalog(soundPartOf: library, images: images, reusing: earlier)
    let findings = catalog.checkThemes(knowing: earlier)
    // Parents before children.
    let order = findings.keys.sorted().map { (depth: library.lineage(of: $0).count, name: $0) }
    let found = order.sorted { $0.depth < $1.depth }.flatMap { _, name in
      findings[name].map { $0.own + $0.family } ?? []
    }
    return catalog.adding(catalog.failures.map { $0.problem(in: library) } + found, findings)
  }

  /// A theme with errors is looked at for rules that are never used alone: what else is wrong with it would only be
  /// said again in other words.
  private func checkThemes(knowing earlier: Catalog?) -> [String: ThemeFindings] {
    var findings: [String: ThemeFindings] = [:]
    for name in library.themes.keys {
      findings[name] = knownFindings(of: name, in: earlier) ?? checkAlone(name)
    }
    let use = PaletteUse(library.themes, references: findings.mapValues(\.references))
    for name in changedFamilies(since: earlier) where themes[name] != nil {
      findings[name]?.family = checkFamily(of: name, use)
    }
    return findings
  }

  private func knownFindings(of name: String, in earlier: Catalog?) -> ThemeFindings? {
    earlier.flatMap { shares(name, with: $0) ? $0.findings[name] : nil }
  }

  private func checkAlone(_ name: String) -> ThemeFindings? {
    let lineage = library.lineage(of: name)
    guard let source = library.sources[name] else { return nil }
    var checks = ThemeChecks(lineage, source: source)
    checks.checkReach()
    if let compiled = themes[name] { checks.checkContrast(compiled) }
    return ThemeFindings(own: checks.findings.problems, references: PaletteUse.references(in: lineage[0]))
  }

  private func checkFamily(of name: String, _ use: PaletteUse) -> [Problem] {
    guard let source = library.sources[name] else { return [] }
    var checks = ThemeChecks(library.lineage(of: name), source: source)
    checks.checkColorUse(use)
    return checks.findings.problems
  }

  /// The themes that have changed or come, with the ancestors of those and of themes that are gone.
  private func changedFamilies(since earlier: Catalog?) -> Set<String> {
    guard let earlier else { return Set(library.themes.keys) }
    var families: Set<String> = []
    for name in library.themes.keys where !shares(name, with: earlier) {
      families.formUnion(library.lineage(of: name).map(\.name))
      families.formUnion(earlier.library.lineage(of: name).map(\.name))
    }
    for name in earlier.library.themes.keys where library.themes[name] == nil {
      families.formUnion(earlier.library.lineage(of: name).map(\.name))
    }
    return families
  }
}
