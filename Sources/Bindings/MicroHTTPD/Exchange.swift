internal import CMicroHTTPD

/// A complete request that waits for its answer: it is answered or parked, once, by whoever holds it. One that is
/// let go without either closes its connection.
package struct Exchange: ~Copyable {
  let connection: DaemonConnection

  init(on connection: DaemonConnection) { self.connection = connection }

  package var lines: RequestLines { RequestLines(of: connection) }

  package consuming func answer(_ answer: StatusResponse) {
    connection.callbackResult = connection.queue(answer)
  }

  /// Takes the connection out of the daemon's loop until the parked exchange is answered or let go.
  package consuming func park() -> ParkedExchange {
    unsafe MHD_suspend_connection(connection.connection)
    connection.callbackResult = .YES
    return ParkedExchange(on: connection)
  }
}

/// A request whose client waits. Answering it, or letting it go, brings its connection back into the daemon's loop;
/// let go unanswered, the connection closes. Only on the daemon's thread.
@safe package struct ParkedExchange: ~Copyable {
  // The library holds a connection that is parked.
  private unowned(unsafe) let connection: DaemonConnection

  init(on connection: DaemonConnection) { unsafe self.connection = connection }

  package consuming func answer(_ answer: StatusResponse) {
    let connection = unsafe connection
    if connection.queue(answer) == .NO { connection.abandon() }
    unsafe MHD_resume_connection(connection.connection)
    discard self
  }

  deinit {
    let connection = unsafe connection
    connection.abandon()
    unsafe MHD_resume_connection(connection.connection)
  }
}
