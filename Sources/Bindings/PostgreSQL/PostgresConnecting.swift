internal import CPostgreSQL
internal import Glibc
internal import Synchronization

/// Connection attempts to several servers, made side by side so that a silent server delays no other.
///
/// libpq can try several hosts too, but only one after another, and a connection begun by `PQconnectStart` has no timeout.
package struct PostgresConnecting {
  private struct Attempt {
    let index: Int
    let connection: LockedConnection
    /// Whether libpq waits until it can write. It may use another socket at each step.
    var isWriting = true

    var polled: pollfd {
      pollfd(fd: connection.descriptor, events: Int16(isWriting ? POLLOUT : POLLIN), revents: 0)
    }
  }

  private var attempts: [Attempt] = []
  private var failures: [(index: Int, failure: PostgresFailure)] = []

  /// - Parameter interruption: ends every wait of the connections, also later ones, once it is rung.
  package init(to servers: [PostgresParameters], interruption: Doorbell? = nil) {
    for (index, server) in servers.enumerated() {
      do throws(PostgresFailure) {
        let connection = try PostgresConnection(starting: server, interruption: interruption)
        attempts.append(Attempt(index: index, connection: LockedConnection(connection)))
      } catch { failures.append((index, error)) }
    }
  }

  /// Returns the next connection that is ready, or the reason why an attempt failed, with the index of its server; nil if
  /// no attempt is left or the deadline has passed.
  package mutating func next(
    until deadline: MonotonicTime
  ) -> (index: Int, outcome: Result<LockedConnection, PostgresFailure>)? {
    while true {
      if let failed = failures.popLast() { return (failed.index, .failure(failed.failure)) }
      var polled = attempts.map(\.polled)
      guard !attempts.isEmpty, Poll.wait(for: &polled, until: deadline),
        let ready = polled.firstIndex(where: { $0.revents != 0 })
      else { return nil }
      let (index, connection) = (attempts[ready].index, attempts[ready].connection)
      do throws(PostgresFailure) {
        switch try connection.withConnection({ live throws(PostgresFailure) in try live.advance() }) {
        case .reads: attempts[ready].isWriting = false
        case .writes: attempts[ready].isWriting = true
        case .connected:
          attempts.remove(at: ready)
          return (index, .success(connection))
        }
      } catch {
        attempts.remove(at: ready)
        return (index, .failure(error))
      }
    }
  }
}

/// A connection that several threads use, one at a time.
package final class LockedConnection: Sendable {
  private let connection: Mutex<PostgresConnection>

  fileprivate init(_ connection: sending PostgresConnection) { self.connection = Mutex(connection) }

  /// Connects to one server.
  package static func connect(
    to server: PostgresParameters, until deadline: MonotonicTime, interruption: Doorbell? = nil
  ) throws(PostgresFailure) -> LockedConnection {
    var connecting = PostgresConnecting(to: [server], interruption: interruption)
    guard let outcome = connecting.next(until: deadline)?.outcome else { throw .late }
    return try outcome.get()
  }

  /// The socket, to watch for notices.
  package var descriptor: Int32 { withConnection { $0.descriptor } }

  package func withConnection<Value: Sendable, Failure: Error>(
    _ body: @Sendable (PostgresConnection) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try connection.withLock { connection throws(Failure) in try body(connection) }
  }
}

extension PostgresConnection {
  fileprivate enum ConnectStep: Sendable { case reads, writes, connected }

  fileprivate func advance() throws(PostgresFailure) -> ConnectStep {
    switch unsafe PQconnectPoll(handle) {
    case PGRES_POLLING_READING: return .reads
    case PGRES_POLLING_WRITING: return .writes
    case PGRES_POLLING_OK:
      try begin()
      return .connected
    default: throw connectFailure
    }
  }
}
