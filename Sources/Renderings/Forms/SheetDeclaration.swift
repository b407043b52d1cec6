internal import Documents
internal import Resolution
internal import Themes

/// One custom property of a style sheet.
struct SheetDeclaration: Sendable, Hashable {
  package let name: String
  package let value: String
  /// The same by reference to another property, where it has one: what holds in browsers that know how.
  var leaning: Leaning?
  /// The same with what sRGB has not in its own space, where it has such colors.
  package var wide: String?

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
    let use = ColorUse(in: item)
    let leans = use.refers ? Self.text(item, origin, .leaning) : nil
    if let leans, !use.mixes {
      (value, leaning) = (leans, .plain)
    } else {
      guard let shown = Self.text(item, origin, .shown) else { return nil }
      (value, leaning) = (shown, leans.map { Leaning.mixed($0) })
    }
    name = item.name.customProperty
    wide = use.isWide ? Self.text(item, origin, .wide) : nil
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

/// How the colors in a value are said.
private struct ColorUse {
  /// By reference to another.
  private(set) var refers = false
  /// At an opacity of its own beside.
  private(set) var mixes = false
  /// As one that sRGB has not.
  private(set) var isWide = false

  init(in item: FlatTheme.Item) {
    if case .typed(let content) = item.value {
      for color in content.colors { add(color) }
    } else if let color = item.written {
      add(color)
    }
  }

  private mutating func add(_ color: ColorExpression) {
    switch color {
    case .reference(_, let opacity):
      refers = true
      if opacity != .opaque { mixes = true }
    case .exact(let exact): if !exact.isInSRGB { isWide = true }
    case .literal: break
    }
  }
}
