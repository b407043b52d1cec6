internal import Bindings
internal import Changes
internal import ThemeAPI

/// The time between the wish to end and the end.
struct WorkerDrain {
  let start: MonotonicTime
  let end: MonotonicTime
  /// How many waited at the start.
  let parked: Int

  /// How many of them have their answer by now, so that all have it at the end.
  func due(at now: MonotonicTime) -> Int {
    let whole = (end - start).wholeNanoseconds
    let gone = (now - start).wholeNanoseconds
    return gone >= whole ? .max : Int(Double(parked) * Double(gone) / Double(whole))
  }
}

/// Coming to an end without cutting anybody off.
extension Worker {
  /// Nobody new is let in, idle connections are closed; those who are parked get their answers bit by bit.
  func beginDrain(over time: Duration) {
    guard drain == nil else { return }
    now = .now
    accept()
    if let listener { epoll.remove(listener.descriptor) }
    listener = nil
    drain = WorkerDrain(start: now, end: now + time, parked: watchList.count)
    tellAll(.drainBegan)
  }

  func advanceDrain() {
    guard let drain else { return }
    let due = drain.due(at: now)
    let answered = drain.parked - watchList.count
    if due > answered { wake(watchList.drain(due == .max ? .max : due - answered), .draining, revision: 0) }
    if now >= drain.end { closeIdle() }
    // Who still sends or reads when time is up gets a little longer.
    if isEmpty || now >= drain.end + .milliseconds(500) { isStopping = true }
  }

  private func closeIdle() {
    tellAll(.drainEnded)
    for connection in pending.values { discard(connection) }
  }

  /// Whether nobody is connected any more.
  private var isEmpty: Bool { connectionCount == 0 && pending.isEmpty && lingering.isEmpty }
}
