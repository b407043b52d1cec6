package import Documents

/// A value that a rule sets a property to, references not yet followed.
package indirect enum Value: Sendable, Hashable {
  /// The value `null`: it wins like any other, and leaves the property unset.
  case blocked
  case color(ColorExpression)
  /// A bare image name, or the name of an entry of the theme's `images`.
  case image(String)
  case number(Double)
  case bool(Bool)
  case string(String)
  /// A reference to another named value, whole.
  case reference(String, ValueUse)
  case list([Value])
  /// The members in ascending order of the names' bytes; in a quantity, the number before its unit.
  case object([ValueMember])

  package struct ValueMember: Sendable, Hashable {
    package let name: String
    package let value: Value

    package init(name: String, value: Value) { (self.name, self.value) = (name, value) }
  }
}

extension Value {
  package static func quantity(_ number: Double, _ unit: String) -> Value {
    let unit = unit == "px" ? pixels : .string(unit)
    return .object([
      ValueMember(name: "value", value: .number(number)), ValueMember(name: "unit", value: unit),
    ])
  }

  private static let pixels = Value.string("px")

  /// Calls a closure with each color and named value that it refers to; the use is nil for a color.
  package func forEachReference(_ body: (_ name: String, _ use: ValueUse?) -> Void) {
    switch self {
    case .color(let expression): if let name = expression.referenced { body(name, nil) }
    case .reference(let name, let use): body(name, use)
    case .list(let items): for item in items { item.forEachReference(body) }
    case .object(let members): for member in members { member.value.forEachReference(body) }
    case .blocked, .image, .number, .bool, .string: break
    }
  }

  /// Returns the part at a path of member names; nil if there is none.
  package func part(_ path: [String]) -> Value? {
    path.reduce(self) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members.first { $0.name == name }?.value
    }
  }
}

package enum ColorExpression: Sendable, Hashable {
  case literal(Color)
  /// A color in a space of its own, boxed: it is rare, and every value would be as large.
  indirect case exact(ExactColor)
  case reference(name: String, opacity: Opacity)

  package var referenced: String? { if case .reference(let name, _) = self { name } else { nil } }
}

/// A property with its axis values, `name:axis:axis`, joined values in the axis's own order.
package struct PropertyKey: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let axisValues: [String]

  package init(_ name: String, _ axisValues: [String] = []) {
    (self.name, self.axisValues) = (name, axisValues)
  }

  package var description: String { axisValues.reduce(name) { $0 + ":" + $1 } }
}

/// A class with at most one style, as a rule names it: `UIButton` or `UIButton.sure`.
package struct ClassReference: Sendable, Hashable, CustomStringConvertible {
  package let name: String
  package let style: String?

  package init(_ name: String, style: String? = nil) { (self.name, self.style) = (name, style) }

  package var description: String { style.map { "\(name).\($0)" } ?? name }
}

package enum ImageName {
  package static func isValid(_ name: some StringProtocol) -> Bool {
    let scalars = name.unicodeScalars
    guard let first = scalars.first, scalars.count <= 128, first != "/" else { return false }
    guard scalars.allSatisfy({ $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) && $0 != "\\" }) else {
      return false
    }
    return name.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  package static let rule =
    "it has 1 to 128 characters, no backslash, and neither begins with '/' nor has '.' or '..' as a step."
}

extension Value {
  /// Reads the value that a client sets a property to, in the form of themes.
  /// - Parameter kind: nil for a property that the kit does not have.
  package static func read(
    _ node: JSONNode, as kind: Kit.PropertyKind?, named name: String, colors: Set<String>
  ) -> (value: Value?, problems: [Problem]) {
    if node.isNull { return (.blocked, []) }
    var reader = ValueReader(colors: colors)
    let form = kind.map(ValueSchema.of) ?? .either([.color, .number, .bool])
    let value = reader.read(node, as: form, "'\(name)'")
    return (value, reader.decoder.diagnostics.problems)
  }
}

/// The way in which a reference uses a named value.
package enum ValueUse: String, Sendable, Hashable {
  /// As it is, in another named value.
  case whole
  /// In a rule, for a property of that kind.
  case number, integer, string, font
  /// In a rule, for a list of fonts, and for text that a style sheet has as it is.
  case fonts, text

  package var types: [ValueType] {
    switch self {
    case .whole: ValueType.allCases
    case .text: ValueType.allCases.filter { $0 != .any }
    case .number, .integer: [.dimension, .number, .duration, .fontWeight]
    case .string, .fonts: [.fontFamily]
    case .font: [.typography, .fontFamily]
    }
  }
}

/// The reason why a value was rejected, as a code and a message for its author.
package struct ValueRefusal: Error, Sendable, Hashable {
  package let code: String
  package let sentence: Message

  package init(code: String, sentence: Message) { (self.code, self.sentence) = (code, sentence) }
}
