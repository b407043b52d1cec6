package import Resolution
package import Themes

/// What a rule sets for one key, as design tokens: several where the value has parts.
struct SettingTokens {
  package private(set) var found: [(path: [String], token: DesignToken)] = []
  /// Whether they say all of the value.
  package private(set) var isWhole = true
  private let words: TokenWords
  /// The types of the named values that a token can refer to.
  private let types: [String: ValueType]

  /// - Parameters:
  ///   - value: nil where the rule blocks, which no token says.
  ///   - written: the same as the theme has it.
  init(
    _ value: ResolvedValue?, _ written: Value?, of property: Kit.Property?, types: [String: ValueType],
    _ words: TokenWords
  ) {
    (self.types, self.words) = (types, words)
    guard let value else {
      isWhole = false
      return
    }
    if property?.kind == .font {
      addFont(value, written, at: [])
    } else {
      add(value, written, property.map(FlatTheme.Notation.init) ?? FlatTheme.Notation(), at: [])
    }
  }

  private mutating func add(
    _ value: ResolvedValue, _ written: Value?, _ notation: FlatTheme.Notation, at path: [String]
  ) {
    switch value {
    case .color(let color):
      found.append((path, .color(written?.color.map { words.said($0) } ?? color.expression)))
    case .number(let number): add(number, written, notation, at: path)
    case .string(let text) where notation.textForm == .fonts:
      found.append((path, DesignToken(type: ValueType.fontFamily.rawValue, value: Self.families(text))))
    case .list(let items):
      for (index, item) in items.enumerated() {
        add(item, written?.item(index), notation, at: path + [String(index)])
      }
    case .object(let members):
      for member in members {
        let (part, path) = (written?.part([member.name]), path + [member.name])
        if member.name == "font" {
          addFont(member.value, part, at: path)
        } else {
          add(member.value, part, notation.of(member: member.name), at: path)
        }
      }
    case .image, .bool, .string: isWhole = false
    }
  }

  /// A number in the units that tokens have; what has another is none.
  private mutating func add(
    _ number: Double, _ written: Value?, _ notation: FlatTheme.Notation, at path: [String]
  ) {
    let token: DesignToken
    switch notation.unit {
    case nil: token = .number(number)
    case .px, .dp, .sp, .pt: token = .quantity(number, "px", .dimension)
    case .rem: token = .quantity(number, "rem", .dimension)
    case .s: token = .quantity(number, "s", .duration)
    case .ms: token = .quantity(number, "ms", .duration)
    case .em, .percent, .deg:
      isWhole = false
      return
    }
    found.append((path, token.type.flatMap { reference(in: written, of: $0) } ?? token))
  }

  /// A token that refers to the value which the theme refers to, where that is of the same type.
  private func reference(in written: Value?, of type: String) -> DesignToken? {
    guard case .reference(let name, _)? = written, types[name]?.rawValue == type else { return nil }
    return DesignToken(type: type, value: .reference(name, .whole))
  }

  // MARK: Fonts

  private static let weights: [String: Double] = [
    "ultraLight": 100, "thin": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700,
    "heavy": 800, "black": 900,
  ]
  /// What a browser takes where nothing is said.
  private static let usualLineHeight = 1.2

  /// Typography where family, size and weight are known, else what is known of them.
  private mutating func addFont(_ value: ResolvedValue, _ written: Value?, at path: [String]) {
    if let token = reference(in: written, of: ValueType.typography.rawValue) {
      return found.append((path, token))
    }
    if case .string(let name) = value {
      return found.append((path, DesignToken(type: ValueType.fontFamily.rawValue, value: .string(name))))
    }
    guard case .object(let members) = value else { return }
    let familyName = value.part(["family"]) == nil ? "name" : "family"
    let parts = [
      value.part([familyName]).flatMap(\.family).map { (familyName, ValueType.fontFamily, $0) },
      value.part(["size"]).flatMap(\.length).map { ("size", ValueType.dimension, $0) },
      value.part(["weight"]).flatMap { Self.weight($0) }.map { ("weight", ValueType.fontWeight, $0) },
    ].compactMap(\.self)
    isWhole = isWhole && parts.count == members.count
    guard parts.count < 3 else {
      let typography = Self.typography(family: parts[0].2, size: parts[1].2, weight: parts[2].2)
      return found.append((path, DesignToken(type: ValueType.typography.rawValue, value: typography)))
    }
    for (name, type, part) in parts {
      let token = reference(in: written?.part([name]), of: type.rawValue)
      found.append((path + [name], token ?? DesignToken(type: type.rawValue, value: part)))
    }
  }

  private static func typography(family: Value, size: Value, weight: Value) -> Value {
    .object([
      Value.ValueMember(name: "fontFamily", value: family), Value.ValueMember(name: "fontSize", value: size),
      Value.ValueMember(name: "fontWeight", value: weight),
      Value.ValueMember(name: "letterSpacing", value: .quantity(0, "px")),
      Value.ValueMember(name: "lineHeight", value: .number(usualLineHeight)),
    ])
  }

  private static func weight(_ value: ResolvedValue) -> Value? {
    switch value {
    case .number(let number): (1...1000).contains(number) ? .number(number) : nil
    case .string(let word): (weights[word] ?? FontWeight.number(of: word)).map { .number($0) }
    default: nil
    }
  }

  /// The names of a list with commas.
  private static func families(_ text: String) -> Value {
    let names = FontFamilies.names(in: text)
    return names.count == 1 ? .string(names[0]) : .list(names.map { .string($0) })
  }
}

extension ResolvedValue {
  fileprivate var family: Value? { if case .string(let name) = self { .string(name) } else { nil } }
  fileprivate var length: Value? { if case .number(let size) = self { .quantity(size, "px") } else { nil } }
}

extension ResolvedColor {
  package var expression: ColorExpression {
    .literal(Color(red: red, green: green, blue: blue, opacity: Opacity(byte: alpha)))
  }
}

extension Value {
  fileprivate var color: ColorExpression? { if case .color(let color) = self { color } else { nil } }

  fileprivate func item(_ index: Int) -> Value? {
    guard case .list(let items) = self, items.indices.contains(index) else { return nil }
    return items[index]
  }

  /// What a value stands for, as it would be written.
  package init(_ resolved: ResolvedValue) {
    switch resolved {
    case .color(let color): self = .color(color.expression)
    case .image(let name): self = .image(name)
    case .number(let number): self = .number(number)
    case .bool(let bool): self = .bool(bool)
    case .string(let text): self = .string(text)
    case .list(let items): self = .list(items.map { Value($0) })
    case .object(let members):
      self = .object(members.map { ValueMember(name: $0.name, value: Value($0.value)) })
    }
  }
}
