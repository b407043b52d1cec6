internal import Synchronization

/// Says whether work may still commit. The end of the server withdraws it from work that has not begun to, so that a
/// client who was told that its write is given up never finds it done.
package final class CommitPermit: Sendable {
  private enum Grant {
    case open, used, withdrawn
  }

  private let grant = Mutex(Grant.open)

  package init() {}

  /// Whether the work may commit. It can't be withdrawn from then on.
  package func use() -> Bool {
    grant.withLock { grant in
      if grant == .open { grant = .used }
      return grant == .used
    }
  }

  /// Ends what has not begun to commit; false where it has.
  package func withdraw() -> Bool {
    grant.withLock { grant in
      if grant == .open { grant = .withdrawn }
      return grant == .withdrawn
    }
  }

  package var isWithdrawn: Bool { grant.withLock { $0 == .withdrawn } }
}
