package import Documents

/// Values that a token document gives otherwise than its format says, and that can mean one thing only: they are taken,
/// each with a departure.
extension ValueReader {
  // MARK: Colors

  /// A color of a token: a reference, or text, which the format has no more.
  mutating func tokenColor(_ text: String, _ node: JSONNode, _ name: String) -> ColorExpression? {
    if text.utf8.contains(UInt8(ascii: "{")) {
      return referenced(text, node).flatMap { tokenColor(named: $0, at: node, name) }
    }
    let isName = text.utf8.allSatisfy(\.isAlphanumeric)
    guard let read = Self.colorInText(text) else {
      decoder.diagnostics.error(
        node, "bad-color",
        "\(Quoted.name(text)) is no color; write { \"colorSpace\": \"srgb\", \"components\": [1, 0.5, 0] }.")
      return nil
    }
    if isName {
      decoder.diagnostics.error(
        node, "bad-color", "\(Quoted.name(text)) is a color's name in CSS; write \(read.asToken).")
      return nil
    }
    leniencies.add(.colorText, node, "\(Quoted.name(text)) is a color in text; write \(read.asToken).")
    return read
  }

  private static func colorInText(_ text: String) -> ColorExpression? {
    if case .success(let color) = ColorText.read(text) { return color }
    return CSSSpaceColor.read(text).map { .exact($0) }
  }

  // MARK: Quantities

  /// A number with its unit in one text, `16px`, or a 0 without one; nil for what is none of that.
  mutating func quantityInText(_ node: JSONNode, _ units: [String], others: [String]) -> Value? {
    if node.number == 0 {
      leniencies.add(.quantityText, node, "0 has no unit; write { \"value\": 0, \"unit\": \"\(units[0])\" }.")
      return .quantity(0, units[0])
    }
    guard let text = node.string else { return nil }
    let digits = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    let unit = Substring(text.utf8.dropFirst(digits.count)).lowercased().filter { $0 != " " }
    guard let number = Double(Substring(digits)), units.contains(unit) || others.contains(unit) else {
      return nil
    }
    leniencies.add(
      .quantityText, node,
      "\(Quoted.name(text)) is a quantity in text; write { \"value\": \(JSONWriter.shortest(number)), \"unit\": "
        + "\"\(unit)\" }.")
    if !units.contains(unit) { reportUnit(unit, units, node) }
    return .quantity(number, unit)
  }

  mutating func reportUnit(_ unit: String, _ units: [String], _ node: JSONNode) {
    leniencies.add(
      .unit, node,
      "The format has \(Quoted.choice(units.map { "'\($0)'" })) here, not \(Quoted.name(unit)); it is kept, and left out "
        + "of resources for Android.")
  }

  mutating func numberInText(_ node: JSONNode) -> Value? {
    guard let text = node.string, text.utf8.count <= 32,
      Decimal(text.utf8.drop { $0 == UInt8(ascii: "-") }) != nil, let number = Double(text)
    else { return nil }
    leniencies.add(
      .quantityText, node, "\(Quoted.name(text)) is a number in text; write \(JSONWriter.shortest(number)).")
    return .number(number)
  }

  /// A weight in capitals, with spaces, or as a number in text.
  mutating func weightInText(_ node: JSONNode) -> Value? {
    guard let text = node.string, text.utf8.count <= 32, !FontWeight.words.contains(text) else { return nil }
    if let number = Double(text), (1...1000).contains(number) { return numberInText(node) }
    func plain(_ word: String) -> [UInt8] { word.utf8.filter(\.isAlphanumeric).map(\.asciiLowercased) }
    guard let word = FontWeight.words.first(where: { plain($0) == plain(text) }) else { return nil }
    leniencies.add(.quantityText, node, "The weight \(Quoted.name(text)) is written '\(word)'.")
    return .string(word)
  }

  // MARK: Members

  /// The members of a composite value; those that the type has not are kept apart.
  mutating func departingMembers(of node: JSONNode, _ type: ValueType, _ name: String) -> FoundMembers? {
    guard node.kind == .object else {
      decoder.wrongKind(node, name, "an object")
      return nil
    }
    var found = FoundMembers()
    for member in node.members {
      if type.part(named: member.name) != nil {
        found.add(member.value, named: member.name)
        continue
      }
      leniencies.add(
        .members, member.key,
        "\(ObjectDecoder.capitalised(name)) has a member \(Quoted.name(member.name)) that \(type.words) has not; it is kept "
          + "among the extensions.")
      if let value = anything(member.value, Quoted.name(member.name)) {
        unknownMembers.append(Value.ValueMember(name: member.name, value: value))
      }
    }
    for member in type.members where !member.isNeeded && member.name != "inset" && found[member.name] == nil {
      leniencies.add(
        .members, node, "\(ObjectDecoder.capitalised(name)) has no '\(member.name)', which the format wants.")
    }
    return found
  }

  /// The height of a line, which the format has as a number: so many times the size of the text.
  package mutating func height(_ node: JSONNode, _ name: String) -> Value? {
    if let text = node.string, text.utf8.contains(UInt8(ascii: "{")) {
      return referenced(text, node).flatMap { tokenReference(to: $0, at: node, [.number, .dimension], name) }
    }
    let isText = node.string.map { Double($0) == nil } ?? false
    guard node.kind == .object || tokens != nil && isText else { return typed(node, .number, name) }
    if tokens != nil {
      leniencies.add(
        .members, node, "\(ObjectDecoder.capitalised(name)) is a length; the format has a number there.")
    }
    return typed(node, .dimension, name)
  }
}

extension ColorExpression {
  /// The color as the format writes a literal one.
  fileprivate var asToken: String {
    var json = JSONWriter()
    switch self {
    case .exact(let exact): exact.write(to: &json)
    case .literal(let color):
      let components = [color.red, color.green, color.blue].map { (Double($0) / 255 * 1000).rounded() / 1000 }
      let opacity = color.opacity == .opaque ? nil : color.opacity
      ExactColor(.srgb, components, opacity: opacity).write(to: &json)
    case .reference: break
    }
    return json.text
  }
}
