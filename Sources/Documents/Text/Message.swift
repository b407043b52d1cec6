/// A sentence for people about something wrong, with the name that it suggests in place of a wrong one.
package struct Message: Sendable, Hashable, ExpressibleByStringInterpolation, CustomStringConvertible {
  package private(set) var description: String
  /// The right name, as no document has to write it: without quotation marks, braces and escapes.
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

    package mutating func appendInterpolation(_ value: some Any) {
      message.description += "\(value)"
    }

    /// A part of the sentence: what it suggests, the whole sentence suggests.
    package mutating func appendInterpolation(_ part: Message) {
      message.description += part.description
      if message.suggestion == nil { message.suggestion = part.suggestion }
    }

    /// The name that was probably meant.
    /// - Parameter shown: the name as the sentence shows it; in single quotes unless given.
    package mutating func appendInterpolation(suggesting name: String, as shown: String? = nil) {
      appendLiteral(shown ?? "'\(name)'")
      if message.suggestion == nil { message.suggestion = name }
    }
  }
}
