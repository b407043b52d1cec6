/// The type of a named value: the types of design tokens, but for colors, which a theme has in a table of their own, and
/// `any`, for a token of no type that the format has: whatever it is, its references are followed.
package enum ValueType: String, Sendable, Hashable, CaseIterable {
  case dimension, fontFamily, fontWeight, duration, cubicBezier, number, strokeStyle, border, transition
  case shadow, gradient, typography, any

  /// `a dimension`.
  package var words: String { self == .any ? "a value of any type" : "a \(rawValue)" }

  /// The content of a part of a value.
  package enum TypedPart: Sendable, Hashable {
    case color
    case value(ValueType)
    /// So many times the size of the text, or a length.
    case height
    /// Lengths of dashes and of the gaps between them.
    case dashes
    case flag
    case word([String])
  }

  struct TypedMember: Sendable {
    package let name: String
    package let part: TypedPart
    var isNeeded = true
  }

  /// The members of a value that is an object, or of an object in its list; nothing for a type without.
  var members: [TypedMember] {
    switch self {
    case .strokeStyle:
      [
        TypedMember(name: "dashArray", part: .dashes),
        TypedMember(name: "lineCap", part: .word(Self.lineCaps)),
      ]
    case .border:
      [
        TypedMember(name: "color", part: .color), TypedMember(name: "width", part: .value(.dimension)),
        TypedMember(name: "style", part: .value(.strokeStyle)),
      ]
    case .transition:
      [
        TypedMember(name: "duration", part: .value(.duration)),
        TypedMember(name: "delay", part: .value(.duration)),
        TypedMember(name: "timingFunction", part: .value(.cubicBezier)),
      ]
    case .shadow:
      [TypedMember(name: "color", part: .color)]
        + ["offsetX", "offsetY", "blur", "spread"].map { TypedMember(name: $0, part: .value(.dimension)) }
        + [TypedMember(name: "inset", part: .flag, isNeeded: false)]
    case .gradient:
      [TypedMember(name: "color", part: .color), TypedMember(name: "position", part: .value(.number))]
    case .typography:
      [
        TypedMember(name: "fontFamily", part: .value(.fontFamily)),
        TypedMember(name: "fontSize", part: .value(.dimension)),
        TypedMember(name: "fontWeight", part: .value(.fontWeight)),
        // The format wants these two as well; so many documents leave them out that they are not asked for here.
        TypedMember(name: "letterSpacing", part: .value(.dimension), isNeeded: false),
        TypedMember(name: "lineHeight", part: .height, isNeeded: false),
      ]
    case .dimension, .fontFamily, .fontWeight, .duration, .cubicBezier, .number, .any: []
    }
  }

  /// The names of the four numbers of a curve.
  package static let coordinates = ["x1", "y1", "x2", "y2"]

  package func part(named name: String) -> TypedPart? { members.first { $0.name == name }?.part }

  /// Words for the style of a stroke; in CSS they mean the same.
  package static let strokeStyles = [
    "solid", "dashed", "dotted", "double", "groove", "ridge", "outset", "inset",
  ]
  private static let lineCaps = ["round", "butt", "square"]
}
