internal import Themes

/// Which colors the themes of a library refer to.
struct PaletteUse {
  private var referenced: [String: Set<String>] = [:]
  private var children: [String: [String]] = [:]

  init(_ themes: [String: Theme]) {
    for theme in themes.values {
      referenced[theme.name] = Self.references(in: theme)
      if let parent = theme.parent { children[parent, default: []].append(theme.name) }
    }
  }

  /// The colors of a theme that neither it nor its ancestors nor anything built on it refers to. None in a
  /// family that refers to no color at all: such a palette is there to be asked for.
  func unused(in theme: Theme, ancestors: some Sequence<Theme>) -> [String] {
    guard !theme.colors.isEmpty else { return [] }
    var names: Set<String> = []
    for relative in ancestors.map(\.name) + descendants(of: theme.name) {
      names.formUnion(referenced[relative, default: []])
    }
    return names.isEmpty ? [] : theme.colors.keys.filter { !names.contains($0) }.sorted()
  }

  /// A theme and everything built on it.
  private func descendants(of name: String) -> [String] {
    var found = [name]
    var index = 0
    while index < found.count {
      found += children[found[index], default: []]
      index += 1
    }
    return found
  }

  private static func references(in theme: Theme) -> Set<String> {
    var names: Set<String> = []
    for entry in theme.colors.values { names.formUnion(entry.contents.compactMap(\.referenced)) }
    for rule in theme.rules {
      for setting in rule.settings { add(setting.value, to: &names) }
    }
    return names
  }

  /// Values are nested no deeper than their forms.
  private static func add(_ value: Value, to names: inout Set<String>) {
    switch value {
    case .color(let expression): if let name = expression.referenced { names.insert(name) }
    case .list(let items): for item in items { add(item, to: &names) }
    case .object(let members): for member in members { add(member.value, to: &names) }
    case .blocked, .image, .number, .bool, .string: break
    }
  }
}
