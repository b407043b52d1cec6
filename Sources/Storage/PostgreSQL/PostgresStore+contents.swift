internal import Bindings
internal import Changes

extension PostgresStore: PortableStore {
  func contents() throws(StoreError) -> LogContents {
    try ear.read(within: .seconds(600)) { live, deadline throws(StoreError) in
      try live.contents(until: deadline)
    }
  }

  func seal() throws(StoreError) {
    try atDesk { desk throws(StoreError) in try desk.seal(until: .now + .seconds(30)) }
  }

  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try ear.read(within: .seconds(30)) { live, deadline throws(StoreError) in
      try live.read([.fingerprint(at: revision)], until: deadline)[0].first?[0].word
    }
  }
}

extension PostgresConnection {
  /// Everything, in one reading.
  fileprivate func contents(until deadline: MonotonicTime) throws(StoreError) -> LogContents {
    let results = try read(
      [
        PostgresStatement(PostgresLog.select),
        PostgresStatement("\(Table.changes.postgresSelect) ORDER BY revision"),
        PostgresStatement(PostgresDocuments.whole), PostgresStatement(Table.receipts.postgresSelect),
      ] + Self.stateTables.map { PostgresStatement($0.postgresSelect) }, until: deadline)
    let log = try results[0].log()
    var state = log.state
    for (table, result) in zip(Self.stateTables, results.dropFirst(4)) {
      state.absorb(try result.rows(of: table))
    }
    return try LogContents(
      state: state, floor: log.floor, changes: try results[1].changes(),
      documents: try results[2].decoded(.documents) { DocumentVersion($0) },
      records: try results[3].decoded(.receipts) { IdempotencyRecord($0) })
  }
}
