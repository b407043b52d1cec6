package import Documents

/// Reads a theme in Livery's own format, against its kit.
package struct ThemeReader {
  package static let members = [
    "$schema", "title", "description", "kit", "extends", "imagePrefix", "transition", "properties", "traits",
    "colors", "images", "fonts", "values", "groups", "appearance", "extensions",
  ]

  /// The kit with the properties that the theme and its ancestors add.
  private(set) var kit: KitIndex
  package var values: ValueReader
  private let found: FoundMembers
  /// The excess of entries; nil if the theme has so few that all of them are read.
  private let excess: (count: Int, first: JSONNode)?
  /// The keys by class and by the text that writes them: a theme has few of them in many rules.
  private var keys: [String: [String: KitKey]] = [:]
  private var keyCount = 0
  private static let mostKeys = 1000
  var valueType: ValueType?
  var remarks: [String: Remark] = [:]
  /// The kind of the colors: those of a theme, or of a kit that is read like one.
  var colorSort = EntrySort.color

  typealias KitKey = (PropertyKey, Kit.Property)

  /// The written form of each style that the rules name, by its name.
  lazy var styles: [String: String] = Self.styles(in: found["appearance"])

  private static func styles(in rules: JSONNode?) -> [String: String] {
    var styles: [String: String] = [:]
    guard let rules else { return styles }
    for rule in rules.items {
      let containers = rule["in"].map { [$0] + Array($0.items) } ?? []
      let words = ([rule["for"]].compactMap(\.self) + containers).compactMap(\.string)
      for step in words.flatMap({ $0.split(separator: "/") }) {
        let parts = step.split(separator: ".", maxSplits: 1)
        if parts.count == 2 { styles[String(parts[1])] = String(step) }
      }
    }
    return styles
  }

  package var diagnostics: Diagnostics {
    get { values.decoder.diagnostics }
    set { values.decoder.diagnostics = newValue }
  }

  package init(_ surroundings: ThemeSurroundings, _ members: FoundMembers) {
    kit = surroundings.kit
    found = members
    let excess = Self.excess(of: members)
    self.excess = excess
    func names(in table: String) -> [String] {
      excess == nil ? members[table]?.members.map(\.name) ?? [] : []
    }
    values = ValueReader(
      colors: surroundings.colors.union(names(in: "colors")),
      values: surroundings.values.union(names(in: "values")), ownColors: kit.definition.colors)
  }

  private static func excess(of members: FoundMembers) -> (count: Int, first: JSONNode)? {
    let tables = ["colors", "images", "values", "appearance"].compactMap { members[$0] }
    let count = tables.reduce(0) { $0 + $1.count }
    guard count > Theme.mostNames, let first = tables.min(by: { $0.index < $1.index }) else { return nil }
    return (count, first)
  }

  package mutating func read(named name: String, parent: String?, in file: String) -> Theme {
    var theme = Theme(name: name, kit: kit.definition.name, parent: parent, file: file)
    if let excess {
      let message = Theme.tooManyNames(name, count: excess.count, withParents: false)
      diagnostics.error(excess.first, "too-many-names", message)
      return theme
    }
    theme.addedProperties = found["properties"].map { readAdded($0) } ?? [:]
    kit = kit.adding(theme.addedProperties)
    theme.ownTraits = found["traits"].map { readOwnTraits($0) } ?? [:]
    kit = kit.adding(theme.ownTraits)
    let colors = readTable("colors", of: colorSort) { $0.values.color($1, $2) }
    theme.rules = found["appearance"].map { readRules($0) } ?? []
    theme.title = found["title"].flatMap { values.decoder.string($0, "'title'") }
    theme.imagePrefix = found["imagePrefix"].flatMap { readPrefix($0) }
    theme.transition = found["transition"].flatMap { readTransition($0) }
    // Rules are read before: their colors of the platform become the theme's own.
    theme.colors = colors.merging(borrowedColors()) { own, _ in own }
    theme.images = readTable("images", of: .image) { $0.values.image($1, $2) }
    theme.fonts = found["fonts"].map { readFonts($0) } ?? [:]
    theme.values = readTable("values", of: .value) { reader, node, name in
      guard let type = reader.valueType else { return reader.values.any(node, name).map { TypedValue($0) } }
      return reader.values.typed(node, type, name).map { TypedValue($0, type: type) }
    }
    theme.remarks = remarks
    theme.groups = found["groups"].map { readGroups($0) } ?? [:]
    theme.about = Remark(
      description: found["description"].flatMap { values.decoder.string($0, "'description'") },
      extensions: found["extensions"].flatMap { readExtensions($0) })
    return theme
  }

  /// The platform's colors that the theme uses, with the colors that they refer to, as colors of the theme.
  private func borrowedColors() -> Theme.Colors {
    var borrowed: Theme.Colors = [:]
    var open = values.borrowed.map { ($0.key, $0.value) }
    while let (name, place) = open.popLast() {
      guard borrowed[name] == nil, !values.colors.contains(name), let color = kit.definition.colors[name]
      else { continue }
      borrowed[name] = Theme.Variants(base: color.base, variants: color.variants, place: place)
      open += color.references.map { ($0, place) }
    }
    return borrowed
  }

  private mutating func readPrefix(_ node: JSONNode) -> String? {
    guard let prefix = values.decoder.string(node, "'imagePrefix'") else { return nil }
    if prefix.isEmpty || ImageName.isValid(prefix + "x") { return prefix }
    return values.decoder.refuse(
      node, "bad-image", "\(Quoted.name(prefix)) can't begin an image's name: \(ImageName.rule)")
  }

  private mutating func readTransition(_ node: JSONNode) -> Theme.Transition? {
    guard let members = values.decoder.members(of: node, "a transition", allowed: ["duration"]) else {
      return nil
    }
    guard let durationNode = members["duration"] else {
      return values.decoder.refuse(node, "missing-key", "A transition needs 'duration', in seconds.")
    }
    guard let duration = values.decoder.number(durationNode, "'duration'") else { return nil }
    if (0...60).contains(duration) { return Theme.Transition(duration: duration) }
    return values.decoder.refuse(durationNode, "bad-value", "'duration' is in seconds, from 0 to 60.")
  }

  private mutating func readAdded(_ node: JSONNode) -> [String: [Kit.Property]] {
    guard let members = values.decoder.table(node, "'properties'") else { return [:] }
    var added: [String: [Kit.Property]] = [:]
    for member in members {
      let className = member.name
      guard kit.definition.classes[className] != nil else {
        let sentence = kit.noClass(className, after: diagnostics.problems.count)
        diagnostics.error(member.key, "unknown-class", sentence)
        continue
      }
      let properties = values.decoder.properties(member.value, of: className, axes: kit.definition.axes)
      added[className] = properties.filter { property in
        let isNew = !kit.has(property, of: className)
        if !isNew {
          diagnostics.error(
            member.key, "duplicate-property",
            "\(className) has a property '\(property.name)' already; it needs no adding.")
        }
        return isNew
      }
    }
    return added
  }

  mutating func key(_ text: String, of className: String) -> Result<KitKey, ValueRefusal> {
    if let known = keys[className]?[text] { return .success(known) }
    let found = kit.key(text, of: className)
    if case .success(let key) = found, keyCount < Self.mostKeys {
      keys[className, default: [:]][text] = key
      keyCount += 1
    }
    return found
  }

  private mutating func readTable<Content>(
    _ table: String, of sort: EntrySort, _ content: (inout ThemeReader, JSONNode, String) -> Content?
  ) -> [String: Theme.Variants<Content>] {
    guard let node = found[table], let members = values.decoder.table(node, "'\(table)'") else { return [:] }
    var entries: [String: Theme.Variants<Content>] = [:]
    for member in members {
      let name = member.name
      guard Name.isEntry(name) else {
        diagnostics.error(
          member.key, "bad-name", "\(Quoted.name(name)) can't name \(sort.words): \(Name.entryRule)")
        continue
      }
      entries[name] = readEntry(member, name, sort, content)
      if diagnostics.isFull { break }
    }
    return entries
  }

  mutating func readOwnTraits(_ node: JSONNode) -> [String: Kit.Trait] {
    guard let members = values.decoder.table(node, "'traits'") else { return [:] }
    let kit = kit.definition
    var traits: [String: Kit.Trait] = [:]
    for member in members {
      guard let name = values.decoder.word(member.key, "a trait"),
        let trait = readOwnTrait(member.value, name)
      else { continue }
      if Name.parameters.contains(name) {
        diagnostics.error(
          member.key, "bad-name", "'\(name)' can't name a trait: a question has a parameter of that name.")
      } else if let known = kit.traits[name], known.domain != trait.domain {
        diagnostics.error(
          member.key, "duplicate-trait",
          "The kit '\(kit.name)', or a parent, has a trait '\(name)' with other values; call this one "
            + "otherwise.")
      } else {
        traits[name] = trait
      }
    }
    return traits
  }

  private mutating func readOwnTrait(_ node: JSONNode, _ name: String) -> Kit.Trait? {
    guard let found = values.decoder.members(of: node, "a trait", allowed: ["values", "default"]) else {
      return nil
    }
    guard let list = found["values"] else {
      return values.decoder.refuse(
        node, "missing-key", "The trait '\(name)' needs 'values': the values it can have.")
    }
    guard let names = readOwnValues(list, name) else { return nil }
    guard let standard = found["default"] else { return Kit.Trait(domain: .values(names), isOwn: true) }
    return values.decoder.traitValue(standard, .values(names), "'default'").map {
      Kit.Trait(domain: .values(names), defaultValue: $0, isOwn: true)
    }
  }

  private mutating func readOwnValues(_ node: JSONNode, _ name: String) -> [String]? {
    guard let items = values.decoder.items(node, "'values'") else { return nil }
    let words = items.compactMap { values.decoder.string($0, "a value of '\(name)'") }
    guard words.count == items.count else { return nil }
    if !words.isEmpty, Set(words).count == words.count, words.allSatisfy(TraitValue.isText) { return words }
    return values.decoder.refuse(
      node, "bad-value",
      "The values of '\(name)' should be words in 1 to 64 characters, one at least and each once.")
  }

  static let remarkMembers = ["description", "deprecated", "extensions", "root"]

  mutating func readRemark(_ entry: JSONNode) -> Remark {
    let deprecated = entry["deprecated"].flatMap { values.deprecation($0, "'deprecated'") }
    let extensions = entry["extensions"].flatMap { readExtensions($0) }
    return Remark(
      description: entry["description"].flatMap { values.decoder.string($0, "'description'") },
      deprecation: deprecated?.deprecation, extensions: Remark.extensions(extensions, deprecated?.details),
      isRoot: entry["root"].flatMap { values.decoder.bool($0, "'root'") } ?? false)
  }

  private mutating func readExtensions(_ node: JSONNode) -> Value? {
    values.decoder.table(node, "'extensions'") == nil ? nil : values.anything(node, "'extensions'")
  }

  /// Reads the remarks on groups by path, the names of groups joined by dots.
  mutating func readGroups(_ node: JSONNode) -> [String: Theme.Group] {
    guard let members = values.decoder.table(node, "'groups'") else { return [:] }
    var groups: [String: Theme.Group] = [:]
    for member in members {
      let name = member.name
      guard Name.isEntry(name) else {
        diagnostics.error(
          member.key, "bad-name", "\(Quoted.name(name)) can't name a group: \(Name.entryRule)")
        continue
      }
      let allowed = ["description", "extensions"]
      guard values.decoder.members(of: member.value, "a group", allowed: allowed) != nil else { continue }
      groups[name] = Theme.Group(readRemark(member.value), at: member.key.position)
    }
    return groups
  }
}

/// The kit, and the names that a theme can refer to beside its own.
package struct ThemeSurroundings: Sendable {
  package private(set) var kit: KitIndex
  /// The names of the colors of its ancestors.
  package private(set) var colors: Set<String>
  /// The names of their other values.
  package private(set) var values: Set<String>
  package private(set) var types: [String: ValueType]

  package init(
    kit: KitIndex, colors: Set<String> = [], values: Set<String> = [], types: [String: ValueType] = [:]
  ) {
    (self.kit, self.colors, self.values, self.types) = (kit, colors, values, types)
  }

  init(_ kit: KitIndex, under ancestors: [Theme]) {
    self = ancestors.reversed().reduce(into: ThemeSurroundings(kit: kit)) { $0.add($1) }
  }

  /// Adds the names of a theme, for its children.
  mutating func add(_ theme: Theme) {
    kit = kit.adding(theme)
    colors.formUnion(theme.colors.keys)
    values.formUnion(theme.values.keys)
    types.merge(theme.values.compactMapValues(\.type)) { $1 }
  }
}
