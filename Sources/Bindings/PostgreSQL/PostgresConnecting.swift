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
    /// Indicates whether libpq waits until it can write. It may use another socket at each step.
    var isWriting = true

    var polled: pollfd {
      pollfd(fd: connection.descriptor, events: Int16(isWriting ? POLLOUT : POLLIN), revents: 0)
    }
  }

  private var attempts: [Attempt] = []
  private var failures: [(index: Int, failure: PostgresFailure)] = []

  /// Indicates whether no attempt is left.
  package var isOver: Bool { attempts.isEmpty && failures.isEmpty }

  /// - Parameter interruption: ends every wait of the connections, also later ones, once it is rung.
  package init(to servers: [PostgresParameters], interruption: Doorbell? = nil) {
    for (index, server) in servers.enumerated() { add(server, index, interruption: interruption) }
  }

  /// Begins an attempt more.
  package mutating func add(_ server: PostgresParameters, _ index: Int, interruption: Doorbell? = nil) {
    do throws(PostgresFailure) {
      let connection = try PostgresConnection(starting: server, interruption: interruption)
      attempts.append(Attempt(index: index, connection: LockedConnection(connection)))
    } catch { failures.append((index, error)) }
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
        if let isWriting = try connection.withConnection({ live throws(PostgresFailure) in try live.advance()
        }) {
          attempts[ready].isWriting = isWriting
        } else {
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
  /// Continues to connect. Returns whether libpq waits until it can write; nil if the connection is made.
  fileprivate func advance() throws(PostgresFailure) -> Bool? {
    switch unsafe PQconnectPoll(handle) {
    case PGRES_POLLING_READING: return false
    case PGRES_POLLING_WRITING: return true
    case PGRES_POLLING_OK:
      try begin()
      return nil
    default: throw connectFailure
    }
  }
}

/// The connection parameters of one server: libpq's keywords with their values.
package struct PostgresParameters: Sendable, Hashable {
  private(set) var values: [String: String]

  package init(_ values: [String: String]) { self.values = values }

  package subscript(name: String) -> String? { values[name] }

  /// Returns the parameters with a value added or replaced; without the value for nil.
  package func with(_ name: String, _ value: String?) -> PostgresParameters {
    var next = self
    next.values[name] = value
    return next
  }

  /// Returns the parameters with a value that counts only if there is none yet.
  package func preferring(_ name: String, _ value: String) -> PostgresParameters {
    self[name] == nil ? with(name, value) : self
  }

  /// Returns the parameters of each server that a `postgres://` URL names.
  package static func servers(url: String) throws(PostgresFailure) -> [PostgresParameters] {
    let all = try parse(url)
    let hosts = list(all["host"]), addresses = list(all["hostaddr"]), ports = list(all["port"])
    let count = max(hosts.count, addresses.count, 1)
    guard addresses.count <= 1 || hosts.isEmpty || addresses.count == hosts.count,
      ports.count <= 1 || ports.count == count
    else {
      throw PostgresFailure(state: "", message: "the URL names as many ports as hosts, or one, or none")
    }
    return (0..<count).map { index in
      let port = ports.count > 1 ? ports[index] : ports.first
      return all.with("host", hosts.isEmpty ? nil : hosts[index])
        .with("hostaddr", addresses.isEmpty ? nil : addresses[min(index, addresses.count - 1)])
        .with("port", port)
    }
  }

  private static func list(_ text: String?) -> [String] {
    text.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
  }

  /// Returns the parameters in a URL. libpq adds those of the environment when it connects.
  private static func parse(_ url: String) throws(PostgresFailure) -> PostgresParameters {
    var complaint: UnsafeMutablePointer<CChar>?
    guard let options = unsafe PQconninfoParse(url, &complaint) else {
      defer { unsafe PQfreemem(complaint) }
      throw .lost(unsafe complaint.map { unsafe String(cString: $0).oneLine } ?? "out of memory")
    }
    defer { unsafe PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = unsafe options
    while let name = unsafe option.pointee.keyword {
      if let value = unsafe option.pointee.val {
        unsafe values[String(cString: name)] = String(cString: value)
      }
      unsafe option += 1
    }
    return PostgresParameters(values)
  }
}
