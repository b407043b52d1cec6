internal import Resolution
internal import Themes

/// Values of a type as single ones: what has parts stands in one line, and each part beside it.
extension FlatTheme {
  static func add(_ content: TypedContent, named name: FlatName, to items: inout [Item]) {
    switch content.part {
    case .value(let type): add(content, of: type, named: name, to: &items)
    case .dashes:
      items.append(Item(name: name, value: .typed(content)))
      for (index, length) in (content.items ?? []).enumerated() {
        add(length, named: name.member(String(index)), to: &items)
      }
    case .color, .height, .flag, .word: items += item(content, named: name)
    }
  }

  private static func add(
    _ content: TypedContent, of type: ValueType, named name: FlatName, to items: inout [Item]
  ) {
    switch type {
    case .dimension, .duration, .number, .fontWeight, .any: items += item(content, named: name)
    case .fontFamily: items.append(Item(name: name, value: .families(content.families)))
    case .cubicBezier:
      items.append(Item(name: name, value: .typed(content)))
      for (coordinate, part) in zip(ValueType.coordinates, content.items ?? []) {
        guard case .number(let number) = part.value else { continue }
        items.append(Item(name: name.member(coordinate), value: .coordinate(number)))
      }
    case .strokeStyle, .border, .transition, .shadow, .gradient, .typography:
      addWhole(content, of: type, named: name, to: &items)
    }
  }

  /// A value with parts, in one line and part by part.
  private static func addWhole(
    _ content: TypedContent, of type: ValueType, named name: FlatName, to items: inout [Item]
  ) {
    if type == .strokeStyle {
      // Dashes are a word of their own where there is no more than a word to say it.
      let word: Single =
        if case .string(let word) = content.value { .string(word) } else { .string("dashed") }
      items.append(Item(name: name, value: word, notation: Notation(textForm: .bare)))
    } else {
      items.append(Item(name: name, value: .typed(content)))
    }
    addMembers(of: content, named: name, to: &items)
    for (index, item) in (content.items ?? []).enumerated() {
      addMembers(of: item, named: name.member(String(index)), to: &items)
    }
  }

  private static func addMembers(of content: TypedContent, named name: FlatName, to items: inout [Item]) {
    for member in content.members { add(member.content, named: name.member(member.name), to: &items) }
  }

  /// A value without parts; the height of a line may be a length where the format has a number.
  private static func item(_ content: TypedContent, named name: FlatName) -> [Item] {
    if let (number, unit) = content.quantity { return [Item(name: name, value: .quantity(number, unit))] }
    switch content.value {
    case .color(let color): return [Item(name: name, value: .color(color), written: content.expression)]
    case .number(let number): return [Item(name: name, value: .number(number))]
    case .bool(let bool): return [Item(name: name, value: .bool(bool))]
    case .string(let word):
      return [Item(name: name, value: .string(word), notation: Notation(textForm: .bare))]
    case .image, .list, .object: return []
    }
  }
}
