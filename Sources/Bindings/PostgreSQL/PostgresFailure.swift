/// The reason why PostgreSQL did not do something, or could not be reached.
package struct PostgresFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A kind of failure, by what a caller can do about it.
  package enum Kind: Sendable, Hashable {
    /// The server can't be reached, is ending, or is no primary: a retry may succeed, or another server.
    case away
    /// The server rejects this user or this connection, which retries don't change.
    case refused
    /// The server did not do it this time.
    case busy
    /// The disk or the memory of the server is full.
    case full
    /// The data of the server is damaged.
    case damaged
  }

  /// The SQLSTATE, five characters; empty if the connection itself failed.
  package let state: String
  package let message: String

  package init(state: String, message: String) {
    self.state = state
    self.message = message
  }

  package var kind: Kind {
    switch state {
    case "53100", "53200": .full
    case "XX001", "XX002": .damaged
    // A standby offers only read-only transactions; with the other states the server ends the session.
    case "", "25006", "25P03", "53300", "57P01", "57P02", "57P03", "57P05": .away
    case "3D000", "42501", Self.pooled.state: .refused
    // Of any other failure it is not known whether it stays: lock and statement timeouts, deadlocks, and all that an
    // administrator may mend.
    default: state.hasPrefix("08") ? .away : state.hasPrefix("28") ? .refused : .busy
    }
  }

  package var description: String { state.isEmpty ? message : "\(message) (\(state))" }

  static func lost(_ message: String) -> PostgresFailure { PostgresFailure(state: "", message: message) }

  static let late = lost("no answer came in time")
  static let interrupted = lost("the wait was given up")

  /// The failure of a connection through a pooler.
  package static let pooled = PostgresFailure(
    state: "0A000",
    message:
      "a connection pooler such as PgBouncer is between, and LISTEN needs a session of its own; name PostgreSQL "
      + "itself in the URL: a server uses two connections")
}
