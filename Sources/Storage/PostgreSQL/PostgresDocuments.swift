internal import Bindings
internal import Changes
internal import Documents
internal import Themes

/// Themes' documents as they were. What they hold lies in a table of its own, once for all themes and revisions that
/// have it.
enum PostgresDocuments {
  /// With what they hold; a condition may follow.
  static let whole =
    "SELECT theme, since, file, bytes, fingerprint FROM livery.documents LEFT JOIN livery.contents USING (content)"

  /// The newest of each theme, without what it holds; a further condition may follow.
  static let newest =
    "SELECT theme, since, source, fingerprint FROM livery.documents "
    + "WHERE since = (SELECT max(since) FROM livery.documents AS other WHERE other.theme = documents.theme)"

  /// Keeps documents; one of a revision takes the place of another of the same.
  /// - Parameter room: what earlier documents may take, in bytes.
  static func put(_ documents: [DocumentVersion], room: Int) -> [PostgresStatement] {
    guard !documents.isEmpty else { return [] }
    var contents = ContentNames()
    let rows = documents.map { $0.row(content: contents.name(of: $0)) }
    let themes = PostgresArray.literal(documents.map { .text($0.theme) })
    return [PostgresStatement(countReplaced, .text(themes))]
      + [
        Table.contents.postgresPut(contents.rows, keys: 1, keeping: true),
        Table.documents.postgresPut(rows, keys: 2),
      ].compactMap { $0 } + makeRoom(room)
  }

  /// Notes in the log's row how much becomes that of earlier documents: nobody need look through the table to know
  /// that there is room.
  private static let countReplaced = """
    UPDATE livery.log SET replaced = replaced + (
      SELECT coalesce(sum(octet_length(bytes)), 0) FROM livery.contents WHERE content IN (
        SELECT content FROM livery.documents AS d WHERE theme = ANY($1::text[])
          AND since = (SELECT max(since) FROM livery.documents AS other WHERE other.theme = d.theme)))
    """

  /// Those that are followed by another of their theme, with the size of what they hold, which counts for the newest
  /// that holds it.
  private static let earlier = """
    SELECT theme, since, CASE WHEN 1 = row_number() OVER (PARTITION BY content ORDER BY since DESC, theme DESC)
        THEN coalesce(octet_length(bytes), 0) ELSE 0 END AS size
      FROM (SELECT theme, since, content, lead(since) OVER (PARTITION BY theme ORDER BY since) AS next
        FROM livery.documents) AS placed LEFT JOIN livery.contents USING (content)
      WHERE next IS NOT NULL
    """

  /// Where there may be more than so many bytes the oldest go, so many that there is room for some more.
  private static func makeRoom(_ room: Int) -> [PostgresStatement] {
    let (most, rest) = (PostgresValue.number(Int64(room)), PostgresValue.number(Int64(room - room / 8)))
    let isFull = "(SELECT replaced FROM livery.log) > $1::bigint"
    return [
      PostgresStatement(
        """
        DELETE FROM livery.documents AS d USING (
          SELECT theme, since, sum(size) OVER (ORDER BY since DESC, theme DESC) AS total FROM (\(earlier)) AS sized)
            AS old
        WHERE \(isFull) AND d.theme = old.theme AND d.since = old.since AND old.total > $2::bigint
        """, most, rest),
      PostgresStatement("\(forgetContents) AND \(isFull)", most),
      PostgresStatement(
        "UPDATE livery.log SET replaced = (SELECT coalesce(sum(size), 0) FROM (\(earlier)) AS sized) "
          + "WHERE replaced > $1::bigint", most),
    ]
  }

  /// Takes out what no revision from a floor on needs.
  static func forget(below floor: PostgresValue) -> [PostgresStatement] {
    [
      PostgresStatement(
        """
        DELETE FROM livery.documents AS d WHERE EXISTS (SELECT 1 FROM livery.documents AS newer
          WHERE newer.theme = d.theme AND newer.since > d.since AND newer.since <= $1::bigint)
        """, floor),
      // That a theme is gone need not be known where nobody can ask for a time when it was there.
      PostgresStatement(
        """
        DELETE FROM livery.documents AS d WHERE d.content IS NULL AND d.since <= $1::bigint
          AND NOT EXISTS (SELECT 1 FROM livery.documents AS newer
            WHERE newer.theme = d.theme AND newer.since > d.since)
        """, floor),
      PostgresStatement(forgetContents),
    ]
  }

  private static let forgetContents =
    "DELETE FROM livery.contents AS c WHERE NOT EXISTS "
    + "(SELECT 1 FROM livery.documents AS d WHERE d.content = c.content)"
}

/// What documents hold, by name.
private struct ContentNames {
  private var named: [String: [UInt8]] = [:]
  private var known: [Fingerprint: (name: String, bytes: [UInt8])] = [:]

  var rows: [[ColumnValue]] { named.map { [.text($0), .blob($1)] } }

  /// A document of many themes comes with each of them, so it is not read each time.
  mutating func name(of document: DocumentVersion) -> String? {
    guard let bytes = document.source?.bytes, let word = document.fingerprint else { return nil }
    if let known = known[word], known.bytes == bytes { return known.name }
    let name = SHA256.hex(of: bytes)
    (named[name], known[word]) = (bytes, (name, bytes))
    return name
  }
}

extension DocumentVersion {
  /// In the order of the columns.
  fileprivate func row(content: String?) -> [ColumnValue] {
    [
      .text(theme), .number(since), .optional(source.map { String($0.baseName) }), .optional(content),
      fingerprint.map { .word($0) } ?? .null, .word(Fingerprint(of: self)),
    ]
  }
}
