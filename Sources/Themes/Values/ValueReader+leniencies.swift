package import Documents

/// Values that a token document writes against its format, and that can mean one thing only: they are read, and reported as
/// leniencies.
extension ValueReader {
  /// Reads a color of a token: a reference, or text, which the format no longer has.
  mutating func tokenColor(_ text: String, _ node: JSONNode, _ name: String) -> ColorExpression? {
    if text.utf8.contains(UInt8(ascii: "{")) {
      return referenced(text, node).flatMap { tokenColor(named: $0, at: node, name) }
    }
    guard let read = Self.colorInText(text) else {
      return decoder.refuse(
        node, "bad-color",
        "\(Quoted.name(text)) is no color; write { \"colorSpace\": \"srgb\", \"components\": [1, 0.5, 0] }.")
    }
    let what = text.utf8.allSatisfy(\.isAlphanumeric) ? "a color's name in CSS" : "a color in text"
    leniencies.add(.colorText, node, "\(Quoted.name(text)) is \(what); write \(read.asToken).")
    return read
  }

  private static func colorInText(_ text: String) -> ColorExpression? {
    if case .success(let color) = ColorText.read(text) { return color }
    return CSSSpaceColor.read(text, takesCommas: true).map { .exact($0) }
  }

  /// Indicates whether a value that is none of its type can be kept as it stands: a number, or text that style sheets take.
  package func keeps(_ node: JSONNode, _ read: (inout ValueReader) -> Bool) -> Bool {
    guard node.kind == .number || node.string.map({ StyleText.isValue($0) }) ?? false else { return false }
    var trial = self
    (trial.leniencies, trial.decoder.diagnostics) = (Leniencies(), Diagnostics())
    return !read(&trial)
  }

  /// Reads a number with its unit in one text, `16px`, or a 0 without one; returns nil for anything else.
  mutating func quantityInText(_ node: JSONNode, _ units: [String], others: [String]) -> Value? {
    if node.number == 0 {
      leniencies.add(.quantityText, node, "0 has no unit; write { \"value\": 0, \"unit\": \"\(units[0])\" }.")
      return .quantity(0, units[0])
    }
    guard let text = node.string else { return nil }
    let digits = text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    let unit = Substring(text.utf8.dropFirst(digits.count)).lowercased().filter { $0 != " " }
    guard let number = Double(Substring(digits)),
      units.contains(unit) || others.contains(unit) || number == 0 && unit.isEmpty
    else { return nil }
    let isBare = unit.isEmpty
    leniencies.add(
      .quantityText, node,
      "\(Quoted.name(text)) is a quantity in text; write { \"value\": \(JSONWriter.shortest(number)), \"unit\": "
        + "\"\(isBare ? units[0] : unit)\" }.")
    if !units.contains(unit), !isBare { reportUnit(unit, units, node) }
    return .quantity(number, isBare ? units[0] : unit)
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

  /// Reads a weight in capitals, with spaces, or as a number in text.
  mutating func weightInText(_ node: JSONNode) -> Value? {
    guard let text = node.string, text.utf8.count <= 32, !FontWeight.words.contains(text) else { return nil }
    if let number = Double(text), (1...1000).contains(number) { return numberInText(node) }
    func plain(_ word: String) -> [UInt8] { word.utf8.filter(\.isAlphanumeric).map(\.asciiLowercased) }
    guard let word = FontWeight.words.first(where: { plain($0) == plain(text) }) else { return nil }
    leniencies.add(.quantityText, node, "The weight \(Quoted.name(text)) is written '\(word)'.")
    return .string(word)
  }

  /// Reads the members of a composite value; members that the type does not have are stored separately.
  mutating func lenientMembers(of node: JSONNode, _ type: ValueType, _ name: String) -> FoundMembers? {
    guard let members = decoder.table(node, name) else { return nil }
    var found = FoundMembers()
    for member in members {
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

  /// Reads the height of a line, in the format a number that multiplies the size of the text.
  package mutating func height(_ node: JSONNode, _ name: String) -> Value? {
    if let reference = textReference(node, [.number, .dimension], name) { return reference }
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

/// The deviations of token documents from their format that are accepted: a warning for the first of each kind in a file, with
/// the number of the others.
package struct Leniencies: Sendable {
  package enum Kind: String, CaseIterable {
    case colorText = "color-in-text"
    case quantityText = "quantity-in-text"
    case unit = "other-unit"
    case hexDigits = "hex-digits"
    case members = "members"
    case type = "other-type"
    case children = "token-with-children"
    case property = "unknown-property"
    case kept = "kept-value"
    case text = "reference-in-text"
  }

  /// The first deviation of each kind with the number of all, by the file's name.
  private var found: [String: [Kind: (node: JSONNode, sentence: Message, count: Int)]] = [:]

  package init() {}

  package mutating func add(_ kind: Kind, _ node: JSONNode, _ sentence: @autoclosure () -> Message) {
    found[node.document.text.file.name, default: [:]][kind, default: (node, sentence(), 0)].count += 1
  }

  package func report(in diagnostics: inout Diagnostics) {
    for (_, kinds) in found.sorted(by: { $0.key < $1.key }) {
      for kind in Kind.allCases {
        guard let (node, sentence, count) = kinds[kind] else { continue }
        diagnostics.warning(
          node, kind.rawValue, count == 1 ? sentence : "\(sentence) And \(count - 1) more like this.")
      }
    }
  }
}

/// Text that a style sheet takes for a value as it is.
package enum StyleText {
  private static let words: Set<String> = [
    "none", "auto", "normal", "inherit", "initial", "unset", "revert", "currentcolor", "ease", "ease-in",
    "ease-out",
    "ease-in-out", "linear", "fit-content", "max-content", "min-content", "thin", "medium", "thick",
  ]

  /// Returns true for words of CSS, and for numbers, functions and lists of them: `4px 4px`, `clamp(1rem, 2vw, 3rem)`.
  package static func isValue(_ text: String) -> Bool {
    guard (1...1024).contains(text.utf8.count) else { return false }
    if words.contains(text.lowercased()) { return true }
    var depth = 0
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case _ where byte.isWordByte || " ,/+*%#.".utf8.contains(byte): break
      default: return false
      }
      if depth < 0 { return false }
    }
    let isNumber = text.utf8.first.map { $0.isDigit || "-.".utf8.contains($0) } ?? false
    let isList = text.utf8.first == UInt8(ascii: "#") && text.utf8.contains(UInt8(ascii: " "))
    return depth == 0 && (isNumber || isList || text.utf8.contains(UInt8(ascii: "(")))
  }
}
