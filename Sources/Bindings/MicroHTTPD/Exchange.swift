internal import CMicroHTTPD

/// A complete request that waits for its answer: it is answered or parked, once, by whoever holds it. One that is
/// let go without either closes its connection.
@safe package struct Exchange: ~Copyable {
  let connection: OpaquePointer
  unowned(unsafe) let daemon: Daemon
  package let slot: Int
  package let lines: RequestLines

  init(_ lines: RequestLines, daemon: Daemon, slot: Int) {
    unsafe connection = unsafe lines.connection
    unsafe self.daemon = daemon
    self.slot = slot
    self.lines = lines
  }

  package consuming func answer(_ answer: Answer) {
    unsafe daemon.verdict = unsafe queueResponse(
      connection, UInt32(answer.status), answer.response.pointer)
  }

  /// Takes the connection out of the daemon's loop until the parked exchange is answered or let go.
  package consuming func park() -> ParkedExchange {
    unsafe MHD_suspend_connection(connection)
    unsafe daemon.verdict = MHD_Result.YES
    return unsafe ParkedExchange(connection: connection, daemon: daemon, slot: slot)
  }
}

/// A request whose client waits. Answering it, or letting it go, brings its connection back into the daemon's loop;
/// let go unanswered, the connection closes. Only on the daemon's thread.
@safe package struct ParkedExchange: ~Copyable {
  private let connection: OpaquePointer
  private unowned(unsafe) let daemon: Daemon
  package let slot: Int

  init(connection: OpaquePointer, daemon: Daemon, slot: Int) {
    unsafe self.connection = unsafe connection
    unsafe self.daemon = daemon
    self.slot = slot
  }

  package consuming func answer(_ answer: Answer) {
    if unsafe queueResponse(connection, UInt32(answer.status), answer.response.pointer) == MHD_Result.NO {
      unsafe daemon.abandon(slot)
    }
    unsafe MHD_resume_connection(connection)
    discard self
  }

  deinit {
    unsafe daemon.abandon(slot)
    unsafe MHD_resume_connection(connection)
  }
}
