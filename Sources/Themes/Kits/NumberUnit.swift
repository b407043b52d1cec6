/// The unit of a property's numbers. Each output form writes it in the units that its platform has.
package enum NumberUnit: String, Sendable, Hashable, CaseIterable {
  case px, rem, em
  case percent = "%"
  /// Density-independent pixels, scaled ones, points: a px of a style sheet.
  case dp, sp, pt
  case s, ms, deg

  /// The unit as a style sheet has it.
  package var css: String {
    switch self {
    case .dp, .sp, .pt: "px"
    default: rawValue
    }
  }
}
