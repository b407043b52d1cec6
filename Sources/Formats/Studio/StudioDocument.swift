internal import Documents
internal import Themes

/// A file of Tokens Studio: its sets, each over those before it, and the groups of themes that put sets together.
struct StudioDocument: Sendable {
  typealias TokenSet = (name: String, node: JSONNode)

  /// The whole, for places.
  let node: JSONNode
  let sets: [TokenSet]
  /// The groups of themes, in the order in which the file names them first. One theme of each group is active: the
  /// first if nothing is chosen, or the light one.
  private(set) var groups: [ResolverModifier] = []
  /// The themes that have each set, by the numbers of their groups, each choice alone enough; nil if there are no themes, and all sets count.
  private var themes: [[[Int: Set<Int>]]]?

  /// The group of themes that name none.
  fileprivate static let plainGroup = "theme"
  /// Two themes in each of more groups are more choices than one token may depend on.
  private static let mostGroups = 10

  fileprivate init(_ node: JSONNode, _ sets: [TokenSet], _ themes: [StudioDocumentReader.Theme]) {
    (self.node, self.sets) = (node, sets)
    guard !themes.isEmpty else { return }
    var numbers: [String: Int] = [:]
    var byGroup: [[StudioDocumentReader.Theme]] = []
    for theme in themes {
      let number = numbers[theme.group] ?? byGroup.count
      numbers[theme.group] = number
      if number == byGroup.count { byGroup.append([]) }
      byGroup[number].append(theme)
    }
    self.themes = Array(repeating: [], count: sets.count)
    for group in byGroup { add(group) }
  }

  private mutating func add(_ group: [StudioDocumentReader.Theme]) {
    let number = groups.count
    let isPlain = group[0].group == Self.plainGroup
    guard isPlain, let pairs = SchemePairs(group.map(\.name)) else {
      addGroup(group[0].group, group.map(\.name), group)
      for set in sets.indices {
        let having = group.indices.filter { group[$0].sets.contains(set) }
        if !having.isEmpty { themes?[set].append([number: Set(having)]) }
      }
      return
    }
    addGroup(group[0].group, pairs.names, group)
    addGroup("scheme", ["light", "dark"], group)
    for set in sets.indices {
      let brands = Dictionary(grouping: pairs.names.indices) { brand in
        Set(
          [false, true].filter { isDark in
            pairs.themes[brand][isDark].map { group[$0].sets.contains(set) } ?? false
          }.map { $0 ? 1 : 0 })
      }
      for (schemes, brands) in brands.sorted(by: { $0.value[0] < $1.value[0] }) where !schemes.isEmpty {
        themes?[set].append([number: Set(brands), number + 1: schemes])
      }
    }
  }

  private mutating func addGroup(_ name: String, _ names: [String], _ group: [StudioDocumentReader.Theme]) {
    groups.append(
      ResolverModifier(
        name: name, node: group[0].node,
        contexts: zip(names, group).map { ResolverContext(name: $0, key: $1.node) },
        defaultContext: Self.defaultTheme(among: names)))
  }

  /// Returns the number of the first theme; of light and dark ones, of the first light one.
  private static func defaultTheme(among names: [String]) -> Int {
    switch ModifierShape(of: names) {
    case .colorScheme(let dark): dark.firstIndex(of: false) ?? 0
    case .schemeAndContrast(let themes): themes.firstIndex { !$0.isDark && !$0.isHigh } ?? 0
    case .contrast, .contentSize: 0
    case .other: names.firstIndex { ModifierShape.plain($0) == "light" } ?? 0
    }
  }

  /// Returns the conditions under which a set counts, each alone enough; none if it never does.
  func conditions(ofSet set: Int, _ traits: ModifierTraits) -> [TokenConditions] {
    guard let themes else { return [.always] }
    var found: [TokenConditions] = []
    for contexts in themes[set] {
      let choosing = contexts.filter { $1.count < groups[$0].contexts.count }
      if choosing.isEmpty { return [.always] }
      guard let conditions = traits.standing(TokenConditions(choosing)) else { continue }
      if conditions.isAlways { return [.always] }
      if found.count < Self.mostGroups { found.append(conditions) }
    }
    return found
  }
}

/// Reads the sets and themes of a file or a folder of Tokens Studio; the tokens in the sets are left as they are.
struct StudioDocumentReader {
  fileprivate struct Theme {
    let name: String
    let group: String
    /// The numbers of the sets that it puts together.
    let sets: Set<Int>
    let node: JSONNode
  }

  var decoder = ObjectDecoder()
  private var numbers: [String: Int] = [:]

  /// Returns nil for a file of another format.
  mutating func read(_ root: JSONNode) -> StudioDocument? {
    guard root.kind == .object else { return decoder.wrongKind(root, "a file of Tokens Studio", "an object") }
    let members = root.members.map { ($0.name, $0.value) }
    let sets = Self.sets(in: members)
    // A file without these members is one set, except that earlier versions gave a name to the only one.
    let namesSets = members.contains { $0.0 == StudioFolder.themes || $0.0 == StudioFolder.metadata }
    let isOld = sets.count == 1 && sets[0].name == "global"
    guard namesSets || isOld, !sets.contains(where: { StudioTokens.isToken($0.node) }) else {
      return document(root, [("", root)], members)
    }
    return document(root, ordered(sets, members), members)
  }

  /// - Parameter files: the roots of the files of a folder, by the names of their values in a file of all.
  mutating func read(files: [StudioDocument.TokenSet]) -> StudioDocument? {
    files.first.map { document($0.node, ordered(Self.sets(in: files), files), files) }
  }

  private static func sets(in members: [StudioDocument.TokenSet]) -> [StudioDocument.TokenSet] {
    members.filter { $0.name.utf8.first != UInt8(ascii: "$") }
  }

  private mutating func document(
    _ node: JSONNode, _ sets: [StudioDocument.TokenSet], _ members: [StudioDocument.TokenSet]
  ) -> StudioDocument {
    numbers = Dictionary(sets.enumerated().map { ($1.name, $0) }) { $1 }
    let themes = members.first { $0.name == StudioFolder.themes }
    return StudioDocument(node, sets, themes.map { readThemes($0.node) } ?? [])
  }

  /// Returns the sets in the order in which later ones win.
  private mutating func ordered(
    _ sets: [StudioDocument.TokenSet], _ members: [StudioDocument.TokenSet]
  ) -> [StudioDocument.TokenSet] {
    let objects = sets.filter { set in
      if set.node.kind != .object {
        decoder.wrongKind(set.node, "the set \(Quoted.name(set.name))", "an object")
      }
      return set.node.kind == .object
    }
    let found = Dictionary(objects.map { ($0.name, $0.node) }) { $1 }
    let metadata = members.first { $0.name == StudioFolder.metadata }
    let order = metadata.map { readOrder($0.node, found) } ?? []
    let ordered = Set(order)
    return (order + objects.map(\.name).filter { !ordered.contains($0) })
      .compactMap { name in found[name].map { (name, $0) } }
  }

  private mutating func readOrder(_ metadata: JSONNode, _ sets: [String: JSONNode]) -> [String] {
    guard let node = metadata["tokenSetOrder"], let items = decoder.items(node, "'tokenSetOrder'") else {
      return []
    }
    var seen: Set<String> = []
    return items.compactMap { item in
      guard let name = decoder.string(item, "a set of 'tokenSetOrder'") else { return nil }
      if sets[name] == nil { reportNoSet(name, item, among: sets.keys) }
      return seen.insert(name).inserted ? name : nil
    }
  }

  private mutating func reportNoSet(_ name: String, _ node: JSONNode, among names: some Collection<String>) {
    let advice = decoder.diagnostics.question(name, among: names)
    decoder.diagnostics.warning(node, "unknown-set", "There is no set \(Quoted.name(name))\(advice)")
  }

  private mutating func readThemes(_ node: JSONNode) -> [Theme] {
    var seen: Set<[String]> = []
    return (decoder.items(node, "'$themes'") ?? []).compactMap { item in
      guard let theme = readTheme(item) else { return nil }
      guard seen.insert([theme.group, theme.name]).inserted else {
        return decoder.refuse(
          theme.node, "duplicate-theme",
          "There are two themes \(Quoted.name(theme.name)) in the group \(Quoted.name(theme.group)); rename one."
        )
      }
      return theme
    }
  }

  private mutating func readTheme(_ node: JSONNode) -> Theme? {
    guard node.kind == .object else { return decoder.wrongKind(node, "a theme", "an object") }
    guard let nameNode = node["name"] else {
      return decoder.refuse(node, "missing-key", "A theme needs 'name'.")
    }
    guard let name = decoder.string(nameNode, "the name of a theme") else { return nil }
    guard TraitValue.isText(name) else {
      return decoder.refuse(
        nameNode, "bad-name", "\(Quoted.name(name)) can't name a theme: a name has 1 to 64 characters.")
    }
    let group = node["group"].flatMap { $0.isNull ? nil : decoder.string($0, "the group of a theme") }
    return Theme(
      name: name, group: group ?? StudioDocument.plainGroup,
      sets: node["selectedTokenSets"].map { readSelection($0) } ?? [], node: nameNode)
  }

  /// Returns the enabled sets. The sources of other sets count as enabled: references to them are followed.
  private mutating func readSelection(_ node: JSONNode) -> Set<Int> {
    guard node.kind == .object else {
      return decoder.wrongKind(node, "'selectedTokenSets'", "an object") ?? []
    }
    var sets: Set<Int> = []
    for member in node.members {
      guard let status = decoder.string(member.value, "the status of a set") else { continue }
      switch status {
      case "disabled": break
      case "enabled", "source":
        if let number = numbers[member.name] {
          sets.insert(number)
        } else {
          reportNoSet(member.name, member.key, among: numbers.keys)
        }
      default:
        decoder.diagnostics.error(
          member.value, "unknown-value",
          "The status of a set can't be \(Quoted.name(status)); it is 'enabled', 'source' or 'disabled'.")
      }
    }
    return sets
  }
}
