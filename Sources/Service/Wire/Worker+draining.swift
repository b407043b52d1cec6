internal import Bindings
internal import Changes
internal import ThemeAPI

/// Coming to an end without cutting anybody off.
extension Worker {
  /// Nobody new is let in, idle connections are closed; those who are held get their answers bit by bit.
  func beginDrain(over time: Duration) {
    guard drain == nil else { return }
    now = .now
    accept()
    if let listener { epoll.remove(listener.descriptor) }
    listener = nil
    drain = Drain(start: now, end: now + time, held: watchList.count)
    for case let client? in clients where client.stage == .idle && client.hasServed {
      Socket.stopReading(client.descriptor)
    }
  }

  func advanceDrain() {
    guard let drain else { return }
    let whole = (drain.end - drain.start).wholeNanoseconds
    let gone = (now - drain.start).wholeNanoseconds
    let due = gone >= whole ? Int.max : Int(Double(drain.held) * Double(gone) / Double(whole))
    let answered = drain.held - watchList.count
    if due > answered { wake(watchList.drain(due == .max ? .max : due - answered), .draining, revision: 0) }
    if now >= drain.end { closeIdle() }
    // Who still sends or reads when time is up gets a little longer.
    if isEmpty || now >= drain.end + .milliseconds(500) { isStopping = true }
  }

  private func closeIdle() {
    for case let client? in clients where client.stage == .idle { Socket.stopReading(client.descriptor) }
    for arrival in arrivals.values { leave(arrival) }
  }

  /// Whether nobody is connected any more.
  private var isEmpty: Bool { connectionCount == 0 && arrivals.isEmpty && lingering.isEmpty }
}
