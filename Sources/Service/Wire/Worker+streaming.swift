internal import Bindings
internal import Changes
internal import ThemeAPI

/// Answers that stay open, to which pieces are added as things happen.
extension Worker {
  /// What a client may leave unread before it is cut off.
  private static var backlogLimit: Int { 64 << 10 }

  func hold(_ client: Client, _ exchange: consuming Exchange, _ stream: Outcome.Stream, route: String) {
    guard drain == nil else { return answer(exchange, refuse(client, .draining())) }
    guard shared.takePlace() else { return answer(exchange, refuse(client, .tooManyParked())) }
    counters.countRequest(route: route, status: 200, took: MonotonicTime.now.span(since: client.start))
    guard let answer = exchange.open(headers: stream.headers.map { ($0.name, $0.value) }) else {
      return shared.givePlaceBack()
    }
    client.stage = .streaming
    client.target = .unknown
    let open = Hold.Stream(stream, answer, since: stream.since, end: now + stream.life)
    client.hold = Hold(open, deadline: open.end, route: route)
    heldCount += 1
    counters.update {
      $0.parked += 1
      $0.streams += 1
    }
    watchForDeparture(client)
    add(.opened, to: client, open, revision: stream.since)
  }

  /// Asks for the piece that fits the event, sends it, then waits for the next event.
  func add(_ event: Outcome.Stream.Event, to client: Client, _ open: Hold.Stream, revision: UInt64) {
    let piece = open.stream.piece(event, open.since)
    open.since = max(piece.since, revision)
    guard open.answer.backlog + piece.bytes.count <= Self.backlogLimit else {
      Socket.cut(client.descriptor)
      return open.answer.cut()
    }
    if !piece.bytes.isEmpty { open.answer.send(piece.bytes) }
    guard event != .ending else { return open.answer.finish() }
    let registration = watchList.register(
      client.slot, channel: open.stream.channel, since: open.since, latest: open.since,
      deadline: Duration(min(now + open.stream.heartbeat, open.end)))
    if case .parked(let ticket) = registration { client.hold?.ticket = ticket }
  }

  /// A change, a silence that was long enough, or the end of its life.
  func wake(_ client: Client, _ open: Hold.Stream, _ end: Outcome.Watch.End, revision: UInt64) {
    switch end {
    case .changed: add(.changed, to: client, open, revision: revision)
    case .timedOut:
      add(open.end <= now + .milliseconds(100) ? .ending : .quiet, to: client, open, revision: 0)
    case .draining: add(.ending, to: client, open, revision: 0)
    }
  }
}
