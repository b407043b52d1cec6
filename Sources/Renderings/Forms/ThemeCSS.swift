internal import Documents
package import Resolution
package import Themes

/// Writes a theme as CSS custom properties.
package enum ThemeCSS {
  /// The theme where certain traits hold.
  package static func one(_ theme: ResolvedTheme, _ kit: KitIndex, _ options: RenderingOptions) -> [UInt8] {
    let content = SheetContent(theme, kit, options, options.hasSelectors ? ClassSelectors(kit) : nil)
    var sheet = StyleSheet(theme: theme.name, title: theme.title, toggles: [])
    sheet.add(content.page, scheme: scheme(theme.traits, kit.definition), where: MediaCondition())
    for place in content.orderedPlaces {
      sheet.add(content.inside[place] ?? [], where: MediaCondition(), at: place)
    }
    sheet.addNote(of: content, options)
    return sheet.bytes
  }

  /// The theme with every variant: first what holds without traits, then, for each set of traits that makes a
  /// difference, what it changes. Sets stand after those that they contain, so that the cascade decides as
  /// precedence does: more traits win.
  package static func whole(_ theme: CompiledTheme, _ library: Library, _ options: RenderingOptions)
    -> [UInt8]
  {
    let kit = theme.kit.names
    let sets = TraitSets(theme, library, withContainers: options.hasSelectors)
    let toggles = sets.toggles(kit.definition)
    var sheet = StyleSheet(theme: theme.name, title: theme.title, toggles: toggles)
    let blocks = SheetBlocks(theme, sets, options)
    for block in blocks.list {
      let isFirst = block.traits.isEmpty
      let scheme = isFirst && toggles.contains(.scheme) ? "light dark" : nil
      for condition in block.conditions {
        sheet.add(block.byPlace[nil] ?? [], scheme: scheme, where: condition)
      }
      guard isFirst, scheme != nil else { continue }
      for word in ["light", "dark"] {
        sheet.add([], scheme: word, where: .chosen(word, by: .scheme))
      }
    }
    for place in blocks.places {
      for block in blocks.list {
        guard let declarations = block.byPlace[place] else { continue }
        for condition in block.conditions {
          sheet.add(declarations, where: condition, at: place)
        }
      }
    }
    if let content = blocks.base { sheet.addNote(of: content, options) }
    return sheet.bytes
  }

  /// What the browser should draw its own things in, where the traits say it.
  private static func scheme(_ traits: [String: String], _ kit: Kit) -> String? {
    for (name, value) in traits {
      guard let trait = kit.traits[name], SchemeToggle(trait) == .scheme else { continue }
      return MediaCondition.words(value, trait).first { $0 == "light" || $0 == "dark" }
    }
    return nil
  }
}

extension StyleSheet {
  /// Says what the sheet leaves out.
  mutating func addNote(of content: SheetContent, _ options: RenderingOptions) {
    addNote(ofValues: content.formless)
    guard content.unsaid > 0 else { return }
    let rules = content.unsaid == 1 ? "1 rule in containers is" : "\(content.unsaid) rules in containers are"
    let why =
      options.hasSelectors
      ? "their classes have no selector in the kit." : "'?selectors=true' writes what a style sheet can say."
    add(comment: "\(rules) not here: \(why)")
  }

  private mutating func addNote(ofValues names: [String]) {
    guard !names.isEmpty else { return }
    let values = names.count == 1 ? "1 value with parts is" : "\(names.count) values with parts are"
    let shown = names.prefix(8).map { Quoted.name($0) } + (names.count > 8 ? ["others"] : [])
    add(comment: "\(values) not here, without a type that says how: \(Quoted.list(shown)).")
  }
}
