import Changes
import Documents
import Foundation
import Storage
import TestSupport
import Testing
import Themes

/// Each sort of store that the contract is checked on, with a folder of its own that goes when it goes.
final class StoreUnderTest: Sendable {
  enum Sort: String, Sendable, CaseIterable {
    case memory, sqlite, postgres
  }

  let folder: Folder
  let store: any ChangeStore

  init(_ sort: Sort, documentRoom: Int = DocumentVersion.room) throws {
    folder = try Folder()
    switch sort {
    case .memory: store = MemoryStore(sharing: MemoryLog(documentRoom: documentRoom))
    case .sqlite: store = try SQLiteStore(path: folder.log, documentRoom: documentRoom)
    case .postgres:
      let address = try PostgresAddress(url: PostgresCluster.shared.get().database())
      store = try PostgresStore(address, documentRoom: documentRoom, timeouts: .ofTests)
    }
  }
}

extension Timeouts {
  /// On an overloaded machine no test fails because a response took long.
  static let ofTests: Timeouts = {
    var timeouts = Timeouts()
    (timeouts.write, timeouts.look, timeouts.start) = (.seconds(120), .seconds(30), .seconds(120))
    return timeouts
  }()
}

/// A folder for one test, removed at the end.
final class Folder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "livery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var log: String { "\(path)/livery.db" }
  var witness: String { "\(log).witness" }

  func bytes(of file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }

  /// Writes over a file in place, so that it stays the same file to the system.
  func overwrite(_ file: String, with bytes: [UInt8]) throws {
    let handle = try require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
  }

  func copy(_ file: String, to other: String) throws {
    try FileManager.default.copyItem(atPath: file, toPath: other)
  }

  func remove(_ file: String) throws { try FileManager.default.removeItem(atPath: file) }

  func exists(_ file: String) -> Bool { FileManager.default.fileExists(atPath: file) }

  private func require<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw CocoaError(.fileNoSuchFile) }
    return value
  }
}

extension ChangeRequest {
  /// A switch in tests, at second `second`.
  static func activate(
    _ theme: String, in channel: String = "main", second: Int64 = 0, buildsOn: Cursor? = nil,
    note: String? = nil
  ) -> ChangeRequest {
    ChangeRequest(
      .activate(
        channel: channel, theme: ThemeSummary(name: theme, digest: 7, transition: 0.25, etag: "\"\(theme)\"")),
      at: Timestamp(milliseconds: second * 1000), by: "tests", note: note, buildsOn: buildsOn)
  }

  static func enter(
    _ id: String, theme: String, from: Int64, until: Int64?, channel: String = "main"
  ) -> ChangeRequest {
    let schedule = Schedule(
      id: id, channel: channel, theme: theme, from: Timestamp(milliseconds: from * 1000),
      until: until.map { Timestamp(milliseconds: $0 * 1000) }, by: "tests")
    return ChangeRequest(.schedule(schedule), at: Timestamp(milliseconds: 0), by: "tests")
  }

  /// A schedule that repeats each day, skips its second occurrence and moved its third.
  static func repeating(_ id: String) throws -> ChangeRequest {
    let from = LocalTime(inUTC: Timestamp(milliseconds: 0))
    let (day, hour) = (Int64(86_400_000), Int64(3_600_000))
    let rule = try RecurrenceRule("FREQ=DAILY", from: from)
    let plain = try #require(Series(rule, "FREQ=DAILY", from: from, until: from + hour, in: "UTC"))
    let skipping = try #require(plain.setting(SeriesException(span: nil), for: from + day))
    let span = from + 2 * day + hour..<from + 2 * day + 2 * hour
    let series = try #require(skipping.setting(SeriesException(span: span), for: from + 2 * day))
    let schedule = Schedule(
      id: id, channel: "main", theme: "b", from: from.inUTC, until: (from + hour).inUTC, by: "tests")
    return ChangeRequest(
      .schedule(schedule.with(series.advanced(to: from.inUTC, in: .utc)), occurrence: from + day),
      at: Timestamp(milliseconds: 0), by: "tests")
  }

  static func image(_ file: String, _ bytes: [UInt8]) throws -> ChangeRequest {
    let image = UploadedImage(
      file: file, fingerprint: SHA256.hex(of: bytes), content: try StoredImage(bytes),
      at: Timestamp(milliseconds: 5), by: "tests")
    return ChangeRequest(.documents([.image(image)], updates: []), at: image.at, by: image.by)
  }

  static func upload(_ name: String, _ bytes: [UInt8]) -> ChangeRequest {
    let upload = Upload(
      name: name, file: "\(name).json", bytes: bytes, at: Timestamp(milliseconds: 5), by: "tests")
    let summary = ThemeSummary(name: name, digest: 9, transition: nil, etag: nil)
    let differences = Differences(
      colors: ["accent", "a:b"], images: ["logo"], rules: ["UIToolbar/UIBarButtonItem"], isPartial: false)
    return ChangeRequest(
      .documents([.upload(upload)], updates: [Update(theme: summary, differences: differences)]),
      at: Timestamp(milliseconds: 5), by: "tests")
  }
}
