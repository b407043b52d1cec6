internal import Bindings
internal import Changes
internal import ThemeAPI

/// The time between the order to end and the end.
struct WorkerDrain {
  let start: MonotonicTime
  let end: MonotonicTime
  /// The number of clients that waited at the start.
  let parked: Int

  /// Returns the number of clients that should have their response by now, so that all have it at the end.
  func due(at now: MonotonicTime) -> Int {
    let whole = (end - start).wholeNanoseconds
    let gone = (now - start).wholeNanoseconds
    return gone >= whole ? .max : Int(Double(parked) * Double(gone) / Double(whole))
  }
}

extension Worker {
  /// Stops accepting, closes idle connections, and begins to answer the parked requests bit by bit.
  func beginDrain(over time: Duration) {
    guard drain == nil else { return }
    now = .now
    accept()
    stopAccepting()
    drain = WorkerDrain(start: now, end: now + time, parked: parking.watchList.count)
    notifyAll(.drainBegan)
  }

  func advanceDrain() {
    guard let drain else { return }
    let due = drain.due(at: now)
    let answered = drain.parked - parking.watchList.count
    if due > answered {
      wake(parking.watchList.drain(due == .max ? .max : due - answered), .draining, revision: 0)
    }
    if now >= drain.end { closeIdle() }
    // Clients that still send or read at the end get a little longer.
    if isEmpty || now >= drain.end + .milliseconds(500) { isStopping = true }
  }

  private func closeIdle() {
    notifyAll(.drainEnded)
    for connection in accepting.pending.values { discard(connection) }
  }

  /// Indicates whether no client is connected.
  private var isEmpty: Bool { connections.count == 0 && accepting.isIdle }
}
