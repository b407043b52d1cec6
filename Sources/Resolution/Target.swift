internal import Themes

/// A class with the styles that one thing on screen carries: `UIButton.sure.big`.
package struct Target: Sendable, Hashable, CustomStringConvertible {
  package let className: String
  package let styles: [String]

  package init(_ className: String, styles: [String] = []) {
    self.className = className
    self.styles = styles
  }

  /// Reads `Class` or `Class.style.style`.
  package init(parsing text: String) throws(LookupError) {
    let parts = Self.split(text, at: UInt8(ascii: "."))
    guard parts.count <= Self.mostStyles + 1 else {
      throw LookupError(.malformedTarget, "A target carries at most \(Self.mostStyles) styles.")
    }
    guard let className = parts.first, parts.allSatisfy({ !$0.isEmpty }) else {
      throw LookupError(
        .malformedTarget, "'\(text)' is no target; write Class or Class.style, such as UIButton.sure.")
    }
    self.init(className, styles: Array(parts.dropFirst()))
  }

  /// Reads a container path, outermost first: `UIWindow/UIToolbar`. Empty text is the empty path.
  package static func path(parsing text: String) throws(LookupError) -> [Target] {
    var path: [Target] = []
    if text.isEmpty { return path }
    for step in split(text, at: UInt8(ascii: "/")) { path.append(try Target(parsing: step)) }
    return path
  }

  /// Bytes are enough to find separators, and much quicker than characters.
  private static func split(_ text: String, at separator: UInt8) -> [String] {
    guard text.utf8.contains(separator) else { return [text] }
    return text.utf8.split(separator: separator, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  package var description: String { ([className] + styles).joined(separator: ".") }

  /// More than any real control carries, few enough to be looked at one by one.
  private static let mostStyles = 16
}
