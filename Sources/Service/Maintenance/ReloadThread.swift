internal import Bindings
internal import Changes
internal import Synchronization

/// Reads the config folder on a thread of its own when that is ordered. With large themes it takes many seconds, which must
/// not delay removed tokens, schedules or retries on a full disk.
final class ReloadThread: Sendable {
  private struct Orders {
    var isWanted = false
    /// Indicates whether an operator ordered it and waits for the result.
    var isOrdered = false
    /// The permit of the reading that is under way.
    var permit: CommitPermit?
  }

  private let orders = Mutex(Orders())
  private let loop: LoopThread

  init() throws(SystemError) { loop = try LoopThread() }

  /// Starts the thread. `load` reads the folder; the permit allows it to serve the result. `count` counts the problems of its
  /// documents that are not counted yet, as long as its argument allows.
  func start(
    counting count: @escaping @Sendable (_ goesOn: () -> Bool) -> Void = { _ in },
    _ load: @escaping @Sendable (_ isOrdered: Bool, CommitPermit) -> Void
  ) throws(SystemError) {
    try loop.start(named: "livery-reload") { [self] in run(load, count) }
  }

  /// Orders a reading: now, or after the one that is under way, which may have missed the newest change.
  func order(isOrdered: Bool) {
    orders.withLock { orders in
      orders.isWanted = true
      orders.isOrdered = orders.isOrdered || isOrdered
    }
    loop.ring()
  }

  /// Lets the thread count what the start did not.
  func countProblems() { loop.ring() }

  /// Ends the thread and waits for it. Returns whether it abandoned a reading.
  @discardableResult
  func end() -> Bool {
    loop.stop()
    let isGivenUp = orders.withLock { $0.permit?.withdraw() ?? false }
    loop.join(within: isGivenUp ? .zero : nil)
    return isGivenUp
  }

  private func run(
    _ load: (_ isOrdered: Bool, CommitPermit) -> Void, _ count: (_ goesOn: () -> Bool) -> Void
  ) {
    while !loop.isEnding {
      loop.wait()
      while let (isOrdered, permit) = next() { load(isOrdered, permit) }
      count { !loop.isEnding && !orders.withLock { $0.isWanted } }
      ThisProcess.giveBackMemory()
    }
  }

  /// Returns the next reading, or nil if there is none or the thread is ending.
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

/// Waits for the end of a burst of changes, up to a limit.
struct Debounce {
  var quiet = Duration.milliseconds(150)
  var longest = Duration.seconds(2)
  private(set) var firstAt: MonotonicTime?
  private(set) var lastAt: MonotonicTime?

  mutating func notice(at now: MonotonicTime) {
    firstAt = firstAt ?? now
    lastAt = now
  }

  /// The end of the burst; nil if nothing was noticed.
  var due: MonotonicTime? {
    guard let firstAt, let lastAt else { return nil }
    return min(lastAt + quiet, firstAt + longest)
  }

  /// Indicates whether a burst is over. If so, the next notice begins another.
  mutating func isOver(at now: MonotonicTime) -> Bool {
    guard let due, now >= due else { return false }
    (firstAt, lastAt) = (nil, nil)
    return true
  }
}
