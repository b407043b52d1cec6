internal import Documents

/// Reads the properties that a class declares.
struct PropertyReader {
  package var decoder: ObjectDecoder
  package let axes: [String: Kit.Axis]

  init(decoder: ObjectDecoder, axes: [String: Kit.Axis]) {
    self.decoder = decoder
    self.axes = axes
  }

  package mutating func read(_ node: JSONNode, of className: String) -> [Kit.Property] {
    guard let items = decoder.items(node, "'properties'") else { return [] }
    var properties: [Kit.Property] = []
    var seen: Set<String> = []
    for item in items {
      guard let property = readProperty(item) else { continue }
      let signature = "\(property.name):\(property.axes.count)"
      if seen.insert(signature).inserted {
        properties.append(property)
      } else {
        decoder.diagnostics.error(
          item, "duplicate-property",
          "\(className) has \(Quoted.name(property.name)) with \(property.axes.count) \(property.axes.count == 1 ? "axis" : "axes") twice."
        )
      }
    }
    return properties
  }

  /// Returns the properties of a list that the kit's class has not yet, and reports the others at a place.
  mutating func additions(
    _ properties: [Kit.Property], to className: String, of kit: KitIndex, at place: JSONNode
  ) -> [Kit.Property] {
    properties.filter { property in
      let isNew = !kit.has(property, of: className)
      if !isNew {
        decoder.diagnostics.error(
          place, "duplicate-property",
          "\(className) has a property '\(property.name)' already; it needs no adding.")
      }
      return isNew
    }
  }

  private mutating func readProperty(_ node: JSONNode) -> Kit.Property? {
    let allowed = ["name", "kind", "axes", "marked", "unit", "css", "values"]
    guard let members = decoder.members(of: node, "a property", allowed: allowed) else { return nil }
    guard let nameNode = members["name"], let kindNode = members["kind"] else {
      let missing = members["name"] == nil ? "name" : "kind"
      decoder.diagnostics.error(node, "missing-key", "A property needs '\(missing)'.")
      return nil
    }
    let name = decoder.word(nameNode, "a property")
    let kind = readKind(kindNode)
    let axes = members["axes"].map { readAxisNames($0) } ?? []
    let isMarked = members["marked"].flatMap { decoder.bool($0, "'marked'") } ?? true
    guard let name, let kind else { return nil }
    let unit: NumberUnit? = members["unit"].flatMap { readOutput($0, "unit", of: kind) }
    let textForm: TextForm? = members["css"].flatMap { readOutput($0, "css", of: kind) }
    return Kit.Property(
      name: name, kind: kind, axes: axes, isMarked: isMarked, unit: unit, textForm: textForm,
      words: members["values"].map { readWords($0, of: kind) } ?? [])
  }

  /// The words that a property of kind `enum` takes.
  private mutating func readWords(_ node: JSONNode, of kind: Kit.PropertyKind) -> [String] {
    guard kind == .word else {
      decoder.diagnostics.error(
        node, "wrong-kind", "'values' goes with words, kind enum; this property is of kind \(kind.rawValue).")
      return []
    }
    guard let items = decoder.items(node, "'values'") else { return [] }
    var words: [String] = []
    for item in items {
      guard let word = decoder.string(item, "a word") else { continue }
      if !TraitValue.isText(word) {
        decoder.diagnostics.error(
          item, "bad-value", "\(Quoted.name(word)) should be a word, in 1 to 64 characters.")
      } else if words.contains(word) {
        decoder.diagnostics.error(item, "duplicate-value", "\(Quoted.name(word)) stands in 'values' twice.")
      } else {
        words.append(word)
      }
    }
    return words
  }

  /// A word about how values are written in outputs: `unit` goes with numbers, `css` with text.
  private mutating func readOutput<Word: RawRepresentable<String> & CaseIterable>(
    _ node: JSONNode, _ what: String, of kind: Kit.PropertyKind
  ) -> Word? {
    guard let text = decoder.string(node, "'\(what)'") else { return nil }
    let isFitting = what == "unit" ? kind.isNumeric : kind == .string || kind == .word
    guard isFitting else {
      let wanted = what == "unit" ? "numbers" : "text, kind string or enum"
      decoder.diagnostics.error(
        node, "wrong-kind",
        "'\(what)' goes with \(wanted); this property is of kind \(kind.rawValue).")
      return nil
    }
    if let word = Word(rawValue: text) { return word }
    let words = Quoted.choice(Word.allCases.map { "'\($0.rawValue)'" })
    decoder.diagnostics.error(
      node, "unknown-value", "'\(what)' is \(words), not \(Quoted.name(text)).")
    return nil
  }

  private mutating func readKind(_ node: JSONNode) -> Kit.PropertyKind? {
    guard let word = decoder.string(node, "'kind'") else { return nil }
    if let kind = Kit.PropertyKind(rawValue: word) { return kind }
    let advice = NearestName.question(word, among: Kit.PropertyKind.allCases.map(\.rawValue))
    decoder.diagnostics.error(
      node, "unknown-kind", "There is no kind of property \(Quoted.name(word))\(advice)")
    return nil
  }

  private mutating func readAxisNames(_ node: JSONNode) -> [String] {
    guard let items = decoder.items(node, "'axes'") else { return [] }
    return items.compactMap { item in
      guard let name = decoder.string(item, "an axis") else { return nil }
      if axes[name] == nil {
        let advice = NearestName.question(name, among: axes.keys)
        decoder.diagnostics.error(item, "unknown-axis", "The kit has no axis \(Quoted.name(name))\(advice)")
      }
      return name
    }
  }
}
