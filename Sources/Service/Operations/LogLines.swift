internal import Bindings
internal import Synchronization

/// Lines on their way to standard error, on a thread of their own: whoever reads the log slowly, or not at all, holds up
/// no request and no end of the process, and no request waits until its line is put in words. Lines that can wait are
/// written together.
final class LogLines: Sendable {
  private struct Waiting {
    var events: [Log.LogEvent] = []
    /// How many had no room.
    var lost = 0
    /// Whether there is a line that can't wait for others, or there are many.
    var isUrgent = false
    var isEnding = false
  }

  private static let limit = 10_000
  /// How long a line may wait for others, in milliseconds.
  private static let pause: Int32 = 50

  private let waiting = Mutex(Waiting())
  private let doorbell: Doorbell
  private let epoll: Epoll
  private let finished: Doorbell
  /// Writes at once, and waits for whoever reads.
  private let log: Log

  /// Begins at once.
  init(into log: Log) throws(SystemError) {
    self.log = log
    doorbell = try Doorbell()
    finished = try Doorbell()
    epoll = try Epoll()
    try epoll.add(doorbell.descriptor, .readable, token: 0)
    try SystemThread(named: "livery-log") { [self] in run() }.detach()
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
    if isToRing { doorbell.ring() }
  }

  /// Has what there is written, for as long as that takes a second at most, and ends.
  func end() {
    waiting.withLock { ($0.isEnding, $0.isUrgent) = (true, true) }
    doorbell.ring()
    finished.wait(atMost: .seconds(1))
  }

  private func run() {
    var ready = Epoll.Ready(room: 1)
    while true {
      epoll.wait(milliseconds: -1, into: &ready)
      doorbell.quiet()
      if !waiting.withLock({ $0.isUrgent }) {
        epoll.wait(milliseconds: Self.pause, into: &ready)
        doorbell.quiet()
      }
      let next = waiting.withLock { waiting in
        defer { (waiting.events, waiting.lost, waiting.isUrgent) = ([], 0, false) }
        return waiting
      }
      if !next.events.isEmpty { log.write(next.events) }
      if next.lost > 0 {
        log.warning("Left out lines, since nobody read the log", .number("lines", next.lost))
      }
      if next.isEnding { return finished.ring() }
    }
  }
}
