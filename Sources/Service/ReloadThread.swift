internal import Bindings
internal import Changes
internal import Synchronization

/// Reads the config folder when that is ordered, on a thread of its own: with large themes it takes many seconds, for
/// which no taken-out token, no schedule and no full disk waits.
final class ReloadThread: Sendable {
  private struct ReloadOrders {
    /// Whether the folder is to be read once more.
    var isWanted = false
    /// Whether somebody asked for that, and waits to hear of it.
    var isOrdered = false
    /// Of the reading that is under way.
    var permit: CommitPermit?
  }

  private let orders = Mutex(ReloadOrders())
  private let loop: LoopThread

  init() throws(SystemError) { loop = try LoopThread() }

  /// - Parameter load: reads the folder; whether somebody asked for it, and the permit to serve what it finds.
  func start(_ load: @escaping @Sendable (_ isOrdered: Bool, CommitPermit) -> Void) throws(SystemError) {
    try loop.start(named: "livery-reload") { [self] in run(load) }
  }

  /// Has it read soon: at once, or after the reading that is under way, which may have missed the newest change.
  func order(isOrdered: Bool) {
    orders.withLock { orders in
      orders.isWanted = true
      orders.isOrdered = orders.isOrdered || isOrdered
    }
    loop.ring()
  }

  /// Ends the thread and waits for it, unless it is reading: that is given up. Whether it was.
  @discardableResult
  func end() -> Bool {
    loop.stop()
    let isGivenUp = orders.withLock { $0.permit?.withdraw() ?? false }
    loop.join(within: isGivenUp ? .zero : nil)
    return isGivenUp
  }

  private func run(_ load: (_ isOrdered: Bool, CommitPermit) -> Void) {
    while !loop.isEnding {
      loop.wait()
      while let (isOrdered, permit) = next() {
        load(isOrdered, permit)
        FreedMemory.giveBack()
      }
    }
  }

  /// What to do now; nil when there is nothing, or it ends.
  private func next() -> (isOrdered: Bool, permit: CommitPermit)? {
    orders.withLock { orders in
      orders.permit = nil
      guard orders.isWanted, !loop.isEnding else { return nil }
      let permit = CommitPermit()
      defer { (orders.isWanted, orders.isOrdered, orders.permit) = (false, false, permit) }
      return (orders.isOrdered, permit)
    }
  }
}
