internal import Bindings
internal import Changes
internal import Themes

/// How the state's parts are written as rows of tables.
extension SQLiteConnection {
  func write(_ row: LogState.Row) throws(SQLiteFailure) {
    switch row {
    case .change(let change, let fingerprint):
      try write(WrittenChange(change: change, fingerprint: fingerprint))
    case .activation(let activation): try run(Table.activations.put, activation.columns)
    case .schedule(let schedule): try run(Table.schedules.put, schedule.columns)
    case .noSchedule(let id): try run(Table.schedules.delete, [.text(id)])
    case .upload(let upload): try run(Table.uploads.put, upload.columns)
    case .noUpload(let name): try run(Table.uploads.delete, [.text(name)])
    case .image(let image): try run(Table.images.put, image.columns)
    case .noImage(let file): try run(Table.images.delete, [.text(file)])
    case .digest(let theme, let digest):
      try run(Table.digests.put, [.text(theme), .text(digest.hex16)])
    case .noDigest(let theme): try run(Table.digests.delete, [.text(theme)])
    // Kept together, since they have a bound together.
    case .document: break
    }
  }

  private func write(_ written: WrittenChange) throws(SQLiteFailure) {
    try run(Table.changes.insert, written.columns)
    for channel in written.change.channels {
      try run(.touch, [.text(channel), .number(written.change.revision)])
    }
  }

  /// Has the log end with a change.
  func end(at revision: UInt64, _ fingerprint: Fingerprint) throws(SQLiteFailure) {
    try run(.end, [.number(revision), .word(fingerprint)])
  }

  /// Has the log begin after a change.
  func begin(at floor: LogFloor) throws(SQLiteFailure) {
    try run(
      "UPDATE log SET floor = ?, floor_fingerprint = ? WHERE id = 1",
      [.number(floor.revision), .word(floor.fingerprint)])
  }

  /// Takes out what `history` finds a change by.
  func forget(touchedBy change: Change) throws(SQLiteFailure) {
    for channel in change.channels {
      try run(
        "DELETE FROM touched WHERE channel = ? AND revision = ?", [.text(channel), .number(change.revision)])
    }
  }
}

extension SQLiteQuery {
  static let begin = SQLiteQuery("BEGIN IMMEDIATE")
  static let commit = SQLiteQuery("COMMIT")
  fileprivate static let touch = SQLiteQuery("INSERT INTO touched (channel, revision) VALUES (?, ?)")
  fileprivate static let end = SQLiteQuery("UPDATE log SET head = ?, fingerprint = ? WHERE id = 1")
}
