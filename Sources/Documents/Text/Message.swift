/// A sentence about a problem, with the name that it suggests in place of a wrong one.
package struct Message: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  package private(set) var description: String
  /// The right name, without quotation marks, braces and escapes.
  package private(set) var suggestion: String?

  package init(_ text: String) { description = text }

  package init(stringLiteral text: String) { description = text }

  package init(stringInterpolation parts: StringInterpolation) { self = parts.message }

  package static func + (first: Message, second: Message) -> Message { "\(first)\(second)" }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var message = Message("")

    package init(literalCapacity: Int, interpolationCount: Int) {
      message.description.reserveCapacity(literalCapacity + interpolationCount * 16)
    }

    package mutating func appendLiteral(_ text: String) { message.description += text }

    package mutating func appendInterpolation(_ value: some Any) { message.description += "\(value)" }

    /// Appends a part of the sentence, whose suggestion becomes that of the sentence.
    package mutating func appendInterpolation(_ part: Message) {
      message.description += part.description
      if message.suggestion == nil { message.suggestion = part.suggestion }
    }

    /// Appends the name that was probably meant.
    /// - Parameter shown: the name as the sentence shows it; by default in single quotes.
    package mutating func appendInterpolation(suggesting name: String, as shown: String? = nil) {
      appendLiteral(shown ?? "'\(name)'")
      if message.suggestion == nil { message.suggestion = name }
    }
  }
}
