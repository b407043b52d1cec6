internal import Bindings
internal import Changes
internal import ThemeAPI

/// The changes whose waiting clients have not all been answered yet.
///
/// The library answers everybody whom one of its runs brings back before it looks at anybody else, so a crowd that is
/// brought back at once keeps all others waiting until its last member has been served. In portions it does not, but
/// each run walks all those who stay parked. So portions are small while others ask, and grow while nobody does.
struct Waking {
  struct Call {
    let channel: String
    var revision: UInt64
  }

  private static let smallest = 8
  /// How long nobody must have asked for portions to grow.
  private static let silence = Duration.milliseconds(50)

  private(set) var calls: [Call] = []
  /// How many are brought back at once.
  private(set) var portion = smallest

  var isEmpty: Bool { calls.isEmpty }

  /// Two changes of one channel call up the same clients.
  mutating func add(_ channel: String, revision: UInt64) {
    if let index = calls.firstIndex(where: { $0.channel == channel }) {
      calls[index].revision = max(calls[index].revision, revision)
    } else {
      calls.append(Call(channel: channel, revision: revision))
    }
  }

  /// Everybody whom the first call concerns has been answered.
  mutating func finishFirst() { calls.removeFirst() }

  mutating func advance(sinceAnybodyAsked time: Duration) {
    portion = isEmpty || time < Self.silence ? Self.smallest : portion * 16
  }
}

/// Letting those go who have waited.
extension Worker {
  /// Answers the next portion of those whom changes concern.
  ///
  /// Until it is their turn they stay in the watch list. The answers are of this moment, not of the one that called
  /// up, so nothing that was published since is missed.
  func wakePortion() {
    var left = waking.portion
    while left > 0, let call = waking.calls.first {
      let slots = watchList.publish(channel: call.channel, revision: call.revision, most: left)
      left -= slots.count
      if left > 0 { waking.finishFirst() }
      wake(slots, .changed, revision: call.revision)
    }
    waking.advance(sinceAnybodyAsked: now - lastAnswer)
  }

  /// Asks each watch for its answer; whom the change does not concern waits on.
  func wake(_ slots: [Int], _ end: Outcome.Watch.End, revision: UInt64) {
    var answered: UInt64 = 0
    for slot in slots {
      guard let client = clients[slot], let hold = client.hold else { continue }
      hold.ticket = nil
      if let stream = hold.stream { wake(client, stream, end, revision: revision) }
      guard let watch = hold.watch else { continue }
      if let reply = watch.answer(end) {
        answered += 1
        release(client, hold, reply)
      } else if end == .changed {
        register(client, watch, since: revision, deadline: hold.deadline)
      } else {
        release(client, hold, end == .draining ? WireRefusal.draining().reply : Reply(status: 204))
      }
    }
    guard answered > 0 else { return }
    counters.update { statistics in
      if end == .timedOut { statistics.timedOut += answered } else { statistics.woken += answered }
    }
  }
}
