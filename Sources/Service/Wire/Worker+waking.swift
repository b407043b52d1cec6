internal import Bindings
internal import Changes
internal import ThemeAPI

/// Letting those go who have waited.
extension Worker {
  /// Answers the next batch of clients that changes concern.
  ///
  /// Until it is their turn they stay in the watch list. The answers are of this moment, not of the one that woke
  /// them, so nothing that was published since is missed.
  func wakeBatch() {
    var left = wakeQueue.batchSize
    while left > 0, let wake = wakeQueue.wakes.first {
      let slots = watchList.publish(channel: wake.channel, revision: wake.revision, most: left)
      left -= slots.count
      if left > 0 { wakeQueue.finishFirst() }
      self.wake(slots, .changed, revision: wake.revision)
    }
    wakeQueue.adjustBatchSize(sinceLastRequest: now - lastAnswer)
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
    if let reply = poll.watch.answer(end) {
      release(connection, poll.exchange, poll.account, reply)
      return true
    }
    if end == .changed {
      poll.ticket = register(connection, poll.watch.channel, since: revision, deadline: poll.deadline)
      connection.parked = .poll(poll)
    } else {
      let reply = end == .draining ? WireRefusal.draining().reply : Reply(status: 204)
      release(connection, poll.exchange, poll.account, reply)
    }
    return false
  }
}
