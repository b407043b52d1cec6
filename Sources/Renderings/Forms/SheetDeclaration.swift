internal import Documents
internal import Resolution
internal import Themes

/// One custom property of a style sheet.
struct SheetDeclaration: Sendable, Hashable {
  let name: String
  let value: String
  /// The kind of reference to another property, or nil if there is none.
  private(set) var reference: Reference?
  /// The value with colors outside sRGB in their own spaces, or nil if it has no such colors.
  private(set) var wide: String?

  enum Reference: Sendable, Hashable {
    /// The value itself refers to the property, which every browser supports.
    case whole
    /// The value for browsers that can mix colors. It refers to a color at another opacity.
    case mixed(String)
  }

  init(name: String, value: String) { (self.name, self.value) = (name, value) }

  /// Returns nil for an item that has no form in a style sheet.
  /// - Parameter origin: the prefix of the path of a URL.
  init?(_ item: FlatTheme.Item, origin: String) {
    let use = ColorUse(in: item)
    let referring = use.refers ? Self.text(item, origin, .referring) : nil
    if let referring, !use.mixes {
      (value, reference) = (referring, .whole)
    } else {
      guard let shown = Self.text(item, origin, .shown) else { return nil }
      (value, reference) = (shown, referring.map { .mixed($0) })
    }
    name = item.name.customProperty
    wide = use.isWide ? Self.text(item, origin, .wide) : nil
  }

  private static func text(_ item: FlatTheme.Item, _ origin: String, _ colors: ColorSpelling) -> String? {
    let unit = item.notation.unit?.css ?? ""
    return switch item.value {
    case .color(let color): colors.text(color, item.written)
    case .typed(let content): colors.text(content)
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

/// The ways in which a value uses colors.
private struct ColorUse {
  /// Indicates whether it refers to a color.
  private(set) var refers = false
  /// Indicates whether it refers to a color at another opacity.
  private(set) var mixes = false
  /// Indicates whether it has a color outside sRGB.
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

/// The way in which the colors of a style sheet are written.
private enum ColorSpelling {
  /// As every browser shows them.
  case shown
  /// By reference to other properties, as the theme refers to other colors.
  case referring
  /// By reference, and colors outside sRGB in their own spaces.
  case wide

  /// - Parameter written: the color as the theme writes it.
  func text(_ color: ResolvedColor, _ written: ColorExpression?) -> String {
    switch (self, written) {
    case (.referring, .reference(let name, let opacity)?), (.wide, .reference(let name, let opacity)?):
      let reference = "var(\(FlatName.color(name).customProperty))"
      guard opacity != .opaque else { return reference }
      return "color-mix(in srgb, \(reference) \(ColorText.percentage(opacity)), transparent)"
    case (.wide, .exact(let exact)?) where !exact.isInSRGB: return exact.css
    default: return color.hex
    }
  }
}

extension ExactColor {
  /// The color as CSS Color 4 writes it: `color(display-p3 1 0.3 0.1)`, `oklch(0.7 0.1 40 / 0.3)`.
  fileprivate var css: String {
    let numbers = components.map { $0.map { JSONWriter.shortest($0) } ?? "none" }.joined(separator: " ")
    let alpha = opacity.map { " / \(JSONWriter.shortest($0.double))" } ?? ""
    switch space {
    case .lab, .lch, .oklab, .oklch: return "\(space.rawValue)(\(numbers)\(alpha))"
    case .srgb, .linearSRGB, .displayP3, .a98, .prophoto, .rec2020, .xyzD65, .xyzD50:
      return "color(\(space.rawValue) \(numbers)\(alpha))"
    // sRGB contains all of these.
    case .hsl, .hwb: return color.hex
    }
  }
}

/// Values with parts in one line.
extension ColorSpelling {
  /// Returns the line, or nil for a value that CSS can't write in one.
  func text(_ content: TypedContent) -> String? {
    switch content.part {
    case .value(.fontFamily): return CSSText.fonts(content.families)
    case .value(.cubicBezier): return content.items.flatMap { joined($0, ", ") }.map { "cubic-bezier(\($0))" }
    case .value(.strokeStyle) where !content.members.isEmpty: return "dashed"
    case .value(.border): return members(["width", "style", "color"], of: content)
    case .value(.transition): return members(["duration", "delay", "timingFunction"], of: content)
    case .value(.shadow): return list(content, shadow)
    case .value(.gradient): return list(content, stop)
    case .value(.typography): return typography(content)
    case .dashes: return content.items.flatMap { joined($0, " ") }
    case .value, .color, .height, .flag, .word: return single(content)
    }
  }

  private func single(_ content: TypedContent) -> String? {
    if let (number, unit) = content.quantity { return JSONWriter.shortest(number) + unit }
    return switch content.value {
    case .color(let color): text(color, content.written?.color)
    case .number(let number): JSONWriter.shortest(number)
    case .string(let word): CSSText.written(word, as: .bare)
    case .image, .bool, .list, .object: nil
    }
  }

  private func members(_ names: [String], of content: TypedContent) -> String? {
    let members = names.compactMap { content.member($0) }
    return members.count == names.count ? joined(members, " ") : nil
  }

  private func joined(_ parts: [TypedContent], _ separator: String) -> String? {
    let texts = parts.compactMap { text($0) }
    return texts.count == parts.count ? texts.joined(separator: separator) : nil
  }

  /// Returns the texts of the items of a list, or the text of a value that is no list.
  private func list(_ content: TypedContent, _ text: (TypedContent) -> String?) -> String? {
    let items = content.items ?? [content]
    let texts = items.compactMap(text)
    return texts.count == items.count ? texts.joined(separator: ", ") : nil
  }

  private func shadow(_ content: TypedContent) -> String? {
    let isInside = content.member("inset")?.value == .bool(true)
    return members(["offsetX", "offsetY", "blur", "spread", "color"], of: content)
      .map { isInside ? "inset \($0)" : $0 }
  }

  /// Returns a color of a gradient with its position in percent.
  private func stop(_ content: TypedContent) -> String? {
    guard let color = content.member("color").flatMap({ text($0) }),
      case .number(let position)? = content.member("position")?.value
    else { return nil }
    return "\(color) \(JSONWriter.shortest((position * 1e11).rounded() / 1e9))%"
  }

  private func typography(_ content: TypedContent) -> String? {
    guard let font = members(["fontWeight", "fontSize"], of: content),
      let family = content.member("fontFamily").flatMap({ text($0) })
    else { return nil }
    let height = content.member("lineHeight").flatMap { text($0) }.map { "/" + $0 } ?? ""
    return "\(font)\(height) \(family)"
  }
}
