/// Why PostgreSQL did not do something, or could not be asked.
package struct PostgresFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What a caller can do about it.
  package enum FailureKind: Sendable, Hashable {
    /// The server can't be reached, or is about to go, or is no primary: it may be another moment, or elsewhere.
    case away
    /// The server does not let this user do it, and will not by itself.
    case refused
    /// Somebody else is in the way just now.
    case busy
    /// No room on its disk, or in its memory.
    case full
    case other
  }

  /// Five characters, as PostgreSQL names it; empty where the connection itself failed.
  package let state: String
  package let message: String

  package init(state: String, message: String) {
    self.state = state
    self.message = message
  }

  package var kind: FailureKind {
    switch state {
    // Serialization failures and locks that were waited for in vain.
    case "40001", "40P01", "55P03": .busy
    case "53100", "53200": .full
    // A read-only transaction is what a standby offers; the others end the session from the server's side.
    case "", "25006", "25P03", "53300", "57P01", "57P02", "57P03", "57P05": .away
    case "3D000", "42501": .refused
    default: state.hasPrefix("08") ? .away : state.hasPrefix("28") ? .refused : .other
    }
  }

  package var description: String { state.isEmpty ? message : "\(message) (\(state))" }

  static func lost(_ message: String) -> PostgresFailure { PostgresFailure(state: "", message: message) }

  static let late = lost("no answer came in time")
  static let interrupted = lost("the wait was given up")
}
