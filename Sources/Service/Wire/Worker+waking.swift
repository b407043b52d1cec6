internal import Bindings
internal import Changes
internal import ThemeAPI

/// Letting those go who have waited.
extension Worker {
  /// Answers the next batch of clients that changes concern, or as many of them as there is time for.
  ///
  /// Until it is their turn they stay in the watch list. The answers are of this moment, not of the one that woke
  /// them, so nothing that was published since is missed.
  func wakeBatch() {
    guard !wakeQueue.isEmpty else { return }
    let end = MonotonicTime.now + WakeQueue.longestBatch
    var left = wakeQueue.batchSize
    while left > 0, !wakeQueue.isEmpty {
      left -= wakeShare(min(left, WakeQueue.smallestBatch))
      if MonotonicTime.now >= end { break }
    }
    wakeQueue.adjustBatchSize(sinceLastRequest: timeUnasked)
  }

  /// How long nobody has been waiting for an answer that this worker can give, or soon can. What a write announces comes
  /// before its own answer, and where both threads share a core, long before.
  private var timeUnasked: Duration { awaitedWrites > 0 ? .zero : now - lastAnswer }

  /// Answers so many of those whom a new epoch calls, else of those whom the first change concerns; returns how many
  /// there were.
  private func wakeShare(_ most: Int) -> Int {
    let called = wakeQueue.takeCalled(most)
    if !called.isEmpty {
      wake(called.filter(isWaiting).map(\.slot), .changed, revision: wakeQueue.head)
      return called.count
    }
    guard let wake = wakeQueue.wakes.first else { return 0 }
    let slots = watchList.publish(channel: wake.channel, revision: wake.revision, most: most)
    if slots.count < most { wakeQueue.finishFirst() }
    self.wake(slots, .changed, revision: wake.revision)
    return slots.count
  }

  /// Calls all who wait, since the log goes on under another epoch: what they know are revisions of another log. Those
  /// who go on waiting do so from the new head on.
  func callEverybody(from head: UInt64) {
    let waiting = watchList.drain(.max).compactMap { slot in
      connections[slot].map { WakeQueue.CalledClient(slot: slot, generation: $0.generation) }
    }
    wakeQueue.beginEpoch(calling: waiting, head: head)
  }

  private func isWaiting(_ client: WakeQueue.CalledClient) -> Bool {
    connections[client.slot]?.generation == client.generation
  }

  /// Wakes those whose places in the watch list have been given up.
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

  /// Asks the poll for its answer; one that the change does not concern goes on waiting. Returns whether the poll had
  /// an answer of its own.
  private func wake(
    _ connection: Connection, _ poll: consuming ParkedPoll, _ end: Outcome.Watch.End, revision: UInt64
  ) -> Bool {
    switch poll.watch.next(end) {
    case .reply(let reply):
      release(connection, poll.exchange, poll.account, reply)
      return true
    case .stay where end != .changed:
      let reply = end == .draining ? WireRefusal.draining().reply : Reply(status: 204)
      release(connection, poll.exchange, poll.account, reply)
    case .stay: parkAgain(connection, poll, since: revision)
    case .move(let other):
      poll.watch = other
      poll.deadline = now + other.wait
      parkAgain(connection, poll, since: other.since)
    }
    return false
  }

  private func parkAgain(_ connection: Connection, _ poll: consuming ParkedPoll, since revision: UInt64) {
    poll.ticket = register(connection, poll.watch.channel, since: revision, deadline: poll.deadline)
    connection.parked = .poll(poll)
  }
}
