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
    var isEnding = false
  }

  private let orders = Mutex(ReloadOrders())
  private let doorbell: Doorbell
  private let epoll: Epoll
  private let thread = Mutex<SystemThread?>(nil)

  init() throws(SystemError) {
    doorbell = try Doorbell()
    epoll = try Epoll()
    try epoll.add(doorbell.descriptor, .readable, token: 0)
  }

  /// - Parameter load: reads the folder; whether somebody asked for it, and the permit to serve what it finds.
  func start(_ load: @escaping @Sendable (_ isOrdered: Bool, CommitPermit) -> Void) throws(SystemError) {
    let started = try SystemThread(named: "livery-reload") { [self] in run(load) }
    thread.withLock { $0 = started }
  }

  /// Has it read soon: at once, or after the reading that is under way, which may have missed the newest change.
  func order(isOrdered: Bool) {
    orders.withLock { orders in
      orders.isWanted = true
      orders.isOrdered = orders.isOrdered || isOrdered
    }
    doorbell.ring()
  }

  /// Ends the thread and waits for it, unless it is reading: that is given up. Whether it was.
  @discardableResult
  func end() -> Bool {
    let isGivenUp = orders.withLock { orders in
      orders.isEnding = true
      return orders.permit?.withdraw() ?? false
    }
    doorbell.ring()
    let ending = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    if isGivenUp { ending?.detach() } else { ending?.join() }
    return isGivenUp
  }

  private func run(_ load: (_ isOrdered: Bool, CommitPermit) -> Void) {
    var ready = Epoll.Ready(room: 1)
    while true {
      epoll.wait(milliseconds: -1, into: &ready)
      doorbell.quiet()
      while let (isOrdered, permit) = next() {
        load(isOrdered, permit)
        FreedMemory.giveBack()
      }
      if orders.withLock({ $0.isEnding }) { return }
    }
  }

  /// What to do now; nil when there is nothing, or it ends.
  private func next() -> (isOrdered: Bool, permit: CommitPermit)? {
    orders.withLock { orders in
      orders.permit = nil
      guard orders.isWanted, !orders.isEnding else { return nil }
      let permit = CommitPermit()
      defer { (orders.isWanted, orders.isOrdered, orders.permit) = (false, false, permit) }
      return (orders.isOrdered, permit)
    }
  }
}
