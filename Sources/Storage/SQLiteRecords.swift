internal import Bindings
internal import Changes

/// The answers that are kept with idempotency keys.
extension SQLiteConnection {
  func record(for key: String) throws(StoreError) -> IdempotencyRecord? {
    try decoded(.receipts, "WHERE key = ?", [.text(key)]) { IdempotencyRecord($0) }.first
  }

  /// Keeps a record, and forgets those that are too old or too many.
  func keep(_ record: IdempotencyRecord) throws(SQLiteFailure) {
    try run(Table.receipts.put, record.columns)
    let oldest = record.at.advanced(bySeconds: -IdempotencyRecord.life)
    try run("DELETE FROM receipts WHERE at < ?", [.timestamp(oldest)])
    try run(
      "DELETE FROM receipts WHERE at < (SELECT at FROM receipts ORDER BY at DESC LIMIT 1 OFFSET ?)",
      [.integer(Int64(IdempotencyRecord.limit))])
  }
}
