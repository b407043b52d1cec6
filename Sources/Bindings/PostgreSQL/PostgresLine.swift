internal import Synchronization

/// A connection that one thread at a time uses, whichever it is.
package final class PostgresLine: Sendable {
  private let connection: Mutex<PostgresConnection>

  init(_ connection: sending PostgresConnection) { self.connection = Mutex(connection) }

  /// What must be watched for notices.
  package var descriptor: Int32 { withConnection { $0.descriptor } }

  package func withConnection<Value: Sendable, Failure: Error>(
    _ body: @Sendable (PostgresConnection) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try connection.withLock { connection throws(Failure) in try body(connection) }
  }
}
