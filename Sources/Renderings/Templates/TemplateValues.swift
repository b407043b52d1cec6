internal import Documents
internal import Resolution
internal import Themes

/// The values of a theme for templates: `theme`, `kit`, and the lists `colors`, `sizes`, `fonts`, `families`, `shadows` and
/// `others`. What differs in the dark is in `light` and `dark`.
enum TemplateValues {
  static func of(_ theme: CompiledTheme, given traits: [String: String]) -> TemplateValue {
    let appearances = SystemAppearance.all(of: theme, given: traits, by: [.scheme])
    let light = appearances[0].context.resolved(asWritten: true).withFlatNames
    let dark = appearances.last?.context.resolved(asWritten: true).withFlatNames ?? light
    let values = pairs(light.values, dark.values, \.name)
    let lists = lists.map { name, type, members in
      (name, list(values, light.remarks) { $1 == type ? members($0) : nil })
    }
    let whole: [String: TemplateValue] = [
      "theme": .text(theme.name), "kit": .text(theme.kit.definition.name),
      "hasDark": .flag(appearances.count > 1),
      "colors": .list(
        pairs(light.colors, dark.colors, \.name).map { color in
          func value(_ color: ResolvedTheme.NamedColor) -> TemplateValue {
            .object(color.color.forms.merging(reference(in: color.written.map { .color($0) })) { $1 })
          }
          let members = ["light": value(color.light), "dark": value(color.dark)]
          return named(color.light.name, "color", light.remarks[color.light.name], members)
        }),
      "others": list(values, light.remarks) { content, type in
        Self.lists.contains { $0.type == type && $0.members(content) != nil } ? nil : other(content)
      },
    ]
    return .object(whole.merging(lists) { $1 })
  }

  /// The lists of values that have members of their own, by type.
  private static let lists:
    [(name: String, type: ValueType, members: @Sendable (TypedContent) -> [String: TemplateValue]?)] = [
      ("sizes", .dimension, { size($0) }), ("fonts", .typography, { font($0) }),
      ("families", .fontFamily, { family($0) }), ("shadows", .shadow, { shadow($0) }),
    ]

  /// Returns the entries that both have, in their order.
  private static func pairs<Entry>(
    _ light: [Entry], _ dark: [Entry], _ name: (Entry) -> String
  ) -> [(light: Entry, dark: Entry)] {
    let others = Dictionary(dark.map { (name($0), $0) }) { first, _ in first }
    return light.compactMap { entry in others[name(entry)].map { (entry, $0) } }
  }

  /// Returns the values for which there are members, in the light and in the dark.
  private static func list(
    _ values: [(light: ResolvedTheme.NamedValue, dark: ResolvedTheme.NamedValue)],
    _ remarks: [String: Remark], _ members: (TypedContent, ValueType) -> [String: TemplateValue]?
  ) -> TemplateValue {
    .list(
      values.compactMap { value in
        let type = value.light.type ?? .any
        guard value.light.type == value.dark.type,
          let light = members(TypedContent(.value(type), value.light.value, nil), type),
          let dark = members(TypedContent(.value(type), value.dark.value, nil), type)
        else { return nil }
        let all = light.merging([
          "light": .object(light.merging(reference(in: value.light.written?.content)) { $1 }),
          "dark": .object(dark.merging(reference(in: value.dark.written?.content)) { $1 }),
        ]) { $1 }
        return named(value.light.name, type.rawValue, remarks[value.light.name], all)
      })
  }

  /// Returns the spellings of the name that a whole value refers to; none if it refers to nothing.
  private static func reference(in written: Value?) -> [String: TemplateValue] {
    switch written {
    case .reference(let name, _)?, .color(.reference(let name, .opaque))?:
      ["reference": .object(spellings(of: name))]
    default: ["reference": .object([:])]
    }
  }

  /// Returns an entry with its name and what the theme says of it.
  private static func named(
    _ name: String, _ type: String, _ remark: Remark?, _ members: [String: TemplateValue]
  ) -> TemplateValue {
    let words = remark?.deprecationWords.map { $0.isEmpty ? "deprecated" : $0 }
    return .object(
      members.merging(spellings(of: name)) { $1 }.merging([
        "parts": .list(name.split(separator: ".").map { .object(["part": .text(plain(String($0)))]) }),
        "type": .text(type), "description": .text(CSSText.comment(plain(remark?.description ?? ""))),
        "deprecated": .text(CSSText.comment(plain(words ?? ""))),
      ]) { $1 })
  }

  /// Returns a name in the usual spellings. None of them is a keyword of a language.
  private static func spellings(of name: String) -> [String: TemplateValue] {
    let flat = FlatName.value(name)
    let words = ThemeNames.identifier(name)
    let camel = keywords.contains(words) ? words + "_" : words
    return [
      "name": .text(plain(name)), "camel": .text(camel),
      "pascal": .text(camel.prefix(1).uppercased() + camel.dropFirst()), "kebab": .text(flat.kebab),
      "snake": .text(flat.snake), "constant": .text(flat.snake.uppercased()),
    ]
  }

  private static let keywords = Set(
    """
    abstract as assert async await break by case catch class const continue covariant default defer deferred delete do \
    dynamic else enum export extends extension external factory false final finally for fun func function get guard \
    hide if implements import in init inout instanceof interface internal is late let library mixin new nil null \
    object of on open operator override package part private protocol public repeat required rethrow return set show \
    static struct super switch sync this throw throws true try type typealias typedef typeof val var void when where \
    while with yield
    """.split(separator: " ").map(String.init))

  /// Returns a text without the characters that would end or change a string in some language.
  private static func plain(_ text: String) -> String {
    text.written { scalar in
      switch scalar {
      case "\"", "'", "`", "\\", "$", "\u{0}"..."\u{1f}", "\u{7f}", "\u{2028}", "\u{2029}": " "
      default: nil
      }
    }
  }

  // MARK: Values of a type

  /// Returns the members of a length in pixels, 16 for a rem; nil for one that depends on the element or the screen.
  private static func size(_ content: TypedContent) -> [String: TemplateValue]? {
    guard let (number, unit) = content.quantity, let pixels = pixels(content) else { return nil }
    return [
      "number": .text(JSONWriter.shortest(number)), "unit": .text(unit),
      "px": .text(JSONWriter.shortest(pixels)), "css": .text(JSONWriter.shortest(number) + unit),
      "isText": .flag(unit == "rem"),
    ]
  }

  private static func pixels(_ content: TypedContent?) -> Double? {
    switch content?.quantity {
    case (let number, "px")?: number
    case (let number, "rem")?: number * 16
    default: nil
    }
  }

  private static func family(_ content: TypedContent) -> [String: TemplateValue]? {
    let names = content.families.map { plain($0) }
    guard let first = names.first else { return nil }
    return ["family": .text(first), "css": .text(CSSText.fonts(names).replaced("\"", by: "'"))]
  }

  private static func font(_ content: TypedContent) -> [String: TemplateValue]? {
    guard let family = content.member("fontFamily").flatMap({ family($0) }),
      let size = pixels(content.member("fontSize")),
      case .number(let weight)? = content.member("fontWeight")?.value
    else { return nil }
    let height = content.member("lineHeight")
    var lines = pixels(height)
    if lines == nil, case .number(let times)? = height?.value { lines = times * size }
    let spacing = pixels(content.member("letterSpacing")) ?? 0
    return [
      "family": family["family"] ?? .text(""), "css": family["css"] ?? .text(""),
      "size": .text(JSONWriter.shortest(size)), "weight": .text(JSONWriter.shortest(weight.rounded())),
      // The hundreds, for platforms that have no other weights.
      "hundreds": .text(JSONWriter.shortest(min(900, max(100, (weight / 100).rounded() * 100)))),
      "lineHeight": .text(lines.map { JSONWriter.shortest(rounded($0)) } ?? ""),
      "lineRatio": .text(lines.map { JSONWriter.shortest(rounded($0 / max(1, size))) } ?? ""),
      "letterSpacing": .text(JSONWriter.shortest(spacing)),
    ]
  }

  private static func shadow(_ content: TypedContent) -> [String: TemplateValue]? {
    let layers = (content.items ?? [content]).compactMap { layer($0) }
    return layers.isEmpty ? nil : ["layers": .list(layers)]
  }

  private static func layer(_ content: TypedContent) -> TemplateValue? {
    guard case .color(let color)? = content.member("color")?.value else { return nil }
    var members: [String: TemplateValue] = [
      "color": .object(color.forms), "inset": .flag(content.member("inset")?.value == .bool(true)),
    ]
    for (name, member) in [("x", "offsetX"), ("y", "offsetY"), ("blur", "blur"), ("spread", "spread")] {
      guard let pixels = pixels(content.member(member)) else { return nil }
      members[name] = .text(JSONWriter.shortest(pixels))
      members["\(name)Float"] = .text(TemplateValue.decimal(pixels))
    }
    return .object(members)
  }

  /// Returns the text of any value as style sheets have it, and its number and unit; nil for a value that they don't have.
  private static func other(_ content: TypedContent) -> [String: TemplateValue]? {
    // A quote, a backslash or a dollar sign would end or change a string.
    guard let css = content.css, !css.utf8.contains(where: { "'\\$".utf8.contains($0) }) else { return nil }
    let quantity = content.quantity
    var number = quantity?.number
    if case .number(let plain) = content.value { number = plain }
    let milliseconds = quantity.flatMap { ["ms": $0.number, "s": $0.number * 1000][$0.unit] }
    return [
      "css": .text(css.replaced("\"", by: "'")),
      "number": .text(number.map { JSONWriter.shortest($0) } ?? ""),
      "unit": .text(quantity?.unit ?? ""),
      "ms": .text(milliseconds.map { JSONWriter.shortest(rounded($0)) } ?? ""),
    ]
  }

  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}

extension ResolvedColor {
  /// The forms of a color: `hex` as in CSS, `argb` with eight digits, channels up to 255, and as fractions.
  fileprivate var forms: [String: TemplateValue] {
    var digits: [UInt8] = []
    for channel in [alpha, red, green, blue] {
      digits.append(hexadecimal: channel, inCapitals: true)
    }
    func fraction(_ channel: UInt8) -> TemplateValue {
      .text(TemplateValue.decimal((Double(channel) / 255 * 10_000).rounded() / 10_000))
    }
    return [
      "hex": .text(hex), "argb": .text(String(decoding: digits, as: UTF8.self)), "red": .text("\(red)"),
      "green": .text("\(green)"), "blue": .text("\(blue)"), "alpha": .text("\(alpha)"),
      "opacity": fraction(alpha), "r": fraction(red), "g": fraction(green), "b": fraction(blue),
    ]
  }
}

extension TemplateValue {
  /// Returns a number with a decimal point, as languages with several kinds of numbers want it.
  static func decimal(_ number: Double) -> String {
    let text = JSONWriter.shortest(number)
    return text.utf8.contains(UInt8(ascii: ".")) || text.utf8.contains(UInt8(ascii: "e")) ? text : text + ".0"
  }
}

extension String {
  fileprivate func replaced(_ old: Unicode.Scalar, by new: String) -> String {
    written { $0 == old ? new : nil }
  }
}
