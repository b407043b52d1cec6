/// How a named value is taken where it is referred to.
package enum ValueUse: String, Sendable, Hashable {
  /// As it is: in another named value.
  case whole
  /// By a rule, for a property of that kind.
  case number, integer, string, font

  /// The types that fit.
  var types: [ValueType] {
    switch self {
    case .whole: ValueType.allCases
    case .number, .integer: [.dimension, .number, .duration, .fontWeight]
    case .string: [.fontFamily]
    case .font: [.typography, .fontFamily]
    }
  }
}
