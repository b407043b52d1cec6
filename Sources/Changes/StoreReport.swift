/// How the engine is that keeps a log for several servers: for metrics and health checks.
package struct StoreReport: Sendable {
  package var isReachable = false
  /// How long ago the log was read last; nil where it was not since the start.
  package var seenAgo: Duration?
  /// Whether others' notices arrive; where they don't, the log is looked at more often.
  package var hearsNotices = true
  /// Whether nobody who shares the log serves newer files; nil while that is not known.
  package var hasNewestFiles: Bool?
  package var figures = StoreFigures()

  /// What is counted since the start.
  package struct StoreFigures: Sendable {
    /// How often a connection to the engine was made.
    package var connects: UInt64 = 0
    /// Commits of which was unknown for a while whether they were done.
    package var doubts: UInt64 = 0
    /// How often the log went on under a new epoch, by this server.
    package var renewals: UInt64 = 0
    package var turns = TransactionTimes()

    package init() {}
  }

  package init() {}
}

/// How long turns at a shared log took, the wait for the lock and the commit among it.
package struct TransactionTimes: Sendable {
  /// The upper ends of the buckets, in seconds; the last bucket has none.
  package static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
  /// One count for each bound, then one for all that took longer; not cumulated.
  package private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
  package private(set) var sum: Double = 0

  package init() {}

  package mutating func add(_ time: Duration) {
    let seconds = time / .seconds(1)
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }
}
