internal import Bindings
internal import Changes

/// How the ledger's parts are written as rows of tables.
extension SQLiteConnection {
  func write(_ row: Ledger.Row) throws(SQLiteFailure) {
    switch row {
    case .change(let change, let fingerprint): try write(change, fingerprint)
    case .activation(let activation): try write(activation)
    case .schedule(let schedule): try write(schedule)
    case .noSchedule(let id): try run("DELETE FROM schedules WHERE id = ?", [.text(id)])
    case .upload(let upload):
      try run(
        "INSERT OR REPLACE INTO uploads (name, file, bytes, at, author, fingerprint) VALUES (?, ?, ?, ?, ?, ?)",
        [
          .text(upload.name), .text(upload.file), .blob(upload.bytes), .timestamp(upload.at),
          .text(upload.by),
          .word(Fingerprint(of: upload)),
        ])
    case .noUpload(let name): try run("DELETE FROM uploads WHERE name = ?", [.text(name)])
    case .digest(let theme, let digest):
      try run(
        "INSERT OR REPLACE INTO digests (theme, digest) VALUES (?, ?)",
        [.text(theme), .word(Fingerprint(word: digest))])
    case .noDigest(let theme): try run("DELETE FROM digests WHERE theme = ?", [.text(theme)])
    }
  }

  private func write(_ change: Change, _ fingerprint: Fingerprint) throws(SQLiteFailure) {
    try run(
      """
      INSERT INTO changes (revision, kind, theme, previous, channels, at, author, note, differences, schedule,
        transition, etag, fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .number(change.revision), .text(change.kind.rawValue), .text(change.theme),
        .optional(change.previous),
        .text(change.channels.joined(separator: ",")), .timestamp(change.at), .text(change.by),
        .optional(change.note), .optional(change.differences?.written), .optional(change.schedule),
        change.transition.map { .real($0) } ?? .null, .optional(change.etag), .word(fingerprint),
      ])
    for channel in change.channels {
      try run(
        "INSERT INTO touched (channel, revision) VALUES (?, ?)", [.text(channel), .number(change.revision)])
    }
  }

  func forget(touchedBy change: Change) throws(SQLiteFailure) {
    for channel in change.channels {
      try run(
        "DELETE FROM touched WHERE channel = ? AND revision = ?", [.text(channel), .number(change.revision)])
    }
  }

  private func write(_ activation: Activation) throws(SQLiteFailure) {
    try run(
      """
      INSERT OR REPLACE INTO activations (channel, theme, previous, revision, latest, at, author, note, base,
        is_default, fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(activation.channel), .text(activation.theme), .optional(activation.previous),
        .number(activation.revision), .number(activation.latest), .timestamp(activation.at),
        .text(activation.by), .optional(activation.note), .text(activation.base),
        .integer(activation.isDefault ? 1 : 0), .word(Fingerprint(of: activation)),
      ])
  }

  private func write(_ schedule: Schedule) throws(SQLiteFailure) {
    try run(
      """
      INSERT OR REPLACE INTO schedules (id, channel, theme, starts, ends, author, note, phase, revision,
        fingerprint) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(schedule.id), .text(schedule.channel), .text(schedule.theme), .timestamp(schedule.from),
        schedule.until.map { .timestamp($0) } ?? .null, .text(schedule.by), .optional(schedule.note),
        .text(schedule.phase.rawValue), .number(schedule.revision), .word(Fingerprint(of: schedule)),
      ])
  }

  func write(_ receipt: IdempotencyRecord) throws(SQLiteFailure) {
    try run(
      "INSERT OR REPLACE INTO receipts (key, request, answer, at, fingerprint) VALUES (?, ?, ?, ?, ?)",
      [
        .text(receipt.key), .text(receipt.fingerprint), .blob(receipt.answer), .timestamp(receipt.at),
        .word(Fingerprint(of: receipt)),
      ])
  }
}

extension SQLiteValue {
  static func number(_ number: UInt64) -> SQLiteValue { .integer(Int64(bitPattern: number)) }
  static func timestamp(_ timestamp: Timestamp) -> SQLiteValue { .integer(timestamp.milliseconds) }
  static func word(_ fingerprint: Fingerprint) -> SQLiteValue { .text("\(Epoch(word: fingerprint.word))") }
  static func optional(_ text: String?) -> SQLiteValue { text.map { .text($0) } ?? .null }
}

extension Differences {
  /// Each name with its sort and its length before it, so that any name can stand there.
  var written: String {
    let sorts = [("c", colors), ("i", images), ("r", rules)]
    let names = sorts.flatMap { sort, names in names.map { "\(sort)\($0.utf8.count):\($0)" } }
    return (isPartial ? "?" : "") + names.joined()
  }

  init?(written: String) {
    var rest = written.utf8[...]
    let isPartial = rest.first == UInt8(ascii: "?")
    if isPartial { rest.removeFirst() }
    var names: [UInt8: [String]] = [:]
    while let sort = rest.popFirst() {
      guard let colon = rest.firstIndex(of: UInt8(ascii: ":")), let count = Int(String(rest[..<colon]) ?? ""),
        let end = rest.index(colon, offsetBy: count + 1, limitedBy: rest.endIndex),
        let name = String(rest[rest.index(after: colon)..<end])
      else { return nil }
      names[sort, default: []].append(name)
      rest = rest[end...]
    }
    self.init(
      colors: names[UInt8(ascii: "c")] ?? [], images: names[UInt8(ascii: "i")] ?? [],
      rules: names[UInt8(ascii: "r")] ?? [], isPartial: isPartial)
  }
}
