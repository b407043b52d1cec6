import Bindings
import Changes
import Documents
import TestSupport
import Testing
import Themes

@testable import Storage

/// A file as the first version of the format wrote it: `Tests/Fixtures/logs/version-1.sql`, taken from a server of that
/// version that had been switched, uploaded to and scheduled with.
@Suite struct `A log of the first version` {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let sql = ProjectFiles.text("Tests/Fixtures/logs/version-1.sql")
    try SQLiteConnection(path: folder.log).execute(sql)
  }

  @Test func `opens with all that it holds`() throws {
    let (state, tail) = try SQLiteStore(path: folder.log).snapshot(tail: 100)
    #expect(state.cursor.revision == 5)
    #expect(tail.map(\.kind) == [.activated, .updated, .scheduled, .activated, .updated])
    let shown = PersistentMap(state.activations.map { ($0.key, $0.value.theme) })
    #expect(shown == ["main": "night", "kiosk": "default"])
    #expect(state.activations["main"]?.note == #"until "Sunday""#)
    #expect(state.uploads.keys.sorted() == ["new-year", "night"])
    #expect(state.schedules["36b988a52ad40833"]?.theme == "new-year")
  }

  @Test func `tells what happened in each channel`() throws {
    let store = try SQLiteStore(path: folder.log)
    for (channel, revisions) in [("main", [5, 1]), ("kiosk", [4, 3])] as [(String, [UInt64])] {
      #expect(try store.history(of: channel, before: 9, limit: 9).map(\.revision) == revisions)
    }
    try store.put(.activate("night", in: "kiosk"))
    #expect(try store.history(of: "kiosk", before: 9, limit: 2).map(\.revision) == [6, 4])
  }

  @Test func `goes on, and keeps what it held`() throws {
    try SQLiteStore(path: folder.log).publish([.activate("default")], records: [])
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    #expect(try store.read(after: 0, limit: 9)?.map(\.revision) == [1, 2, 3, 4, 5, 6])
  }
}

/// A file as the seventh version of the format wrote it, the last one with tables of SQLite's own.
@Suite struct `A log of the seventh version` {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    let connection = try SQLiteConnection(path: folder.log)
    try connection.execute(ProjectFiles.text("Tests/Fixtures/logs/version-7.sql"))
    try connection.rows("INSERT INTO digests VALUES ($1, '00000000000000ff')", [.text("\u{0}files")])
  }

  @Test func `opens with all that it holds`() throws {
    let (state, tail) = try SQLiteStore(path: folder.log).snapshot(tail: 100)
    #expect(tail.map(\.revision) == [1, 2, 3, 4, 5])
    #expect(tail[3].note == "control \u{1} sign")
    #expect(state.activations["kiosk"]?.note == "control \u{1} sign")
    #expect(state.files == Fingerprint(word: 255))
    #expect(state.digests.keys.sorted() == ["default", "mine", "night"])
    #expect(state.uploads.keys.sorted() == ["mine"])
    #expect(state.schedules["c9c29ac90a7e22e6"]?.theme == "night")
  }

  @Test func `still has the documents as they were`() throws {
    let store = try SQLiteStore(path: folder.log)
    let mine = try [2, 3, 5].map { try store.document(of: "mine", at: $0)?.source?.bytes }
    #expect(
      mine.map { $0.map { String(decoding: $0, as: UTF8.self).contains("#112233") } } == [true, false, false])
    #expect(try store.document(of: "night", at: 0)?.source?.baseName == "night.json")
    #expect(try store.record(for: "local k1")?.answer.status == 200)
  }

  @Test func `goes on`() throws {
    try SQLiteStore(path: folder.log).put(.activate("default"), .upload("mine", Array("{}".utf8)))
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    #expect(try store.read(after: 4, limit: 9)?.map(\.revision) == [5, 6, 7])
  }
}
