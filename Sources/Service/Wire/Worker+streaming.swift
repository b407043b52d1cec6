internal import Bindings
internal import Changes
internal import ThemeAPI

/// Answers that stay open, to which pieces are added as things happen.
extension Worker {
  /// What a client may leave unread before it is cut off.
  private static var backlogLimit: Int { 64 << 10 }

  func park(_ connection: Connection, _ exchange: consuming Exchange, _ stream: Outcome.Stream, route: String)
  {
    guard drain == nil else { return answer(exchange, refuse(connection, .draining())) }
    guard context.reserveParkingSlot() else {
      return answer(exchange, refuse(connection, .tooManyParked(context.configuration.parkedLimit)))
    }
    counters.countRequest(
      route: route, status: 200, took: MonotonicTime.now.span(since: connection.state.requestStart))
    guard let answer = exchange.open(headers: stream.headers.map { ($0.name, $0.value) }) else {
      return context.releaseParkingSlot()
    }
    let parked = ParkedStream(
      answer: answer, stream: stream, end: now + stream.life, since: stream.since)
    begin(.stream(parked), on: connection)
    watchForDeparture(connection)
    add(.opened, to: connection, revision: stream.since)
  }

  /// Asks for the piece that fits the event, sends it, then waits for the next event.
  private func add(_ event: Outcome.Stream.Event, to connection: Connection, revision: UInt64) {
    guard case .stream(var parked)? = connection.parked.take() else { return }
    let piece = parked.stream.piece(event, parked.since)
    parked.since = max(piece.since, revision)
    let hasRoom = parked.answer.backlog + piece.bytes.count <= Self.backlogLimit
    if hasRoom, !piece.bytes.isEmpty { parked.answer.send(piece.bytes) }
    if event == .ending {
      parked.answer.finish()
    } else if hasRoom {
      let next = min(now + parked.stream.heartbeat, parked.end)
      parked.ticket = register(connection, parked.stream.channel, since: parked.since, deadline: next)
    }
    connection.parked = .stream(parked)
    if !hasRoom { tell(connection, .fellBehind) }
  }

  /// A change, a silence that was long enough, or the end of its life.
  func wake(
    _ connection: Connection, _ parked: consuming ParkedStream, _ end: Outcome.Watch.End, revision: UInt64
  ) {
    let isOver = parked.end <= now + .milliseconds(100)
    parked.ticket = nil
    connection.parked = .stream(parked)
    switch end {
    case .changed: add(.changed, to: connection, revision: revision)
    case .timedOut: add(isOver ? .ending : .quiet, to: connection, revision: 0)
    case .draining: add(.ending, to: connection, revision: 0)
    }
  }
}
