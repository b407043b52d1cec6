internal import Bindings

/// A table's columns, listed once: what is read and what is written have the same order.
struct Table: Sendable {
  let name: String
  let columns: [String]
  /// `SELECT` of all columns; a condition may follow.
  let select: String
  /// Writes a row that is not there yet.
  let insert: String
  /// Writes a row in place of the one with the same key, which is the first column.
  let put: String
  /// Takes out the row with a key.
  let delete: String

  init(_ name: String, _ columns: String...) {
    self.name = name
    self.columns = columns
    let list = columns.joined(separator: ", ")
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let others = columns.dropFirst().map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    select = "SELECT \(list) FROM \(name)"
    insert = "INSERT INTO \(name) (\(list)) VALUES (\(marks))"
    put = "\(insert) ON CONFLICT (\(columns[0])) DO UPDATE SET \(others)"
    delete = "DELETE FROM \(name) WHERE \(columns[0]) = ?"
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
  static let digests = Table("digests", "theme", "digest")
  static let receipts = Table(
    "receipts", "key", "request", "status", "headers", "answer", "at", "fingerprint")
}
