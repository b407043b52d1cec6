internal import Bindings
internal import Changes

/// How the ledger's parts are written as rows of tables.
extension SQLiteConnection {
  func write(_ row: Ledger.Row) throws(SQLiteFailure) {
    switch row {
    case .change(let change, let fingerprint): try write(change, fingerprint)
    case .activation(let activation): try run(Table.activations.put, activation.columns)
    case .schedule(let schedule): try run(Table.schedules.put, schedule.columns)
    case .noSchedule(let id): try run(Table.schedules.delete, [.text(id)])
    case .upload(let upload): try run(Table.uploads.put, upload.columns)
    case .noUpload(let name): try run(Table.uploads.delete, [.text(name)])
    case .digest(let theme, let digest):
      try run(Table.digests.put, [.text(theme), .text(digest.hex16)])
    case .noDigest(let theme): try run(Table.digests.delete, [.text(theme)])
    case .document(let document): try keep(document)
    }
  }

  private func write(_ change: Change, _ fingerprint: Fingerprint) throws(SQLiteFailure) {
    try run(Table.changes.insert, change.columns + [.word(fingerprint)])
    for channel in change.channels {
      try run(
        "INSERT INTO touched (channel, revision) VALUES (?, ?)", [.text(channel), .number(change.revision)])
    }
  }

  /// Takes out what `history` finds a change by.
  func forget(touchedBy change: Change) throws(SQLiteFailure) {
    for channel in change.channels {
      try run(
        "DELETE FROM touched WHERE channel = ? AND revision = ?", [.text(channel), .number(change.revision)])
    }
  }
}

extension Change {
  /// All but the fingerprint, which is the log's.
  fileprivate var columns: [SQLiteValue] {
    [
      .number(revision), .text(kind.rawValue), .text(theme), .optional(previous),
      .text(channels.joined(separator: ",")), .timestamp(at), .text(by), .optional(note),
      .optional(differences?.written), .optional(schedule), transition.map { .real($0) } ?? .null,
      .optional(etag),
    ]
  }
}

extension Activation {
  fileprivate var columns: [SQLiteValue] {
    [
      .text(channel), .text(theme), .optional(previous), .number(revision), .number(latest), .timestamp(at),
      .text(by), .optional(note), .text(base), .integer(isDefault ? 1 : 0), .word(Fingerprint(of: self)),
    ]
  }
}

extension Schedule {
  fileprivate var columns: [SQLiteValue] {
    [
      .text(id), .text(channel), .text(theme), .timestamp(from), until.map { .timestamp($0) } ?? .null,
      .text(by), .optional(note), .text(phase.rawValue), .number(revision), .word(Fingerprint(of: self)),
    ]
  }
}

extension Upload {
  fileprivate var columns: [SQLiteValue] {
    [
      .text(name), .text(file), .blob(bytes), .timestamp(at), .text(by), .word(Fingerprint(of: self)),
    ]
  }
}
