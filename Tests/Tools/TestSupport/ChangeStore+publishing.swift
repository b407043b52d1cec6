package import Changes

extension ChangeStore {
  /// Has drafts kept with one commit, as a publisher does that serves nothing.
  @discardableResult
  package func publish(
    _ drafts: [Draft], records: [IdempotencyRecord] = []
  ) throws(StoreError) -> [Result<AppliedDraft, DraftError>] {
    while true {
      let opened = try open(knowing: nil, tail: 0)
      var results: [Result<AppliedDraft, DraftError>]?
      _ = try transaction(from: opened.position, keys: []) { transaction in
        // The transaction was rolled back, and its changes are discarded.
        results = nil
        // Another writer committed first.
        guard case .nothing = transaction.update else { return LogCommit() }
        var state = opened.state
        let applied = drafts.map { draft in Result { () throws(DraftError) in try state.apply(draft) } }
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

  /// The head of the log.
  package func head() throws(StoreError) -> Cursor { try open(knowing: nil, tail: 0).state.cursor }

  package func snapshot(tail: Int) throws(StoreError) -> (state: LogState, tail: [Change]) {
    let opened = try open(knowing: nil, tail: tail)
    return (opened.state, opened.tail)
  }

  /// The response that is stored for a key.
  package func record(for key: String) throws(StoreError) -> IdempotencyRecord? {
    var record: IdempotencyRecord?
    let position = try open(knowing: nil, tail: 0).position
    _ = try transaction(from: position, keys: [key]) { transaction in
      record = transaction.records[key]
      return LogCommit()
    }
    return record
  }
}
