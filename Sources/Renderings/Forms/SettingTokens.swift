internal import Resolution
internal import Themes

/// The value of one setting of a rule as design tokens. A value with parts becomes several.
struct SettingTokens {
  private(set) var list: [(path: [String], token: DesignToken)] = []
  /// Indicates whether the tokens express the whole value.
  private(set) var isWhole = true
  private let names: TokenNaming

  /// - Parameter value: the value, or nil if the rule blocks the key, which no token can express.
  init(_ value: ResolvedValue?, _ written: Value?, of property: Kit.Property?, _ names: TokenNaming) {
    self.names = names
    guard let value else {
      isWhole = false
      return
    }
    if case .reference(_, .text)? = written {
      // The token that it refers to says it all.
      isWhole = false
    } else if property?.kind == .font {
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
      list.append((path, .color(written?.color.map { names.expressed($0) } ?? color.expression)))
    case .number(let number):
      guard let token = Self.token(number, notation.unit) else { return isWhole = false }
      list.append((path, names.reference(in: written, of: token.type) ?? token))
    case .string(let text) where notation.textForm == .fonts:
      let fonts = FontFamilies.names(in: text).map { Value.string($0) }
      list.append((path, DesignToken(.fontFamily, fonts.count == 1 ? fonts[0] : .list(fonts))))
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

  /// Returns nil for a unit that tokens do not have.
  private static func token(_ number: Double, _ unit: NumberUnit?) -> DesignToken? {
    switch unit {
    case nil: .number(number)
    case .px, .dp, .sp, .pt: .quantity(number, "px", .dimension)
    case .rem: .quantity(number, "rem", .dimension)
    case .s: .quantity(number, "s", .duration)
    case .ms: .quantity(number, "ms", .duration)
    case .em, .percent, .deg: nil
    }
  }

  // MARK: Fonts

  /// Adds typography if the family, size and weight are known, or else the known parts.
  private mutating func addFont(_ value: ResolvedValue, _ written: Value?, at path: [String]) {
    if let token = names.reference(in: written, of: ValueType.typography.rawValue) {
      return list.append((path, token))
    }
    if case .string(let name) = value { return list.append((path, DesignToken(.fontFamily, .string(name)))) }
    guard case .object(let members) = value else { return }
    var parts: [(name: String, type: ValueType, value: Value)] = []
    let familyName = value.part(["family"]) == nil ? "name" : "family"
    if case .string(let name)? = value.part([familyName]) {
      parts.append((familyName, .fontFamily, .string(name)))
    }
    if case .number(let size)? = value.part(["size"]) {
      parts.append(("size", .dimension, .quantity(size, "px")))
    }
    if let weight = value.part(["weight"]).flatMap({ Self.weight($0) }) {
      parts.append(("weight", .fontWeight, weight))
    }
    isWhole = isWhole && parts.count == members.count
    guard parts.count < 3 else {
      let typography = Self.typography(family: parts[0].value, size: parts[1].value, weight: parts[2].value)
      return list.append((path, DesignToken(.typography, typography)))
    }
    for (name, type, part) in parts {
      let token = names.reference(in: written?.part([name]), of: type.rawValue)
      list.append((path + [name], token ?? DesignToken(type, part)))
    }
  }

  private static func typography(family: Value, size: Value, weight: Value) -> Value {
    .object([
      Value.ValueMember(name: "fontFamily", value: family), Value.ValueMember(name: "fontSize", value: size),
      Value.ValueMember(name: "fontWeight", value: weight),
      Value.ValueMember(name: "letterSpacing", value: .quantity(0, "px")),
      // The usual height of a line in browsers.
      Value.ValueMember(name: "lineHeight", value: .number(1.2)),
    ])
  }

  private static let weights: [String: Double] = [
    "ultraLight": 100, "thin": 200, "light": 300, "regular": 400, "medium": 500, "semibold": 600, "bold": 700,
    "heavy": 800, "black": 900,
  ]

  private static func weight(_ value: ResolvedValue) -> Value? {
    switch value {
    case .number(let number): (1...1000).contains(number) ? .number(number) : nil
    case .string(let word): (weights[word] ?? FontWeight.number(of: word)).map { .number($0) }
    default: nil
    }
  }
}

extension ResolvedColor {
  fileprivate var expression: ColorExpression {
    .literal(Color(red: red, green: green, blue: blue, opacity: Opacity(byte: alpha)))
  }
}

extension Value {
  init(_ resolved: ResolvedValue) {
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
