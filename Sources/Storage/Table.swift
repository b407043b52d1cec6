internal import Bindings

/// A table of a log. The definitions in both databases and the statements follow from its list of columns.
struct Table: Sendable {
  /// A column's type. Columns are NOT NULL unless they are optional.
  enum ColumnType: Sendable {
    case integer, text, optionalInteger, optionalText, optionalReal, bytes
  }

  /// The effect of writing a row if the table has one with the same key.
  enum Conflict: Sendable {
    case fails, replaces, keeps
  }

  let name: String
  let columns: [(name: String, type: ColumnType)]
  /// The number of leading columns that are the primary key.
  let keyCount: Int
  /// The clause after the values in a statement that writes rows.
  let conflictClause: String
  /// Selects all columns; a condition may follow.
  let selectText: String
  let select: SQLQuery
  /// Writes one row.
  let put: SQLQuery
  /// Deletes the row whose first column has a value.
  let delete: SQLQuery

  init(
    _ name: String, key keyCount: Int = 1, conflict: Conflict = .replaces,
    _ columns: KeyValuePairs<String, ColumnType>
  ) {
    self.name = name
    self.columns = columns.map { ($0.key, $0.value) }
    self.keyCount = keyCount
    let names = columns.map(\.key)
    let key = names.prefix(keyCount).joined(separator: ", ")
    let others = names.dropFirst(keyCount).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    conflictClause =
      switch conflict {
      case .fails: ""
      case .replaces: " ON CONFLICT (\(key)) DO UPDATE SET \(others)"
      case .keeps: " ON CONFLICT (\(key)) DO NOTHING"
      }
    let list = names.joined(separator: ", ")
    selectText = "SELECT \(list) FROM livery.\(name)"
    select = SQLQuery(selectText)
    let marks = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    put = SQLQuery("INSERT INTO livery.\(name) (\(list)) VALUES (\(marks))\(conflictClause)")
    delete = SQLQuery("DELETE FROM livery.\(name) WHERE \(names[0]) = $1")
  }

  /// Returns the statement that creates the table, with the database's own names of types.
  func definition(integer: String, bytes: String) -> String {
    let key = columns.prefix(keyCount).map(\.name).joined(separator: ", ")
    let lines = columns.map { "\($0.name) \($0.type.words(integer, bytes))" }
    return "CREATE TABLE livery.\(name) (\(lines.joined(separator: ", ")), PRIMARY KEY (\(key)))"
  }
}

extension Table.ColumnType {
  fileprivate func words(_ integer: String, _ bytes: String) -> String {
    switch self {
    case .integer: "\(integer) NOT NULL"
    case .text: "TEXT NOT NULL"
    case .optionalInteger: integer
    case .optionalText: "TEXT"
    case .optionalReal: "DOUBLE PRECISION"
    case .bytes: "\(bytes) NOT NULL"
    }
  }
}

extension Table {
  static let changes = Table(
    "changes", conflict: .fails,
    [
      "revision": .integer, "kind": .text, "theme": .text, "previous": .optionalText, "channels": .text,
      "at": .integer, "author": .text, "note": .optionalText, "differences": .optionalText,
      "schedule": .optionalText, "transition": .optionalReal, "etag": .optionalText,
      "origin": .optionalText, "occurrence": .optionalText, "watch": .optionalText, "fingerprint": .text,
    ])
  /// The changes of each channel.
  static let touched = Table("touched", key: 2, conflict: .fails, ["channel": .text, "revision": .integer])
  static let activations = Table(
    "activations",
    [
      "channel": .text, "theme": .text, "previous": .optionalText, "revision": .integer, "latest": .integer,
      "at": .integer, "author": .text, "note": .optionalText, "base": .text, "is_default": .integer,
      "fingerprint": .text, "watch": .optionalText,
    ])
  static let schedules = Table(
    "schedules",
    [
      "id": .text, "channel": .text, "theme": .text, "starts": .integer, "ends": .optionalInteger,
      "author": .text, "note": .optionalText, "phase": .text, "revision": .integer, "fingerprint": .text,
    ])
  /// The schedules that repeat. They are in a table of their own, so that servers of earlier versions, which share the log
  /// while servers are updated, do not take them for schedules with one occurrence.
  static let series = Table(
    "series",
    [
      "id": .text, "channel": .text, "theme": .text, "starts": .integer, "ends": .optionalInteger,
      "author": .text, "note": .optionalText, "phase": .text, "revision": .integer, "series": .text,
      "fingerprint": .text,
    ])
  static let uploads = Table(
    "uploads",
    [
      "name": .text, "file": .text, "bytes": .bytes, "at": .integer, "author": .text, "fingerprint": .text,
      "authors": .optionalText,
    ])
  static let images = Table(
    "images",
    ["file": .text, "bytes": .bytes, "digest": .text, "at": .integer, "author": .text, "fingerprint": .text])
  static let drafts = Table(
    "drafts",
    [
      "id": .text, "key": .text, "theme": .text, "file": .text, "bytes": .bytes, "images": .bytes,
      "title": .text, "base": .optionalText, "authors": .text, "persons": .text, "note": .optionalText,
      "at": .integer, "changed": .integer, "author": .text, "expires": .integer, "plan_at": .optionalInteger,
      "plan_by": .optionalText, "plan_note": .optionalText, "fingerprint": .text,
    ])
  static let draftEnds = Table(
    "draft_ends",
    [
      "id": .text, "key": .text, "theme": .text, "reason": .text, "cursor": .optionalText, "at": .integer,
      "fingerprint": .text,
    ])
  static let digests = Table("digests", ["theme": .text, "digest": .text])
  /// The documents of themes, with the key of their content, which is stored once.
  static let documents = Table(
    "documents", key: 2,
    [
      "theme": .text, "since": .integer, "file": .optionalText, "content": .optionalText,
      "source": .optionalText, "fingerprint": .text,
    ])
  /// The contents of documents by their SHA-256.
  static let contents = Table("contents", conflict: .keeps, ["content": .text, "bytes": .bytes])
  static let receipts = Table(
    "receipts",
    [
      "key": .text, "request": .text, "status": .integer, "headers": .text, "answer": .bytes, "at": .integer,
      "fingerprint": .text,
    ])

  /// The tables of both databases, in the order in which they are written.
  static let all =
    [
      changes, touched, activations, schedules, uploads, images, digests, contents, documents, receipts,
    ] + later
  static let ofDrafts = [drafts, draftEnds]
  /// The tables that the first version did not have.
  static let later = ofDrafts + [series]
  /// The tables from which a `LogState` is read.
  static let ofState = [activations, schedules, uploads, digests, images] + later

  static let indexes = [
    "CREATE INDEX documents_by_content ON livery.documents (content)",
    "CREATE INDEX receipts_by_age ON livery.receipts (at)",
  ]
}
