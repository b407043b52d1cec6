internal import Bindings
internal import Changes
internal import Synchronization
internal import ThemeAPI

/// The requests of a worker that wait.
struct Parking {
  var watchList = WatchList(now: Duration(MonotonicTime.now))
  fileprivate(set) var count = 0
  /// The slots of parked clients that have departed.
  fileprivate var departures: [Int] = []
  /// The streams whose clients have taken all bytes, and for which there are more.
  var drainedStreams: [ConnectionKey] = []
}

/// A request whose client waits, with what ends the wait.
enum ParkedRequest: ~Copyable {
  case poll(ParkedPoll)
  case offload(ParkedOffload)
  case stream(ParkedStream)

  var kind: ConnectionState.ParkingKind {
    switch self {
    case .poll: .poll
    case .offload: .offload
    case .stream: .stream
    }
  }
}

/// The figures by which a request is counted once it is answered. The time for which it is parked is no latency.
struct RequestAccount {
  let route: String
  let spent: MonotonicTime.Span
  let slot: ServerContext.ParkingSlot

  init(of connection: Connection, _ route: String, _ slot: ServerContext.ParkingSlot = .shared) {
    (self.route, self.slot) = (route, slot)
    spent = connection.timeSpent
  }
}

/// A request that waits for a change of its channel, or for the end of its time.
struct ParkedPoll: ~Copyable {
  let exchange: ParkedExchange
  var watch: Outcome.Watch
  var deadline: MonotonicTime
  let account: RequestAccount
  /// The place in the watch list, or nil while nothing may wake the request.
  var ticket: WatchList.Ticket?
  /// Indicates whether the token of the request was taken out, or has other grants now.
  var isRevoked = false
}

/// A request that waits for work on another thread.
struct ParkedOffload: ~Copyable {
  let exchange: ParkedExchange
  let account: RequestAccount
  let lane: Outcome.Offload.Lane
  let permit: CommitPermit
}

/// A request whose response has begun, and to which pieces are added.
struct ParkedStream: ~Copyable {
  let answer: OpenAnswer
  var stream: Outcome.Stream
  /// The time at which the server ends it.
  var end: MonotonicTime
  /// The revision that the client knows.
  var since: UInt64
  /// Indicates whether another piece is there already, for when the client has taken those before.
  var hasMore = false
  var ticket: WatchList.Ticket?
}

/// Parking requests.
extension Worker {
  func park(_ connection: Connection, _ exchange: consuming Exchange, _ watch: Outcome.Watch, route: String) {
    if drain != nil {
      let reply = watch.answer(.draining) ?? WireRefusal.draining().reply
      return connection.answer(exchange, connection.prepare(reply, route: route))
    }
    let slot = watch.isPenalty ? ServerContext.ParkingSlot.penalty : .shared
    guard context.reserveParkingSlot(slot) else {
      if watch.isPenalty, let reply = watch.answer(.timedOut) {
        return connection.answer(
          exchange, connection.prepare(reply.adding([.init("Connection", "close")]), route: route))
      }
      return connection.answer(exchange, connection.refuse(.tooManyParked(context.configuration.parkedLimit)))
    }
    let account = RequestAccount(of: connection, route, slot)
    var poll = ParkedPoll(
      exchange: exchange.park(), watch: watch, deadline: now + watch.wait, account: account)
    poll.ticket = register(connection, watch.channel, since: watch.since, deadline: poll.deadline)
    watchForDeparture(connection)
    begin(.poll(poll), on: connection)
    if watch.follows { countWait(connection, watch.channel, head: watch.since, route: route) }
  }

  func park(
    _ connection: Connection, _ exchange: consuming Exchange, _ work: Outcome.Offload, route: String
  ) {
    let recipient = BlockingExecutor.Recipient(mailbox: mailbox, key: connection.key)
    guard context.executors[work.lane].submit(.init(work: work, recipient: recipient)) else {
      return connection.answer(exchange, connection.refuse(.busy(work.lane.busyDetail)))
    }
    context.reserveExtraParkingSlot()
    let account = RequestAccount(of: connection, route)
    begin(
      .offload(
        ParkedOffload(exchange: exchange.park(), account: account, lane: work.lane, permit: work.permit)),
      on: connection)
    if work.lane == .writing { activity.awaitedWrites += 1 }
  }

  /// Submits work for a request that has waited, which keeps its parking slot.
  func offload(_ connection: Connection, _ poll: consuming ParkedPoll, _ work: Outcome.Offload) {
    let recipient = BlockingExecutor.Recipient(mailbox: mailbox, key: connection.key)
    guard context.executors[work.lane].submit(.init(work: work, recipient: recipient)) else {
      let reply = WireRefusal.busy(work.lane.busyDetail).reply
      return release(connection, poll.exchange, poll.account, reply)
    }
    let account = poll.account
    connection.parked = .offload(
      ParkedOffload(exchange: poll.exchange, account: account, lane: work.lane, permit: work.permit))
    notify(connection, .parked(.offload))
  }

  /// Parks the request, whose parking slot has been reserved.
  func begin(_ parked: consuming ParkedRequest, on connection: Connection) {
    let kind = parked.kind
    connection.parked = consume parked
    connection.target = .unknown
    parking.count += 1
    counters.update {
      $0.parked += 1
      if kind == .stream { $0.streams += 1 }
    }
    notify(connection, .parked(kind))
  }

  /// Adds a connection to the watch list. No change can be missed: a publisher's message is read only after this turn of the
  /// loop, and the endpoint looked at the snapshot in the same turn.
  func register(
    _ connection: Connection, _ channel: String, since: UInt64, deadline: MonotonicTime
  ) -> WatchList.Ticket? {
    let registration = parking.watchList.register(
      connection.key.slot, channel: channel, since: since, latest: since, deadline: Duration(deadline))
    return if case .parked(let ticket) = registration { ticket } else { nil }
  }

  /// Watches for the departure of the client. A connection that is watched already needs nothing.
  func watchForDeparture(_ connection: Connection) {
    guard !connection.isWatchedForDeparture else { return }
    connection.isWatchedForDeparture = epoll.watch(
      connection.descriptor, [.departure, .once], token: WatchToken(.connection(connection.key)).rawValue)
  }
}

/// Ending a wait.
extension Worker {
  func noteDeparture(_ key: ConnectionKey) {
    guard let connection = connections.find(key) else { return }
    connection.isWatchedForDeparture = false
    parking.departures.append(key.slot)
  }

  /// Closes the connections of clients that have departed.
  func dropDeparted() {
    guard !parking.departures.isEmpty else { return }
    for slot in parking.departures {
      guard let connection = connections[slot], connection.parked != nil else { continue }
      notify(connection, .departed)
      if connection.parked == nil { counters.update { $0.departed += 1 } }
    }
    parking.departures.removeAll(keepingCapacity: true)
  }

  func finishOffload(_ key: ConnectionKey, _ reply: Reply) {
    guard let connection = connections.find(key),
      connection.state.phase == .parked(.offload), case .offload(let offload)? = connection.parked.take()
    else { return }
    countDone(offload.lane)
    count(reply, to: connection, route: offload.account.route)
    release(connection, offload.exchange, offload.account, reply)
  }

  private func countDone(_ lane: Outcome.Offload.Lane) { if lane == .writing { activity.awaitedWrites -= 1 } }

  /// Gives up work that has not begun to commit. Other work is answered when it is done, or shortly before the worker ends:
  /// a database may not answer for long.
  func interrupt(_ connection: Connection) {
    guard case .offload(let offload)? = connection.parked.take() else { return }
    if offload.permit.withdraw() {
      countDone(offload.lane)
      release(connection, offload.exchange, offload.account, WireRefusal.draining().reply)
    } else if let drain, now >= drain.lastWord {
      countDone(offload.lane)
      release(connection, offload.exchange, offload.account, WireRefusal.stoppedInDoubt().reply)
    } else {
      connection.parked = .offload(offload)
    }
  }

  /// Answers a request that was parked and has been taken from its connection.
  func release(
    _ connection: Connection, _ exchange: consuming ParkedExchange, _ account: RequestAccount, _ reply: Reply
  ) {
    connection.count(route: account.route, status: reply.status, took: account.spent)
    notify(connection, .released)
    // Without memory for a response, the exchange is discarded unanswered and the connection closes.
    if let answer = connection.answer(sending: reply) { exchange.answer(answer) }
    countUnparked(account.slot)
  }

  /// Discards a request that is not answered, or whose response has ended.
  func dropParked(_ connection: Connection) {
    guard let parked = connection.parked.take() else { return }
    switch consume parked {
    case .poll(let poll):
      countEnd(connection)
      if let ticket = poll.ticket { _ = parking.watchList.depart(ticket) }
      return countUnparked(poll.account.slot)
    case .offload(let offload): countDone(offload.lane)
    case .stream(let stream):
      countEnd(connection)
      if let ticket = stream.ticket { _ = parking.watchList.depart(ticket) }
      // Without effect on a response that has ended.
      stream.answer.cut()
      stream.answer.detach()
      return countUnparked(.shared, isStream: true)
    }
    countUnparked(.shared)
  }

  private func countUnparked(_ slot: ServerContext.ParkingSlot, isStream: Bool = false) {
    parking.count -= 1
    context.releaseParkingSlot(slot)
    counters.update {
      $0.parked -= 1
      if isStream { $0.streams -= 1 }
    }
  }
}
