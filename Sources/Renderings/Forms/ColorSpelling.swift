internal import Documents
internal import Resolution
internal import Themes

/// How the colors of a style sheet are written.
enum ColorSpelling: Sendable {
  /// As every browser shows them.
  case shown
  /// By reference to other properties, where the theme refers.
  case leaning
  /// The same, and what sRGB has not in its own space.
  case wide

  /// - Parameter written: the color as the theme says it.
  package func text(_ color: ResolvedColor, _ written: ColorExpression?) -> String {
    switch (self, written) {
    case (.leaning, .reference(let name, let opacity)?), (.wide, .reference(let name, let opacity)?):
      let reference = "var(\(FlatName.color(name).customProperty))"
      guard opacity != .opaque else { return reference }
      return "color-mix(in srgb, \(reference) \(ColorText.percentage(opacity)), transparent)"
    case (.wide, .exact(let exact)?) where !exact.isInSRGB: return exact.css
    default: return color.hex
    }
  }
}

extension ExactColor {
  /// As CSS Color 4 has it: `color(display-p3 1 0.3 0.1)`, `oklch(0.7 0.1 40 / 0.3)`.
  package var css: String {
    let numbers = components.map { $0.map { JSONWriter.shortest($0) } ?? "none" }.joined(separator: " ")
    let alpha = opacity.map { " / \(JSONWriter.shortest($0.double))" } ?? ""
    switch space {
    case .lab, .lch, .oklab, .oklch: return "\(space.rawValue)(\(numbers)\(alpha))"
    case .srgb, .linearSRGB, .displayP3, .a98, .prophoto, .rec2020, .xyzD65, .xyzD50:
      return "color(\(space.rawValue) \(numbers)\(alpha))"
    // sRGB has all of these.
    case .hsl, .hwb: return color.hex
    }
  }
}
