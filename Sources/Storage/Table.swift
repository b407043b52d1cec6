internal import Bindings

/// A table's columns, listed once: what is read and what is written have the same order.
struct Table: Sendable {
  let name: String
  let columns: [String]
  /// `SELECT` of all columns; a condition may follow.
  let select: String
  /// Writes a row that is not there yet.
  let insert: SQLiteQuery
  /// Writes a row in place of the one with the same key, which is the first column.
  let put: SQLiteQuery
  /// Takes out the row with a key.
  let delete: SQLiteQuery

  init(_ name: String, _ columns: String...) {
    self.name = name
    self.columns = columns
    let list = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let others = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    select = "SELECT \(list) FROM \(name)"
    let insert = "INSERT INTO \(name) (\(list)) VALUES (\(marks))"
    self.insert = SQLiteQuery(insert)
    put = SQLiteQuery("\(insert) ON CONFLICT (\(columns[0])) DO UPDATE SET \(others)")
    delete = SQLiteQuery("DELETE FROM \(name) WHERE \(columns[0]) = ?")
  }

  static let log = Table("log", "id", "epoch", "head", "fingerprint", "floor", "floor_fingerprint")
  static let changes = Table(
    "changes", "revision", "kind", "theme", "previous", "channels", "at", "author", "note", "differences",
    "schedule", "transition", "etag", "fingerprint")
  static let activations = Table(
    "activations", "channel", "theme", "previous", "revision", "latest", "at", "author", "note", "base",
    "is_default", "fingerprint")
  static let schedules = Table(
    "schedules", "id", "channel", "theme", "starts", "ends", "author", "note", "phase", "revision",
    "fingerprint")
  static let uploads = Table("uploads", "name", "file", "bytes", "at", "author", "fingerprint")
  static let images = Table("images", "file", "bytes", "digest", "at", "author", "fingerprint")
  static let digests = Table("digests", "theme", "digest")
  static let receipts = Table(
    "receipts", "key", "request", "status", "headers", "answer", "at", "fingerprint")
}
