import Foundation

/// A value that a rule sets: any JSON value except null.
public indirect enum ThemeValue: Sendable, Hashable {
  /// A color as hex, the name of an image, or any other word.
  case text(String)
  /// A number.
  case number(Double)
  /// A Boolean value.
  case bool(Bool)
  /// A list of values.
  case list([ThemeValue])
  /// An object, such as a font, an offset or text attributes.
  case object([String: ThemeValue])
}

extension ThemeValue: Decodable {
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let items = try? value.decode([ThemeValue].self) {
      self = .list(items)
    } else {
      self = .object(try value.decode([String: ThemeValue].self))
    }
  }
}

extension ThemeValue {
  /// The text, or nil for other kinds of values.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, or nil for other kinds of values.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// The Boolean value, or nil for other kinds of values.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The items, or nil for other kinds of values.
  public var list: [ThemeValue]? { if case .list(let items) = self { items } else { nil } }

  /// Returns a member of an object.
  public subscript(name: String) -> ThemeValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// The value of a trait as it is written in a request.
  var plainText: String? {
    switch self {
    case .text(let text): text
    case .number(let number): number == number.rounded() ? String(format: "%.0f", number) : "\(number)"
    case .bool(let bool): "\(bool)"
    case .list, .object: nil
    }
  }
}
