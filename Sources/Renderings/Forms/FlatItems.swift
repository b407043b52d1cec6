internal import Resolution
internal import Themes

/// A list of single values as it grows: takes apart what has parts.
struct FlatItems {
  package private(set) var items: [FlatTheme.Item] = []
  /// The names of values with parts and without a type.
  private(set) var formless: [String] = []
  private let images: [String: ImageAnswer]
  private let kit: KitIndex

  /// - Parameter images: what the names of the theme's images stand for.
  init(_ images: [String: ImageAnswer], _ kit: KitIndex) { (self.images, self.kit) = (images, kit) }

  package mutating func add(_ item: FlatTheme.Item) { items.append(item) }

  package mutating func add(_ color: ResolvedTheme.NamedColor) {
    add(FlatTheme.Item(name: .color(color.name), value: .color(color.color), written: color.written))
  }

  package mutating func add(_ entry: ResolvedTheme.NamedValue) {
    if let type = entry.type, type != .any {
      return add(TypedContent(.value(type), entry.value, entry.followed), named: .value(entry.name))
    }
    switch entry.value {
    case .list, .object: formless.append(entry.name)
    case .color, .image, .number, .bool, .string:
      add(entry.value, nil, named: .value(entry.name), FlatTheme.Notation())
    }
  }

  package mutating func add(_ entry: ResolvedTheme.ResolvedRule) {
    let properties = kit.properties(of: entry.target.name)
    for setting in entry.settings {
      guard let value = setting.value else { continue }
      let name = FlatName.setting(entry.target, setting.key)
      add(value, setting.written, named: name, Self.notation(of: value, setting.key, properties))
    }
  }

  /// As the kit says. Most values are colors, which look the same whatever it says.
  private static func notation(
    of value: ResolvedValue, _ key: PropertyKey, _ properties: ClassProperties
  ) -> FlatTheme.Notation {
    switch value {
    case .color, .image, .bool: FlatTheme.Notation()
    case .number, .string, .list, .object:
      properties.property(key.name, axisCount: key.axisValues.count).map(FlatTheme.Notation.init)
        ?? FlatTheme.Notation()
    }
  }

  private mutating func add(
    _ value: ResolvedValue, _ written: Value?, named name: FlatName, _ notation: FlatTheme.Notation
  ) {
    switch value {
    case .color(let color):
      let expression: ColorExpression? =
        if case .color(let expression)? = written { expression } else { nil }
      add(FlatTheme.Item(name: name, value: .color(color), written: expression))
    case .image(let image):
      add(FlatTheme.Item(name: name, value: images[image].map { .image($0) } ?? .string(image)))
    case .number(let number): add(FlatTheme.Item(name: name, value: .number(number), notation: notation))
    case .bool(let bool): add(FlatTheme.Item(name: name, value: .bool(bool)))
    case .string(let string): add(FlatTheme.Item(name: name, value: .string(string), notation: notation))
    case .list(let list):
      let parts: [Value] = if case .list(let parts)? = written { parts } else { [] }
      for (index, item) in list.enumerated() {
        let part = parts.indices.contains(index) ? parts[index] : nil
        add(item, part, named: name.member(String(index)), notation)
      }
    case .object(let members): add(members, written, named: name, notation)
    }
  }

  private mutating func add(
    _ members: [ResolvedValue.ResolvedMember], _ written: Value?, named name: FlatName,
    _ notation: FlatTheme.Notation
  ) {
    if let edges = Self.edges(members) {
      add(FlatTheme.Item(name: name, value: .edges(edges), notation: notation))
    }
    for member in members {
      add(
        member.value, written?.member(member.name), named: name.member(member.name),
        notation.of(member: member.name))
    }
  }

  private static func edges(_ members: [ResolvedValue.ResolvedMember]) -> [Double]? {
    let edges = ["top", "right", "bottom", "left"].compactMap { name -> Double? in
      guard case .number(let number)? = members.first(where: { $0.name == name })?.value else { return nil }
      return number
    }
    return edges.count == 4 && members.count == 4 ? edges : nil
  }
}

extension Value {
  /// A member of an object; nil where it is none, or has none of this name.
  fileprivate func member(_ name: String) -> Value? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }
}
