internal import Glibc

/// Waits for sockets, never beyond a deadline.
enum Readiness {
  /// Returns once the socket can be read, or written where that is asked for.
  static func wait(
    for descriptor: Int32, writing: Bool, until deadline: MonotonicTime, or interruption: Doorbell?
  ) throws(PostgresFailure) {
    let events = Int16(POLLIN) | (writing ? Int16(POLLOUT) : 0)
    var polled = [pollfd(fd: descriptor, events: events, revents: 0)]
    if let interruption {
      polled.append(pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&polled, until: deadline) else { throw .late }
    if polled[0].revents == 0 { throw .interrupted }
  }

  /// Whether there is something to be read, or the end of it.
  static func isReadable(_ descriptor: Int32) -> Bool {
    var polled = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
    return poll(&polled, until: .now)
  }

  /// Whether anything was ready before the deadline.
  static func poll(_ polled: inout [pollfd], until deadline: MonotonicTime) -> Bool {
    while true {
      let left = (deadline - .now).wholeNanoseconds
      let milliseconds = Int32(clamping: (left + 999_999) / 1_000_000)
      let count = unsafe Glibc.poll(&polled, nfds_t(polled.count), milliseconds)
      if count > 0 { return true }
      if count == 0 || errno != EINTR { return false }
    }
  }
}
