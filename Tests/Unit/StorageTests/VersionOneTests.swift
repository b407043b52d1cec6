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

  @Test func `still answers the keys that came to it`() throws {
    let store = try SQLiteStore(path: folder.log)
    let answers = try ["k1", "k2", "k3"].map { try store.record(for: "local \($0)")?.answer }
    #expect(answers.map { $0?.status } == [200, 201, 201])
    #expect(answers.compactMap { $0 }.allSatisfy { $0.body.first == UInt8(ascii: "{") && $0.headers.isEmpty })
  }

  @Test func `goes on, and keeps what it held`() throws {
    try SQLiteStore(path: folder.log).publish([.activate("default")], records: [])
    let store = try SQLiteStore(path: folder.log)
    #expect(store.origin == .resumed)
    #expect(try store.read(after: 0, limit: 9)?.map(\.revision) == [1, 2, 3, 4, 5, 6])
    #expect(try store.record(for: "local k1")?.answer.status == 200)
  }
}
