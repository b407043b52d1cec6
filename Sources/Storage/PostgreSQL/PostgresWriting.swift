internal import Bindings
internal import Changes

/// A commit on its way to the server: what it writes, and where the log stands once it is done.
struct PostgresCommit: Sendable {
  let position: LogPosition
  /// A random word, kept with the commit: whoever is in doubt about it finds it by that.
  let word: String
  let statements: [PostgresStatement]

  /// - Parameters:
  ///   - isMoved: whether the log was on another server before.
  ///   - documentRoom: what earlier documents may take, in bytes.
  init(_ commit: LogCommit, after before: LogPosition, isMoved: Bool, documentRoom: Int) {
    position = before.advanced(by: commit)
    word = UInt64.random(in: .min ... .max).hex16
    let folded = FoldedRows(commit)
    let edits =
      folded.edits(of: position.version) + [[.number(position.version), .text("commit"), .text(word)]]
    statements =
      (commit.newKeys.isEmpty ? [] : [.unused(commit.newKeys)]) + folded.statements(documentRoom)
      + [Table.edits.postgresPut(edits)].compactMap { $0 }
      + (commit.floor.map { [$0.statement] } ?? []) + (commit.epoch.map { [Self.beginning($0)] } ?? [])
      + [Self.update(to: position, at: folded.at, isMoved: isMoved)]
  }

  private static func beginning(_ epoch: Epoch) -> PostgresStatement {
    PostgresStatement("UPDATE livery.log SET epoch = $1, epochs = epochs || ' ' || $1", .text("\(epoch)"))
  }

  /// Finding out which server this is takes the engine longer than the rest, so it is asked only where it may be another.
  private static func update(to position: LogPosition, at: Timestamp?, isMoved: Bool) -> PostgresStatement {
    PostgresStatement(
      """
      UPDATE livery.log SET version = $1::bigint, head = $2::bigint, fingerprint = $3, at = greatest(at, $4::bigint),
        \(isMoved ? PostgresLog.moveHere : PostgresLog.noteStandby)
      """,
      .number(Int64(clamping: position.version)), .number(Int64(clamping: position.head)),
      .text(position.fingerprint.word.hex16), .number(at?.milliseconds ?? 0))
  }
}

extension PostgresStatement {
  /// Divides by zero where one of the keys was used before: that keeps what follows from being run.
  static func unused(_ keys: [String]) -> PostgresStatement {
    PostgresStatement(
      "SELECT 1 / (1 - least(count(*), 1)) FROM livery.receipts WHERE key = ANY($1::text[])",
      .text(PostgresArray.literal(keys.map { .text($0) })))
  }
}

extension LogFloor {
  /// Has the log begin here.
  var statement: PostgresStatement {
    PostgresStatement(
      "UPDATE livery.log SET floor = $1::bigint, floor_fingerprint = $2", .number(Int64(clamping: revision)),
      .text(fingerprint.word.hex16))
  }
}

extension PostgresLog {
  /// The part of an update that says where it was made.
  static let moveHere = "(timeline, system) = (SELECT \(PostgresPlace.columns)), \(noteStandby)"

  /// The part of an update that says whether what is committed with it has a synchronous standby.
  static let noteStandby = "synced = \(isSyncedHere)"

  /// 1 on a server with a synchronous standby, else 0.
  static let isSyncedHere = "(current_setting('synchronous_standby_names') <> '')::int"

  /// Goes on under a new epoch; the last hundred are known, so that who stood under one of them finds out what
  /// became of it.
  func renewal() -> PostgresStatement {
    let epoch = Epoch.random()
    let epochs = (epochs + [epoch]).suffix(100).map(\.description).joined(separator: " ")
    return PostgresStatement(
      "UPDATE livery.log SET epoch = $1, epochs = $2, version = version + 1, sealed = 0, \(Self.moveHere)",
      .text("\(epoch)"), .text(epochs))
  }
}

/// Rows as they are after the last of them: a statement can't write the same row twice.
private struct FoldedRows {
  private var changes: [WrittenChange] = []
  private var records: [String: IdempotencyRecord] = [:]
  private var documents: [[String]: DocumentVersion] = [:]
  private var last: [String: [String: LogState.Row]] = [:]

  init(_ commit: LogCommit) {
    for row in commit.rows {
      if case .change(let change, let fingerprint) = row {
        changes.append(WrittenChange(change: change, fingerprint: fingerprint))
      } else if let edit = row.edit {
        if case .document(let document) = row { documents[[document.theme, "\(document.since)"]] = document }
        last[edit.part, default: [:]][edit.key] = row
      }
    }
    for record in commit.records { records[record.key.text] = record }
  }

  /// The time of the newest change.
  var at: Timestamp? { changes.map(\.change.at).max() }

  func edits(of version: UInt64) -> [[ColumnValue]] {
    last.sorted { $0.key < $1.key }.flatMap { part, rows in
      rows.keys.sorted().map { [.number(version), .text(part), .text($0)] }
    }
  }

  func statements(_ documentRoom: Int) -> [PostgresStatement] {
    var (activations, schedules, uploads, digests):
      ([[ColumnValue]], [[ColumnValue]], [[ColumnValue]], [[ColumnValue]]) =
        ([], [], [], [])
    var images: [[ColumnValue]] = []
    var (endedSchedules, goneUploads, goneImages, goneDigests): ([String], [String], [String], [String]) =
      ([], [], [], [])
    for row in last.values.flatMap(\.values) {
      switch row {
      case .change, .document: break
      case .activation(let activation): activations.append(activation.columns)
      case .schedule(let schedule): schedules.append(schedule.columns)
      case .noSchedule(let id): endedSchedules.append(id)
      case .upload(let upload): uploads.append(upload.columns)
      case .noUpload(let name): goneUploads.append(name)
      case .image(let image): images.append(image.columns)
      case .noImage(let file): goneImages.append(file)
      case .digest(let theme, let digest): digests.append([.text(theme), .text(digest.hex16)])
      case .noDigest(let theme): goneDigests.append(theme)
      }
    }
    let touched = changes.flatMap { written in
      written.change.channels.map { [ColumnValue.text($0), .number(written.change.revision)] }
    }
    return [
      Table.changes.postgresPut(changes.map(\.columns)),
      Table.touched.postgresPut(touched),
      Table.activations.postgresPut(activations, keys: 1),
      Table.schedules.postgresPut(schedules, keys: 1),
      Table.schedules.postgresDelete(endedSchedules),
      Table.uploads.postgresPut(uploads, keys: 1), Table.uploads.postgresDelete(goneUploads),
      Table.images.postgresPut(images, keys: 1), Table.images.postgresDelete(goneImages),
      Table.digests.postgresPut(digests, keys: 1), Table.digests.postgresDelete(goneDigests),
      Table.receipts.postgresPut(records.values.map(\.columns), keys: 1),
    ].compactMap { $0 } + PostgresDocuments.put(Array(documents.values), room: documentRoom)
  }
}
