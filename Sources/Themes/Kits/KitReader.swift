internal import Documents

struct KitReader {
  private let name: String
  let below: KitIndex?
  var decoder = ObjectDecoder()
  var axes: [String: Kit.Axis]
  private var traits: [String: Kit.Trait]
  var classes: [String: Kit.Class]
  var superclasses: [String: JSONNode] = [:]
  /// The flags of the classes that this document has, not of those below.
  var uses: [String: ClassUse] = [:]
  var propertyLists: [String: JSONNode] = [:]
  var excluded: [(name: String, node: JSONNode)] = []
  /// The classes whose superclass is unknown or makes the chain too long.
  var brokenNames: [String] = []

  static func read(
    _ document: KitDocument, extending below: KitIndex?
  ) -> (kit: Kit?, problems: [Problem]) {
    guard let root = document.root else { return (nil, document.problems) }
    var reader = KitReader(name: document.name, extending: below)
    if !Name.isValid(document.name) {
      reader.decoder.diagnostics.error(
        root, "bad-name", "\(Quoted.name(document.name)) can't name a kit: \(Name.rule)")
    }
    let kit = reader.read(root)
    return (kit, document.problems + reader.decoder.diagnostics.problems)
  }

  var base: Kit? { below?.definition }

  private init(name: String, extending below: KitIndex?) {
    (self.name, self.below) = (name, below)
    let base = below?.definition
    (axes, traits, classes) = (base?.axes ?? [:], base?.traits ?? [:], base?.classes ?? [:])
  }

  private mutating func read(_ root: JSONNode) -> Kit? {
    let allowed = ["$schema", "title", "extends", "classes", "axes", "traits", "contrasts", "colors"]
    guard let members = decoder.members(of: root, "a kit", allowed: allowed) else { return nil }
    let title = members["title"].flatMap { decoder.string($0, "'title'") } ?? name
    if let node = members["extends"] { _ = decoder.string(node, "'extends'") }
    if let node = members["axes"] { readTable(node, "axes", of: "an axis", into: \.axes) { $0.readAxis($1) } }
    if let node = members["traits"] {
      readTable(node, "traits", of: "a trait", into: \.traits) { $0.readTrait($1) }
    }
    if let node = members["classes"] {
      readClasses(node)
    } else if base == nil {
      decoder.diagnostics.error(
        root, "missing-key", "A kit needs 'classes': the classes that themes can name.")
    }
    checkSuperclasses()
    inheritUses()
    let index = KitIndex(kit(title, colors: base?.colors ?? [:]))
    for (name, node) in excluded where !index.hasClass(name) {
      decoder.diagnostics.error(node, "unknown-class", index.noClass(name))
    }
    checkRepeated(index)
    let contrasts = members["contrasts"].flatMap { decoder.items($0, "'contrasts'") } ?? []
    let pairs = contrasts.compactMap { readContrast($0, index) }
    let colors = members["colors"].map { readColors($0, index) } ?? [:]
    return kit(
      title, contrasts: (base?.contrasts ?? []) + pairs,
      colors: (base?.colors ?? [:]).merging(colors) { $1 })
  }

  private func kit(_ title: String, contrasts: [Kit.ContrastPair] = [], colors: Theme.Colors) -> Kit {
    Kit(
      name: name, title: title, ancestors: base.map { [$0.name] + $0.ancestors } ?? [], classes: classes,
      axes: axes, traits: traits, contrasts: contrasts, colors: colors)
  }

  /// Reads a table that adds to the one of the kit below, and replaces nothing there.
  /// - Parameter what: one of its entries, such as `an axis`.
  private mutating func readTable<Part>(
    _ node: JSONNode, _ name: String, of what: String,
    into table: WritableKeyPath<KitReader, [String: Part]>,
    _ read: (inout KitReader, JSONNode) -> Part?
  ) {
    guard let members = decoder.table(node, "'\(name)'") else { return }
    let known = self[keyPath: table]
    for member in members where !isKnown(member.key, what, among: known.keys) {
      let name = decoder.word(member.key, what)
      guard let part = read(&self, member.value), let name else { continue }
      self[keyPath: table][name] = part
    }
  }

  /// Returns whether the extended kit has an entry of this name, and reports that.
  private mutating func isKnown(
    _ key: JSONNode, _ what: String, among known: some Collection<String>
  ) -> Bool {
    guard let base, let name = key.string, known.contains(name) else { return false }
    let noun = what.drop { $0 != " " }.dropFirst()
    decoder.diagnostics.error(
      key, "duplicate-\(noun)",
      "The kit '\(base.name)' has the \(noun) \(Quoted.name(name)) already; it needs no adding.")
    return true
  }

  private mutating func readTrait(_ node: JSONNode) -> Kit.Trait? {
    let allowed = ["values", "kind", "default", "hint", "hintValues"]
    guard let members = decoder.members(of: node, "a trait", allowed: allowed),
      let domain = readDomain(node, members)
    else { return nil }
    let standard = members["default"].flatMap { decoder.traitValue($0, domain, "'default'") }
    let hint = members["hint"].flatMap { readHint($0) }
    let hintValues = members["hintValues"].map { readHintValues($0, domain) } ?? [:]
    if let node = members["hintValues"], members["hint"] == nil {
      decoder.diagnostics.error(node, "bad-value", "'hintValues' needs a 'hint' whose words it explains.")
    }
    return Kit.Trait(domain: domain, defaultValue: standard, hint: hint, hintValues: hintValues)
  }

  private mutating func readDomain(_ node: JSONNode, _ members: FoundMembers) -> Kit.Trait.Domain? {
    switch (members["values"], members["kind"]) {
    case (let values?, nil): return .values(readValues(values) { $0.readTraitText($1) })
    case (nil, let kind?):
      guard let word = decoder.string(kind, "'kind'") else { return nil }
      if word == "number" { return .number }
      if word == "text" { return .text }
      return decoder.refuse(
        kind, "unknown-kind", "A trait's kind is 'number' or 'text', not \(Quoted.name(word)).")
    case (nil, nil):
      return decoder.refuse(
        node, "missing-key", "A trait needs 'values' or a 'kind' (number or text).")
    case (_?, let kind?):
      return decoder.refuse(kind, "bad-value", "A trait has 'values' or a 'kind', not both.")
    }
  }

  /// Reads the name of a header: visible ASCII letters, digits and hyphens.
  private mutating func readHint(_ node: JSONNode) -> String? {
    guard let hint = decoder.string(node, "'hint'") else { return nil }
    if Name.isWord(hint), !hint.contains("_") { return hint }
    return decoder.refuse(node, "bad-name", "\(Quoted.name(hint)) can't be the name of a header.")
  }

  private mutating func readHintValues(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> [String: String] {
    guard let members = decoder.table(node, "'hintValues'") else { return [:] }
    var values: [String: String] = [:]
    for member in members {
      if let value = decoder.traitValue(member.value, domain, Quoted.name(member.name)) {
        values[member.name] = value
      }
    }
    return values
  }

  private mutating func readTraitText(_ node: JSONNode) -> String? {
    guard let value = decoder.string(node, "a value of a trait") else { return nil }
    if TraitValue.isText(value) { return value }
    return decoder.refuse(
      node, "bad-value", "A trait's value has 1 to 64 characters, none of them a control character.")
  }

  private mutating func readAxis(_ node: JSONNode) -> Kit.Axis? {
    let allowed = ["values", "combine", "fallback"]
    guard let members = decoder.members(of: node, "an axis", allowed: allowed) else { return nil }
    guard let valuesNode = members["values"] else {
      return decoder.refuse(node, "missing-key", "An axis needs 'values': the values it can have.")
    }
    let values = readValues(valuesNode) { $0.decoder.word($1, "a value of an axis") }
    let combines = members["combine"].flatMap { decoder.bool($0, "'combine'") } ?? false
    let fallback = members["fallback"].flatMap { readFallback($0, among: values) }
    return Kit.Axis(values: values, combines: combines, fallback: fallback)
  }

  private mutating func readValues(
    _ node: JSONNode, _ read: (inout KitReader, JSONNode) -> String?
  ) -> [String] {
    guard let items = decoder.items(node, "'values'") else { return [] }
    var values: [String] = []
    var seen: Set<String> = []
    if items.isEmpty { decoder.diagnostics.error(node, "bad-value", "'values' names no value.") }
    for item in items {
      guard let value = read(&self, item) else { continue }
      if seen.insert(value).inserted {
        values.append(value)
      } else {
        decoder.diagnostics.error(
          item, "duplicate-value", "\(Quoted.name(value)) stands twice in these values.")
      }
    }
    return values
  }

  private mutating func readFallback(_ node: JSONNode, among values: [String]) -> String? {
    guard let value = decoder.string(node, "'fallback'") else { return nil }
    if values.contains(value) { return value }
    return decoder.refuse(
      node, "unknown-value",
      "'fallback' is \(Quoted.name(value)), which is not among the values"
        + NearestName.question(value, among: values))
  }
}

extension ObjectDecoder {
  mutating func traitValue(_ node: JSONNode, _ domain: Kit.Trait.Domain, _ what: String) -> String? {
    switch TraitValue.read(node, domain) {
    case .success(let value): value
    case .failure(let refusal): refuse(node, "unknown-value", "\(what) \(refusal.sentence)")
    }
  }
}

/// The pairs of text and background whose contrast is checked.
extension KitReader {
  private mutating func readContrast(_ node: JSONNode, _ index: KitIndex) -> Kit.ContrastPair? {
    let allowed = ["class", "text", "background"]
    guard let members = decoder.members(of: node, "a contrast pair", allowed: allowed) else { return nil }
    if let missing = allowed.first(where: { members[$0] == nil }) {
      return decoder.refuse(node, "missing-key", "A contrast pair needs '\(missing)'.")
    }
    guard let classNode = members["class"], let className = decoder.string(classNode, "'class'") else {
      return nil
    }
    guard index.hasClass(className) else {
      return decoder.refuse(classNode, "unknown-class", index.noClass(className))
    }
    guard let text = members["text"].flatMap({ readColorKey($0, "'text'", className, index) }),
      let background = members["background"].flatMap({ readColorKey($0, "'background'", className, index) })
    else { return nil }
    return Kit.ContrastPair(
      className: className, text: text.key, background: background.key, textPart: text.part,
      backgroundPart: background.part)
  }

  /// Reads a key, with the path to a part of its value after slashes: `titleTextAttributes/color`.
  private mutating func readColorKey(
    _ node: JSONNode, _ what: String, _ className: String, _ index: KitIndex
  ) -> (key: PropertyKey, part: [String])? {
    guard let text = decoder.string(node, what) else { return nil }
    let steps = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    switch index.key(steps[0], of: className) {
    case .failure(let refusal): return decoder.refuse(node, refusal.code, refusal.sentence)
    case .success(let (key, property)):
      let part = Array(steps.dropFirst())
      let schema = ValueSchema.of(property.kind).part(part)
      if case .color = schema { return (key, part) }
      let example = schema?.part(["color"]) == nil ? "" : "; a color in it is '\(text)/color'"
      return decoder.refuse(
        node, "wrong-kind",
        "\(what) should name a color; \(property.name) of \(className) is of kind \(property.kind.rawValue)\(example)."
      )
    }
  }

  /// Reads colors as a theme has them; they may refer to each other and to those of the kit below.
  private mutating func readColors(_ node: JSONNode, _ index: KitIndex) -> Theme.Colors {
    let known = base?.colors ?? [:]
    var members = FoundMembers()
    members.add(node, named: "colors")
    var reader = ThemeReader(ThemeSurroundings(kit: index, colors: Set(known.keys)), members)
    reader.colorSort = .platformColor
    let colors = reader.read(named: name, parent: nil, in: "").colors
    for problem in reader.diagnostics.problems { decoder.diagnostics.add(problem) }
    for member in node.members { checkName(of: member.key, known) }
    checkReferences(among: known.merging(colors) { $1 }, node)
    return colors
  }

  /// Reports a name that means something else in a theme, which has these colors by their names alone.
  private mutating func checkName(of key: JSONNode, _ known: Theme.Colors) {
    guard let name = key.string, !isKnown(key, "a color", among: known.keys) else { return }
    guard Name.isWord(name), let first = name.utf8.first, first.isSmallLetter || first.isCapitalLetter else {
      return decoder.diagnostics.error(
        key, "bad-name",
        "\(Quoted.name(name)) can't name a color of a kit: it has 1 to 64 letters, digits, '_' and '-' and begins with "
          + "a letter.")
    }
    if case .success = ColorText.read(name) {
      decoder.diagnostics.error(key, "bad-name", "'\(name)' is a color of CSS already; find another name.")
    } else if case .success = ColorText.read("#\(name)") {
      decoder.diagnostics.error(key, "bad-name", "'\(name)' looks like '#\(name)'; find another name.")
    }
  }

  private mutating func checkReferences(among colors: Theme.Colors, _ node: JSONNode) {
    let graph = ColorGraph(colors)
    for cycle in graph.cycles {
      guard let spot = cycle.lazy.compactMap({ node[$0] }).first else { continue }
      decoder.diagnostics.error(spot, "color-cycle", ReferenceGraph.circle(of: "colors", cycle))
    }
    for name in graph.overlong {
      guard let spot = node[name] else { continue }
      decoder.diagnostics.error(spot, "too-many-digits", ColorGraph.tooManyDigits(name))
    }
  }
}

/// A kit's document, read without the kit that it extends.
struct KitDocument: Sendable {
  let name: String
  let source: SourceFile
  let root: JSONNode?
  let problems: [Problem]
  let parent: String?

  init(_ file: SourceFile) {
    source = file
    name = Self.name(of: file)
    (root, problems) = JSONReader.read(file)
    parent = root.flatMap { $0.kind == .object ? $0["extends"]?.string : nil }
  }

  static func name(of file: SourceFile) -> String {
    let base = file.baseName
    return base.hasSuffix(".json") ? String(base.dropLast(5)) : String(base)
  }

  var parentSpot: JSONNode? { root?["extends"] ?? root }
}
