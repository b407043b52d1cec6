internal import Glibc

/// A moment of the clock that no one can set, in nanoseconds.
package struct MonotonicTime: Sendable, Hashable, Comparable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  package static var now: MonotonicTime {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return MonotonicTime(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
  }

  package static func < (one: MonotonicTime, other: MonotonicTime) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    time + Span(duration)
  }

  package static func + (time: MonotonicTime, span: Span) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds + span.nanoseconds)
  }

  package func span(since start: MonotonicTime) -> Span {
    Span(nanoseconds: self > start ? nanoseconds - start.nanoseconds : 0)
  }

  /// Nothing where the other is later.
  package static func - (one: MonotonicTime, other: MonotonicTime) -> Duration {
    .nanoseconds(one > other ? Int64(one.nanoseconds - other.nanoseconds) : 0)
  }
}

extension MonotonicTime {
  /// A length of time, for what is reckoned at every request: the 128 bits of a Duration are felt there.
  package struct Span: Sendable {
    package let nanoseconds: UInt64

    fileprivate init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package init(_ duration: Duration) { nanoseconds = duration.wholeNanoseconds }
  }
}

extension Duration {
  /// Never negative, at most about 292 years.
  package var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(min(seconds, 9_000_000_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}
