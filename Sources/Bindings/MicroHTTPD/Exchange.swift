internal import CMicroHTTPD

/// A complete request that waits for its answer: it is answered or parked, once, by whoever holds it. One that is
/// let go without either closes its connection.
@safe package struct Exchange: ~Copyable {
  let place: ConnectionPlace
  package let lines: RequestLines

  init(_ lines: RequestLines, at place: ConnectionPlace) {
    unsafe self.place = unsafe place
    self.lines = lines
  }

  package consuming func answer(_ answer: Answer) {
    unsafe place.pointee.verdict = unsafe queueResponse(
      lines.connection, UInt32(answer.status), answer.response.pointer)
  }

  /// Takes the connection out of the daemon's loop until the parked exchange is answered or let go.
  package consuming func park() -> ParkedExchange {
    unsafe MHD_suspend_connection(lines.connection)
    unsafe place.pointee.verdict = MHD_Result.YES
    return unsafe ParkedExchange(connection: lines.connection, place: place)
  }
}

/// A request whose client waits. Answering it, or letting it go, brings its connection back into the daemon's loop;
/// let go unanswered, the connection closes. Only on the daemon's thread.
@safe package struct ParkedExchange: ~Copyable {
  private let connection: OpaquePointer
  private let place: ConnectionPlace

  init(connection: OpaquePointer, place: ConnectionPlace) {
    unsafe self.connection = unsafe connection
    unsafe self.place = unsafe place
  }

  package consuming func answer(_ answer: Answer) {
    if unsafe queueResponse(connection, UInt32(answer.status), answer.response.pointer) == MHD_Result.NO {
      unsafe place.pointee.stage = .abandoned
    }
    unsafe MHD_resume_connection(connection)
    discard self
  }

  deinit {
    unsafe place.pointee.stage = .abandoned
    unsafe MHD_resume_connection(connection)
  }
}
