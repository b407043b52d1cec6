package import Documents

/// Values of a type, in the shapes of design tokens.
extension ValueReader {
  /// The maximum number of items of a list within a value: each reference writes them again.
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
    readReferring(node, [type], name) { $0.literal($1, type, name) }
  }

  private mutating func literal(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    if type == .any { return referring(node, name) }
    if let reference = textReference(node, [type], name) { return reference }
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

  private mutating func quantity(
    _ node: JSONNode, _ units: [String], others: [String], _ name: String
  ) -> Value? {
    if tokens != nil, let value = quantityInText(node, units, others: others) { return value }
    if node.kind == .number || node.string.map({ Decimal($0.utf8) != nil }) ?? false {
      let written = node.string ?? node.number.map { JSONWriter.shortest($0) } ?? ""
      return decoder.refuse(
        node, "bad-value",
        "\(Quoted.name(written)) has no unit; write { \"value\": \(written), \"unit\": \"\(units[0])\" }.")
    }
    let needs = ["value", "unit"]
    if tokens != nil, node["value"]?.number == 0, node["unit"]?.string == "" {
      leniencies.add(.quantityText, node, "0 has no unit; write { \"value\": 0, \"unit\": \"\(units[0])\" }.")
      return .quantity(0, units[0])
    }
    guard let found = decoder.members(of: node, name, allowed: needs, needs: needs) else { return nil }
    let value = found["value"].flatMap { quantityNumber($0, "the value of \(name)") }
    let unit = found["unit"].flatMap { readUnit($0, units, others: others, name) }
    guard let value, let unit else { return nil }
    return .quantity(value, unit)
  }

  private mutating func quantityNumber(_ node: JSONNode, _ name: String) -> Double? {
    if tokens != nil, case .number(let number)? = numberInText(node) { return number }
    return decoder.number(node, name)
  }

  /// Reads one of the format's units, or a unit of CSS that documents have in their place.
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
    return decoder.refuse(
      node, "bad-value", "\(ObjectDecoder.capitalised(name)) can't be \(Quoted.name(word))\(advice)")
  }

  /// Reads a name, or several: a client uses the first that it has.
  private mutating func fontFamily(_ node: JSONNode, _ name: String) -> Value? {
    guard node.kind == .array else { return family(node, name) }
    return items(node, name).flatMap { items in
      whole(items.map { item($0, .fontFamily, name) { $0.family($1, "a family of \(name)") } })
    }
  }

  private mutating func family(_ node: JSONNode, _ name: String) -> Value? {
    guard let text = decoder.string(node, name) else { return nil }
    if !text.isEmpty, text.utf8.count <= Self.longestText { return .string(text) }
    return decoder.refuse(
      node, "bad-value",
      "\(ObjectDecoder.capitalised(name)) should be the name of a font, in 1 to \(Self.longestText) bytes.")
  }

  private mutating func fontWeight(_ node: JSONNode, _ name: String) -> Value? {
    if tokens != nil, let value = weightInText(node) { return value }
    guard node.kind == .number else { return choice(node, FontWeight.words, name) }
    guard let number = decoder.number(node, name) else { return nil }
    if (1...1000).contains(number) { return .number(number) }
    return decoder.refuse(
      node, "bad-value",
      "\(ObjectDecoder.capitalised(name)) is \(JSONWriter.shortest(number)); a weight is from 1 to 1000.")
  }

  private mutating func cubicBezier(_ node: JSONNode, _ name: String) -> Value? {
    guard let items = decoder.items(node, name) else { return nil }
    guard items.count == 4 else {
      return decoder.refuse(
        node, "bad-value",
        "\(ObjectDecoder.capitalised(name)) has 4 numbers, x and y of two points, not \(items.count).")
    }
    let numbers = items.enumerated().map { index, item -> Value? in
      guard let number = decoder.number(item, "a number of \(name)") else { return nil }
      if index % 2 == 1 || (0...1).contains(number) { return .number(number) }
      return decoder.refuse(
        item, "bad-value", "An x of \(name) is \(JSONWriter.shortest(number)); it is from 0 to 1.")
    }
    return whole(numbers)
  }

  private mutating func items(_ node: JSONNode, _ name: String) -> [JSONNode]? {
    guard let items = decoder.items(node, name) else { return nil }
    if (1...Self.mostItems).contains(items.count) { return items }
    return decoder.refuse(
      node, "bad-value",
      "\(ObjectDecoder.capitalised(name)) has \(items.count) items; it takes 1 to \(Self.mostItems).")
  }

  /// Reads several shadows, or the stops of a gradient.
  private mutating func parts(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    items(node, name).flatMap { items in
      whole(items.map { item($0, type, name) { $0.composite($1, type, "an item of \(name)") } })
    }
  }

  /// Reads an item of a list, which can be a reference, too.
  private mutating func item(
    _ node: JSONNode, _ type: ValueType, _ name: String, _ literal: (inout ValueReader, JSONNode) -> Value?
  ) -> Value? {
    readReferring(node, [type], name) { reader, node in
      if let reference = reader.textReference(node, [type], name) { return reference }
      return literal(&reader, node)
    }
  }

  private mutating func composite(_ node: JSONNode, _ type: ValueType, _ name: String) -> Value? {
    guard
      let found = tokens == nil
        ? decoder.members(of: node, name, allowed: type.members.map(\.name))
        : lenientMembers(of: node, type, name)
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
    case .height: return readReferring(node, [.number, .dimension], name) { $0.height($1, name) }
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
