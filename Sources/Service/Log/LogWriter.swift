internal import Bindings
internal import Synchronization

/// Writes the log on a thread of its own, so that a slow reader of standard error delays neither requests
/// nor the end of the process, and requests don't wait for the formatting. Lines that can wait are written
/// together.
final class LogWriter: Sendable {
  private struct Waiting {
    var events: [Log.Event] = []
    /// The number of lines that were dropped because there was no room.
    var lost = 0
    /// Indicates whether a line can't wait for others, or there are many.
    var isUrgent = false
  }

  private static let limit = 10_000
  /// The longest time that a line waits for others.
  private static let pause = Duration.milliseconds(50)

  private let waiting = Mutex(Waiting())
  private let loop: LoopThread
  /// The log that writes immediately and waits for the reader.
  private let stream: Log

  /// Starts the thread.
  init(into log: Log) throws(SystemError) {
    stream = log
    loop = try LoopThread()
    try loop.start(named: "livery-log") { [self] in run() }
  }

  /// A log whose lines are written soon.
  var log: Log { Log(stream) { self.add($0) } }

  /// A log whose lines may be written a moment later, together with others.
  var audit: Log { Log(stream) { self.add($0, canWait: true) } }

  /// Queues an event.
  /// - Parameter canWait: whether the line may be written a moment later, together with others. Each line
  ///   that is written alone costs a wake of the thread and two system calls.
  func add(_ event: Log.Event, canWait: Bool = false) {
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

  /// Writes all queued events and ends the thread, within one second.
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
      if !next.events.isEmpty { stream.write(next.events) }
      if next.lost > 0 {
        stream.warning("Left out lines, since nobody read the log", .number("lines", next.lost))
      }
      if isEnding { return }
    }
  }
}
