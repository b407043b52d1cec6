internal import Bindings
package import Changes
internal import Synchronization

/// Taking turns at the log.
extension PostgresStore {
  /// A commit that is in doubt is settled in the next turn, which is taken at once.
  package func transaction(
    from position: LogPosition, keys: [String], decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    guard hasBegun else {
      // What was shown since the start is a copy: it is opened now.
      _ = decide(StoreTransaction(update: .reopen, records: [:]))
      return position
    }
    let began = MonotonicTime.now
    let deadline = began + engine.patience.writing
    defer { engine.update { $0.figures.turns.add(.now - began) } }
    return try turns.withLock { _ throws(StoreError) in
      var doubt: (commit: PostgresCommit, why: String)?
      var keys = keys
      if let done = try takeTurn(from: position, keys, decide, &doubt, until: deadline) { return done }
      while true {
        let begun = try begin(from: position, keys, doubt, until: deadline)
        switch begun {
        case .settled(let position): return position
        case .reopen:
          _ = decide(StoreTransaction(update: .reopen, records: [:]))
          return position
        case .begun(let log, let transaction):
          let commit = decide(transaction)
          guard !commit.isEmpty else {
            desk.withLock { $0.leave(until: deadline) }
            if Set(commit.newKeys).isSubset(of: transaction.keys) { return log.position }
            // Who is refused may have been answered under its key before.
            keys += commit.newKeys
            continue
          }
          let written = PostgresCommit(
            commit, after: log.position, isMoved: log.isMoved, documentRoom: documentRoom)
          do throws(StoreError) {
            let done = try desk.withLock { desk throws(StoreError) in
              try desk.finish(written, log, until: deadline)
            }
            if let done { return done }
            keys += commit.newKeys
          } catch {
            try note(error, of: written, &doubt)
          }
        }
      }
    }
  }

  /// A turn in one round trip: for who has written last, and likely is the only one. What finds things as they are is
  /// decided again with the lock: they may not be so any more.
  /// - Returns: nil where the turn must be taken in two.
  private func takeTurn(
    from position: LogPosition, _ keys: [String], _ decide: (StoreTransaction) -> LogCommit,
    _ doubt: inout (commit: PostgresCommit, why: String)?, until deadline: MonotonicTime
  ) throws(StoreError) -> LogPosition? {
    guard desk.withLock({ $0.mayTakeTurn(from: position) }) else { return nil }
    let commit = decide(StoreTransaction(update: .nothing, records: [:], keys: keys))
    guard !commit.isEmpty else { return nil }
    // Such a turn takes place only where the log has not moved.
    let written = PostgresCommit(commit, after: position, isMoved: false, documentRoom: documentRoom)
    do throws(StoreError) {
      return try desk.withLock { desk throws(StoreError) in
        try desk.take(written, from: position, keys: keys, until: deadline)
      }
    } catch {
      try note(error, of: written, &doubt)
      return nil
    }
  }

  /// A commit that was sent and not confirmed is in doubt; one that was not even sent is decided again in the next turn.
  private func note(
    _ error: StoreError, of commit: PostgresCommit, _ doubt: inout (commit: PostgresCommit, why: String)?
  ) throws(StoreError) {
    switch error {
    case .away: break
    case .inDoubt(let why):
      if doubt == nil { engine.update { $0.figures.doubts += 1 } }
      doubt = (commit, why)
    default: throw error
    }
  }

  private func begin(
    from position: LogPosition, _ keys: [String], _ doubt: (commit: PostgresCommit, why: String)?,
    until deadline: MonotonicTime
  ) throws(StoreError) -> PostgresDesk.TurnStart {
    do throws(StoreError) {
      return try desk.withLock { desk throws(StoreError) in
        try desk.begin(from: position, keys: keys, doubting: doubt?.commit, until: deadline)
      }
    } catch {
      guard let doubt, case .away = error else { throw error }
      throw .inDoubt(doubt.why)
    }
  }
}
