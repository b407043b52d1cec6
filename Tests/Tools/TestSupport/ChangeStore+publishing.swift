package import Changes

extension ChangeStore {
  /// Runs a transaction for which nobody has waited yet.
  @discardableResult
  package func transaction(
    from position: LogPosition, keys: [String], decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try transaction(from: position, keys: keys, waited: .zero, decide: decide)
  }

  /// Has requests kept with one commit, as a publisher does that serves nothing.
  @discardableResult
  package func publish(
    _ requests: [ChangeRequest], records: [IdempotencyRecord] = []
  ) throws(StoreError) -> [Result<AppliedRequest, ChangeError>] {
    while true {
      let opened = try open(knowing: nil, tail: 0)
      var results: [Result<AppliedRequest, ChangeError>]?
      _ = try transaction(from: opened.position, keys: []) { transaction in
        // The transaction was rolled back, and its changes are discarded.
        results = nil
        // Another writer committed first.
        guard case .nothing = transaction.update else { return LogCommit() }
        var state = opened.state
        let applied = requests.map { request in Result { () throws(ChangeError) in try state.apply(request) }
        }
        results = applied
        return LogCommit(rows: applied.flatMap { (try? $0.get().rows) ?? [] }, records: records)
      }
      if let results { return results }
    }
  }

  /// Publishes requests that nothing can be said against.
  @discardableResult
  package func put(_ requests: ChangeRequest...) throws -> [Change] {
    try publish(requests).flatMap { try $0.get().changes }
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
