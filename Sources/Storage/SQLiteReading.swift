internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// How rows of tables become the state's parts again; a row that is not as it was written is damage.
extension SQLiteConnection {
  /// Changes with the fingerprint that was written beside each.
  func changes(
    where condition: String, _ values: [ColumnValue]
  ) throws(StoreError) -> [WrittenChange] {
    try decoded(.changes, condition, values) { WrittenChange($0) }
  }

  /// Changes in order, checked.
  func chain(after revision: UInt64, limit: Int, floor: LogFloor) throws(StoreError) -> [Change] {
    try changes(
      where: "WHERE revision >= ? ORDER BY revision LIMIT ?",
      [.number(revision), .integer(Int64(limit) + 1)]
    ).chain(after: revision, floor: floor, limit: limit)
  }

  /// The state as its rows say it, by the same fold as everywhere.
  func state() throws(StoreError) -> (state: LogState, floor: LogFloor) {
    var (state, floor) = try head()
    state.absorb(try decoded(.activations) { row in Activation(row).map { .activation($0) } })
    state.absorb(try decoded(.schedules) { row in Schedule(row).map { .schedule($0) } })
    state.absorb(try decoded(.uploads) { row in Upload(row).map { .upload($0) } })
    for row in try decoded(.images, read: { row in ImageRow(row) }) { state.absorb(.image(try row.image())) }
    state.absorb(try decoded(.digests) { LogState.Row(digest: $0) })
    state.absorb(try documents())
    let head = state.head
    guard state.activations.values.allSatisfy({ $0.latest <= head }) else {
      throw .corrupt("an activation is newer than the log's head")
    }
    return (state, floor)
  }

  /// Where the log stands, without what holds there.
  func head() throws(StoreError) -> (state: LogState, floor: LogFloor) {
    let heads = try decoded(.log) { row -> (LogState, LogFloor)? in
      guard let epoch = row[1].text.flatMap({ Epoch(hexadecimal: $0.utf8) }), let head = row[2].number,
        let fingerprint = row[3].word, let floor = row[4].number, let floorFingerprint = row[5].word,
        floor <= head
      else { return nil }
      return (
        LogState(epoch: epoch, head: head, fingerprint: fingerprint, floor: floor),
        LogFloor(revision: floor, fingerprint: floorFingerprint)
      )
    }
    guard let head = heads.first else { throw .corrupt("the log's head is missing") }
    return head
  }

  /// The fingerprint of the log at a revision, with what `head` told of it; nil where it does not reach there.
  func fingerprint(
    at revision: UInt64, _ state: LogState, _ floor: LogFloor
  ) throws(StoreError) -> Fingerprint? {
    if revision == state.head { return state.fingerprint }
    if revision == floor.revision { return floor.fingerprint }
    return try changes(where: "WHERE revision = ?", [.number(revision)]).first?.fingerprint
  }

  /// The word of the start that wrote last; nil in a log that was written before there were such words.
  func startWord() throws(StoreError) -> UInt64? {
    let words = try stored { () throws(SQLiteFailure) in
      try rows("SELECT start FROM log") { $0[0].text.flatMap { UInt64(hex16: $0.utf8) } }
    }
    return words.first ?? nil
  }

  /// What `read` makes of a table's rows; nil from it is damage.
  func decoded<Element>(
    _ table: Table, _ condition: String = "", _ values: [ColumnValue] = [],
    read: (borrowing SQLiteRow) -> Element?
  ) throws(StoreError) -> [Element] {
    var elements: [Element] = []
    let sql = condition.isEmpty ? table.select : "\(table.select) \(condition)"
    for element in try stored({ () throws(SQLiteFailure) in try rows(sql, values, read: read) }) {
      guard let element else { throw .corrupt("a row of \(table.name) is not as it was written") }
      elements.append(element)
    }
    return elements
  }
}
