internal import Glibc

/// The clock on the wall, which people and other programs may set.
package enum WallClock {
  /// Milliseconds since 1970.
  package static var milliseconds: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
