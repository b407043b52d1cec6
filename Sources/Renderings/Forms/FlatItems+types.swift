internal import Resolution
internal import Themes

/// Values of a type as single ones: what has parts stands in one line, and each part beside it.
extension FlatItems {
  package mutating func add(_ content: TypedContent, named name: FlatName) {
    switch content.part {
    case .value(let type): add(content, of: type, named: name)
    case .dashes:
      add(FlatTheme.Item(name: name, value: .typed(content)))
      for (index, length) in (content.items ?? []).enumerated() {
        add(length, named: name.member(String(index)))
      }
    case .color, .height, .flag, .word: addSingle(content, named: name)
    }
  }

  private mutating func add(_ content: TypedContent, of type: ValueType, named name: FlatName) {
    switch type {
    case .dimension, .duration, .number, .fontWeight, .any: addSingle(content, named: name)
    case .fontFamily: add(FlatTheme.Item(name: name, value: .families(content.families)))
    case .cubicBezier:
      add(FlatTheme.Item(name: name, value: .typed(content)))
      for (coordinate, part) in zip(ValueType.coordinates, content.items ?? []) {
        guard case .number(let number) = part.value else { continue }
        add(FlatTheme.Item(name: name.member(coordinate), value: .coordinate(number)))
      }
    case .strokeStyle, .border, .transition, .shadow, .gradient, .typography:
      addWhole(content, of: type, named: name)
    }
  }

  /// A value with parts, in one line and part by part.
  private mutating func addWhole(_ content: TypedContent, of type: ValueType, named name: FlatName) {
    if type == .strokeStyle {
      // Dashes are a word of their own where there is no more than a word to say it.
      let word: FlatTheme.Single =
        if case .string(let word) = content.value { .string(word) } else { .string("dashed") }
      add(FlatTheme.Item(name: name, value: word, notation: FlatTheme.Notation(textForm: .bare)))
    } else {
      add(FlatTheme.Item(name: name, value: .typed(content)))
    }
    addMembers(of: content, named: name)
    for (index, item) in (content.items ?? []).enumerated() {
      addMembers(of: item, named: name.member(String(index)))
    }
  }

  private mutating func addMembers(of content: TypedContent, named name: FlatName) {
    for member in content.members { add(member.content, named: name.member(member.name)) }
  }

  /// A value without parts; the height of a line may be a length where the format has a number.
  private mutating func addSingle(_ content: TypedContent, named name: FlatName) {
    if let (number, unit) = content.quantity {
      return add(FlatTheme.Item(name: name, value: .quantity(number, unit)))
    }
    switch content.value {
    case .color(let color):
      add(FlatTheme.Item(name: name, value: .color(color), written: content.expression))
    case .number(let number): add(FlatTheme.Item(name: name, value: .number(number)))
    case .bool(let bool): add(FlatTheme.Item(name: name, value: .bool(bool)))
    case .string(let word):
      add(FlatTheme.Item(name: name, value: .string(word), notation: FlatTheme.Notation(textForm: .bare)))
    case .image, .list, .object: break
    }
  }
}
