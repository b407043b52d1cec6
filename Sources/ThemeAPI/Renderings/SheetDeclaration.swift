internal import Resolution
internal import Themes

/// One custom property of a style sheet.
struct SheetDeclaration: Sendable, Hashable {
  let name: String
  let value: String
  /// The same by reference to another property, where it has one: what holds in browsers that know how.
  var leaning: Leaning?

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
    name = "--" + item.name.kebab
    if case .color(let color) = item.value, case .reference(let other, let opacity)? = item.written {
      let reference = "var(--\(FlatName.color(other).kebab))"
      guard opacity != .opaque else {
        (value, leaning) = (reference, .plain)
        return
      }
      let mix = "color-mix(in srgb, \(reference) \(ColorText.percentage(opacity)), transparent)"
      (value, leaning) = (color.hex, .mixed(mix))
      return
    }
    guard let text = Self.text(item, origin) else { return nil }
    value = text
  }

  private static func text(_ item: FlatTheme.Item, _ origin: String) -> String? {
    let unit = item.notation.unit?.css ?? ""
    return switch item.value {
    case .color(let color): color.hex
    case .image(let image): image.file.map { "url(\(CSSText.quoted(origin + $0.url)))" }
    case .number(let number): JSONWriter.shortest(number) + unit
    case .edges(let edges): edges.map { JSONWriter.shortest($0) + unit }.joined(separator: " ")
    case .bool(let bool): bool ? "1" : "0"
    case .string(let string): CSSText.written(string, as: item.notation.textForm)
    case .duration(let seconds): JSONWriter.shortest(seconds) + "s"
    }
  }
}
