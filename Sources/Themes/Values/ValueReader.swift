package import Documents

/// Reads the value of a property from JSON, in the form that the property's kind has.
package struct ValueReader {
  package var decoder = ObjectDecoder()
  /// The colors that a reference can name, and the other values.
  package let colors: Set<String>
  package let values: Set<String>
  /// The names that can be referred to in a token document; nil for Livery's own form.
  package var tokens: TokenNames?
  /// The deviations of a token document from its format, and of values from their types.
  package var leniencies = Leniencies()
  package var unknownMembers: [Value.ValueMember] = []
  /// Indicates whether a null within an array or object is left out, instead of an error.
  package var passesOverNull = false
  /// The colors by their text: a theme sets the same few colors in many rules.
  private var colorValues: [String: Value] = [:]
  private static let mostColorValues = 256
  private var memberNames: Set<String> = []
  private static let mostMemberNames = 256
  /// The platform's own colors, which a name alone stands for.
  private let ownColors: Theme.Colors
  /// The platform's colors that are used, each with the first place.
  private(set) var borrowed: [String: TextPosition] = [:]

  package init(colors: Set<String>, values: Set<String> = [], ownColors: Theme.Colors = [:]) {
    (self.colors, self.values, self.ownColors) = (colors, values, ownColors)
  }

  /// Reads the value that `name`, a key as it is written, is set to; nil if a problem was found.
  package mutating func read(_ node: JSONNode, as valueForm: ValueSchema, _ name: String) -> Value? {
    if let use = valueForm.use, let other = referenced(node, use) { return .reference(other, use) }
    switch valueForm {
    case .color: return colorValue(node, name)
    case .image: return image(node, name).map { .image($0) }
    case .number: return decoder.number(node, name).map { .number($0) }
    case .integer: return integer(node, name)
    case .bool: return decoder.bool(node, name).map { .bool($0) }
    case .string: return text(node, name)
    case .word: return word(node, name)
    case .list(let item): return list(node, item, name)
    case .object(let members, let needed): return object(node, members, needed, name)
    case .either(let forms):
      guard let fitting = forms.first(where: { $0.takes(node.kind) }) else {
        decoder.wrongKind(node, name, Quoted.choice(forms.map(\.words)))
        return nil
      }
      return read(node, as: fitting, name)
    case .named(let use, let other):
      if use == .text, let color = colorReference(node) { return .color(color) }
      return read(node, as: other, name)
    }
  }

  /// Returns the named value that a text refers to; nil for a text that names none.
  private func referenced(_ node: JSONNode, _ use: ValueUse) -> String? {
    guard !values.isEmpty, let text = node.string, text.utf8.first == UInt8(ascii: "{"),
      text.utf8.last == UInt8(ascii: "}")
    else { return nil }
    let name = String(text.dropFirst().dropLast())
    return values.contains(name) ? name : nil
  }

  /// Returns the reference to a color that a text is; nil for other text.
  private func colorReference(_ node: JSONNode) -> ColorExpression? {
    guard let text = node.string, text.utf8.first == UInt8(ascii: "{"),
      case .success(let color) = ColorText.read(text), let name = color.referenced, colors.contains(name)
    else { return nil }
    return color
  }

  /// Reads text, and warns if a part of it looks like a reference, since it is not replaced.
  private mutating func text(_ node: JSONNode, _ name: String) -> Value? {
    guard let text = decoder.string(node, name) else { return nil }
    if let word = Self.bracedWord(in: text) {
      decoder.diagnostics.warning(
        node, "reference-in-text",
        "\(ObjectDecoder.capitalised(name)) is text: \(Quoted.name(word)) in it is not a reference, and stays as it is."
      )
    }
    return .string(text)
  }

  static func bracedWord(in text: String) -> Substring? {
    guard let start = text.utf8.firstIndex(of: UInt8(ascii: "{")),
      let end = text.utf8[start...].firstIndex(of: UInt8(ascii: "}")),
      Name.isEntry(text[text.utf8.index(after: start)..<end])
    else { return nil }
    return text[start...end]
  }

  private mutating func colorValue(_ node: JSONNode, _ name: String) -> Value? {
    guard let text = node.string else { return color(node, name).map { .color($0) } }
    if let known = colorValues[text] { return known }
    guard let color = color(node, name) else { return nil }
    let value = Value.color(color)
    if colorValues.count < Self.mostColorValues { colorValues[text] = value }
    return value
  }

  package mutating func color(_ node: JSONNode, _ name: String) -> ColorExpression? {
    switch referent(of: node) {
    case nil: nil
    case .token(let other)?: tokenColor(named: other, at: node, name)
    case .node(let node)?: literalColor(node, name)
    }
  }

  private mutating func literalColor(_ node: JSONNode, _ name: String) -> ColorExpression? {
    if node.kind == .object, tokens != nil || node["colorSpace"] != nil || node["components"] != nil {
      return exactColor(node, name).map { .exact($0) }
    }
    guard let text = node.string else {
      decoder.wrongKind(node, name, "a color in quotes")
      return nil
    }
    if tokens != nil { return tokenColor(text, node, name) }
    if text.utf8.first?.isAlphanumeric == true, ownColors[text] != nil {
      borrow(text, node)
      return .reference(name: text, opacity: .opaque)
    }
    switch ColorText.read(text) {
    case .failure(let refusal):
      let sentence = refused(text) ?? refusal.sentence
      return decoder.refuse(node, refusal.code, sentence)
    case .success(let expression):
      guard let reference = expression.referenced, !colors.contains(reference) else { return expression }
      if ownColors[reference] != nil {
        borrow(reference, node)
        return expression
      }
      let advice = advice(on: reference)
      return decoder.refuse(
        node, "unknown-color", "There is no color \(Quoted.name(reference))\(advice)")
    }
  }

  /// Returns the end of a message about an unknown color: an opacity that lacks its sign, or the nearest name.
  private mutating func advice(on reference: String) -> Message {
    if let slash = reference.lastIndex(of: "/"), colors.contains(String(reference[..<slash])) {
      return "; an opacity is a percentage, as in '{\(reference[..<slash])/30%}'."
    }
    if values.contains(reference) { return "; it is another value." }
    if let meant = ForeignColor.meant("{\(reference)}", colors: colors, own: ownColors.keys) {
      return NearestName.question(meant)
    }
    return decoder.diagnostics.question(reference, among: colors)
  }

  private mutating func borrow(_ name: String, _ node: JSONNode) {
    guard !colors.contains(name), borrowed[name] == nil else { return }
    borrowed[name] = node.position
  }

  /// Returns a message about a color that another language writes so; nil if none does.
  private func refused(_ text: String) -> Message? {
    let meant =
      ForeignColor.meant(text, colors: colors, own: ownColors.keys)
      ?? (decoder.diagnostics.isFull ? nil : NearestName.of(text, among: ownColors.keys))
    return meant.map { "\(Quoted.name(text)) is not a color\(NearestName.question($0))" }
  }

  /// Reads a bare image name: no empty one, nothing outside of the folder that images are in.
  package mutating func image(_ node: JSONNode, _ name: String) -> String? {
    guard let text = decoder.string(node, name) else { return nil }
    if ImageName.isValid(text) { return text }
    return decoder.refuse(
      node, "bad-image", "\(Quoted.name(text)) can't name an image: \(ImageName.rule)")
  }

  /// Reads any JSON as it is: text is text, even if it looks like a reference.
  /// - Parameter keepsNull: whether null is a value.
  package mutating func any(_ node: JSONNode, _ name: String, keepsNull: Bool = false) -> Value? {
    switch node.kind {
    case .string: return .string(node.string ?? "")
    case .number: return decoder.number(node, name).map { .number($0) }
    case .bool: return .bool(node.bool ?? false)
    case .array: return .list(items(of: node) { $0.any($1, "an item of \(name)", keepsNull: keepsNull) })
    case .object: return object(node) { $0.any($1, $2, keepsNull: keepsNull) }
    case .null:
      if keepsNull { return .blocked }
      if !passesOverNull { decoder.wrongKind(node, name, "a value") }
      return nil
    }
  }

  package mutating func anything(_ node: JSONNode, _ name: String) -> Value? {
    any(node, name, keepsNull: true)
  }

  /// Reads whether something is deprecated: true, the reason, or an object with the reason, the replacement and the version.
  /// - Returns: the deprecation, and what an extension keeps of an object.
  package mutating func deprecation(
    _ node: JSONNode, _ name: String
  ) -> (deprecation: Remark.Deprecation, details: [Value.ValueMember])? {
    switch node.kind {
    case .bool: return node.bool == true ? (.plain, []) : nil
    case .string: return (.because(node.string ?? ""), [])
    case .object:
      guard let found = decoder.members(of: node, name, allowed: ["reason", "replacedBy", "since"]) else {
        return nil
      }
      let reason = found["reason"].flatMap { decoder.string($0, "'reason'") }
      let details = ["replacedBy", "since"].compactMap { word in
        found[word].flatMap { decoder.string($0, "'\(word)'") }.map {
          Value.ValueMember(name: word, value: .string($0))
        }
      }
      return (reason.map { .because($0) } ?? .plain, details)
    case .array, .number, .null:
      decoder.wrongKind(node, name, "true, false, a reason in quotes or an object")
      return nil
    }
  }

  /// Reads items into a list with exactly their capacity.
  private mutating func items(
    of node: JSONNode, _ read: (inout ValueReader, JSONNode) -> Value?
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(node.count)
    for item in node.items { if let value = read(&self, item) { values.append(value) } }
    return values
  }

  /// Reads members into an object, sorted by their names; messages call each by its name in quotes.
  mutating func object(
    _ node: JSONNode, _ read: (inout ValueReader, JSONNode, String) -> Value?
  ) -> Value {
    let members = node.members.compactMap { member in
      let name = stored(member.name)
      return read(&self, member.value, Quoted.name(name)).map { Value.ValueMember(name: name, value: $0) }
    }
    return .object(members.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) })
  }

  /// Returns a long name as it is stored already: the extensions of thousands of tokens have the same few.
  private mutating func stored(_ name: String) -> String {
    guard name.utf8.count > 15, memberNames.count < Self.mostMemberNames || memberNames.contains(name) else {
      return name
    }
    return memberNames.insert(name).memberAfterInsert
  }

  private mutating func integer(_ node: JSONNode, _ name: String) -> Value? {
    guard let number = decoder.number(node, name) else { return nil }
    if let integer = node.integer { return .number(Double(integer)) }
    return decoder.refuse(
      node, "wrong-kind",
      "\(ObjectDecoder.capitalised(name)) should be a whole number, not \(JSONWriter.shortest(number)).")
  }

  private mutating func word(_ node: JSONNode, _ name: String) -> Value? {
    guard let text = decoder.string(node, name) else { return nil }
    if TraitValue.isText(text) { return .string(text) }
    return decoder.refuse(
      node, "bad-value", "\(ObjectDecoder.capitalised(name)) should be a word, in 1 to 64 characters.")
  }

  private mutating func list(_ node: JSONNode, _ item: ValueSchema, _ name: String) -> Value? {
    guard let count = decoder.items(node, name)?.count else { return nil }
    let whole = items(of: node) { $0.read($1, as: item, "an item of \(name)") }
    return whole.count == count ? .list(whole) : nil
  }

  private mutating func object(
    _ node: JSONNode, _ forms: [String: ValueSchema], _ needed: [String], _ name: String
  ) -> Value? {
    let names = forms.keys.sorted()
    guard let found = decoder.members(of: node, name, allowed: names, needs: needed) else { return nil }
    if needed.isEmpty, node.members.isEmpty {
      decoder.diagnostics.error(
        node, "missing-key", "\(ObjectDecoder.capitalised(name)) says nothing; null would leave it unset.")
    }
    var members: [Value.ValueMember] = []
    for member in names {
      guard let node = found[member], let memberForm = forms[member] else { continue }
      if let value = read(node, as: memberForm, "'\(member)'") {
        members.append(Value.ValueMember(name: member, value: value))
      }
    }
    return .object(members)
  }
}

extension ValueSchema {
  /// The way in which a named value is used in its place; nil if none can be named.
  fileprivate var use: ValueUse? {
    switch self {
    case .number: .number
    case .integer: .integer
    case .string: .string
    case .named(let use, _): use
    default: nil
    }
  }

  fileprivate func takes(_ kind: JSONNode.Kind) -> Bool {
    switch self {
    case .color, .image, .string, .word: kind == .string
    case .number, .integer: kind == .number
    case .bool: kind == .bool
    case .list: kind == .array
    case .object: kind == .object
    case .either(let forms): forms.contains { $0.takes(kind) }
    case .named(_, let decoder): decoder.takes(kind)
    }
  }

  fileprivate var words: String {
    switch self {
    case .color: "a color"
    case .image, .string, .word: "a string"
    case .number, .integer: "a number"
    case .bool: "true or false"
    case .list: "an array"
    case .object: "an object"
    case .either(let forms): Quoted.choice(forms.map(\.words))
    case .named(_, let decoder): decoder.words
    }
  }
}
