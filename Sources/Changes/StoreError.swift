/// What can be wrong with a store.
package enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No room. Nothing was written; it may work again when there is room.
  case full(String)
  /// A write or a sync failed: what the disk holds is not known, so nothing more is written until a restart.
  case failed(String)
  /// Written by a Livery that knows more.
  case newerVersion(found: Int, known: Int)
  case corrupt(String)
  /// The place can't be used: not there, not permitted, not a log, or taken by another process.
  case unusable(String)

  /// The engine behind the store can't be reached or does not answer. Nothing was written.
  case away(String)
  /// The engine went away in the midst of a commit: whether it is written is not known.
  case inDoubt(String)

  /// Whether it can pass by itself; else only a restart helps.
  package var mayPass: Bool {
    switch self {
    case .full, .away, .inDoubt: true
    case .failed, .newerVersion, .corrupt, .unusable: false
    }
  }

  /// Whether the engine behind the store is to blame, which others may be able to reach.
  package var isAbsence: Bool {
    switch self {
    case .away, .inDoubt: true
    case .full, .failed, .newerVersion, .corrupt, .unusable: false
    }
  }

  /// Whether it keeps the log from being read: what is known of it is served on.
  package var hidesLog: Bool {
    if case .newerVersion = self { true } else { isAbsence }
  }

  package var description: String {
    switch self {
    case .full(let what): "there is no room to write: \(what)"
    case .failed(let what): "writing failed: \(what)"
    case .newerVersion(let found, let known):
      "it was written by a newer Livery (format \(found), this one knows up to \(known))"
    case .corrupt(let what): "it is damaged: \(what)"
    case .unusable(let what): what
    case .away(let what): "it can't be reached: \(what)"
    case .inDoubt(let what): "it went away while it committed: \(what)"
    }
  }
}

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
