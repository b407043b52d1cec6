internal import Bindings

/// Limits how often something is done: the first time immediately, then at most once an interval.
///
/// A server that commits often notifies the others only every 10 ms. Each notice wakes a process of PostgreSQL and a
/// thread of every server that listens: without the limit that took a quarter of all processor time while three servers
/// wrote, and half of it while one did. The readers limit themselves too, since many servers may write.
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

  /// The time at which a pending event is due: `delay` after the interval, so that a following event may come first. Nil
  /// if there is none, and none can come before a call of `event`.
  func dueAt(from now: MonotonicTime, delay: Duration = .zero) -> MonotonicTime? {
    guard let due = lastAt.map({ $0 + interval + delay }), isPending || due > now else { return nil }
    return due
  }

  /// Returns whether a pending event is due, which counts as done then.
  mutating func takeDue(at now: MonotonicTime, delay: Duration = .zero) -> Bool {
    guard isPending, let due = dueAt(from: now, delay: delay), due <= now else { return false }
    (lastAt, isPending) = (now, false)
    return true
  }
}
