internal import Bindings
internal import Changes
internal import Synchronization
internal import ThemeAPI

/// Parking requests until something happens, then letting them go.
extension Worker {
  func park(_ connection: Connection, _ exchange: consuming Exchange, _ watch: Outcome.Watch, route: String) {
    if drain != nil {
      let reply = watch.answer(.draining) ?? WireRefusal.draining().reply
      return answer(exchange, prepare(reply, connection, route: route))
    }
    guard context.reserveParkingSlot() else {
      return answer(exchange, refuse(connection, .tooManyParked(context.configuration.parkedLimit)))
    }
    let account = account(of: connection, route)
    var poll = ParkedPoll(
      exchange: exchange.park(), watch: watch, deadline: now + watch.wait, account: account)
    poll.ticket = register(connection, watch.channel, since: watch.since, deadline: poll.deadline)
    watchForDeparture(connection)
    begin(.poll(poll), on: connection)
  }

  func park(_ connection: Connection, _ exchange: consuming Exchange, _ work: Outcome.Offload, route: String)
  {
    let recipient = BlockingExecutor.Recipient(
      mailbox: mailbox, slot: connection.slot, generation: connection.generation)
    guard context.executors[work.lane].submit(.init(work: work, recipient: recipient)) else {
      return answer(exchange, refuse(connection, .busy(work.lane.busyDetail)))
    }
    context.reserveExtraParkingSlot()
    let account = account(of: connection, route)
    begin(
      .offload(
        ParkedOffload(exchange: exchange.park(), account: account, lane: work.lane, permit: work.permit)),
      on: connection)
    if work.lane == .writing { awaitedWrites += 1 }
  }

  private func account(of connection: Connection, _ route: String) -> RequestAccount {
    RequestAccount(route: route, spent: MonotonicTime.now.span(since: connection.state.requestStart))
  }

  /// The request is parked from here on; its slot has been reserved.
  func begin(_ parked: consuming ParkedRequest, on connection: Connection) {
    let kind = parked.kind
    connection.parked = consume parked
    connection.target = .unknown
    parkedCount += 1
    counters.update {
      $0.parked += 1
      if kind == .stream { $0.streams += 1 }
    }
    tell(connection, .parked(kind))
  }

  /// A place in the watch list. Nothing is published on this thread between the endpoint's look and here, so there is
  /// no later revision to compare with: a publisher's message is read only after this turn.
  func register(
    _ connection: Connection, _ channel: String, since: UInt64, deadline: MonotonicTime
  ) -> WatchTicket? {
    let registration = watchList.register(
      connection.slot, channel: channel, since: since, latest: since, deadline: Duration(deadline))
    return if case .parked(let ticket) = registration { ticket } else { nil }
  }

  /// Once it has fired it is silent until it is asked for again; a connection that was watched before needs nothing.
  func watchForDeparture(_ connection: Connection) {
    guard !connection.isWatchedForDeparture else { return }
    let token = WatchToken(.connection(slot: connection.slot, generation: connection.generation))
    connection.isWatchedForDeparture = epoll.watch(
      connection.descriptor, [.departure, .once], token: token.rawValue)
  }

  func noteDeparture(_ slot: Int, _ generation: UInt32) {
    guard slot < connections.count, let connection = connections[slot], connection.generation == generation
    else { return }
    connection.isWatchedForDeparture = false
    departures.append(slot)
  }

  /// Closes the connections of clients that went away.
  func dropDeparted() {
    guard !departures.isEmpty else { return }
    for slot in departures {
      guard let connection = connections[slot], connection.parked != nil else { continue }
      tell(connection, .departed)
      if connection.parked == nil { counters.update { $0.departed += 1 } }
    }
    departures.removeAll(keepingCapacity: true)
  }

  func finishOffload(_ slot: Int, _ generation: UInt32, _ reply: Reply) {
    guard let connection = connections[slot], connection.generation == generation,
      connection.state.phase == .parked(.offload), case .offload(let offload)? = connection.parked.take()
    else { return }
    countDone(offload.lane)
    release(connection, offload.exchange, offload.account, reply)
  }

  private func countDone(_ lane: Outcome.Offload.Lane) { if lane == .writing { awaitedWrites -= 1 } }

  /// Gives up work that has not begun to commit. What has is answered when it is done.
  func interrupt(_ connection: Connection) {
    guard case .offload(let offload)? = connection.parked.take() else { return }
    if offload.permit.withdraw() {
      countDone(offload.lane)
      release(connection, offload.exchange, offload.account, WireRefusal.draining().reply)
    } else {
      connection.parked = .offload(offload)
    }
  }

  /// Answers a request that was parked and has been taken from its connection.
  func release(
    _ connection: Connection, _ exchange: consuming ParkedExchange, _ account: RequestAccount, _ reply: Reply
  ) {
    count(connection, route: account.route, status: reply.status, took: account.spent)
    tell(connection, .released)
    // Let go unanswered, the connection closes: memory for an answer has run out.
    if let answer = answer(sending: reply, on: connection) { exchange.answer(answer) }
    countUnparked(isStream: false)
  }

  /// Lets go of a request that is not answered, or whose answer has ended.
  func dropParked(_ connection: Connection) {
    guard let parked = connection.parked.take() else { return }
    switch consume parked {
    case .poll(let poll): if let ticket = poll.ticket { _ = watchList.depart(ticket) }
    case .offload(let offload): countDone(offload.lane)
    case .stream(let stream):
      if let ticket = stream.ticket { _ = watchList.depart(ticket) }
      // Without effect on an answer that has ended.
      stream.answer.cut()
      stream.answer.detach()
      return countUnparked(isStream: true)
    }
    countUnparked(isStream: false)
  }

  private func countUnparked(isStream: Bool) {
    parkedCount -= 1
    context.releaseParkingSlot()
    counters.update {
      $0.parked -= 1
      if isStream { $0.streams -= 1 }
    }
  }
}
