internal import Resolution
internal import Themes

/// One custom property of a style sheet.
struct SheetDeclaration: Sendable, Hashable {
  let name: String
  let value: String
  /// The same by reference to another property, where it has one: what holds in browsers that know how.
  var leaning: Leaning?
  /// The same with what sRGB has not in its own space, where it has such colors.
  var wide: String?

  enum Leaning: Sendable, Hashable {
    /// The value refers already; every browser knows how.
    case plain
    /// At an opacity of its own, for browsers that mix colors.
    case mixed(String)
  }

  init(name: String, value: String, leaning: Leaning? = nil) {
    self.name = name
    self.value = value
    self.leaning = leaning
  }

  /// - Parameter origin: what stands before the path of an address.
  init?(_ item: FlatTheme.Item, origin: String) {
    guard let shown = Self.text(item, origin, .shown) else { return nil }
    name = "--" + item.name.kebab
    let colors = item.colors
    let opacities = colors.compactMap(\.referenceOpacity)
    let leans = opacities.isEmpty ? nil : Self.text(item, origin, .leaning)
    if opacities.allSatisfy({ $0 == .opaque }), let leans {
      (value, leaning) = (leans, .plain)
    } else {
      (value, leaning) = (shown, leans.map { Leaning.mixed($0) })
    }
    wide = colors.contains(where: \.isWide) ? Self.text(item, origin, .wide) : nil
  }

  private static func text(_ item: FlatTheme.Item, _ origin: String, _ colors: ColorSpelling) -> String? {
    let unit = item.notation.unit?.css ?? ""
    return switch item.value {
    case .color(let color): colors.text(color, item.written)
    case .typed(let content): TypedLine(colors: colors).text(content)
    case .quantity(let number, let unit): JSONWriter.shortest(number) + unit
    case .families(let names): CSSText.fonts(names)
    case .coordinate: nil
    case .image(let image): image.file.map { "url(\(CSSText.quoted(origin + $0.url)))" }
    case .number(let number): JSONWriter.shortest(number) + unit
    case .edges(let edges): edges.map { JSONWriter.shortest($0) + unit }.joined(separator: " ")
    case .bool(let bool): bool ? "1" : "0"
    case .string(let string): CSSText.written(string, as: item.notation.textForm)
    case .duration(let seconds): JSONWriter.shortest(seconds) + "s"
    }
  }
}

extension FlatTheme.Item {
  /// The colors in it as the theme says them.
  fileprivate var colors: [ColorExpression] {
    if case .typed(let content) = value { return content.colors }
    return written.map { [$0] } ?? []
  }
}

extension ColorExpression {
  /// At which opacity it refers to another color; nil where it does not.
  fileprivate var referenceOpacity: Opacity? {
    if case .reference(_, let opacity) = self { opacity } else { nil }
  }

  /// Whether it is one that sRGB has not.
  fileprivate var isWide: Bool { if case .exact(let exact) = self { !exact.isInSRGB } else { false } }
}
