internal import Bindings
internal import Changes

/// How rows of tables become the ledger's parts again; a row that is not as it was written is damage.
extension SQLiteConnection {
  /// Changes with the fingerprint that was written beside each.
  func changes(
    where condition: String, _ values: [SQLiteValue]
  ) throws(StoreError) -> [(change: Change, fingerprint: Fingerprint)] {
    try decoded(.changes, condition, values) { row in
      guard let change = Change(row), let fingerprint = row[12].word else { return nil }
      return (change, fingerprint)
    }
  }

  /// Changes in order without a gap, each fingerprint following from the one before.
  func chain(after revision: UInt64, limit: Int, floor: Floor) throws(StoreError) -> [Change] {
    let entries = try changes(
      where: "WHERE revision >= ? ORDER BY revision LIMIT ?",
      [.number(revision), .integer(Int64(limit) + 1)])
    var last = (revision: revision, fingerprint: floor.fingerprint)
    var rest = entries[...]
    if revision > floor.revision {
      guard let first = rest.popFirst(), first.change.revision == revision else {
        throw .corrupt("change \(revision) is missing")
      }
      last.fingerprint = first.fingerprint
    }
    for (change, fingerprint) in rest {
      guard change.revision == last.revision + 1 else {
        throw .corrupt("change \(last.revision + 1) is missing")
      }
      last = (change.revision, last.fingerprint.extended(by: change))
      guard last.fingerprint == fingerprint else {
        throw .corrupt("change \(change.revision) is not as it was written")
      }
    }
    return rest.prefix(limit).map(\.change)
  }

  /// The oldest revision that a cursor may have, with the fingerprint that the chain goes on from.
  struct Floor: Sendable {
    let revision: UInt64
    let fingerprint: Fingerprint
  }

  /// The ledger as its rows say it, by the same fold as everywhere.
  func ledger() throws(StoreError) -> (ledger: Ledger, floor: Floor) {
    var (ledger, floor) = try head()
    ledger.absorb(try activations().map { .activation($0) })
    ledger.absorb(try schedules().map { .schedule($0) })
    ledger.absorb(try uploads().map { .upload($0) })
    ledger.absorb(try digests())
    ledger.absorb(try documents())
    let head = ledger.head
    guard ledger.activations.values.allSatisfy({ $0.latest <= head }) else {
      throw .corrupt("an activation is newer than the log's head")
    }
    return (ledger, floor)
  }

  /// Where the log stands, without what holds there.
  func head() throws(StoreError) -> (ledger: Ledger, floor: Floor) {
    let heads = try decoded(.log) { row -> (Ledger, Floor)? in
      guard let epoch = row[1].text.flatMap({ Epoch(hexadecimal: $0.utf8) }), let head = row[2].number,
        let fingerprint = row[3].word, let floor = row[4].number, let floorFingerprint = row[5].word,
        floor <= head
      else { return nil }
      return (
        Ledger(epoch: epoch, head: head, fingerprint: fingerprint, floor: floor),
        Floor(revision: floor, fingerprint: floorFingerprint)
      )
    }
    guard let head = heads.first else { throw .corrupt("the log's head is missing") }
    return head
  }

  /// The word of the start that wrote last; nil in a log that was written before there were such words.
  func startWord() throws(StoreError) -> UInt64? {
    let words = try stored { () throws(SQLiteFailure) in
      try rows("SELECT start FROM log") { $0[0].text.flatMap { UInt64(hex16: $0.utf8) } }
    }
    return words.first ?? nil
  }

  private func activations() throws(StoreError) -> [Activation] {
    try sealed(.activations, { Fingerprint(of: $0) }) { row in
      guard let channel = row[0].text, let theme = row[1].text, let revision = row[3].number,
        let latest = row[4].number, let at = row[5].timestamp, let by = row[6].text, let base = row[8].text,
        let isDefault = row[9].number
      else { return nil }
      return Activation(
        channel: channel, theme: theme, previous: row[2].text, revision: revision, latest: latest, at: at,
        by: by, note: row[7].text, base: base, isDefault: isDefault == 1)
    }
  }

  private func schedules() throws(StoreError) -> [Schedule] {
    try sealed(.schedules, { Fingerprint(of: $0) }) { row in
      guard let id = row[0].text, let channel = row[1].text, let theme = row[2].text,
        let from = row[3].timestamp, let by = row[5].text,
        let phase = row[7].text.flatMap(SchedulePhase.init(rawValue:)), let revision = row[8].number
      else { return nil }
      return Schedule(
        id: id, channel: channel, theme: theme, from: from, until: row[4].timestamp, by: by,
        note: row[6].text, phase: phase, revision: revision)
    }
  }

  private func uploads() throws(StoreError) -> [Upload] {
    try sealed(.uploads, { Fingerprint(of: $0) }) { row in
      guard let name = row[0].text, let file = row[1].text, let bytes = row[2].bytes,
        let at = row[3].timestamp, let by = row[4].text
      else { return nil }
      return Upload(name: name, file: file, bytes: bytes, at: at, by: by)
    }
  }

  private func digests() throws(StoreError) -> [Ledger.Row] {
    try decoded(.digests) { row in
      guard let theme = row[0].text, let digest = row[1].word else { return nil }
      return .digest(theme: theme, digest.word)
    }
  }

  /// Rows that carry the fingerprint of what they say in their last column.
  private func sealed<Element>(
    _ table: Table, _ fingerprint: (Element) -> Fingerprint, read: (borrowing SQLiteRow) -> Element?
  ) throws(StoreError) -> [Element] {
    let last = table.columns.count - 1
    return try decoded(table) { row in
      guard let element = read(row), row[last].word == fingerprint(element) else { return nil }
      return element
    }
  }

  /// What `read` makes of a table's rows; nil from it is damage.
  func decoded<Element>(
    _ table: Table, _ condition: String = "", _ values: [SQLiteValue] = [],
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

extension Change {
  fileprivate init?(_ row: borrowing SQLiteRow) {
    guard let revision = row[0].number, let kind = row[1].text.flatMap(ChangeKind.init(rawValue:)),
      let theme = row[2].text, let channels = row[4].text, let at = row[5].timestamp, let by = row[6].text
    else { return nil }
    var differences: Differences?
    if let written = row[8].text {
      guard let read = Differences(written: written) else { return nil }
      differences = read
    }
    self.init(
      revision: revision, kind: kind, theme: theme, previous: row[3].text,
      channels: channels.split(separator: ",").map(String.init), at: at, by: by, note: row[7].text,
      differences: differences, schedule: row[9].text, transition: row[10].real, etag: row[11].text)
  }
}
