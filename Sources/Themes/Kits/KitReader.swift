internal import Documents

/// Reads a kit from its document.
struct KitReader {
  package let name: String
  /// The kit that it extends, by which what is there already is told.
  package let below: KitIndex?
  package var decoder = ObjectDecoder()
  /// Names as written, for what a kit's parts say of each other.
  package var axes: [String: Kit.Axis]
  package var traits: [String: Kit.Trait]
  package var classes: [String: Kit.Class]
  var superclasses: [String: JSONNode] = [:]
  /// The flags of the classes that this document has, not of those below.
  var uses: [String: ClassUse] = [:]
  /// The nodes of the properties of the document's own classes.
  var propertyLists: [String: JSONNode] = [:]
  /// The exclusions of classes, as they are written.
  var excluded: [(name: String, node: JSONNode)] = []
  var brokenNames: [String] = []

  /// The kit, as far as it could be read, with every problem of its document.
  package static func read(_ document: KitDocument, extending below: KitIndex?) -> (
    kit: Kit?, problems: [Problem]
  ) {
    guard let root = document.root else { return (nil, document.problems) }
    var reader = KitReader(name: document.name, extending: below)
    if !Name.isValid(document.name) {
      reader.decoder.diagnostics.error(
        root, "bad-name", "\(Quoted.name(document.name)) can't name a kit: \(Name.rule)")
    }
    let kit = reader.read(root)
    return (kit, document.problems + reader.decoder.diagnostics.problems)
  }

  package var base: Kit? { below?.definition }

  private init(name: String, extending below: KitIndex?) {
    (self.name, self.below) = (name, below)
    let base = below?.definition
    axes = base?.axes ?? [:]
    traits = base?.traits ?? [:]
    classes = base?.classes ?? [:]
  }

  private mutating func read(_ root: JSONNode) -> Kit? {
    let allowed = ["$schema", "title", "extends", "classes", "axes", "traits", "contrasts", "colors"]
    guard let members = decoder.members(of: root, "a kit", allowed: allowed) else { return nil }
    let title = members["title"].flatMap { decoder.string($0, "'title'") } ?? name
    if let node = members["extends"] { _ = decoder.string(node, "'extends'") }
    if let node = members["axes"] { readAxes(node) }
    if let node = members["traits"] { readTraits(node) }
    if let node = members["classes"] {
      readClasses(node)
    } else if base == nil {
      decoder.diagnostics.error(
        root, "missing-key", "A kit needs 'classes': the classes that themes can name.")
    }
    checkSuperclasses()
    inheritUses()
    let index = KitIndex(kit(title, colors: base?.colors ?? [:]))
    checkExcluded(index)
    checkRepeated(index)
    let contrasts = members["contrasts"].map { readContrasts($0, index) } ?? []
    let colors = members["colors"].map { readColors($0, index) } ?? [:]
    return kit(
      title, contrasts: (base?.contrasts ?? []) + contrasts,
      colors: (base?.colors ?? [:]).merging(colors) { $1 })
  }

  private func kit(
    _ title: String, contrasts: [Kit.ContrastPair] = [],
    colors: [String: Theme.Variants<ColorExpression>] = [:]
  ) -> Kit {
    Kit(
      name: name, title: title, ancestors: base.map { [$0.name] + $0.ancestors } ?? [], classes: classes,
      axes: axes, traits: traits, contrasts: contrasts, colors: colors)
  }

  /// Reads a table that adds to the one of the kit below, and replaces nothing there.
  /// - Parameter what: one of its entries, such as `an axis`.
  mutating func readTable<Part>(
    _ node: JSONNode, _ name: String, of what: String,
    into table: WritableKeyPath<KitReader, [String: Part]>,
    _ read: (inout KitReader, JSONNode) -> Part?
  ) {
    guard node.kind == .object else { return decoder.wrongKind(node, "'\(name)'", "an object") }
    let known = self[keyPath: table]
    for member in node.members where !isKnown(member.key, what, among: known.keys) {
      let name = decoder.word(member.key, what)
      guard let part = read(&self, member.value), let name else { continue }
      self[keyPath: table][name] = part
    }
  }

  /// Returns whether the kit that it extends has one of this name, and reports that.
  mutating func isKnown(_ key: JSONNode, _ what: String, among known: some Collection<String>) -> Bool {
    guard let base, let name = key.string, known.contains(name) else { return false }
    let noun = what.drop { $0 != " " }.dropFirst()
    decoder.diagnostics.error(
      key, "duplicate-\(noun)",
      "The kit '\(base.name)' has the \(noun) \(Quoted.name(name)) already; it needs no adding.")
    return true
  }
}

/// The traits of a kit.
extension KitReader {
  mutating func readTraits(_ node: JSONNode) {
    readTable(node, "traits", of: "a trait", into: \.traits) { $0.readTrait($1) }
  }

  private mutating func readTrait(_ node: JSONNode) -> Kit.Trait? {
    let allowed = ["values", "kind", "default", "hint", "hintValues"]
    guard let members = decoder.members(of: node, "a trait", allowed: allowed),
      let domain = readDomain(node, members)
    else { return nil }
    let standard = members["default"].flatMap { readDefault($0, domain) }
    let hint = members["hint"].flatMap { readHint($0) }
    let hintValues = members["hintValues"].map { readHintValues($0, domain) } ?? [:]
    if let node = members["hintValues"], members["hint"] == nil {
      decoder.diagnostics.error(node, "bad-value", "'hintValues' needs a 'hint' whose words it explains.")
    }
    return Kit.Trait(domain: domain, defaultValue: standard, hint: hint, hintValues: hintValues)
  }

  private mutating func readDomain(_ node: JSONNode, _ members: FoundMembers) -> Kit.Trait.Domain? {
    switch (members["values"], members["kind"]) {
    case (let values?, nil): return .values(readValues(values, areWords: false))
    case (nil, let kind?):
      guard let word = decoder.string(kind, "'kind'") else { return nil }
      if word == "number" { return .number }
      if word == "text" { return .text }
      decoder.diagnostics.error(
        kind, "unknown-kind",
        "A trait's kind is 'number' or 'text', not \(Quoted.name(word)).")
    case (nil, nil):
      decoder.diagnostics.error(node, "missing-key", "A trait needs 'values' or a 'kind' (number or text).")
    case (_?, let kind?):
      decoder.diagnostics.error(kind, "bad-value", "A trait has 'values' or a 'kind', not both.")
    }
    return nil
  }

  private mutating func readDefault(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> String? {
    switch TraitValue.read(node, domain) {
    case .success(let value): return value
    case .failure(let refusal):
      decoder.diagnostics.error(node, "unknown-value", "'default' \(refusal.sentence)")
      return nil
    }
  }

  /// A header's name: visible ASCII letters, digits and hyphens.
  private mutating func readHint(_ node: JSONNode) -> String? {
    guard let hint = decoder.string(node, "'hint'") else { return nil }
    guard Name.isWord(hint), !hint.contains("_") else {
      decoder.diagnostics.error(node, "bad-name", "\(Quoted.name(hint)) can't be the name of a header.")
      return nil
    }
    return hint
  }

  private mutating func readHintValues(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> [String: String] {
    guard node.kind == .object else {
      decoder.wrongKind(node, "'hintValues'", "an object")
      return [:]
    }
    var values: [String: String] = [:]
    for member in node.members {
      switch TraitValue.read(member.value, domain) {
      case .success(let value): values[member.name] = value
      case .failure(let refusal):
        decoder.diagnostics.error(
          member.value, "unknown-value", "\(Quoted.name(member.name)) \(refusal.sentence)")
      }
    }
    return values
  }

  mutating func traitText(_ node: JSONNode) -> String? {
    guard let value = decoder.string(node, "a value of a trait") else { return nil }
    guard TraitValue.isText(value) else {
      decoder.diagnostics.error(
        node, "bad-value", "A trait's value has 1 to 64 characters, none of them a control character.")
      return nil
    }
    return value
  }
}

/// The axes of a kit, and the values of axes and traits.
extension KitReader {
  mutating func readAxes(_ node: JSONNode) {
    readTable(node, "axes", of: "an axis", into: \.axes) { $0.readAxis($1) }
  }

  private mutating func readAxis(_ node: JSONNode) -> Kit.Axis? {
    guard let members = decoder.members(of: node, "an axis", allowed: ["values", "combine", "fallback"])
    else {
      return nil
    }
    guard let valuesNode = members["values"] else {
      decoder.diagnostics.error(node, "missing-key", "An axis needs 'values': the values it can have.")
      return nil
    }
    let values = readValues(valuesNode, areWords: true)
    let combines = members["combine"].flatMap { decoder.bool($0, "'combine'") } ?? false
    let fallback = members["fallback"].flatMap { readChoice($0, "'fallback'", among: values) }
    return Kit.Axis(values: values, combines: combines, fallback: fallback)
  }

  package mutating func readValues(_ node: JSONNode, areWords: Bool) -> [String] {
    guard let items = decoder.items(node, "'values'") else { return [] }
    var values: [String] = []
    var seen: Set<String> = []
    if items.isEmpty { decoder.diagnostics.error(node, "bad-value", "'values' names no value.") }
    for item in items {
      guard let value = areWords ? decoder.word(item, "a value of an axis") : traitText(item) else {
        continue
      }
      if seen.insert(value).inserted {
        values.append(value)
      } else {
        decoder.diagnostics.error(
          item, "duplicate-value", "\(Quoted.name(value)) stands twice in these values.")
      }
    }
    return values
  }

  private mutating func readChoice(_ node: JSONNode, _ what: String, among values: [String]) -> String? {
    guard let value = decoder.string(node, what) else { return nil }
    guard !values.contains(value) else { return value }
    decoder.diagnostics.error(
      node, "unknown-value",
      "\(what) is \(Quoted.name(value)), which is not among the values"
        + NearestName.question(value, among: values))
    return nil
  }
}

/// The pairs of text and background whose contrast a kit wants judged.
extension KitReader {
  mutating func readContrasts(_ node: JSONNode, _ index: KitIndex) -> [Kit.ContrastPair] {
    guard let items = decoder.items(node, "'contrasts'") else { return [] }
    return items.compactMap { readContrast($0, index) }
  }

  private mutating func readContrast(_ node: JSONNode, _ index: KitIndex) -> Kit.ContrastPair? {
    let allowed = ["class", "text", "background"]
    guard let members = decoder.members(of: node, "a contrast pair", allowed: allowed) else { return nil }
    for name in allowed where members[name] == nil {
      decoder.diagnostics.error(node, "missing-key", "A contrast pair needs '\(name)'.")
      return nil
    }
    guard let classNode = members["class"], let className = decoder.string(classNode, "'class'") else {
      return nil
    }
    guard index.definition.classes[className] != nil else {
      decoder.diagnostics.error(classNode, "unknown-class", index.noClass(className))
      return nil
    }
    guard let text = members["text"].flatMap({ readColorKey($0, "'text'", className, index) }),
      let background = members["background"].flatMap({ readColorKey($0, "'background'", className, index) })
    else { return nil }
    return Kit.ContrastPair(
      className: className, text: text.key, background: background.key, textPart: text.part,
      backgroundPart: background.part)
  }

  /// A key, or after slashes what is inside its value: `titleTextAttributes/color`.
  private mutating func readColorKey(
    _ node: JSONNode, _ what: String, _ className: String, _ index: KitIndex
  ) -> (key: PropertyKey, part: [String])? {
    guard let text = decoder.string(node, what) else { return nil }
    let steps = text.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    switch index.key(steps[0], of: className) {
    case .failure(let refusal): decoder.diagnostics.error(node, refusal.code, refusal.sentence)
    case .success(let (key, property)):
      let part = Array(steps.dropFirst())
      let schema = ValueSchema.of(property.kind).part(part)
      if case .color = schema { return (key, part) }
      let example = schema?.part(["color"]) == nil ? "" : "; a color in it is '\(text)/color'"
      decoder.diagnostics.error(
        node, "wrong-kind",
        "\(what) should name a color; \(property.name) of \(className) is of kind \(property.kind.rawValue)\(example)."
      )
    }
    return nil
  }
}

/// The platform's own colors.
extension KitReader {
  /// They are written as in a theme, and may refer to each other and to those of the kit below.
  package mutating func readColors(_ node: JSONNode, _ index: KitIndex) -> [String: Theme.Variants<
    ColorExpression
  >] {
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

  /// A theme has them by their names alone, so these must not mean anything else.
  private mutating func checkName(of key: JSONNode, _ known: [String: Theme.Variants<ColorExpression>]) {
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

  private mutating func checkReferences(
    among colors: [String: Theme.Variants<ColorExpression>], _ node: JSONNode
  ) {
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
