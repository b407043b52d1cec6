internal import Themes

/// Where the change log is kept, as `--store` says it.
package enum StoreLocation: Sendable, Hashable {
  /// Nothing survives.
  case memory
  /// Nil is a file in the state folder.
  case sqlite(path: String?)
  case postgres(url: String)

  /// Nil for a scheme that is none of these.
  package init?(_ text: String) {
    if text == "memory:" {
      self = .memory
    } else if text.hasPrefix("sqlite:") {
      let path = text.dropFirst("sqlite:".count)
      self = .sqlite(path: path.isEmpty ? nil : String(path))
    } else if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      self = .postgres(url: text)
    } else {
      return nil
    }
  }

  /// The file of the state folder that keeps the log when no other is named.
  static func standardPath(in state: String) -> String { "\(state)/livery.sqlite" }

  /// For logs: without a user's name and password.
  package func publicText(state: String) -> String {
    switch self {
    case .memory: return "memory:"
    case .sqlite(let path): return "sqlite:\(path ?? Self.standardPath(in: state))"
    case .postgres(let url):
      guard let at = url.lastIndex(of: "@") else { return url }
      return "postgres://…\(url[at...])"
    }
  }
}
