internal import Resolution
internal import Themes

/// A value of a type, or a part of one: what it stands for, beside how the theme has it.
struct TypedContent: Sendable, Hashable {
  package let part: ValueType.TypedPart
  package let value: ResolvedValue
  /// References to colors are all that is left in it; nil where that was not asked for.
  package let written: Value?

  init(_ part: ValueType.TypedPart, _ value: ResolvedValue, _ written: Value?) {
    (self.part, self.value, self.written) = (part, value, written)
  }

  /// The color as the theme says it; nil for what is no color.
  package var expression: ColorExpression? { if case .color(let color)? = written { color } else { nil } }

  /// A member of a value that has such; nil where it is not there.
  package func member(_ name: String) -> TypedContent? {
    guard case .value(let type) = part, let part = type.part(named: name), let value = value.part([name])
    else { return nil }
    return TypedContent(part, value, written?.part([name]))
  }

  /// The members in ascending order of their names; none for a value without.
  package var members: [(name: String, content: TypedContent)] {
    guard case .object(let members) = value else { return [] }
    return members.compactMap { member in self.member(member.name).map { (member.name, $0) } }
  }

  /// The items of a list; nil for what is none.
  package var items: [TypedContent]? {
    guard case .list(let items) = value else { return nil }
    let written: [Value] = if case .list(let written)? = written { written } else { [] }
    let itemPart = itemPart
    return items.enumerated().map { index, item in
      TypedContent(itemPart, item, written.indices.contains(index) ? written[index] : nil)
    }
  }

  private var itemPart: ValueType.TypedPart {
    switch part {
    case .dashes: .value(.dimension)
    case .value(.cubicBezier): .value(.number)
    case .color, .value, .height, .flag, .word: part
    }
  }

  /// A number with its unit; nil for what is none.
  package var quantity: (number: Double, unit: String)? {
    guard case .number(let number)? = value.part(["value"]), case .string(let unit)? = value.part(["unit"])
    else { return nil }
    return (number, unit)
  }

  /// Fonts, the first that a device has is taken; what stands in one text with commas are several.
  package var families: [String] {
    let texts: [ResolvedValue] = if case .list(let texts) = value { texts } else { [value] }
    return texts.flatMap { text -> [String] in
      guard case .string(let text) = text else { return [] }
      let names = FontFamilies.names(in: text)
      return names.isEmpty ? [text] : names
    }
  }

  /// The colors in it as the theme says them.
  package var colors: [ColorExpression] {
    if let expression { return [expression] }
    return items?.flatMap(\.colors) ?? members.flatMap(\.content.colors)
  }
}
