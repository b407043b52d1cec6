internal import Glibc

/// The clock on the wall, which people and other programs may set.
package enum WallClock {
  /// Nanoseconds since 1970.
  package static var nanoseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Milliseconds since 1970.
  package static var milliseconds: Int64 { nanoseconds / 1_000_000 }
}
