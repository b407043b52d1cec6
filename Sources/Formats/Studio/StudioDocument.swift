internal import Documents
internal import Themes

/// A file of Tokens Studio: its sets, each over those before it, and the groups of themes that put sets together.
struct StudioDocument: Sendable {
  struct TokenSet: Sendable {
    let name: String
    let node: JSONNode
  }

  /// The whole, for places.
  let node: JSONNode
  let sets: [TokenSet]
  /// The groups of themes, in the order in which the file names them first. Of each group one theme holds: the first if
  /// nothing is chosen.
  private(set) var groups: [ResolverModifier] = []
  /// The themes that have each set, by group; nil if there are no themes, and all sets hold.
  private var themes: [[Int: Set<Int>]]?

  /// The group of themes that name none.
  fileprivate static let plainGroup = "theme"
  /// Two themes in each of more groups are more choices than one token may depend on.
  private static let mostGroups = 10

  fileprivate init(_ node: JSONNode, _ sets: [TokenSet], _ themes: [StudioDocumentReader.Theme]) {
    (self.node, self.sets) = (node, sets)
    guard !themes.isEmpty else { return }
    var names: [String] = []
    let byGroup = Dictionary(grouping: themes) { $0.group }
    for theme in themes where !names.contains(theme.group) {
      names.append(theme.group)
    }
    var having: [[Int: Set<Int>]] = Array(repeating: [:], count: sets.count)
    for name in names {
      let group = byGroup[name] ?? []
      for (number, theme) in group.enumerated() {
        for set in theme.sets { having[set][groups.count, default: []].insert(number) }
      }
      groups.append(
        ResolverModifier(
          name: name, node: group[0].node,
          contexts: group.map { ResolverContext(name: $0.name, key: $0.node) }, defaultContext: 0))
    }
    self.themes = having
  }

  /// Returns the conditions of which one must hold for a set to be there; none if it never is.
  func conditions(ofSet set: Int, _ traits: ModifierTraits) -> [TokenConditions] {
    guard let themes else { return [.always] }
    let found = themes[set].sorted { $0.key < $1.key }.compactMap { group, themes in
      let isWhole = themes.count == groups[group].contexts.count
      return isWhole ? .always : traits.standing(TokenConditions([group: themes]))
    }
    return found.contains(.always) ? [.always] : Array(found.prefix(Self.mostGroups))
  }
}

/// Reads what a file or a folder of Tokens Studio says of its sets and themes; the tokens in the sets are left as they are.
struct StudioDocumentReader {
  fileprivate struct Theme {
    let name: String
    let group: String
    /// The numbers of the sets that it puts together.
    let sets: Set<Int>
    /// Its name's node, for places.
    let node: JSONNode
  }

  var decoder = ObjectDecoder()
  private var numbers: [String: Int] = [:]

  /// Returns nil for a file of another format.
  mutating func read(_ root: JSONNode) -> StudioDocument? {
    guard root.kind == .object else {
      decoder.wrongKind(root, "a file of Tokens Studio", "an object")
      return nil
    }
    let members = root.members.map { StudioDocument.TokenSet(name: $0.name, node: $0.value) }
    let sets = members.filter { $0.name.utf8.first != UInt8(ascii: "$") }
    // Without a word of sets or themes the file is one set, but for the name that earlier versions gave to the only one.
    let tellsSets = members.contains { $0.name == StudioFolder.themes || $0.name == StudioFolder.metadata }
    let isOld = sets.count == 1 && sets[0].name == "global"
    guard tellsSets || isOld, !sets.contains(where: { StudioTokens.isToken($0.node) }) else {
      return document(root, [StudioDocument.TokenSet(name: "", node: root)], members)
    }
    return document(root, ordered(sets, members), members)
  }

  /// - Parameter files: what is in the files of a folder, by the names that their values would have in a file of all.
  mutating func read(files: [StudioDocument.TokenSet]) -> StudioDocument? {
    guard let first = files.first else { return nil }
    let sets = files.filter { $0.name.utf8.first != UInt8(ascii: "$") }
    return document(first.node, ordered(sets, files), files)
  }

  private mutating func document(
    _ node: JSONNode, _ sets: [StudioDocument.TokenSet], _ members: [StudioDocument.TokenSet]
  ) -> StudioDocument {
    numbers = Dictionary(sets.enumerated().map { ($1.name, $0) }) { $1 }
    let themes = members.first { $0.name == StudioFolder.themes }
    return StudioDocument(node, sets, themes.map { readThemes($0.node) } ?? [])
  }

  // MARK: Sets

  /// Returns the sets in the order in which later ones win.
  private mutating func ordered(_ sets: [StudioDocument.TokenSet], _ members: [StudioDocument.TokenSet])
    -> [StudioDocument.TokenSet]
  {
    var found: [String: JSONNode] = [:]
    var names: [String] = []
    for set in sets {
      guard set.node.kind == .object else {
        decoder.wrongKind(set.node, "the set \(Quoted.name(set.name))", "an object")
        continue
      }
      found[set.name] = set.node
      names.append(set.name)
    }
    let metadata = members.first { $0.name == StudioFolder.metadata }
    let order = metadata.map { readOrder($0.node, found) } ?? []
    let ordered = Set(order)
    return (order + names.filter { !ordered.contains($0) }).compactMap { name in
      found[name].map { StudioDocument.TokenSet(name: name, node: $0) }
    }
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

  // MARK: Themes

  private mutating func readThemes(_ node: JSONNode) -> [Theme] {
    guard let items = decoder.items(node, "'$themes'") else { return [] }
    var seen: Set<[String]> = []
    return items.compactMap { item in
      guard let theme = readTheme(item) else { return nil }
      guard seen.insert([theme.group, theme.name]).inserted else {
        decoder.diagnostics.error(
          theme.node, "duplicate-theme",
          "There are two themes \(Quoted.name(theme.name)) in the group \(Quoted.name(theme.group)); rename one."
        )
        return nil
      }
      return theme
    }
  }

  private mutating func readTheme(_ node: JSONNode) -> Theme? {
    guard node.kind == .object else {
      decoder.wrongKind(node, "a theme", "an object")
      return nil
    }
    guard let nameNode = node["name"] else {
      decoder.diagnostics.error(node, "missing-key", "A theme needs 'name'.")
      return nil
    }
    guard let name = decoder.string(nameNode, "the name of a theme") else { return nil }
    guard TraitValue.isText(name) else {
      decoder.diagnostics.error(
        nameNode, "bad-name", "\(Quoted.name(name)) can't name a theme: a name has 1 to 64 characters.")
      return nil
    }
    let group = node["group"].flatMap { $0.isNull ? nil : decoder.string($0, "the group of a theme") }
    return Theme(
      name: name, group: group ?? StudioDocument.plainGroup,
      sets: node["selectedTokenSets"].map { readSelection($0) } ?? [], node: nameNode)
  }

  /// Sets that are the source of others count as those that are on: what refers to them finds them.
  private mutating func readSelection(_ node: JSONNode) -> Set<Int> {
    guard node.kind == .object else {
      decoder.wrongKind(node, "'selectedTokenSets'", "an object")
      return []
    }
    var sets: Set<Int> = []
    for member in node.members {
      guard let status = decoder.string(member.value, "the status of a set") else { continue }
      guard ["enabled", "source", "disabled"].contains(status) else {
        decoder.diagnostics.error(
          member.value, "unknown-value",
          "The status of a set can't be \(Quoted.name(status)); it is 'enabled', 'source' or 'disabled'.")
        continue
      }
      guard status != "disabled" else { continue }
      guard let number = numbers[member.name] else {
        reportNoSet(member.name, member.key, among: numbers.keys)
        continue
      }
      sets.insert(number)
    }
    return sets
  }
}
