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

/// What a token holds.
enum TokenContent: Sendable, Hashable {
  case color(ColorExpression)
  case value(TypedValue)

  var color: ColorExpression? { if case .color(let color) = self { color } else { nil } }
  var value: TypedValue? { if case .value(let value) = self { value } else { nil } }
}
