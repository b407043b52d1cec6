internal import Resolution
internal import Themes

/// A value of a type, or a part of one: resolved, and as the theme writes it.
struct TypedContent: Sendable, Hashable {
  let part: ValueType.TypedPart
  let value: ResolvedValue
  /// The value with all references resolved except those to colors, or nil if it was not requested.
  let written: Value?
  /// The same with all references.
  private let own: Value?
  /// The name of the value that it refers to as a whole; nil if it is none.
  let reference: FlatName?

  init(
    _ part: ValueType.TypedPart, _ value: ResolvedValue, _ written: Value?, own: Value? = nil,
    partOf outer: FlatName? = nil
  ) {
    (self.part, self.value, self.written, self.own) = (part, value, written, own)
    if case .reference(let name, _)? = own { reference = .value(name) } else { reference = outer }
  }

  /// Indicates whether a value or a part of it is a reference to another value.
  var hasReferences: Bool {
    reference != nil
      || items?.contains(where: \.hasReferences) ?? members.contains { $0.content.hasReferences }
  }

  /// Returns a member, or nil if the value has no such member.
  func member(_ name: String) -> TypedContent? {
    guard case .value(let type) = part, let part = type.part(named: name), let value = value.part([name])
    else { return nil }
    return TypedContent(
      part, value, written?.part([name]), own: own?.part([name]), partOf: reference?.member(name))
  }

  /// The members in ascending order of their names. A value that is no object has none.
  var members: [(name: String, content: TypedContent)] {
    guard case .object(let members) = value else { return [] }
    return members.compactMap { member in self.member(member.name).map { (member.name, $0) } }
  }

  /// The items of a list, or nil if the value is no list.
  var items: [TypedContent]? {
    guard case .list(let items) = value else { return nil }
    let itemPart: ValueType.TypedPart =
      switch part {
      case .dashes: .value(.dimension)
      case .value(.cubicBezier): .value(.number)
      case .color, .value, .height, .flag, .word: part
      }
    return items.enumerated().map { index, item in
      // A reference in place of an item can be to a list of one, whose parts have other names.
      let own = own?.item(index)
      let isReference = if case .reference? = own { true } else { false }
      return TypedContent(
        itemPart, item, written?.item(index), own: isReference ? nil : own,
        partOf: reference?.member(String(index)))
    }
  }

  /// The number and the unit, or nil if the value is not a number with a unit.
  var quantity: (number: Double, unit: String)? {
    guard case .number(let number)? = value.part(["value"]), case .string(let unit)? = value.part(["unit"])
    else { return nil }
    return (number, unit)
  }

  /// The fonts, the preferred one first. A text with commas names several.
  var families: [String] {
    let texts: [ResolvedValue] = if case .list(let texts) = value { texts } else { [value] }
    return texts.flatMap { text -> [String] in
      guard case .string(let text) = text else { return [] }
      let names = FontFamilies.names(in: text)
      return names.isEmpty ? [text] : names
    }
  }

  /// All colors in it as the theme writes them.
  var colors: [ColorExpression] {
    if let color = written?.color { return [color] }
    return items?.flatMap(\.colors) ?? members.flatMap(\.content.colors)
  }
}
