internal import Documents
internal import Themes

/// One design token: what stands at its path.
struct DesignToken: Sendable {
  /// As the format calls it: `color`, `dimension`; nil for what has none.
  package let type: String?
  /// Colors in text, and references that name colors and values of the theme.
  package let value: Value
  package var remark: Remark?

  package static func color(_ color: ColorExpression) -> DesignToken {
    DesignToken(type: "color", value: .color(color))
  }

  package static func number(_ number: Double) -> DesignToken {
    DesignToken(type: ValueType.number.rawValue, value: .number(number))
  }

  /// A length or a time.
  static func quantity(_ number: Double, _ unit: String, _ type: ValueType) -> DesignToken {
    DesignToken(type: type.rawValue, value: .quantity(number, unit))
  }

  /// - Parameter reference: how a token refers to the one of that name.
  package func write(to json: inout JSONWriter, reference: (String) -> String) {
    json.object { json in
      if let type { json.member("$type", type) }
      json.member("$value") { Self.write(value, to: &$0, reference) }
      remark?.writeMembers(signed: "$", to: &json)
    }
  }

  private static func write(_ value: Value, to json: inout JSONWriter, _ reference: (String) -> String) {
    switch value {
    case .color(.literal(let color)): write(color, to: &json)
    case .color(.exact(let exact)): exact.write(to: &json)
    case .color(.reference(let name, _)), .reference(let name, _): json.string(reference(name))
    case .list(let items): json.array { json in for item in items { write(item, to: &json, reference) } }
    case .object(let members):
      json.object { json in
        for member in members { json.member(member.name) { write(member.value, to: &$0, reference) } }
      }
    case .blocked, .image, .number, .bool, .string: value.write(to: &json)
    }
  }

  private static func write(_ color: Color, to json: inout JSONWriter) {
    json.object { json in
      json.member("colorSpace", ColorSpace.srgb.rawValue)
      json.member("components") { json in
        json.array { json in
          for channel in [color.red, color.green, color.blue] { json.number(Double(channel) / 255) }
        }
      }
      if color.opacity != .opaque { json.member("alpha", color.opacity.double) }
      json.member("hex", Color(red: color.red, green: color.green, blue: color.blue).hex)
    }
  }
}
