package import Themes

/// All kits and themes that are served, compiled: replaced as a whole, never changed.
package struct Catalog: Sendable {
  package let kits: [String: CompiledKit]
  package let themes: [String: CompiledTheme]
  package let library: Library
  package let images: ImageFolder

  /// Compiles a library without errors. What an earlier catalog has compiled from the same documents is
  /// taken over.
  package init(
    _ library: Library, images: ImageFolder, reusing earlier: Catalog? = nil
  ) throws(CompileFailure) {
    guard !library.hasErrors else { throw .libraryHasErrors }
    var kits: [String: CompiledKit] = [:]
    for (name, kit) in library.kits {
      let known = earlier?.kits[name]
      kits[name] = known?.kit == kit ? known : CompiledKit(kit)
    }
    var themes: [String: CompiledTheme] = [:]
    for (name, theme) in library.themes {
      let generations = try Self.generations(of: theme, in: library)
      guard let kit = kits[theme.kit] else { throw .missingKit(theme: name, kit: theme.kit) }
      if let earlier, let known = earlier.themes[name], known.kit.isBuilt(on: kit), earlier.images == images,
        known.lineage.reversed().map({ earlier.library.themes[$0] }) == generations
      {
        themes[name] = known
      } else {
        themes[name] = try CompiledTheme(
          generations, kit: kit.adding(propertiesOf: generations), images: images)
      }
    }
    (self.kits, self.themes, self.library, self.images) = (kits, themes, library, images)
  }

  /// The theme's ancestors from the oldest on, then itself.
  private static func generations(of theme: Theme, in library: Library) throws(CompileFailure) -> [Theme] {
    var generations = [theme]
    var seen: Set<String> = [theme.name]
    while let name = generations[0].parent {
      guard let parent = library.themes[name] else {
        throw .missingParent(theme: generations[0].name, parent: name)
      }
      guard seen.insert(name).inserted else { throw .inheritanceCircle(theme: theme.name) }
      generations.insert(parent, at: 0)
    }
    return generations
  }

  /// The theme that a wrong name was probably meant to be.
  package func nearestTheme(to name: String) -> String? { NearestName.of(name, among: themes.keys) }
}
