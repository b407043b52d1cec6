internal import Bindings
internal import Changes
internal import Synchronization

extension SQLiteStore: PortableStore {
  func contents() throws(StoreError) -> LogContents {
    try reading { connection throws(StoreError) in
      let (state, floor) = try connection.state()
      return try LogContents(
        state: state, floor: floor, changes: try connection.changes(where: "ORDER BY revision", []),
        documents: try connection.allDocuments(),
        records: try connection.decoded(.receipts) { IdempotencyRecord($0) })
    }
  }

  func seal() throws(StoreError) {
    try writer.withLock { writer throws(StoreError) in try writer.seal() }
  }

  func fingerprint(at revision: UInt64) throws(StoreError) -> Fingerprint? {
    try reading { connection throws(StoreError) in
      let (state, floor) = try connection.head()
      return try connection.fingerprint(at: revision, state, floor)
    }
  }
}
