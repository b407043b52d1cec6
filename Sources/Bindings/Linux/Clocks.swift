internal import Glibc

/// A time of the monotonic clock, in nanoseconds. Nobody can set this clock.
package struct MonotonicTime: Sendable, Hashable, Comparable {
  package var nanoseconds: UInt64

  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  package static var now: MonotonicTime {
    MonotonicTime(nanoseconds: UInt64(timespec(CLOCK_MONOTONIC).nanoseconds))
  }

  package static func < (one: MonotonicTime, other: MonotonicTime) -> Bool {
    one.nanoseconds < other.nanoseconds
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime { time + Span(duration) }

  package static func + (time: MonotonicTime, span: Span) -> MonotonicTime {
    MonotonicTime(nanoseconds: time.nanoseconds + span.nanoseconds)
  }

  package func span(since start: MonotonicTime) -> Span {
    Span(nanoseconds: self > start ? nanoseconds - start.nanoseconds : 0)
  }

  /// Returns the difference, or zero if the other time is later.
  package static func - (one: MonotonicTime, other: MonotonicTime) -> Duration {
    .nanoseconds(one > other ? Int64(one.nanoseconds - other.nanoseconds) : 0)
  }
}

extension MonotonicTime {
  /// A length of time for calculations in each request, where the 128 bits of a `Duration` cost too much.
  package struct Span: Sendable {
    package let nanoseconds: UInt64

    fileprivate init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package init(_ duration: Duration) { nanoseconds = duration.wholeNanoseconds }
  }
}

extension Duration {
  /// The duration in nanoseconds; never negative, at most about 292 years.
  package var wholeNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(min(seconds, 9_000_000_000)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }
}

/// The real-time clock, which people and other programs may set.
package enum WallClock {
  /// Nanoseconds since 1970.
  package static var nanoseconds: Int64 { timespec(CLOCK_REALTIME).nanoseconds }

  /// Returns the offset of this machine's time zone from UTC at a time, in seconds to the east, and its name then.
  package static func zone(at seconds: Int64) -> (offset: Int, name: String) {
    var time = time_t(seconds)
    var parts = unsafe tm()
    guard unsafe localtime_r(&time, &parts) != nil else { return (0, "UTC") }
    return unsafe (parts.tm_gmtoff, parts.tm_zone.map { unsafe String(cString: $0) } ?? "")
  }

  /// Milliseconds since 1970.
  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }
}

extension timespec {
  /// The time of a clock.
  init(_ clock: clockid_t) {
    self.init()
    _ = unsafe clock_gettime(clock, &self)
  }

  var nanoseconds: Int64 { Int64(tv_sec) * 1_000_000_000 + Int64(tv_nsec) }
}
