/// Why the server's answer is no theme.
public enum LiveryError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The server wants another token.
  case refused(status: Int)
  /// Any other answer than a theme, with what the server says about it.
  case noTheme(status: Int, detail: String)
  /// The answer's body is no theme, and why.
  case unreadable(String)

  public var description: String {
    switch self {
    case .refused(let status): "The server refuses with \(status); give Livery a token that it takes."
    case .noTheme(let status, let detail): "The server answers with \(status): \(detail)"
    case .unreadable(let why): "The server's answer can't be read as a theme: \(why)"
    }
  }
}
