internal import Bindings
internal import Changes

/// How rows of tables become the ledger's parts again; a row that is not as it was written is damage.
extension SQLiteConnection {
  static let changeColumns = """
    revision, kind, theme, previous, channels, at, author, note, differences, schedule, transition, etag,
    fingerprint
    """

  /// Changes with the fingerprint that was written beside each.
  func changes(
    where condition: String, _ values: [SQLiteValue]
  ) throws(StoreError) -> [(change: Change, fingerprint: Fingerprint)] {
    try decoded("SELECT \(Self.changeColumns) FROM changes \(condition)", values, "changes") { row in
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

  func ledger() throws(StoreError) -> (ledger: Ledger, floor: Floor) {
    let heads = try decoded(
      "SELECT epoch, head, fingerprint, floor, floor_fingerprint FROM log", [], "log"
    ) { row -> (Epoch, UInt64, Fingerprint, Floor)? in
      guard let epoch = row[0].text.flatMap({ Epoch(hexadecimal: $0.utf8) }), let head = row[1].number,
        let fingerprint = row[2].word, let floor = row[3].number, let floorFingerprint = row[4].word,
        floor <= head
      else { return nil }
      return (epoch, head, fingerprint, Floor(revision: floor, fingerprint: floorFingerprint))
    }
    guard let (epoch, head, fingerprint, floor) = heads.first else {
      throw .corrupt("the log's head is missing")
    }
    let ledger = Ledger(
      epoch: epoch, head: head, fingerprint: fingerprint, floor: floor.revision,
      activations: try activations(), schedules: try schedules(), uploads: try uploads(),
      digests: Dictionary(try digests()) { first, _ in first })
    guard ledger.activations.values.allSatisfy({ $0.latest <= head }) else {
      throw .corrupt("an activation is newer than the log's head")
    }
    return (ledger, floor)
  }

  private func activations() throws(StoreError) -> [Activation] {
    try checked(
      "SELECT channel, theme, previous, revision, latest, at, author, note, base, is_default, fingerprint "
        + "FROM activations", in: "activations", seal: 10, { Fingerprint(of: $0) }
    ) { row in
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
    try checked(
      "SELECT id, channel, theme, starts, ends, author, note, phase, revision, fingerprint FROM schedules",
      in: "schedules", seal: 9, { Fingerprint(of: $0) }
    ) { row in
      guard let id = row[0].text, let channel = row[1].text, let theme = row[2].text,
        let from = row[3].timestamp,
        let by = row[5].text, let phase = row[7].text.flatMap(Schedule.Phase.init(rawValue:)),
        let revision = row[8].number
      else { return nil }
      return Schedule(
        id: id, channel: channel, theme: theme, from: from, until: row[4].timestamp, by: by,
        note: row[6].text,
        phase: phase, revision: revision)
    }
  }

  private func uploads() throws(StoreError) -> [Upload] {
    try checked(
      "SELECT name, file, bytes, at, author, fingerprint FROM uploads", in: "uploads", seal: 5,
      { Fingerprint(of: $0) }
    ) { row in
      guard let name = row[0].text, let file = row[1].text, let bytes = row[2].bytes,
        let at = row[3].timestamp,
        let by = row[4].text
      else { return nil }
      return Upload(name: name, file: file, bytes: bytes, at: at, by: by)
    }
  }

  private func digests() throws(StoreError) -> [(String, UInt64)] {
    try decoded("SELECT theme, digest FROM digests", [], "digests") { row in
      guard let theme = row[0].text, let digest = row[1].word else { return nil }
      return (theme, digest.word)
    }
  }

  func receipt(for key: String) throws(StoreError) -> IdempotencyRecord? {
    try checked(
      "SELECT key, request, answer, at, fingerprint FROM receipts WHERE key = ?", [.text(key)],
      in: "receipts", seal: 4, { Fingerprint(of: $0) }
    ) { row in
      guard let key = row[0].text, let request = row[1].text, let answer = row[2].bytes,
        let at = row[3].timestamp
      else { return nil }
      return IdempotencyRecord(key: key, fingerprint: request, answer: answer, at: at)
    }.first
  }

  /// Rows that carry the fingerprint of what they say in a column of their own.
  private func checked<Element>(
    _ sql: String, _ values: [SQLiteValue] = [], in table: String, seal column: Int,
    _ fingerprint: (Element) -> Fingerprint, read: (borrowing SQLiteRow) -> Element?
  ) throws(StoreError) -> [Element] {
    try decoded(sql, values, table) { row in
      guard let element = read(row), row[column].word == fingerprint(element) else { return nil }
      return element
    }
  }

  private func decoded<Element>(
    _ sql: String, _ values: [SQLiteValue], _ table: String, read: (borrowing SQLiteRow) -> Element?
  ) throws(StoreError) -> [Element] {
    var elements: [Element] = []
    for element in try stored({ () throws(SQLiteFailure) in try rows(sql, values, read: read) }) {
      guard let element else { throw .corrupt("a row of \(table) is not as it was written") }
      elements.append(element)
    }
    return elements
  }
}

/// What SQLite says, in the store's words.
func stored<Value>(_ body: () throws(SQLiteFailure) -> Value) throws(StoreError) -> Value {
  do { return try body() } catch { throw StoreError(error) }
}

extension StoreError {
  init(_ failure: SQLiteFailure) {
    switch failure.kind {
    case .full: self = .full(failure.cause)
    case .corrupt: self = .corrupt(failure.message)
    case .notADatabase: self = .corrupt("the file is not a database")
    case .busy: self = .unusable("another process is using it: \(failure.message)")
    case .readOnly, .cannotOpen: self = .unusable(failure.message)
    case .sync: self = .failed("the disk did not take what was written (fsync): \(failure.cause)")
    case .io: self = .failed(failure.cause)
    case .other: self = .failed(failure.message)
    }
  }
}

extension SQLiteValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }
  var bytes: [UInt8]? { if case .blob(let bytes) = self { bytes } else { nil } }
  var number: UInt64? { if case .integer(let number) = self { UInt64(exactly: number) } else { nil } }
  var timestamp: Timestamp? {
    if case .integer(let number) = self { Timestamp(milliseconds: number) } else { nil }
  }
  var real: Double? { if case .real(let number) = self { number } else { nil } }
  var word: Fingerprint? {
    text.flatMap { Epoch(hexadecimal: $0.utf8) }.map { Fingerprint(word: $0.word) }
  }
}

extension Change {
  fileprivate init?(_ row: borrowing SQLiteRow) {
    guard let revision = row[0].number, let kind = row[1].text.flatMap(Kind.init(rawValue:)),
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
