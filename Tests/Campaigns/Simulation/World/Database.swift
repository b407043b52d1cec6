import CSQLite
import Foundation
import Storage

/// The tables of one simulated PostgreSQL, which SQLite keeps in memory. Livery's own statements run in it: what only
/// PostgreSQL knows is replaced in their texts.
final class Database {
  enum Value {
    case null, integer(Int64), real(Double), text(String), blob([UInt8])

    /// A number is bound as one: an expression has no type that would convert it.
    init(written text: String) {
      let isNumber = text.utf8.count < 19 && Int64(text).map { "\($0)" == text } ?? false
      self = isNumber ? .integer(Int64(text) ?? 0) : .text(text)
    }
  }

  /// What the server adds to a statement.
  struct Moment {
    var clock: Int64 = 0
    var timeline = 1
  }

  private var handle: OpaquePointer?
  private var prepared: [String: OpaquePointer] = [:]
  var moment = Moment()

  init() {
    sqlite3_open_v2(
      ":memory:", &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    offer("clock_here") { .integer($0.clock) }
    offer("timeline_here") { .text(String(format: "%08X", $0.timeline)) }
    offer("system_here") { _ in .text("7000000000000000001") }
    offer("place_here") { .text(String(format: "%08X 7000000000000000001", $0.timeline)) }
    offer("synced_here") { _ in .integer(1) }
  }

  deinit {
    for statement in prepared.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Creates the tables of an empty log.
  func create() {
    for statement in PostgresSchema.script.components(separatedBy: ";\n") {
      let text = Translation(statement).text
        .replacingOccurrences(of: " WITH (fillfactor = 10)", with: "")
        .replacingOccurrences(of: "UNLOGGED ", with: "").replacingOccurrences(of: "chr(", with: "char(")
      // The tables are made with all columns of later versions, but those of the servers.
      guard !text.contains("SCHEMA"), !text.contains("ADD COLUMN IF NOT EXISTS") else { continue }
      let apart = text.replacingOccurrences(of: "TEXT, ADD", with: "TEXT;ALTER TABLE replicas ADD")
      for part in apart.split(separator: ";") {
        guard sqlite3_exec(handle, String(part), nil, nil, nil) == SQLITE_OK else { fail(String(part)) }
      }
    }
  }

  /// Replaces everything by what another database has.
  func copy(_ other: Database) {
    guard let backup = sqlite3_backup_init(handle, "main", other.handle, "main") else { fail("a copy") }
    sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
  }

  func execute(_ text: String) { sqlite3_exec(handle, text, nil, nil, nil) }

  /// Runs a statement, once for each row of its arrays.
  @discardableResult
  func run(_ translation: Translation, _ values: [Value]) -> Answer {
    guard translation.isOfRows else {
      return step(
        translation.text,
        values.enumerated().map { index, value in
          guard translation.lists.contains(index), case .text(let text) = value else { return value }
          let members = Self.members(text).map { $0.map { "\"\($0)\"" } ?? "null" }
          return .text("[\(members.joined(separator: ","))]")
        })
    }
    let columns = zip(values, translation.types).map { value, type -> [Value] in
      guard case .text(let text) = value else { return [] }
      return Self.members(text).map { member in
        guard let member else { return .null }
        return type == "bytea" ? .blob(Self.bytes(member)) : Value(written: member)
      }
    }
    for row in (columns.first ?? []).indices { step(translation.text, columns.map { $0[row] }) }
    return .done
  }

  @discardableResult
  private func step(_ text: String, _ values: [Value]) -> Answer {
    let statement = statement(text)
    defer { sqlite3_reset(statement) }
    let keep = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    for (index, value) in zip(Int32(1)..., values) {
      switch value {
      case .null: sqlite3_bind_null(statement, index)
      case .integer(let number): sqlite3_bind_int64(statement, index, number)
      case .real(let number): sqlite3_bind_double(statement, index, number)
      case .text(let text): sqlite3_bind_text(statement, index, text, -1, keep)
      case .blob(let bytes):
        sqlite3_bind_blob(statement, index, bytes.isEmpty ? [0] : bytes, Int32(bytes.count), keep)
      }
    }
    let count = sqlite3_column_count(statement)
    let answer = Answer(count == 0 ? 1 : 2)
    answer.types = Array(repeating: 25, count: Int(count))
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: for column in 0..<count { answer.fill(value(statement, column), Int(column)) }
      case SQLITE_DONE: return answer
      default: fail(text)
      }
    }
  }

  private func value(_ statement: OpaquePointer?, _ column: Int32) -> Value {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: return .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: return .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT: return .text(sqlite3_column_text(statement, column).map { String(cString: $0) } ?? "")
    case SQLITE_BLOB:
      let count = Int(sqlite3_column_bytes(statement, column))
      return .blob(Array(UnsafeRawBufferPointer(start: sqlite3_column_blob(statement, column), count: count)))
    default: return .null
    }
  }

  private func statement(_ text: String) -> OpaquePointer? {
    if let known = prepared[text] { return known }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(handle, text, -1, &statement, nil) == SQLITE_OK else { fail(text) }
    prepared[text] = statement
    return statement
  }

  private func fail(_ text: String) -> Never {
    Judge.shared.convict("SQLite refuses: \(String(cString: sqlite3_errmsg(handle))): \(text)")
  }

  private func offer(_ name: String, _ call: @escaping (Moment) -> Value) {
    final class Box {
      unowned let database: Database
      let call: (Moment) -> Value
      init(_ database: Database, _ call: @escaping (Moment) -> Value) {
        (self.database, self.call) = (database, call)
      }
    }
    let box = Unmanaged.passRetained(Box(self, call)).toOpaque()
    sqlite3_create_function_v2(
      handle, name, 0, SQLITE_UTF8, box,
      { context, _, _ in
        guard let data = sqlite3_user_data(context) else { return }
        let box = Unmanaged<Box>.fromOpaque(data).takeUnretainedValue()
        switch box.call(box.database.moment) {
        case .integer(let number): sqlite3_result_int64(context, number)
        case .text(let text):
          sqlite3_result_text(context, text, -1, unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        default: sqlite3_result_null(context)
        }
      }, nil, nil, { data in data.map { Unmanaged<Box>.fromOpaque($0).release() } })
  }

  /// The members of PostgreSQL's literal of an array; nil for NULL.
  private static func members(_ literal: String) -> [String?] {
    var members: [String?] = []
    var (member, isQuoted, isInside, isEscaped) = ([UInt8](), false, false, false)
    func end() {
      let text = String(decoding: member, as: UTF8.self)
      members.append(!isQuoted && text == "NULL" ? nil : text)
      (member, isQuoted) = ([], false)
    }
    let content = literal.utf8.dropFirst().dropLast()
    guard !content.isEmpty else { return [] }
    for byte in content {
      switch byte {
      case _ where isEscaped: (member, isEscaped) = (member + [byte], false)
      case UInt8(ascii: "\\") where isInside: isEscaped = true
      case UInt8(ascii: "\""): (isInside, isQuoted) = (!isInside, true)
      case UInt8(ascii: ",") where !isInside: end()
      default: member.append(byte)
      }
    }
    end()
    return members
  }

  /// The bytes of `\x` and two digits for each.
  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.utf8.dropFirst(2).map { $0 < 0x3a ? $0 - 0x30 : $0 - 0x57 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}

/// A statement of Livery's in SQLite's words.
struct Translation {
  let text: String
  /// Whether it writes the rows of arrays of columns, and the types of those.
  private(set) var isOfRows = false
  private(set) var types: [String] = []
  /// The parameters that are lists of texts, by their numbers less one.
  private(set) var lists: Set<Int> = []
  /// Whether it locks the log's row, does so only if that is free, lets commits wait for no standby, asks for the tables.
  let locks: Bool, skipsLocked: Bool, isHasty: Bool, asksForTables: Bool

  nonisolated(unsafe) private static var known: [String: Translation] = [:]

  static func of(_ sql: String) -> Translation {
    if let known = known[sql] { return known }
    let translation = Translation(sql)
    known[sql] = translation
    return translation
  }

  private static let words = [
    ("substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)", "timeline_here()"),
    ("(SELECT system_identifier::text FROM pg_control_system())", "system_here()"),
    ("(SELECT concat_ws(' ', timeline_here(), system_here()))", "place_here()"),
    ("floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint", "clock_here()"),
    ("(current_setting('synchronous_standby_names') <> '')::int", "synced_here()"),
    ("livery.", ""), (" FOR UPDATE SKIP LOCKED", ""), (" FOR UPDATE", ""), ("greatest(", "max("),
    ("FROM files ON CONFLICT", "FROM files WHERE true ON CONFLICT"),
    // Only the channels of a deleted change have its revision.
    (
      "DELETE FROM touched AS t USING changes AS c, unnest(string_to_array(c.channels, ',')) AS name\nWHERE c.revision <= $1::bigint AND t.channel = name AND t.revision = c.revision",
      "DELETE FROM touched WHERE revision <= $1"
    ),
  ]

  init(_ sql: String) {
    var text = sql
    locks = sql.contains("FROM livery.log") && sql.contains("FOR UPDATE")
    skipsLocked = sql.contains("SKIP LOCKED")
    isHasty = sql.contains("'synchronous_commit', 'off'")
    asksForTables = sql.contains("pg_catalog.pg_tables")
    for (old, new) in Self.words { text = text.replacingOccurrences(of: old, with: new) }
    while let range = text.range(of: "left(replace(gen_random_uuid()::text, '-', ''), 16)") {
      let word = UInt64.random(in: .min ... .max)
      text.replaceSubrange(range, with: "'" + String(format: "%016llx", word) + "'")
    }
    if let start = text.range(of: "SELECT * FROM unnest("),
      let end = text.range(of: ")", range: start.upperBound..<text.endIndex)
    {
      isOfRows = true
      types = text[start.upperBound..<end.lowerBound].components(separatedBy: ", ").map {
        String($0.drop { $0 != ":" }.dropFirst(2).dropLast(2))
      }
      let marks = types.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
      text.replaceSubrange(start.lowerBound..<end.upperBound, with: "VALUES (\(marks))")
    }
    for number in 1...9 {
      let (list, mark) = ("($\(number)::text[])", "$\(number)")
      if text.contains(list) { lists.insert(number - 1) }
      text = text.replacingOccurrences(of: "= ANY\(list)", with: "IN (SELECT value FROM json_each(\(mark)))")
        .replacingOccurrences(of: "<> ALL\(list)", with: "NOT IN (SELECT value FROM json_each(\(mark)))")
        .replacingOccurrences(of: "\(mark)::bigint", with: "CAST(\(mark) AS INTEGER)")
    }
    self.text = text
  }
}
