internal import Themes

/// Why a question can't be answered, in words for whoever asked it.
package struct LookupError: Error, Sendable, Hashable {
  package enum Code: String, Sendable, Hashable {
    case malformedTarget = "malformed-target"
    case unknownClass = "unknown-class"
    case unknownProperty = "unknown-property"
    case unknownAxisValue = "unknown-axis-value"
    case wrongAxisCount = "wrong-axis-count"
    case unknownTrait = "unknown-trait"
    case traitValue = "trait-value"
    case repeatedTrait = "repeated-trait"
    case unknownColor = "unknown-color"
    case unknownImage = "unknown-image"
    case unknownValue = "unknown-value"
    case overrideValue = "override-value"
  }

  package let code: Code
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
