/// A class with the styles that it carries: `UIButton.sure.big`. A rule names one style at most.
public struct StyledClass: Sendable, Hashable, CustomStringConvertible {
  /// The class alone: `UIButton`.
  public let className: String
  /// The styles in the order in which they are written.
  public let styles: [String]

  /// Reads `Class` or `Class.style.style`.
  public init(parsing text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    className = parts.first ?? ""
    styles = Array(parts.dropFirst())
  }

  package init(_ className: String, styles: [String]) {
    self.className = className
    self.styles = styles
  }

  public var description: String { ([className] + styles).joined(separator: ".") }
}
