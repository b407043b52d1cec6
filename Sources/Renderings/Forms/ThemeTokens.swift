internal import Documents
package import Resolution
package import Themes

/// Writes a resolved theme as design tokens in the format of the community group's report 2025.10.
package enum ThemeTokens {
  package static func render(_ theme: ResolvedTheme, kit: KitIndex, _ options: RenderingOptions) -> [UInt8] {
    let document = TokenDocument(theme, kit)
    var json = JSONWriter(options.style)
    json.object { json in
      if let text = document.about.description { json.member("$description", text) }
      json.object("$extensions") { json in
        json.object(Remark.ownExtension) { writeRest(of: theme, document, kit.definition, options, to: &$0) }
        guard case .object(let others)? = document.about.extensions else { return }
        for other in others where other.name != Remark.ownExtension {
          json.member(other.name) { other.value.write(to: &$0) }
        }
      }
      document.root.withoutInherited.writeMembers(to: &json, reference: document.reference)
    }
    return json.finished()
  }

  /// Writes what no token can express.
  private static func writeRest(
    of theme: ResolvedTheme, _ document: TokenDocument, _ kit: Kit, _ options: RenderingOptions,
    to json: inout JSONWriter
  ) {
    json.member("theme", theme.name)
    if theme.title != theme.name { json.member("title", theme.title) }
    json.member("kit", theme.kit)
    json.traits(theme.traits, of: kit)
    let nameless = document.names.nameless
    let colors = theme.colors.filter { nameless.contains($0.name) }
    if !colors.isEmpty { json.colors(colors) }
    json.images(theme.images, options.origin)
    let values = theme.values.filter { $0.type == nil || nameless.contains($0.name) }
    if !values.isEmpty {
      json.object("values") { json in
        for entry in values { json.member(entry.name) { entry.value.write(to: &$0) } }
      }
    }
    if !document.rest.isEmpty {
      json.objects("appearance", for: document.rest) { ThemeJSON.write($1, to: &$0) }
    }
  }
}

/// A resolved theme as design tokens. Colors and values have the paths that their names give, split at dots. The settings
/// of rules without containers are under `appearance`.
private struct TokenDocument {
  private(set) var root = TokenGroup()
  /// The parts of rules that no token can express, such as blocked keys and rules in containers.
  private(set) var rest: [ResolvedTheme.ResolvedRule] = []
  let names: TokenNaming
  let about: Remark

  init(_ theme: ResolvedTheme, _ kit: KitIndex) {
    names = TokenNaming(theme) { Self.path(of: $0) == nil }
    about = theme.generations.last?.about ?? Remark()
    for name in theme.generations.namesInOrder { Self.path(of: name).map { root.reserve($0) } }
    for color in theme.colors {
      guard let written = color.written else { continue }
      add(.color(names.expressed(written)), named: color.name, theme.remarks)
    }
    for value in theme.values { add(value, theme.remarks) }
    if let transition = theme.transition {
      _ = root.add(.quantity(transition.duration, "s", .duration), at: ["transition", "duration"])
    }
    for rule in theme.appearance { add(rule, kit) }
    for (name, group) in theme.generations.mergedGroups {
      if let path = Self.path(of: name) { root.add(group.remark, at: path) }
    }
  }

  /// Returns a reference to the token of a name: its path, which ends in `$root` for the own token of a group.
  func reference(to name: String) -> String {
    let path = Self.path(of: name) ?? []
    return "{\((path + (root.isRoot(path) ? ["$root"] : [])).joined(separator: "."))}"
  }

  /// No reader accepts deeper documents.
  private static let deepest = 48

  /// Returns the names of the groups and of the token, or nil if one of them would be invalid or have another meaning.
  private static func path(of name: String) -> [String]? {
    // Bytes are compared faster than characters, and hardly any name contains a dot.
    let parts =
      name.utf8.contains(UInt8(ascii: ".")) ? name.split(separator: ".").map(String.init) : [name]
    let isSound =
      (1...deepest).contains(parts.count) && parts.allSatisfy { $0.utf8.first != UInt8(ascii: "$") }
    return isSound ? parts : nil
  }

  private mutating func add(_ token: DesignToken, named name: String, _ remarks: [String: Remark]) {
    guard let path = Self.path(of: name) else { return }
    var token = token
    token.remark = remarks[name]?.withoutTokenType
    _ = root.add(token, at: path)
  }

  private mutating func add(_ value: ResolvedTheme.NamedValue, _ remarks: [String: Remark]) {
    guard let written = value.written, let type = value.type else {
      if case .number(let number) = value.value { add(.number(number), named: value.name, remarks) }
      return
    }
    let content = names.expressed(written.content) ?? Value(value.value)
    let word = type == .any ? remarks[value.name]?.tokenType : type.rawValue
    add(DesignToken(type: word, value: content), named: value.name, remarks)
  }

  private mutating func add(_ rule: ResolvedTheme.ResolvedRule, _ kit: KitIndex) {
    guard rule.containers.isEmpty else { return rest.append(rule) }
    let place = ["appearance", rule.target.name] + (rule.target.style.map { [$0] } ?? [])
    let properties = kit.properties(of: rule.target.name)
    let remaining = rule.settings.filter { setting in
      let property = properties.property(setting.key.name, axisCount: setting.key.axisValues.count)
      let tokens = SettingTokens(setting.value, setting.written, of: property, names)
      let path = place + [setting.key.name] + setting.key.axisValues
      let isPlaced = tokens.list.reduce(true) { root.add($1.token, at: path + $1.path) && $0 }
      return !tokens.isWhole || !isPlaced
    }
    guard !remaining.isEmpty else { return }
    rest.append(ResolvedTheme.ResolvedRule(target: rule.target, containers: [], settings: remaining))
  }
}

/// The names that tokens can refer to. A token can refer to a whole color or value; every other reference is resolved.
struct TokenNaming {
  /// The colors and values whose names no token can have.
  let nameless: Set<String>
  private let types: [String: ValueType]
  private let colors: [String: ColorExpression]

  init(_ theme: ResolvedTheme, isNameless: (String) -> Bool) {
    nameless = Set((theme.colors.map(\.name) + theme.values.map(\.name)).filter(isNameless))
    colors = Dictionary(
      uniqueKeysWithValues: theme.colors.compactMap { color in color.exact.map { (color.name, $0) } })
    types = Dictionary(
      uniqueKeysWithValues: theme.values.compactMap { value in value.type.map { (value.name, $0) } })
  }

  func expressed(_ color: ColorExpression) -> ColorExpression {
    guard case .reference(let name, let opacity) = color, let exact = colors[name] else { return color }
    return opacity == .opaque && !nameless.contains(name) ? color : exact.faded(by: opacity)
  }

  /// Returns the value as a token can express it, or nil if it refers to a value without a path.
  func expressed(_ value: Value) -> Value? {
    switch value {
    case .color(let color): return .color(expressed(color))
    case .reference(let name, _): return nameless.contains(name) ? nil : value
    case .list(let items):
      let parts = items.compactMap { expressed($0) }
      return parts.count == items.count ? .list(parts) : nil
    case .object(let members):
      let parts = members.compactMap { member in
        expressed(member.value).map { Value.ValueMember(name: member.name, value: $0) }
      }
      return parts.count == members.count ? .object(parts) : nil
    case .blocked, .image, .number, .bool, .string: return value
    }
  }

  /// Returns a token that refers to the value to which the theme refers, if that has this type.
  func reference(in written: Value?, of type: String?) -> DesignToken? {
    guard case .reference(let name, _)? = written, let known = types[name]?.rawValue, known == type,
      !nameless.contains(name)
    else { return nil }
    return DesignToken(type: type, value: .reference(name, .whole))
  }
}

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
