internal import Bindings
internal import Changes

/// The answers that are kept with idempotency keys.
extension SQLiteConnection {
  func record(for key: String) throws(StoreError) -> IdempotencyRecord? {
    try decoded(.receipts, "WHERE key = ?", [.text(key)]) { row -> IdempotencyRecord? in
      guard let key = row[0].text, let request = row[1].text, let body = row[4].bytes,
        let at = row[5].timestamp, let fingerprint = row[6].word
      else { return nil }
      let idempotencyKey = IdempotencyKey(text: key, fingerprint: request)
      guard let status = row[2].number, let headers = row[3].text else {
        return IdempotencyRecord(version1: idempotencyKey, body, at, fingerprint)
      }
      let answer = RecordedAnswer(
        status: Int(clamping: status), headers: RecordedAnswer.headers(written: headers), body: body)
      let record = IdempotencyRecord(key: idempotencyKey, answer: answer, at: at)
      return Fingerprint(of: record) == fingerprint ? record : nil
    }.first
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

extension IdempotencyRecord {
  fileprivate var columns: [SQLiteValue] {
    [
      .text(key.text), .text(key.fingerprint), .integer(Int64(answer.status)), .text(answer.writtenHeaders),
      .blob(answer.body), .timestamp(at), .word(Fingerprint(of: self)),
    ]
  }

  /// As the first version of the format wrote it: the status as a line before the body, no headers.
  fileprivate init?(
    version1 key: IdempotencyKey, _ written: [UInt8], _ at: Timestamp, _ fingerprint: Fingerprint
  ) {
    var sum = Fingerprint()
    sum.add(key.text)
    sum.add(key.fingerprint)
    sum.add(written)
    sum.add(at)
    guard sum == fingerprint, let end = written.firstIndex(of: UInt8(ascii: "\n")),
      let status = Int(String(decoding: written[..<end], as: UTF8.self))
    else { return nil }
    self.init(
      key: key, answer: RecordedAnswer(status: status, body: Array(written[(end + 1)...] as ArraySlice)),
      at: at)
  }
}

/// A header is a line, as in HTTP itself: neither a name nor a value holds the end of one.
extension RecordedAnswer {
  fileprivate var writtenHeaders: String { headers.map { "\($0.name): \($0.value)\n" }.joined() }

  fileprivate static func headers(written: String) -> [RecordedHeader] {
    written.split(separator: "\n").compactMap { line in
      line.firstRange(of: ": ").map { colon in
        let (name, value) = (line.prefix(upTo: colon.lowerBound), line.suffix(from: colon.upperBound))
        return RecordedHeader(name: String(name), value: String(value))
      }
    }
  }
}
