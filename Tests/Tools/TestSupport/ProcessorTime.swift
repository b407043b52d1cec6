internal import Glibc

/// The growth of processor time with the size of the input. Only the time of this thread counts, so a busy machine
/// changes little. Measurements that are too long are repeated.
package enum ProcessorTime {
  /// Twice as much each time: quadratic work takes sixteen times as long for the last size as for the first.
  private static let sizes = [1, 2, 4]
  private static let largestRatio = 10.0
  /// Shorter times are too inaccurate.
  private static let least = 0.03

  /// Does work of one, two and four units; nil where it grows no faster than it may, else how long each took.
  /// - Parameter most: seconds that the largest may take.
  package static func complaint(_ what: String, atMost most: Double, _ work: (Int) -> Void) -> String? {
    var complaint: String?
    for _ in 0..<3 {
      let seconds = sizes.map { size in Self.seconds { work(size) } }
      let isSteep = seconds[2] > least && seconds[2] > seconds[0] * largestRatio
      guard isSteep || seconds[2] > most else { return nil }
      complaint = "\(what) takes \(seconds) s for one, two and four times as much"
    }
    return complaint
  }

  private static func seconds(of work: () -> Void) -> Double {
    let start = now
    work()
    return now - start
  }

  private static var now: Double {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
