internal import Bindings
internal import Changes
internal import ThemeAPI

/// The responses that stay open, to which pieces are added when something happens.
extension Worker {
  /// The number of bytes that a client may leave unread. A client that has left more when there is a new piece is cut off. The
  /// piece itself does not count: it may be larger, and a client that comes back would get it again.
  private static var backlogLimit: Int { 64 << 10 }

  func park(_ connection: Connection, _ exchange: consuming Exchange, _ stream: Outcome.Stream, route: String)
  {
    guard drain == nil else { return connection.answer(exchange, connection.refuse(.draining())) }
    guard context.reserveParkingSlot() else {
      return connection.answer(exchange, connection.refuse(.tooManyParked(context.configuration.parkedLimit)))
    }
    connection.count(route: route, status: 200, took: connection.timeSpent)
    guard let answer = exchange.open(headers: stream.headers.map { ($0.name, $0.value) }) else {
      return context.releaseParkingSlot()
    }
    let parked = ParkedStream(answer: answer, stream: stream, end: now + stream.life, since: stream.since)
    begin(.stream(parked), on: connection)
    watchForDeparture(connection)
    if stream.follows {
      countWait(connection, stream.channel, head: stream.since, route: route, isStream: true)
    }
    add(.opened, to: connection, revision: stream.since)
  }

  /// Sends the piece for an event, then waits for the next event.
  private func add(_ event: Outcome.Stream.Event, to connection: Connection, revision: UInt64) {
    guard case .stream(var parked)? = connection.parked.take() else { return }
    let piece = parked.stream.piece(event, parked.since)
    parked.since = piece.hasMore ? piece.since : max(piece.since, revision)
    parked.hasMore = piece.hasMore
    let isOfChange = parked.stream.follows && (event == .changed || parked.answer.backlog > 0)
    parked.answer.whenTaken =
      piece.hasMore || isOfChange
      ? { [unowned self, key = connection.key] in parking.drainedStreams.append(key) } : nil
    let hasRoom = parked.answer.backlog <= Self.backlogLimit
    if hasRoom, !piece.bytes.isEmpty { parked.answer.send(piece.bytes) }
    if piece.bytes.isEmpty, parked.answer.backlog == 0 { countStay(connection) }
    if event == .ending {
      parked.answer.finish()
    } else if hasRoom {
      parked.ticket = registerStream(connection, parked)
    }
    connection.parked = .stream(parked)
    if !hasRoom { notify(connection, .fellBehind) }
  }

  /// Registers a stream. Until the client has taken a piece that others follow, only the end of the stream's life wakes it.
  private func registerStream(_ connection: Connection, _ parked: borrowing ParkedStream) -> WatchList.Ticket?
  {
    let next = parked.hasMore ? parked.end : min(now + parked.stream.heartbeat, parked.end)
    let since = parked.hasMore ? .max : parked.since
    return register(connection, parked.stream.channel, since: since, deadline: next)
  }

  /// Sends the next piece to clients that have taken the one before.
  func continueStreams() {
    let drained = parking.drainedStreams
    parking.drainedStreams.removeAll(keepingCapacity: true)
    for key in drained {
      guard let connection = connections.find(key),
        connection.state.phase == .parked(.stream), case .stream(var parked)? = connection.parked.take()
      else { continue }
      let (isContinued, since) = (parked.hasMore, parked.since)
      if isContinued, let ticket = parked.ticket {
        _ = parking.watchList.depart(ticket)
        parked.ticket = nil
      }
      connection.parked = .stream(parked)
      if isContinued {
        add(.changed, to: connection, revision: 0)
      } else {
        countStream(connection, upTo: since)
      }
    }
  }

  /// Handles a change, the end of a heartbeat, or the end of the stream's life.
  func wake(
    _ connection: Connection, _ parked: consuming ParkedStream, _ end: Outcome.Watch.End, revision: UInt64
  ) {
    let isOver = parked.end <= now + .milliseconds(100)
    parked.ticket = nil
    connection.parked = .stream(parked)
    switch end {
    case .changed: add(isOver ? .ending : .changed, to: connection, revision: revision)
    case .timedOut: add(isOver ? .ending : .quiet, to: connection, revision: 0)
    case .draining: add(.ending, to: connection, revision: 0)
    }
  }
}
