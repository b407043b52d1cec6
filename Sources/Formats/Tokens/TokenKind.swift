internal import Themes

/// What a token is.
enum TokenKind: Sendable, Hashable {
  case color
  case value(ValueType)
  /// Nothing can be made of it; why is said already.
  case circular

  /// Nil for a type that the format does not have.
  init?(_ type: String) {
    if type == "color" {
      self = .color
    } else if let type = ValueType(rawValue: type), type != .any {
      self = .value(type)
    } else {
      return nil
    }
  }
}
