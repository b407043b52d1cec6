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
  func unused(in theme: Theme, ancestors: ArraySlice<Theme>) -> [String] {
    guard !theme.colors.isEmpty else { return [] }
    var names: Set<String> = []
    for relative in ancestors.map(\.name) + line(from: theme.name) {
      names.formUnion(referenced[relative, default: []])
    }
    return names.isEmpty ? [] : theme.colors.keys.filter { !names.contains($0) }.sorted()
  }

  /// A theme and everything built on it.
  private func line(from name: String) -> [String] {
    var line = [name]
    var index = 0
    while index < line.count {
      line += children[line[index], default: []]
      index += 1
    }
    return line
  }

  private static func references(in theme: Theme) -> Set<String> {
    var names: Set<String> = []
    for entry in theme.colors.values {
      add(entry.base, to: &names)
      for variant in entry.variants { add(variant.content, to: &names) }
    }
    for rule in theme.rules {
      for setting in rule.settings { add(setting.value, to: &names) }
    }
    return names
  }

  private static func add(_ expression: ColorExpression, to names: inout Set<String>) {
    if case .reference(let name, _) = expression { names.insert(name) }
  }

  /// Values are nested no deeper than their forms.
  private static func add(_ value: Value, to names: inout Set<String>) {
    switch value {
    case .color(let expression): add(expression, to: &names)
    case .list(let items): for item in items { add(item, to: &names) }
    case .object(let members): for member in members { add(member.value, to: &names) }
    case .blocked, .image, .number, .bool, .string: break
    }
  }
}
