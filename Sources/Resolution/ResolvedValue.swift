package import Documents
package import Themes

/// A value with all references resolved, ready for an app to draw with.
package enum ResolvedValue: Sendable, Hashable {
  case color(ResolvedColor)
  /// A bare image name, the theme's `images` already applied.
  case image(String)
  case number(Double)
  case bool(Bool)
  case string(String)
  case list([ResolvedValue])
  /// In ascending order of the names' bytes.
  case object([ResolvedMember])

  package struct ResolvedMember: Sendable, Hashable {
    package let name: String
    package let value: ResolvedValue
  }

  package func part(_ path: [String]) -> ResolvedValue? {
    path.reduce(self) { value, name in
      guard case .object(let members)? = value else { return nil }
      return members.first { $0.name == name }?.value
    }
  }

  /// Writes the value as JSON: colors as hex, images as names.
  package func write(to json: inout JSONWriter) {
    switch self {
    case .color(let color): json.string(color.hex)
    case .image(let name): json.string(name)
    case .number(let number): json.number(number)
    case .bool(let bool): json.bool(bool)
    case .string(let string): json.string(string)
    case .list(let items): json.array { for item in items { item.write(to: &$0) } }
    case .object(let members):
      json.object { for member in members { $0.member(member.name) { member.value.write(to: &$0) } } }
    }
  }
}

/// A color as responses have it: eight bits for each channel, the opacity rounded.
package struct ResolvedColor: Sendable, Hashable {
  package let red: UInt8
  package let green: UInt8
  package let blue: UInt8
  package let alpha: UInt8

  package init(_ color: Color) {
    (red, green, blue, alpha) = (color.red, color.green, color.blue, color.opacity.byte)
  }

  /// CSS hex in lower case, with alpha only where it is not 1.
  package var hex: String { Color.hex(red, green, blue, alpha: alpha) }
}

package struct ResolvedTypedValue: Sendable, Hashable {
  package let type: ValueType?
  package let value: ResolvedValue
}
