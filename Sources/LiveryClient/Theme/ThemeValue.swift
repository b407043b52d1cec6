import Foundation

/// A value that a rule sets: whatever JSON can hold, but null.
public indirect enum ThemeValue: Sendable, Hashable {
  /// A color as hex, the name of an image, or any other word.
  case text(String)
  /// Any number, whole or not.
  case number(Double)
  /// What is on or off.
  case bool(Bool)
  /// Several values in order.
  case list([ThemeValue])
  /// Such as a font, an offset, text attributes.
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
  /// The text, where it is one.
  public var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The number, where it is one.
  public var number: Double? { if case .number(let number) = self { number } else { nil } }
  /// What is on or off, where it is that.
  public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  /// The items, where it is a list.
  public var list: [ThemeValue]? { if case .list(let items) = self { items } else { nil } }

  /// A member of an object.
  public subscript(name: String) -> ThemeValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  /// A trait's value as a request names it.
  var plainText: String? {
    switch self {
    case .text(let text): text
    case .number(let number): number == number.rounded() ? String(format: "%.0f", number) : "\(number)"
    case .bool(let bool): "\(bool)"
    case .list, .object: nil
    }
  }
}
