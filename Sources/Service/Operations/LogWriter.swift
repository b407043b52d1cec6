internal import Bindings
internal import Synchronization

/// Lines on their way to standard error, on a thread of their own: whoever reads the log slowly, or not at all, holds up
/// no request and no end of the process, and no request waits until its line is put in words. Lines that can wait are
/// written together.
final class LogWriter: Sendable {
  private struct Waiting {
    var events: [Log.LogEvent] = []
    /// How many had no room.
    var lost = 0
    /// Whether there is a line that can't wait for others, or there are many.
    var isUrgent = false
  }

  private static let limit = 10_000
  /// How long a line may wait for others.
  private static let pause = Duration.milliseconds(50)

  private let waiting = Mutex(Waiting())
  private let loop: LoopThread
  /// Writes at once, and waits for whoever reads.
  private let log: Log

  /// Begins at once.
  init(into log: Log) throws(SystemError) {
    self.log = log
    loop = try LoopThread()
    try loop.start(named: "livery-log") { [self] in run() }
  }

  /// - Parameter canWait: whether its line may be written a moment later, with those that come meanwhile: each
  ///   line that is written alone costs a wake of this thread and two calls of the system.
  func add(_ event: Log.LogEvent, canWait: Bool = false) {
    let isToRing = waiting.withLock { waiting in
      guard waiting.events.count < Self.limit else {
        waiting.lost += 1
        return false
      }
      waiting.events.append(event)
      let becomesUrgent = !waiting.isUrgent && (!canWait || waiting.events.count > Self.limit / 2)
      if becomesUrgent { waiting.isUrgent = true }
      return becomesUrgent || waiting.events.count == 1
    }
    if isToRing { loop.ring() }
  }

  /// Has what there is written, for as long as that takes a second at most, and ends.
  func end() {
    waiting.withLock { $0.isUrgent = true }
    loop.stop()
    loop.join(within: .seconds(1))
  }

  private func run() {
    while true {
      loop.wait()
      if !waiting.withLock({ $0.isUrgent }) { loop.wait(atMost: Self.pause) }
      let isEnding = loop.isEnding
      let next = waiting.withLock { waiting in
        defer { (waiting.events, waiting.lost, waiting.isUrgent) = ([], 0, false) }
        return waiting
      }
      if !next.events.isEmpty { log.write(next.events) }
      if next.lost > 0 {
        log.warning("Left out lines, since nobody read the log", .number("lines", next.lost))
      }
      if isEnding { return }
    }
  }
}
