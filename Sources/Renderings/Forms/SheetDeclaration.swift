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
  private(set) var isColor = false

  enum Reference: Sendable, Hashable {
    /// The value itself refers to the property, which every browser supports.
    case whole
    /// The value for browsers that can mix colors. It refers to a color at another opacity.
    case mixed(String)
  }

  init(name: String, value: String) { (self.name, self.value) = (name, value) }

  /// Returns nil for an item that has no form in a style sheet.
  init?(_ item: FlatTheme.Item, _ options: RenderingOptions) {
    let use = ReferenceUse(in: item)
    func text(_ style: ColorSpelling.Style) -> String? {
      Self.text(item, options.origin, ColorSpelling(style, options.prefix))
    }
    // An item without a form has no property to which a reference could lead.
    guard let shown = text(.shown) else { return nil }
    let referring = use.refers ? text(.referring) : nil
    if let referring, !use.mixes {
      (value, reference) = (referring, .whole)
    } else {
      (value, reference) = (shown, referring.map { .mixed($0) })
    }
    name = item.name.customProperty(prefix: options.prefix)
    wide = use.isWide ? text(.wide) : nil
    if case .color = item.value { isColor = true }
  }

  /// Returns the declaration of a color that has this value in the light and another one in the dark; nil if either needs more
  /// than one declaration.
  func inLight(_ dark: SheetDeclaration) -> SheetDeclaration? {
    func isPlain(_ one: SheetDeclaration) -> Bool {
      if case .mixed? = one.reference { return false }
      return one.isColor && one.wide == nil
    }
    guard isPlain(self), isPlain(dark) else { return nil }
    var both = SheetDeclaration(name: name, value: "light-dark(\(value), \(dark.value))")
    both.reference = reference ?? dark.reference
    return both
  }

  private static func isTyped(_ item: FlatTheme.Item) -> Bool {
    if case .typed = item.value { true } else { false }
  }

  private static func text(_ item: FlatTheme.Item, _ origin: String, _ colors: ColorSpelling) -> String? {
    let unit = item.notation.unit?.css ?? ""
    let reference = item.reference.flatMap { colors.variable($0) }
    if let reference, !isTyped(item) { return reference }
    return switch item.value {
    case .color(let color): colors.text(color, item.written)
    case .typed(let content):
      // A named value is the stops alone; a property has the whole background.
      (reference ?? colors.text(content)).map {
        item.notation.textForm == .bare && content.part == .value(.gradient) ? "linear-gradient(\($0))" : $0
      }
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

/// The ways in which a value uses colors and refers to others.
private struct ReferenceUse {
  /// Indicates whether it refers to a color or another value.
  private(set) var refers = false
  /// Indicates whether it refers to a color at another opacity.
  private(set) var mixes = false
  /// Indicates whether it has a color outside sRGB.
  private(set) var isWide = false

  init(in item: FlatTheme.Item) {
    if item.reference != nil {
      refers = true
    } else if case .typed(let content) = item.value {
      if content.hasReferences { refers = true }
      guard content.reference == nil else { return }
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
private struct ColorSpelling {
  enum Style: Sendable {
    /// As every browser shows them.
    case shown
    /// By reference to other properties, as the theme refers to other colors.
    case referring
    /// By reference, and colors outside sRGB in their own spaces.
    case wide
  }

  let style: Style
  private let prefix: String

  init(_ style: Style, _ prefix: String) { (self.style, self.prefix) = (style, prefix) }

  /// Returns nil if references are not written.
  func variable(_ name: FlatName) -> String? {
    style == .shown ? nil : "var(\(name.customProperty(prefix: prefix)))"
  }

  /// - Parameter written: the color as the theme writes it.
  func text(_ color: ResolvedColor, _ written: ColorExpression?) -> String {
    switch (style, written) {
    case (.referring, .reference(let name, let opacity)?), (.wide, .reference(let name, let opacity)?):
      let reference = variable(.color(name)) ?? ""
      guard opacity != .opaque else { return reference }
      return "color-mix(in srgb, \(reference) \(ColorText.percentage(opacity)), transparent)"
    case (.wide, .exact(let exact)?) where !exact.isInSRGB: return exact.css
    default: return color.hex
    }
  }
}

extension TypedContent {
  /// The value as style sheets have it in one line, references resolved; nil for one that they don't have.
  var css: String? { ColorSpelling(.shown, "").text(self) }
}

extension ExactColor {
  /// The color as CSS Color 4 writes it: `color(display-p3 1 0.3 0.1)`, `oklch(0.7 0.1 40 / 0.3)`.
  var css: String {
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
    if let reference = content.reference.flatMap({ variable($0) }) { return reference }
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
