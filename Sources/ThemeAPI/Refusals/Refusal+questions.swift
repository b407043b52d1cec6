internal import Documents
internal import Resolution
internal import Themes

/// What a look-up refuses, as status and code.
extension Refusal {
  init(_ error: LookupError) {
    let code: RefusalCode =
      switch error.code {
      case .unknownClass: .unknownClass
      case .unknownProperty: .unknownProperty
      case .unknownColor: .unknownColor
      case .unknownImage: .unknownImage
      case .unknownValue: .unknownValue
      case .unknownTrait: .unknownParameter
      case .repeatedTrait: .repeatedParameter
      case .malformedTarget, .unknownAxisValue, .wrongAxisCount, .traitValue: .badParameter
      case .overrideValue: .badBody
      }
    self.init(code, error.message.description)
  }

  /// Does a look-up, its refusal being this interface's.
  static func of<Value>(_ body: () throws(LookupError) -> Value) throws(Refusal) -> Value {
    do throws(LookupError) {
      return try body()
    } catch { throw Refusal(error) }
  }
}
