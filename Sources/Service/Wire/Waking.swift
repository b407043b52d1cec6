internal import Bindings
internal import Changes
internal import ThemeAPI

extension Worker {
  /// Answers the next batch of clients that changes concern, or as many of them as there is time for. The others stay in the
  /// watch list. The responses come from the current snapshot, not from the one that woke the clients, so they miss nothing.
  func wakeBatch() {
    guard !waking.isEmpty else { return }
    let end = MonotonicTime.now + WakeQueue.longestBatch
    var left = waking.batchSize
    while left > 0, !waking.isEmpty {
      left -= wakeShare(min(left, WakeQueue.smallestBatch))
      if MonotonicTime.now >= end { break }
    }
    waking.adjustBatchSize(sinceLastRequest: timeUnasked)
  }

  /// The time for which no client has waited for a response that this worker can give now or soon. The notification of a
  /// write comes before its own response; if both threads share a core, long before.
  private var timeUnasked: Duration { activity.awaitedWrites > 0 ? .zero : now - activity.lastAnswer }

  /// Answers some of the clients that a new epoch wakes, or else that the first change concerns. Returns their number.
  private func wakeShare(_ most: Int) -> Int {
    let called = waking.takeCalled(most)
    if !called.isEmpty {
      let waiting = called.filter { connections.find($0) != nil }
      wake(waiting.map(\.slot), .changed, revision: waking.head)
      return called.count
    }
    guard let wake = waking.wakes.first else { return 0 }
    let slots = parking.watchList.publish(channel: wake.channel, revision: wake.revision, most: most)
    if slots.count < most { waking.finishFirst() }
    self.wake(slots, .changed, revision: wake.revision)
    return slots.count
  }

  /// Wakes all clients, since the log continues under another epoch, where the revisions that they know mean nothing. Clients
  /// that go on waiting do so from the new head.
  func wakeAll(from head: UInt64) {
    let waiting = parking.watchList.drain(.max).compactMap { connections[$0]?.key }
    waking.beginEpoch(calling: waiting, head: head)
  }

  /// Takes the clients with these tokens out of the watch list, and ends their waits and streams in batches.
  func revokeParked(_ tokens: Set<AccessToken>) {
    for case let connection? in connections.slots {
      guard connection.parked != nil, connection.usesToken(among: tokens),
        let parked = connection.parked.take()
      else { continue }
      switch consume parked {
      case .poll(var poll):
        if let ticket = poll.ticket { _ = parking.watchList.depart(ticket) }
        (poll.ticket, poll.isRevoked) = (nil, true)
        connection.parked = .poll(poll)
        waking.call(connection.key)
      case .stream(var stream):
        if let ticket = stream.ticket { _ = parking.watchList.depart(ticket) }
        (stream.ticket, stream.end, stream.hasMore) = (nil, now, false)
        stream.stream = Outcome.Stream(
          channel: Outcome.Watch.noChannel, since: 0, headers: [], heartbeat: .zero, life: .zero
        ) { .init(bytes: [], since: $1) }
        connection.parked = .stream(stream)
        waking.call(connection.key)
      case .offload(let offload): connection.parked = .offload(offload)
      }
    }
  }

  /// Wakes clients that have been removed from the watch list.
  func wake(_ slots: [Int], _ end: Outcome.Watch.End, revision: UInt64) {
    var answered: UInt64 = 0
    for slot in slots {
      guard let connection = connections[slot], let parked = connection.parked.take() else { continue }
      switch consume parked {
      case .poll(let poll): if wake(connection, poll, end, revision: revision) { answered += 1 }
      case .stream(let stream): wake(connection, stream, end, revision: revision)
      case .offload(let offload): connection.parked = .offload(offload)
      }
    }
    guard answered > 0 else { return }
    counters.update { statistics in
      if end == .timedOut { statistics.timedOut += answered } else { statistics.woken += answered }
    }
  }

  /// Calls the poll for its reply. If the change does not concern it, it continues to wait. Returns whether the poll had a reply
  /// of its own.
  private func wake(
    _ connection: Connection, _ poll: consuming ParkedPoll, _ end: Outcome.Watch.End, revision: UInt64
  ) -> Bool {
    if poll.isRevoked {
      let reply = responder.answer(revoked: connection, at: poll.account.route)
      countEnd(connection)
      release(connection, poll.exchange, poll.account, reply)
      return false
    }
    switch poll.watch.next(end) {
    case .reply(let reply):
      count(reply, to: connection, route: poll.account.route, isWoken: poll.watch.follows)
      release(connection, poll.exchange, poll.account, reply)
      return true
    case .stay where end != .changed:
      let reply = end == .draining ? WireRefusal.draining().reply : Reply(status: 204)
      count(reply, to: connection, route: poll.account.route, isWoken: poll.watch.follows)
      release(connection, poll.exchange, poll.account, reply)
    case .stay: parkAgain(connection, poll, since: revision)
    case .move(let other):
      poll.watch = other
      poll.deadline = now + other.wait
      parkAgain(connection, poll, since: other.since)
    case .offload(let work): offload(connection, poll, work)
    }
    return false
  }

  private func parkAgain(_ connection: Connection, _ poll: consuming ParkedPoll, since revision: UInt64) {
    poll.ticket = register(connection, poll.watch.channel, since: revision, deadline: poll.deadline)
    if poll.watch.follows { countStay(connection) }
    connection.parked = .poll(poll)
  }
}

/// The changes whose waiting clients have not all been answered yet.
///
/// One run of the library answers all connections that it resumes before it serves any other. If thousands are resumed
/// together, all other clients wait. Batches do not, but each run walks all connections that stay parked. So batches
/// are small while other clients send requests, and grow while none does. No batch takes long, though clients that wait for
/// different representations need one rendering each.
struct WakeQueue {
  static let smallestBatch = 8
  /// More clients than can be parked.
  private static let largestBatch = 1 << 20
  /// The time limit for the responses of a batch that is larger than the smallest.
  static let longestBatch = Duration.milliseconds(2)
  /// The time without requests after which batches grow.
  private static let quietPeriod = Duration.milliseconds(50)

  private(set) var wakes: [ReachedRevision] = []
  /// The clients that waited when a new epoch began or whose token was taken out, and are no longer in the watch list.
  private var called: [ConnectionKey] = []
  /// The revision at which the newest epoch began.
  private(set) var head: UInt64 = 0
  /// The number of clients that are resumed together.
  private(set) var batchSize = smallestBatch

  var isEmpty: Bool { wakes.isEmpty && called.isEmpty }

  /// Adds a change. Two changes of one channel wake the same clients.
  mutating func add(_ channel: String, revision: UInt64) {
    if let index = wakes.firstIndex(where: { $0.channel == channel }) {
      let known = wakes[index].revision
      wakes[index] = ReachedRevision(channel: channel, revision: max(known, revision))
    } else {
      wakes.append(ReachedRevision(channel: channel, revision: revision))
    }
  }

  /// Wakes all clients. The other changes are discarded, since their log is gone.
  mutating func beginEpoch(calling clients: [ConnectionKey], head: UInt64) {
    wakes = []
    called += clients
    self.head = head
  }

  /// Wakes one client that is no longer in the watch list.
  mutating func call(_ client: ConnectionKey) { called.append(client) }

  /// Removes and returns the next clients that are no longer in the watch list.
  mutating func takeCalled(_ most: Int) -> [ConnectionKey] {
    let batch = Array(called.suffix(most))
    called.removeLast(batch.count)
    return batch
  }

  /// Removes the first change, whose clients have all been answered.
  mutating func finishFirst() { wakes.removeFirst() }

  mutating func adjustBatchSize(sinceLastRequest time: Duration) {
    batchSize =
      isEmpty || time < Self.quietPeriod ? Self.smallestBatch : min(batchSize * 16, Self.largestBatch)
  }
}
