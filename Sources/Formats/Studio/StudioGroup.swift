/// The themes of a file of which one holds at a time: what a resolver document calls a modifier.
struct StudioGroup: Sendable {
  let name: String
  /// The first holds where nothing is chosen; there is one at least.
  let themes: [StudioDocument.StudioTheme]

  var modifier: ResolverModifier {
    ResolverModifier(
      name: name, node: themes[0].node,
      contexts: themes.map { ResolverContext(name: $0.name, key: $0.node) }, defaultContext: 0)
  }

  /// In the order in which the file names them first.
  static func all(in document: StudioDocument) -> [StudioGroup] {
    var names: [String] = []
    var themes: [String: [StudioDocument.StudioTheme]] = [:]
    for theme in document.themes {
      if themes[theme.group] == nil { names.append(theme.group) }
      themes[theme.group, default: []].append(theme)
    }
    return names.compactMap { name in themes[name].map { StudioGroup(name: name, themes: $0) } }
  }
}
