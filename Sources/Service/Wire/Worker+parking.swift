internal import Bindings
internal import Changes
internal import Synchronization
internal import ThemeAPI

/// Holding clients until something happens, then letting them go.
extension Worker {
  func hold(_ client: Client, _ exchange: consuming Exchange, _ watch: Outcome.Watch, route: String) {
    if drain != nil {
      let reply = watch.answer(.draining) ?? WireRefusal.draining().reply
      return answer(exchange, prepare(reply, client, route: route))
    }
    guard shared.takePlace() else { return answer(exchange, refuse(client, .tooManyParked())) }
    client.stage = .watching
    let deadline = now + watch.wait
    park(client, exchange, watch, deadline: deadline, route: route)
    watchForDeparture(client)
    register(client, watch, since: watch.since, deadline: deadline)
  }

  func hold(_ client: Client, _ exchange: consuming Exchange, _ work: Outcome.Offload, route: String) {
    let job = BlockingExecutor.Job(
      work: work, mailbox: mailbox, slot: client.slot, generation: client.generation)
    guard shared.executors[work.lane].submit(job) else {
      return answer(exchange, refuse(client, .busy(work.lane.busyDetail)))
    }
    shared.takeExtraPlace()
    client.stage = .offloaded
    park(client, exchange, nil, deadline: .distantFuture, route: route)
  }

  private func park(
    _ client: Client, _ exchange: consuming Exchange, _ watch: Outcome.Watch?, deadline: MonotonicTime,
    route: String
  ) {
    client.hold = Hold(
      exchange.park(), watch: watch, deadline: deadline, route: route,
      spent: MonotonicTime.now.span(since: client.start))
    client.target = .unknown
    heldCount += 1
    counters.update { $0.parked += 1 }
  }

  func register(_ client: Client, _ watch: Outcome.Watch, since: UInt64, deadline: MonotonicTime) {
    // Nothing is published on this thread between the endpoint's look and here, so there is no later revision to
    // compare with: a publisher's message is read only after this turn.
    let registration = watchList.register(
      client.slot, channel: watch.channel, since: since, latest: since, deadline: Duration(deadline))
    if case .parked(let ticket) = registration { client.hold?.ticket = ticket }
  }

  /// Once it has fired it is silent until it is asked for again; a connection that was watched before needs nothing.
  func watchForDeparture(_ client: Client) {
    guard !client.isWatchedForDeparture else { return }
    let token = Token.client(client.slot, generation: client.generation)
    client.isWatchedForDeparture = epoll.watch(client.descriptor, [.departure, .once], token: token)
  }

  func noteDeparture(_ token: UInt64) {
    let slot = Token.slot(token)
    guard slot < clients.count, let client = clients[slot], client.generation == Token.generation(token)
    else { return }
    client.isWatchedForDeparture = false
    // Its work is done in any case, and the reply may still be read.
    if client.hold != nil, client.stage != .offloaded { departures.append(slot) }
  }

  /// Closes the connections of those who went away.
  func letGoDeparted() {
    guard !departures.isEmpty else { return }
    for slot in departures {
      guard let client = clients[slot], let hold = client.hold else { continue }
      counters.update { $0.departed += 1 }
      hold.exchange = nil
      hold.stream?.answer.cut()
      unhold(client)
    }
    departures.removeAll(keepingCapacity: true)
  }

  func finishOffload(_ slot: Int, _ generation: UInt32, _ reply: Reply) {
    guard let client = clients[slot], client.generation == generation, client.stage == .offloaded,
      let hold = client.hold
    else { return }
    release(client, hold, reply)
  }

  func release(_ client: Client, _ hold: Hold, _ reply: Reply) {
    counters.countRequest(route: hold.route, status: reply.status, took: hold.spent)
    client.stage = .responder
    if let answer = PreparedAnswers.answer(reply), let exchange = hold.exchange.take() {
      exchange.answer(answer)
    }
    hold.exchange = nil
    unhold(client)
  }

  /// The client is held no longer, however that came.
  func unhold(_ client: Client) {
    if let ticket = client.hold?.ticket { _ = watchList.depart(ticket) }
    let isStream = client.hold?.stream != nil
    client.hold?.stream?.answer.detach()
    if let hold = client.hold.take() { done.append(hold) }
    heldCount -= 1
    shared.givePlaceBack()
    counters.update {
      $0.parked -= 1
      if isStream { $0.streams -= 1 }
    }
  }
}
