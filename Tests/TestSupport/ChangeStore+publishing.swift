package import Changes

extension ChangeStore {
  /// Has drafts kept with one commit, as a journal does that serves nothing.
  @discardableResult
  package func publish(
    _ drafts: [Draft], records: [IdempotencyRecord] = []
  ) throws(StoreError) -> [Result<AppliedDraft, DraftError>] {
    while true {
      let opened = try open(knowing: nil, tail: 0)
      var results: [Result<AppliedDraft, DraftError>]?
      _ = try turn(from: opened.standing, keys: []) { turn in
        // What was decided before has come to nothing.
        results = nil
        // Somebody else was faster.
        guard case .nothing = turn.news else { return LogCommit() }
        var ledger = opened.ledger
        let applied = drafts.map { draft in Result { () throws(DraftError) in try ledger.apply(draft) } }
        results = applied
        return LogCommit(rows: applied.flatMap { (try? $0.get().rows) ?? [] }, records: records)
      }
      if let results { return results }
    }
  }

  /// Publishes drafts that nothing can be said against.
  @discardableResult
  package func put(_ drafts: Draft...) throws -> [Change] {
    try publish(drafts).flatMap { try $0.get().changes }
  }

  /// Where the log stands.
  package func head() throws(StoreError) -> Cursor { try open(knowing: nil, tail: 0).ledger.cursor }

  package func snapshot(tail: Int) throws(StoreError) -> (ledger: Ledger, tail: [Change]) {
    let opened = try open(knowing: nil, tail: tail)
    return (opened.ledger, opened.tail)
  }

  /// What is kept under a key.
  package func record(for key: String) throws(StoreError) -> IdempotencyRecord? {
    var record: IdempotencyRecord?
    let standing = try open(knowing: nil, tail: 0).standing
    _ = try turn(from: standing, keys: [key]) { turn in
      record = turn.records[key]
      return LogCommit()
    }
    return record
  }
}
