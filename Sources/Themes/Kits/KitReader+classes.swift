internal import Documents

extension KitReader {
  mutating func readClasses(_ node: JSONNode) {
    guard let members = decoder.table(node, "'classes'") else { return }
    for member in members {
      let name = decoder.word(member.key, "a class")
      if let name, let known = base?.classes[name] {
        let added = readAddition(to: known, member.value)
        classes[name]?.properties += added
        continue
      }
      guard let name, let read = readClass(name, member.value) else { continue }
      classes[name] = read
    }
  }

  private mutating func readClass(_ name: String, _ node: JSONNode) -> Kit.Class? {
    let allowed = ["superclass", "appearance", "container", "properties", "excludes", "selector"]
    guard let members = decoder.members(of: node, "a class", allowed: allowed) else { return nil }
    var superclass: String?
    if let node = members["superclass"], !node.isNull {
      superclass = decoder.string(node, "'superclass'")
      superclasses[name] = node
    } else if members["superclass"] == nil {
      noteLackingSuperclass(of: name, node)
    }
    propertyLists[name] = members["properties"]
    let use = (
      isThemeable: members["appearance"].flatMap { decoder.bool($0, "'appearance'") },
      isContainer: members["container"].flatMap { decoder.bool($0, "'container'") }
    )
    uses[name] = use
    return Kit.Class(
      name: name, superclass: superclass, isThemeable: use.isThemeable ?? true,
      isContainer: use.isContainer ?? true,
      properties: members["properties"].map { decoder.properties($0, of: name, axes: axes) } ?? [],
      excludes: members["excludes"].map { readExcludes($0) } ?? [],
      selector: members["selector"].flatMap { readSelector($0) })
  }

  /// Notes a class without a superclass: in a kit that extends another it nearly always has one there.
  private mutating func noteLackingSuperclass(of name: String, _ node: JSONNode) {
    guard let below, decoder.diagnostics.problems.count < KitIndex.mostAdvised else { return }
    decoder.diagnostics.note(
      node, "no-superclass",
      "\(name) has no superclass, so it has no properties but its own; write "
        + "\"superclass\": \"\(below.likelySuperclass(of: name))\", or null where that is meant.")
  }

  /// The flags that the document sets for a class; a flag that it does not set is nil.
  typealias ClassUse = (isThemeable: Bool?, isContainer: Bool?)

  /// Reads the properties that are added to a class of the extended kit: nothing else of it can change.
  private mutating func readAddition(to known: Kit.Class, _ node: JSONNode) -> [Kit.Property] {
    guard let below, let members = decoder.table(node, "a class") else { return [] }
    for member in members where !member.isNamed("properties") {
      decoder.diagnostics.error(
        member.key, "known-class",
        "\(known.name) is a class of the kit '\(below.definition.name)'; here it can get 'properties' only.")
    }
    guard let list = node["properties"] else { return [] }
    return decoder.properties(list, of: known.name, axes: axes).filter {
      isNew($0, in: below, known.name, list)
    }
  }

  /// Reports properties of the document's own classes that they inherit from the kit below.
  mutating func checkRepeated(_ index: KitIndex) {
    guard let below else { return }
    for (name, list) in propertyLists.sorted(by: { $0.key < $1.key }) {
      guard let inherited = index.chain(of: name).first(where: below.hasClass) else { continue }
      for property in classes[name]?.properties ?? [] { _ = isNew(property, in: below, inherited, list) }
    }
  }

  /// Returns whether a class lacks a property. Properties with the name and other axes must be of the same kind.
  private mutating func isNew(
    _ property: Kit.Property, in kit: KitIndex, _ className: String, _ list: JSONNode
  ) -> Bool {
    let known = kit.properties(named: property.name, of: className).first {
      $0.axes.count == property.axes.count || $0.kind != property.kind
    }
    guard let known else { return true }
    let item = list.items.first {
      $0["name"]?.string == property.name && ($0["axes"]?.count ?? 0) == property.axes.count
    }
    decoder.diagnostics.error(
      item ?? list, "duplicate-property",
      "\(className) has the property '\(property.name)' already, of kind \(known.kind.rawValue); leave it out, or find "
        + "another name.")
    return false
  }

  private mutating func readSelector(_ node: JSONNode) -> String? {
    guard let text = decoder.string(node, "'selector'") else { return nil }
    if StyleSelector.isValid(text) { return text }
    return decoder.refuse(
      node, "bad-selector", "\(Quoted.name(text)) is not a selector: \(StyleSelector.rule)")
  }

  private mutating func readExcludes(_ node: JSONNode) -> [String] {
    guard let items = decoder.items(node, "'excludes'") else { return [] }
    return items.compactMap { item in
      guard let name = decoder.string(item, "a class of 'excludes'") else { return nil }
      excluded.append((name, item))
      return name
    }
  }

  /// The maximum number of superclasses, since lookups walk along them.
  private static var mostSuperclasses: Int { 100 }

  /// Reports unknown superclasses, classes that are their own ancestors, and too long chains.
  mutating func checkSuperclasses() {
    let graph = ReferenceGraph(classes.keys.sorted()) { [classes] name in
      classes[name]?.superclass.flatMap { classes[$0] == nil ? nil : [$0] } ?? []
    }
    for cycle in graph.circles { reportCycle(through: cycle) }
    var depths: [String: Int] = [:]
    for name in graph.order {
      let superclass = classes[name]?.superclass
      if let superclass, classes[superclass] == nil { reportUnknown(superclass, of: name) }
      let depth = superclass.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      if depth > Self.mostSuperclasses { reportDepth(of: name) }
      depths[name] = depth > Self.mostSuperclasses ? 0 : depth
    }
    for name in brokenNames { classes[name]?.superclass = nil }
  }

  /// Gives each class of the document the flags of its superclass unless it sets its own.
  mutating func inheritUses() {
    guard below != nil else { return }
    for name in uses.keys {
      if let isThemeable = inherited(by: name, \.isThemeable) { classes[name]?.isThemeable = isThemeable }
      if let isContainer = inherited(by: name, \.isContainer) { classes[name]?.isContainer = isContainer }
    }
  }

  private func inherited(by name: String, _ part: (ClassUse) -> Bool?) -> Bool? {
    var next: String? = name
    while let current = next, let found = classes[current] {
      let use = uses[current] ?? (found.isThemeable, found.isContainer)
      if let said = part(use) { return said }
      next = found.superclass
    }
    return nil
  }

  private mutating func reportUnknown(_ superclass: String, of name: String) {
    brokenNames.append(name)
    guard let node = superclasses[name] else { return }
    let advice = NearestName.question(superclass, among: classes.keys)
    decoder.diagnostics.error(
      node, "unknown-class", "The kit has no class \(Quoted.name(superclass))\(advice)")
  }

  /// Reports a class and leaves it without a superclass, so that the classes below it are counted from there.
  private mutating func reportDepth(of name: String) {
    brokenNames.append(name)
    guard let node = superclasses[name] else { return }
    decoder.diagnostics.error(
      node, "deep-class",
      "\(Quoted.name(name)) has more than \(Self.mostSuperclasses) superclasses, one above the other; let it, or one of "
        + "those, have one that is higher up.")
  }

  private mutating func reportCycle(through cycle: [String]) {
    guard let first = cycle.min(), let node = superclasses[first] else { return }
    brokenNames.append(first)
    guard cycle.count > 1 else {
      let sentence: Message = "\(Quoted.name(first)) can't be its own superclass."
      return decoder.diagnostics.error(node, "class-cycle", sentence)
    }
    let shown = cycle.prefix(8).map { Quoted.name($0) }.joined(separator: ", ")
    decoder.diagnostics.error(
      node, "class-cycle", "These classes are each other's superclasses: \(shown). One must come first.")
  }
}

/// The strings that can select elements inside a selector of a style sheet.
enum StyleSelector {
  /// Returns whether a text is plain ASCII with closed brackets and quotes, so that it changes nothing after it.
  static func isValid(_ text: String) -> Bool {
    guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }),
      !text.utf8.contains(where: { "{};@\\<".utf8.contains($0) }), !text.contains("/*"), !text.contains("*/")
    else { return false }
    return isBalanced(text)
  }

  static let rule =
    "it is 1 to 256 characters of ASCII, its brackets and quotes closed, none of { } ; @ < \\."

  private static func isBalanced(_ text: String) -> Bool {
    var open: [UInt8] = []
    for byte in text.utf8 {
      if let last = open.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'") {
        if byte == last { open.removeLast() }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): open.append(byte)
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { return false }
      default: break
      }
    }
    return open.isEmpty
  }
}

/// The properties of a class, in a kit or in a theme that adds some.
extension ObjectDecoder {
  mutating func properties(
    _ node: JSONNode, of className: String, axes: [String: Kit.Axis]
  ) -> [Kit.Property] {
    guard let items = items(node, "'properties'") else { return [] }
    var seen: Set<String> = []
    return items.compactMap { item in
      guard let property = property(item, axes) else { return nil }
      let count = property.axes.count
      if seen.insert("\(property.name):\(count)").inserted { return property }
      return refuse(
        item, "duplicate-property",
        "\(className) has \(Quoted.name(property.name)) with \(count) \(count == 1 ? "axis" : "axes") twice.")
    }
  }

  private mutating func property(_ node: JSONNode, _ axes: [String: Kit.Axis]) -> Kit.Property? {
    let allowed = ["name", "kind", "axes", "marked", "setter", "unit", "css", "values"]
    guard let members = members(of: node, "a property", allowed: allowed) else { return nil }
    guard let nameNode = members["name"], let kindNode = members["kind"] else {
      let missing = members["name"] == nil ? "name" : "kind"
      return refuse(node, "missing-key", "A property needs '\(missing)'.")
    }
    let name = word(nameNode, "a property")
    let kind = propertyKind(kindNode)
    let axisNames = members["axes"].map { self.axisNames($0, axes) } ?? []
    let isMarked = members["marked"].flatMap { bool($0, "'marked'") } ?? true
    let hasSetter = members["setter"].flatMap { bool($0, "'setter'") } ?? true
    guard let name, let kind else { return nil }
    let unit: NumberUnit? = members["unit"].flatMap { output($0, "unit", of: kind) }
    let textForm: TextForm? = members["css"].flatMap { output($0, "css", of: kind) }
    return Kit.Property(
      name: name, kind: kind, axes: axisNames, isMarked: isMarked, hasSetter: hasSetter, unit: unit,
      textForm: textForm, words: members["values"].map { words($0, of: kind) } ?? [])
  }

  private mutating func words(_ node: JSONNode, of kind: Kit.PropertyKind) -> [String] {
    guard kind == .word else {
      diagnostics.error(
        node, "wrong-kind", "'values' goes with words, kind enum; this property is of kind \(kind.rawValue).")
      return []
    }
    guard let items = items(node, "'values'") else { return [] }
    var seen: Set<String> = []
    return items.compactMap { item in
      guard let word = string(item, "a word") else { return nil }
      guard TraitValue.isText(word) else {
        return refuse(item, "bad-value", "\(Quoted.name(word)) should be a word, in 1 to 64 characters.")
      }
      if seen.insert(word).inserted { return word }
      return refuse(item, "duplicate-value", "\(Quoted.name(word)) stands in 'values' twice.")
    }
  }

  /// Reads a word about how values are written in outputs: `unit` goes with numbers, `css` with text.
  private mutating func output<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, _ what: String, of kind: Kit.PropertyKind
  ) -> Word? {
    guard let text = string(node, "'\(what)'") else { return nil }
    guard what == "unit" ? kind.isNumeric : kind == .string || kind == .word else {
      let wanted = what == "unit" ? "numbers" : "text, kind string or enum"
      return refuse(
        node, "wrong-kind", "'\(what)' goes with \(wanted); this property is of kind \(kind.rawValue).")
    }
    if let word = Word(rawValue: text) { return word }
    let words = Quoted.choice(Word.allCases.map { "'\($0.rawValue)'" })
    return refuse(node, "unknown-value", "'\(what)' is \(words), not \(Quoted.name(text)).")
  }

  private mutating func propertyKind(_ node: JSONNode) -> Kit.PropertyKind? {
    guard let word = string(node, "'kind'") else { return nil }
    if let kind = Kit.PropertyKind(rawValue: word) { return kind }
    let kinds = Kit.PropertyKind.allCases.map(\.rawValue)
    let advice: Message
    if ValueType(rawValue: word) != nil {
      advice = "; a string with \"css\": \"bare\" takes a reference to a \(word)."
    } else if let nearest = NearestName.of(word, among: kinds) {
      advice = NearestName.question(nearest)
    } else {
      advice = "; there are \(Quoted.list(kinds))."
    }
    return refuse(node, "unknown-kind", "There is no kind of property \(Quoted.name(word))\(advice)")
  }

  private mutating func axisNames(_ node: JSONNode, _ axes: [String: Kit.Axis]) -> [String] {
    guard let items = items(node, "'axes'") else { return [] }
    return items.compactMap { item in
      guard let name = string(item, "an axis") else { return nil }
      if axes[name] == nil {
        let advice = NearestName.question(name, among: axes.keys)
        diagnostics.error(item, "unknown-axis", "The kit has no axis \(Quoted.name(name))\(advice)")
      }
      return name
    }
  }
}
