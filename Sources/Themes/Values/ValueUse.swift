/// The way in which a reference uses a named value.
package enum ValueUse: String, Sendable, Hashable {
  /// The value as it is: in another named value.
  case whole
  /// The value for a property of that kind, in a rule.
  case number, integer, string, font

  /// The types that fit.
  package var types: [ValueType] {
    switch self {
    case .whole: ValueType.allCases
    case .number, .integer: [.dimension, .number, .duration, .fontWeight]
    case .string: [.fontFamily]
    case .font: [.typography, .fontFamily]
    }
  }
}
