/// A value that a rule sets a property to, as the theme has it: references not yet followed.
package indirect enum Value: Sendable, Hashable {
  /// `null`: wins like any value, and leaves the property unset.
  case blocked
  case color(ColorExpression)
  /// A bare image name, or the name of an entry of the theme's `images`.
  case image(String)
  case number(Double)
  case bool(Bool)
  case string(String)
  /// Another named value, whole.
  case reference(String, ValueUse)
  case list([Value])
  /// Members by name, in ascending order of the names' bytes; of a quantity, the number before its unit.
  case object([ValueMember])

  package struct ValueMember: Sendable, Hashable {
    package let name: String
    package let value: Value

    package init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }
}

extension Value {
  /// A length or a time, as typed values have them.
  package static func quantity(_ number: Double, _ unit: String) -> Value {
    let unit = unit == "px" ? pixels : .string(unit)
    return .object([
      ValueMember(name: "value", value: .number(number)), ValueMember(name: "unit", value: unit),
    ])
  }

  /// Shared by all lengths in it, as most are.
  private static let pixels = Value.string("px")

  /// Returns the part at a path of member names; nil if there is none.
  package func part(_ path: [String]) -> Value? {
    path.reduce(self) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members.first { $0.name == name }?.value
    }
  }
}

/// A color as written: itself, or a reference to a named one.
package enum ColorExpression: Sendable, Hashable {
  case literal(Color)
  /// A color in a space of its own, boxed: there are few of them, and every value would be as large.
  indirect case exact(ExactColor)
  case reference(name: String, opacity: Opacity)

  /// The name that it refers to, if it does.
  package var referenced: String? { if case .reference(let name, _) = self { name } else { nil } }
}
