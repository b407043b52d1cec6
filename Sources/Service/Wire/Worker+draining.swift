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
    guard now >= drain.end else { return }
    for case let client? in clients where client.stage == .idle { Socket.stopReading(client.descriptor) }
    for arrival in arrivals.values { leave(arrival) }
    // Who still sends or reads gets a little longer.
    if connectionCount == 0 || now >= drain.end + .milliseconds(500) { isStopping = true }
  }
}
