internal import Themes

/// Where the change log is kept, as `--store` says it.
package enum StoreLocation: Sendable, Hashable {
  /// Nothing survives.
  case memory
  /// Nil is a file in the state folder.
  case sqlite(path: String?)

  /// Nil for a scheme that is none of these.
  package init?(_ text: String) {
    if text == "memory:" {
      self = .memory
    } else if text.hasPrefix("sqlite:") {
      let path = text.dropFirst("sqlite:".count)
      self = .sqlite(path: path.isEmpty ? nil : String(path))
    } else {
      return nil
    }
  }

  /// The file of the state folder that keeps the log when no other is named.
  static func standardPath(in state: String) -> String { "\(state)/livery.sqlite" }

  /// As the log tells it.
  package func text(state: String) -> String {
    switch self {
    case .memory: "memory:"
    case .sqlite(let path): "sqlite:\(path ?? Self.standardPath(in: state))"
    }
  }
}
