internal import Bindings
internal import Changes

/// The answers that are kept with idempotency keys.
extension SQLiteConnection {
  func record(for key: String) throws(StoreError) -> IdempotencyRecord? {
    try decoded(.receipts, "WHERE key = ?", [.text(key)]) { IdempotencyRecord($0) }.first
  }

  /// Keeps records, and forgets the oldest where all have too many bytes.
  /// - Parameter left: how many more bytes there is room for at least; nil where nobody has looked.
  /// - Returns: what is left of that.
  func keep(_ records: [IdempotencyRecord], left: Int?) throws(SQLiteFailure) -> Int? {
    guard !records.isEmpty else { return left }
    for record in records { try keep(record) }
    let spare: Int
    if let left { spare = left - records.reduce(0) { $0 + $1.size } } else { spare = try recordRoomLeft() }
    guard spare < 0 else { return spare }
    // So many that there is room for some more.
    try run(
      """
      DELETE FROM receipts WHERE key IN (
        SELECT key FROM (SELECT key, SUM(\(Self.recordSize)) OVER (ORDER BY at DESC, key DESC) AS total FROM receipts)
        WHERE total > ?)
      """, [.integer(Int64(IdempotencyRecord.room - IdempotencyRecord.room / 8))])
    return try recordRoomLeft()
  }

  private func recordRoomLeft() throws(SQLiteFailure) -> Int {
    let sums = try rows("SELECT COALESCE(SUM(\(Self.recordSize)), 0) FROM receipts") { $0[0] }
    guard case .integer(let bytes)? = sums.first else { return 0 }
    return IdempotencyRecord.room - Int(bytes)
  }

  private static let recordSize =
    "LENGTH(CAST(key AS BLOB)) + LENGTH(request) + LENGTH(CAST(COALESCE(headers, '') AS BLOB)) + LENGTH(answer)"

  /// Keeps a record, and forgets those that are too old or too many.
  private func keep(_ record: IdempotencyRecord) throws(SQLiteFailure) {
    try run(Table.receipts.put, record.columns)
    let oldest = record.at.advanced(bySeconds: -IdempotencyRecord.life)
    try run("DELETE FROM receipts WHERE at < ?", [.timestamp(oldest)])
    try run(
      "DELETE FROM receipts WHERE at < (SELECT at FROM receipts ORDER BY at DESC LIMIT 1 OFFSET ?)",
      [.integer(Int64(IdempotencyRecord.limit))])
  }
}
