internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// A change of one table's row.
enum RowEdit: Sendable {
  case put(Table, [ColumnValue])
  /// Deletes the row whose first column has this value.
  case delete(Table, String)

  var statement: SQLStatement {
    switch self {
    case .put(let table, let values): SQLStatement(table.put, values)
    case .delete(let table, let key): SQLStatement(table.delete, .text(key))
    }
  }
}

extension LogState.Row {
  /// The edits that write the row. Documents and the files have statements of their own.
  var edits: [RowEdit] {
    switch self {
    case .change(let change, let fingerprint):
      [.put(.changes, WrittenChange(change: change, fingerprint: fingerprint).columns)]
        + change.channels.map { .put(.touched, [.text($0), .number(change.revision)]) }
    case .activation(let activation): [.put(.activations, activation.columns)]
    case .schedule(let schedule) where schedule.series == nil:
      [.delete(.series, schedule.id), .put(.schedules, schedule.columns)]
    case .schedule(let schedule): [.delete(.schedules, schedule.id), .put(.series, schedule.columns)]
    case .noSchedule(let id): [.delete(.schedules, id), .delete(.series, id)]
    case .upload(let upload): [.put(.uploads, upload.columns)]
    case .noUpload(let name): [.delete(.uploads, name)]
    case .image(let image): [.put(.images, image.columns)]
    case .noImage(let file): [.delete(.images, file)]
    case .digest(let theme, let digest): [.put(.digests, [.text(theme), .text(digest.hex16)])]
    case .noDigest(let theme): [.delete(.digests, theme)]
    case .draft(let draft): [.put(.drafts, draft.columns)]
    case .noDraft(let id): [.delete(.drafts, id)]
    case .draftEnd(let end): [.put(.draftEnds, end.columns)]
    case .noDraftEnd(let id): [.delete(.draftEnds, id)]
    case .document, .files: []
    }
  }
}

extension LogCommit {
  var documents: [DocumentVersion] {
    rows.compactMap { row in if case .document(let document) = row { document } else { nil } }
  }

  /// The edits of all rows, including documents and records.
  var edits: [RowEdit] {
    rows.flatMap(\.edits) + records.map { .put(.receipts, $0.columns) } + DocumentStatements.edits(documents)
  }

  /// The statements that write the fingerprint of files and the floor, if the commit changes them.
  var headStatements: [SQLStatement] {
    var statements: [SQLStatement] = []
    for case .files(let files) in rows { statements.append(SQLStatement(LogQueries.setFiles, .word(files))) }
    if let floor { statements.append(LogQueries.set(floor)) }
    return statements
  }
}

/// The queries on changes, receipts and the log's head.
enum LogQueries {
  static let setFiles = SQLQuery("UPDATE livery.log SET files = $1")
  static let setEpoch = SQLQuery("UPDATE livery.log SET epoch = $1")
  static let setHead = SQLQuery("UPDATE livery.log SET head = $1, fingerprint = $2")
  private static let setFloor = SQLQuery("UPDATE livery.log SET floor = $1, floor_fingerprint = $2")

  static let fingerprint = SQLQuery(
    "SELECT fingerprint FROM livery.changes WHERE revision = $1 "
      + "UNION ALL SELECT floor_fingerprint FROM livery.log WHERE floor = $1")
  static let allChanges = SQLQuery("\(Table.changes.selectText) ORDER BY revision")
  static let changesFrom = SQLQuery(
    "\(Table.changes.selectText) WHERE revision >= $1 ORDER BY revision LIMIT $2")
  static let changesBetween = SQLQuery(
    "\(Table.changes.selectText) WHERE revision > $1 AND revision <= $2 ORDER BY revision")
  /// The newest changes with the one before them, from the floor on.
  static let tail = SQLQuery(
    "\(Table.changes.selectText) WHERE revision >= "
      + "(SELECT CASE WHEN head - $1 > floor THEN head - $1 ELSE floor END FROM livery.log) ORDER BY revision"
  )
  static let history = SQLQuery(
    "\(Table.changes.selectText) WHERE revision < $1 ORDER BY revision DESC LIMIT $2")
  static let channelHistory = SQLQuery(
    "\(Table.changes.selectText) WHERE revision IN (SELECT revision FROM livery.touched "
      + "WHERE channel = $1 AND revision < $2 ORDER BY revision DESC LIMIT $3) ORDER BY revision DESC")

  static func set(_ floor: LogFloor) -> SQLStatement {
    SQLStatement(setFloor, .number(floor.revision), .word(floor.fingerprint))
  }

  private static let forgetChanges = SQLQuery("DELETE FROM livery.changes WHERE revision <= $1")
  private static let oldReceipts = SQLQuery("DELETE FROM livery.receipts WHERE at < $1")
  private static let spareReceipts = SQLQuery(
    "DELETE FROM livery.receipts WHERE at < (SELECT at FROM livery.receipts ORDER BY at DESC LIMIT 1 OFFSET $1)"
  )
  private static let largeReceipts = SQLQuery(
    """
    DELETE FROM livery.receipts WHERE key IN (
      SELECT key FROM (
        SELECT key, sum(length(key) + length(request) + length(headers) + length(answer))
          OVER (ORDER BY at DESC, key DESC) AS total FROM livery.receipts) AS counted
      WHERE total > $1)
    """)

  /// Deletes the changes up to a new floor, and the documents that only they need.
  static func forget(upTo floor: LogFloor) -> [SQLStatement] {
    [SQLStatement(forgetChanges, .number(floor.revision)), set(floor)]
      + DocumentStatements.forget(below: floor.revision)
  }

  /// Deletes the receipts that are too old, that exceed the limit, and the oldest if all take too many bytes.
  static func forgetReceipts(at now: Timestamp) -> [SQLStatement] {
    [
      SQLStatement(oldReceipts, .timestamp(now.advanced(bySeconds: -IdempotencyRecord.life))),
      SQLStatement(spareReceipts, .integer(Int64(IdempotencyRecord.limit))),
      SQLStatement(largeReceipts, .integer(Int64(IdempotencyRecord.room))),
    ]
  }
}

/// The statements on versions of documents. A content is stored once for all themes and revisions that have it.
enum DocumentStatements {
  private static let wholeText =
    "SELECT theme, since, file, bytes, fingerprint FROM livery.documents LEFT JOIN livery.contents USING (content)"
  /// Selects the newest document of each theme without its content; a further condition may follow.
  static let newestText =
    "SELECT theme, since, source, fingerprint FROM livery.documents "
    + "WHERE since = (SELECT max(since) FROM livery.documents AS other WHERE other.theme = documents.theme)"

  static let whole = SQLQuery(wholeText)
  static let newest = SQLQuery(newestText)
  static let one = SQLQuery("\(wholeText) WHERE theme = $1 AND since <= $2 ORDER BY since DESC LIMIT 1")

  /// Returns the edits that write documents. Each replaces the document of the same theme and revision.
  fileprivate static func edits(_ documents: [DocumentVersion]) -> [RowEdit] {
    guard !documents.isEmpty else { return [] }
    // A document of many themes is stored with each of them; its content is hashed once.
    var known: [Fingerprint: (name: String, bytes: [UInt8])] = [:]
    var edits: [RowEdit] = []
    for document in documents {
      var content: String?
      if let bytes = document.source?.bytes, let word = document.fingerprint {
        if let known = known[word], known.bytes == bytes {
          content = known.name
        } else {
          let name = SHA256.hex(of: bytes)
          (content, known[word]) = (name, (name, bytes))
          edits.append(.put(.contents, [.text(name), .blob(bytes)]))
        }
      }
      edits.append(.put(.documents, document.columns(content: content)))
    }
    return edits
  }

  /// Adds the size of the present documents of themes to the log's column `replaced`. It is an upper bound of the size of
  /// earlier documents, so that the table is only searched if they may exceed the limit.
  /// - Parameter themes: the condition on the theme, with the parameter `$1`.
  static func countReplaced(themes: String) -> SQLQuery {
    SQLQuery(
      """
      UPDATE livery.log SET replaced = replaced + (
        SELECT coalesce(sum(length(bytes)), 0) FROM livery.contents WHERE content IN (
          SELECT content FROM livery.documents AS d WHERE theme \(themes)
            AND since = (SELECT max(since) FROM livery.documents AS other WHERE other.theme = d.theme)))
      """)
  }

  /// Selects the documents that a newer one of their theme has replaced, with the size of their content. It counts for the
  /// newest document that has it.
  private static let earlier = """
    SELECT theme, since, CASE WHEN 1 = row_number() OVER (PARTITION BY content ORDER BY since DESC, theme DESC)
        THEN coalesce(length(bytes), 0) ELSE 0 END AS size
      FROM (SELECT theme, since, content, lead(since) OVER (PARTITION BY theme ORDER BY since) AS next
        FROM livery.documents) AS placed LEFT JOIN livery.contents USING (content)
      WHERE next IS NOT NULL
    """
  private static let isFull = "(SELECT replaced FROM livery.log) > $1"

  /// Deletes the oldest documents, down to seven eighths of the room, if they may exceed it.
  static func makeRoom(_ room: Int) -> [SQLStatement] {
    let limit = ColumnValue.integer(Int64(room))
    return [
      SQLStatement(deleteOldest, limit, .integer(Int64(room - room / 8))),
      SQLStatement(deleteContentsIfFull, limit), SQLStatement(countAgain, limit),
    ]
  }

  private static let deleteOldest = SQLQuery(
    """
    DELETE FROM livery.documents WHERE \(isFull) AND (theme, since) IN (
      SELECT theme, since FROM (
        SELECT theme, since, sum(size) OVER (ORDER BY since DESC, theme DESC) AS total FROM (\(earlier)) AS sized)
          AS summed
      WHERE total > $2)
    """)
  private static let deleteContentsIfFull = SQLQuery("\(deleteContentsText) AND \(isFull)")
  static let countAgain = SQLQuery(
    "UPDATE livery.log SET replaced = (SELECT coalesce(sum(size), 0) FROM (\(earlier)) AS sized) "
      + "WHERE replaced > $1")
  private static let deleteContentsText =
    "DELETE FROM livery.contents WHERE NOT EXISTS "
    + "(SELECT 1 FROM livery.documents AS d WHERE d.content = contents.content)"
  private static let deleteContents = SQLQuery(deleteContentsText)

  /// Deletes the documents that no revision from a floor on needs.
  static func forget(below floor: UInt64) -> [SQLStatement] {
    [
      SQLStatement(deleteReplaced, .number(floor)), SQLStatement(deleteAbsent, .number(floor)),
      SQLStatement(deleteContents),
    ]
  }

  private static let deleteReplaced = SQLQuery(
    """
    DELETE FROM livery.documents WHERE EXISTS (SELECT 1 FROM livery.documents AS newer
      WHERE newer.theme = documents.theme AND newer.since > documents.since AND newer.since <= $1)
    """)
  /// Deletes the rows of absent themes once no cursor can precede them.
  private static let deleteAbsent = SQLQuery(
    """
    DELETE FROM livery.documents WHERE content IS NULL AND since <= $1
      AND NOT EXISTS (SELECT 1 FROM livery.documents AS newer
        WHERE newer.theme = documents.theme AND newer.since > documents.since)
    """)
}
