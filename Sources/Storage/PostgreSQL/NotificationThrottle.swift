internal import Bindings

/// A limit for repeated events: the first happens immediately, the next ones at most once an interval.
///
/// Each notice wakes a process of PostgreSQL and a thread of every server that listens. Without the limit notices took a
/// quarter of all processor time while three servers wrote, and half of it while one did. Readers limit themselves too, since
/// many servers may write.
struct NotificationThrottle: Sendable {
  let interval: Duration
  private var lastAt: MonotonicTime?
  private(set) var isPending = false

  init(interval: Duration) { self.interval = interval }

  /// Returns whether to act now. If not, the event is pending until the next call after the interval, or until `takeDue`
  /// returns true.
  mutating func event(at now: MonotonicTime) -> Bool {
    if let lastAt, now < lastAt + interval {
      isPending = true
      return false
    }
    (lastAt, isPending) = (now, false)
    return true
  }

  /// Returns the time at which a pending event is due: `delay` after the interval, so that a following event may come first.
  /// Returns nil if there is none, and none can come before a call of `event`.
  func dueAt(from now: MonotonicTime, delay: Duration = .zero) -> MonotonicTime? {
    guard let due = lastAt.map({ $0 + interval + delay }), isPending || due > now else { return nil }
    return due
  }

  /// Returns whether a pending event is due. If so, it counts as done.
  mutating func takeDue(at now: MonotonicTime, delay: Duration = .zero) -> Bool {
    guard isPending, let due = dueAt(from: now, delay: delay), due <= now else { return false }
    (lastAt, isPending) = (now, false)
    return true
  }
}
