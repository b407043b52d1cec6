internal import Glibc

extension SystemThread {
  /// Lets another thread have the core that the calling one is on, where one waits for it.
  package static func yield() { sched_yield() }

  /// Stops the calling thread for so long.
  package static func sleep(for time: Duration) {
    let (seconds, attoseconds) = time.components
    var rest = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    var asked = rest
    // A signal may end it early; the rest is slept then.
    while unsafe nanosleep(&asked, &rest) != 0, errno == EINTR { asked = rest }
  }
}
