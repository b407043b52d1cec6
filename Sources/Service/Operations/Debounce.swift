internal import Bindings

/// Waits until a burst of changes is over, for at most a while.
struct Debounce {
  private let quiet: Duration
  private let longest: Duration
  private var firstAt: MonotonicTime?
  private var lastAt: MonotonicTime?

  init(quiet: Duration = .milliseconds(150), longest: Duration = .seconds(2)) {
    self.quiet = quiet
    self.longest = longest
  }

  mutating func notice(at now: MonotonicTime) {
    firstAt = firstAt ?? now
    lastAt = now
  }

  /// When it will be over; nil while nothing was noticed.
  var due: MonotonicTime? {
    guard let firstAt, let lastAt else { return nil }
    return min(lastAt + quiet, firstAt + longest)
  }

  /// Whether a burst is over; if so, the next begins with the next notice.
  mutating func isOver(at now: MonotonicTime) -> Bool {
    guard let due, now >= due else { return false }
    (firstAt, lastAt) = (nil, nil)
    return true
  }
}
