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
  package init(parsing text: some StringProtocol) throws(QuestionError) {
    let parts = String(text).split(separator: Character("."), omittingEmptySubsequences: false).map(
      String.init)
    guard parts.count <= Self.mostStyles + 1 else {
      throw QuestionError(.malformedTarget, "A target carries at most \(Self.mostStyles) styles.")
    }
    guard let className = parts.first, parts.allSatisfy({ !$0.isEmpty }) else {
      throw QuestionError(
        .malformedTarget, "'\(text)' is no target; write Class or Class.style, such as UIButton.sure.")
    }
    self.init(className, styles: Array(parts.dropFirst()))
  }

  /// Reads a container path, outermost first: `UIWindow/UIToolbar`. Empty text is the empty path.
  package static func path(parsing text: some StringProtocol) throws(QuestionError) -> [Target] {
    var path: [Target] = []
    if text.isEmpty { return path }
    for step in String(text).split(separator: Character("/"), omittingEmptySubsequences: false) {
      path.append(try Target(parsing: step))
    }
    return path
  }

  package var description: String { ([className] + styles).joined(separator: ".") }

  /// More than any real control carries, few enough to be looked at one by one.
  private static let mostStyles = 16
}
