internal import Themes

/// What a property gets of a named value that a rule names.
extension ValueUse {
  /// Nil for a type that does not fit.
  func taken(from named: ResolvedTypedValue) -> ResolvedValue? {
    switch self {
    case .whole: named.value
    case .number: named.plainNumber.map { .number($0) }
    case .integer: named.plainNumber.map { .number($0.rounded(.toNearestOrAwayFromZero)) }
    case .string: named.family
    case .font: named.font
    }
  }
}

extension ResolvedTypedValue {
  /// Lengths in pixels, 16 for a rem; durations in seconds.
  fileprivate var plainNumber: Double? {
    switch (type, value) {
    case (.number, .number(let number)), (.fontWeight, .number(let number)): number
    case (.dimension, _): value.quantity(["px": { $0 }, "rem": { $0 * 16 }])
    case (.duration, _): value.quantity(["s": { $0 }, "ms": { $0 / 1000 }])
    default: nil
    }
  }

  /// The first of its fonts.
  fileprivate var family: ResolvedValue? {
    guard type == .fontFamily else { return nil }
    return value.first
  }

  /// As kits have fonts: what typography says beside it has no place there.
  fileprivate var font: ResolvedValue? {
    if let family { return .object([ResolvedValue.ResolvedMember(name: "family", value: family)]) }
    guard type == .typography else { return nil }
    let size = value.part(["fontSize"])?.quantity(["px": { $0 }, "rem": { $0 * 16 }])
    let members: [(name: String, value: ResolvedValue?)] = [
      ("family", value.part(["fontFamily"])?.first), ("size", size.map { .number($0) }),
      ("weight", value.part(["fontWeight"])),
    ]
    return .object(
      members.compactMap { name, value in
        value.map { ResolvedValue.ResolvedMember(name: name, value: $0) }
      })
  }
}

extension ResolvedValue {
  /// Itself, or the first of a list.
  fileprivate var first: ResolvedValue? { if case .list(let items) = self { items.first } else { self } }

  /// A number with a unit, turned into a plain one as its unit says.
  fileprivate func quantity(_ units: [String: (Double) -> Double]) -> Double? {
    guard case .number(let number)? = part(["value"]), case .string(let unit)? = part(["unit"]) else {
      return nil
    }
    return units[unit]?(number)
  }
}
