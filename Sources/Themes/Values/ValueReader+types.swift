package import Documents

/// Values of a type, as design tokens have them: the same shapes, references and all.
extension ValueReader {
  /// A list within a value has at most so many items: a reference writes them once more.
  static var mostItems: Int { 64 }
  package static var longestText: Int { 256 }
  static let lengthUnits = ["px", "rem"]
  static let durationUnits = ["ms", "s"]
  /// Units of lengths that the format does not have and documents do.
  static let otherUnits = [
    "em", "%", "dp", "sp", "pt", "vw", "vh", "vmin", "vmax", "ch", "ex", "lh", "rlh", "pc", "in", "cm", "mm",
  ]

  /// Reads a value of a type; nil if a problem was found. Messages call it `name`, in quotes.
  package mutating func typed(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    switch referent(of: node) {
    case nil: nil
    case .token(let other)?: tokenReference(to: other, at: node, [type], name)
    case .node(let node)?: literal(node, type, name)
    }
  }

  private mutating func literal(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    if type == .any { return referring(node, name) }
    if let text = node.string, text.utf8.contains(UInt8(ascii: "{")) {
      return referenced(text, node).flatMap { tokenReference(to: $0, at: node, [type], name) }
    }
    switch type {
    case .dimension: return quantity(node, Self.lengthUnits, others: Self.otherUnits, name)
    case .duration: return quantity(node, Self.durationUnits, others: [], name)
    case .number:
      if tokens != nil, let value = numberInText(node) { return value }
      return decoder.number(node, name).map { .number($0) }
    case .fontFamily: return fontFamily(node, name)
    case .fontWeight: return fontWeight(node, name)
    case .cubicBezier: return cubicBezier(node, name)
    case .strokeStyle where node.kind == .string: return choice(node, ValueType.strokeStyles, name)
    case .shadow where node.kind == .array, .gradient: return parts(node, type, name)
    case .strokeStyle, .shadow, .border, .transition, .typography: return composite(node, type, name)
    case .any: return nil
    }
  }

  // MARK: Simple types

  /// A number with its unit.
  private mutating func quantity(
    _ node: JSONNode, _ units: [String], others: [String], _ name: String
  ) -> Value? {
    if tokens != nil, let value = quantityInText(node, units, others: others) { return value }
    if node.kind == .number || node.string.map({ Decimal($0.utf8) != nil }) ?? false {
      let written = node.string ?? node.number.map { JSONWriter.shortest($0) } ?? ""
      decoder.diagnostics.error(
        node, "bad-value",
        "\(Quoted.name(written)) has no unit; write { \"value\": \(written), \"unit\": \"\(units[0])\" }.")
      return nil
    }
    guard let found = decoder.members(of: node, name, allowed: ["value", "unit"]) else { return nil }
    for need in ["value", "unit"] where found[need] == nil {
      decoder.diagnostics.error(node, "missing-key", "\(ObjectDecoder.capitalised(name)) needs '\(need)'.")
    }
    let value = found["value"].flatMap { quantityNumber($0, "the value of \(name)") }
    let unit = found["unit"].flatMap { readUnit($0, units, others: others, name) }
    guard let value, let unit else { return nil }
    return .quantity(value, unit)
  }

  private mutating func quantityNumber(_ node: JSONNode, _ name: String) -> Double? {
    if tokens != nil, case .number(let number)? = numberInText(node) { return number }
    return decoder.number(node, name)
  }

  /// One of the format's units, or one of CSS that documents have in their place.
  private mutating func readUnit(
    _ node: JSONNode, _ units: [String], others: [String], _ name: String
  ) -> String? {
    if let unit = node.string, others.contains(unit) {
      if tokens != nil { reportUnit(unit, units, node) }
      return unit
    }
    guard case .string(let unit)? = choice(node, units, "the unit of \(name)") else { return nil }
    return unit
  }

  private mutating func choice(_ node: JSONNode, _ words: [String], _ name: String) -> Value? {
    guard let word = decoder.string(node, name) else { return nil }
    if words.contains(word) { return .string(word) }
    let advice: Message =
      NearestName.of(word, among: words).map { "; did you mean \(suggesting: $0)?" }
      ?? "; it is \(Quoted.choice(words.map { "'\($0)'" }))."
    decoder.diagnostics.error(
      node, "bad-value", "\(ObjectDecoder.capitalised(name)) can't be \(Quoted.name(word))\(advice)")
    return nil
  }

  /// A name, or names of which the first that a device has is taken.
  private mutating func fontFamily(_ node: JSONNode, _ name: String) -> Value? {
    guard node.kind == .array else { return family(node, name) }
    guard let items = items(node, name) else { return nil }
    return whole(
      items.map { item in
        self.item(item, .fontFamily, name) { $0.family($1, "a family of \(name)") }
      })
  }

  private mutating func family(_ node: JSONNode, _ name: String) -> Value? {
    guard let text = decoder.string(node, name) else { return nil }
    guard !text.isEmpty, text.utf8.count <= Self.longestText else {
      decoder.diagnostics.error(
        node, "bad-value",
        "\(ObjectDecoder.capitalised(name)) should be the name of a font, in 1 to \(Self.longestText) bytes.")
      return nil
    }
    return .string(text)
  }

  private mutating func fontWeight(_ node: JSONNode, _ name: String) -> Value? {
    if tokens != nil, let value = weightInText(node) { return value }
    guard node.kind == .number else { return choice(node, FontWeight.words, name) }
    guard let number = decoder.number(node, name) else { return nil }
    guard (1...1000).contains(number) else {
      decoder.diagnostics.error(
        node, "bad-value",
        "\(ObjectDecoder.capitalised(name)) is \(JSONWriter.shortest(number)); a weight is from 1 to 1000.")
      return nil
    }
    return .number(number)
  }

  private mutating func cubicBezier(_ node: JSONNode, _ name: String) -> Value? {
    guard let items = decoder.items(node, name) else { return nil }
    guard items.count == 4 else {
      decoder.diagnostics.error(
        node, "bad-value",
        "\(ObjectDecoder.capitalised(name)) has 4 numbers, x and y of two points, not \(items.count)."
      )
      return nil
    }
    let numbers = items.enumerated().map { index, item -> Value? in
      guard let number = decoder.number(item, "a number of \(name)") else { return nil }
      guard index % 2 == 1 || (0...1).contains(number) else {
        decoder.diagnostics.error(
          item, "bad-value",
          "An x of \(name) is \(JSONWriter.shortest(number)); it is from 0 to 1.")
        return nil
      }
      return .number(number)
    }
    return whole(numbers)
  }

  // MARK: Composite types

  private mutating func items(_ node: JSONNode, _ name: String) -> [JSONNode]? {
    guard let items = decoder.items(node, name) else { return nil }
    if (1...Self.mostItems).contains(items.count) { return items }
    decoder.diagnostics.error(
      node, "bad-value",
      "\(ObjectDecoder.capitalised(name)) has \(items.count) items; it takes 1 to \(Self.mostItems).")
    return nil
  }

  /// Shadows one above the other, or the stops of a gradient.
  private mutating func parts(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    guard let items = items(node, name) else { return nil }
    return whole(
      items.map { item in
        self.item(item, type, name) { $0.composite($1, type, "an item of \(name)") }
      })
  }

  /// One of a list: a reference stands for one item, too.
  private mutating func item(
    _ node: JSONNode, _ type: ValueType, _ name: String,
    _ literal: (inout ValueReader, JSONNode) -> Value?
  ) -> Value? {
    switch referent(of: node) {
    case nil: return nil
    case .token(let other)?: return tokenReference(to: other, at: node, [type], name)
    case .node(let node)?:
      guard let text = node.string, text.utf8.contains(UInt8(ascii: "{")) else { return literal(&self, node) }
      return referenced(text, node).flatMap { tokenReference(to: $0, at: node, [type], name) }
    }
  }

  private mutating func composite(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    guard
      let found = tokens == nil
        ? decoder.members(of: node, name, allowed: type.members.map(\.name))
        : departingMembers(of: node, type, name)
    else { return nil }
    let members = type.members.compactMap { member -> Value.ValueMember? in
      guard let node = found[member.name] else { return nil }
      return part(node, member.part, "'\(member.name)' of \(name)").map {
        Value.ValueMember(name: member.name, value: $0)
      }
    }
    let missing = type.members.filter { $0.isNeeded && found[$0.name] == nil }.map { "'\($0.name)'" }
    if !missing.isEmpty {
      decoder.diagnostics.error(
        node, "missing-key", "\(ObjectDecoder.capitalised(name)) needs \(Quoted.list(missing)).")
    }
    let count = type.members.count { found[$0.name] != nil }
    guard missing.isEmpty, count == members.count else { return nil }
    return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  private mutating func part(_ node: JSONNode, _ part: ValueType.TypedPart, _ name: String) -> Value? {
    switch part {
    case .color: return color(node, name).map { .color($0) }
    case .value(let type): return typed(node, type, name)
    case .height:
      switch referent(of: node) {
      case nil: return nil
      case .token(let other)?: return tokenReference(to: other, at: node, [.number, .dimension], name)
      case .node(let node)?: return height(node, name)
      }
    case .flag: return decoder.bool(node, name).map { .bool($0) }
    case .word(let words): return choice(node, words, name)
    case .dashes:
      guard let items = items(node, name) else { return nil }
      return whole(items.map { typed($0, .dimension, "a length of \(name)") })
    }
  }

  private func whole(_ values: [Value?]) -> Value? {
    let whole = values.compactMap(\.self)
    return whole.count == values.count ? .list(whole) : nil
  }
}
