/// The reason why a store failed.
package enum StoreError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no room. Nothing was written; it may work again when there is room.
  case full(String)
  /// A write or a sync failed. The content of the disk is unknown, so nothing more is written until a restart.
  case failed(String)
  /// A newer version of Livery wrote the log.
  case newerVersion(found: Int, known: Int)
  case corrupt(String)
  /// The place can't be used: it does not exist, is not permitted, is no log, or another process has it.
  case unusable(String)

  /// The database server can't be reached or does not answer. Nothing was written.
  case away(String)
  /// The connection was lost during a commit: whether it is written is not known.
  case inDoubt(String)

  /// Indicates whether the failure may pass by itself; else only a restart helps.
  package var mayPass: Bool { if case .full = self { true } else { isAbsence } }

  /// Indicates whether the database server can't be reached from here.
  package var isAbsence: Bool {
    switch self {
    case .away, .inDoubt: true
    case .full, .failed, .newerVersion, .corrupt, .unusable: false
    }
  }

  /// Indicates whether the log can't be read, so that the server serves what it knows of it.
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

/// The state of the database server that holds a shared log, for metrics and health checks.
package struct StoreReport: Sendable {
  package var isReachable = false
  /// The time since the log was read last; nil if it was not since the start.
  package var seenAgo: Duration?
  /// Indicates whether notifications of other servers arrive; if not, the log is read more often.
  package var receivesNotices = true
  /// Indicates whether no server that shares the log serves newer files; nil while that is not known.
  package var hasNewestFiles: Bool?
  package var figures = Figures()

  /// The counters since the start.
  package struct Figures: Sendable {
    /// The number of connections that were made to the database server.
    package var connects: UInt64 = 0
    /// Commits whose outcome was unknown because the connection was lost.
    package var doubts: UInt64 = 0
    /// The number of new epochs that this server began.
    package var renewals: UInt64 = 0
    package var turns = TransactionTimes()

    package init() {}
  }

  package init() {}
}

/// The durations of transactions of a shared log, with the wait for the lock and the commit.
package struct TransactionTimes: Sendable {
  /// The upper bounds of the buckets, in seconds; the last bucket has none.
  package static let bounds: [Double] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
  /// The count of each bucket, then the count above all bounds; not cumulative.
  package private(set) var counts = [UInt64](repeating: 0, count: bounds.count + 1)
  package private(set) var sum: Double = 0

  package init() {}

  package mutating func add(_ time: Duration) {
    let seconds = time / .seconds(1)
    counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    sum += seconds
  }
}
