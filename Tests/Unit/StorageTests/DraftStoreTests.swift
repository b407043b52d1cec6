import Bindings
import Changes
import Documents
import Foundation
import TestSupport
import Testing
import Themes

@testable import Storage

/// Drafts in every store, in copies and in transfers.
@Suite struct `A store with drafts` {
  static func draft(
    _ id: String, key: String? = nil, bytes: [UInt8] = [0, 10, 255], images: [String: [UInt8]] = [:],
    plan: DraftPlan? = nil, expires: Int64 = 1000
  ) throws -> Draft {
    let upload = Upload(
      name: "red", file: "red.json", bytes: bytes, at: Timestamp(milliseconds: 7), by: "a, b\n\"ü")
    return Draft(
      id: id, key: key ?? "key of \(id)", upload: upload,
      images: try images.map { file, bytes in
        UploadedImage(
          file: file, fingerprint: SHA256.hex(of: bytes), content: try StoredImage(bytes), at: upload.at,
          by: upload.by)
      }, title: "Red", base: id == "new" ? nil : "ab12", authors: ["a, b\n\"ü", "2:c"],
      note: "why\u{1}", at: Timestamp(milliseconds: 5), expires: Timestamp(milliseconds: expires), plan: plan)
  }

  private static func rows(_ rows: LogState.Row...) -> ChangeRequest {
    ChangeRequest(.documents(rows, updates: []), at: Timestamp(milliseconds: 9), by: "tests")
  }

  private static let plan = DraftPlan(at: Timestamp(milliseconds: 99), by: "mara", note: nil)

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps them with their images, plans and ends, and moves no revision`(
    sort: StoreUnderTest.Sort
  ) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let drafts = [
      try Self.draft("plain"), try Self.draft("new", images: ["logo.png": [1, 10, 2], "b@2x.png": large]),
      try Self.draft("planned", plan: Self.plan), try Self.draft("over"),
    ]
    for draft in drafts { try subject.store.put(Self.rows(.draft(draft))) }
    let end = DraftEnd(
      of: drafts[3], .published, cursor: Cursor(epoch: Epoch(word: 7), revision: 9),
      at: Timestamp(milliseconds: 11))
    try subject.store.put(Self.rows(.noDraft("over"), .draftEnd(end)))
    let state = try subject.store.snapshot(tail: 0).state
    #expect(state.head == 1)
    #expect(state.drafts.keys.sorted() == ["new", "plain", "planned"])
    for draft in drafts.prefix(3) { #expect(state.drafts[draft.id] == draft) }
    #expect(state.drafts["new"]?.images.map { $0.content.bytes() } == [large, [1, 10, 2]])
    #expect(state.draftEnds["over"] == end)
    #expect(state.draftKeys["key of over"] == "over")
    try subject.store.put(Self.rows(.noDraftEnd("over")))
    let after = try subject.store.snapshot(tail: 0).state
    #expect(after.draftEnds.isEmpty && after.draftKeys["key of over"] == nil)
  }

  @Test(arguments: SharedLogContract.Sort.allCases)
  func `hands in what another server did to them`(sort: SharedLogContract.Sort) throws {
    let pair = try SharedLogContract.pair(sort)
    let (one, two) = (try Self.draft("one", images: ["a.png": [1]]), try Self.draft("two"))
    try pair.one.put(Self.rows(.draft(two), .draft(one)))
    let before = try pair.other.open(knowing: nil, tail: 0)
    try pair.one.put(Self.rows(.draft(try Self.draft("new", images: ["b.png": [2]]))))
    try pair.one.put(.activate("a"))
    try pair.one.put(
      Self.rows(
        .noDraft("two"), .draftEnd(DraftEnd(of: two, .discarded, at: Timestamp(milliseconds: 1)))))
    try pair.one.put(Self.rows(.draft(one.planned(Self.plan, until: Self.plan.at))))
    guard case .rows(let rows, _) = try pair.other.update(since: before.position) else {
      Issue.record("nothing is told")
      return
    }
    var state = before.state
    #expect(state.leads(to: rows))
    state.absorb(rows)
    #expect(state == (try pair.one.snapshot(tail: 0).state))
    #expect(state.drafts["one"]?.plan == Self.plan)
    #expect(state.drafts["new"]?.images.first?.content.bytes() == [2])
  }

  @Test func `copies them beside the images, and writes them again only if they differ`() throws {
    let (store, folder) = (MemoryStore(), try Folder())
    let copy = LogCopy(file: "\(folder.path)/snapshot")
    let over = try Self.draft("over")
    try store.put(
      Self.rows(
        .draft(try Self.draft("kept", images: ["a.png": [1, 2]])), .draft(over), .noDraft("over"),
        .draftEnd(DraftEnd(of: over, .expired, at: Timestamp(milliseconds: 1)))))
    let opened = try store.open(knowing: nil, tail: 9)
    try copy.write(opened, withImages: true)
    try copy.write(opened, withImages: false)
    let read = try #require(copy.read())
    #expect(read.state.drafts == opened.state.drafts && read.state.drafts.count == 1)
    #expect(read.state.draftEnds == opened.state.draftEnds && read.state.draftEnds.count == 1)
    #expect(read.state.hasLargeRows(of: opened.state))
    try store.put(Self.rows(.noDraft("kept")))
    #expect(!(try store.snapshot(tail: 0).state).hasLargeRows(of: opened.state))
  }

  @Test(arguments: [false, true]) func `is moved with drafts, keys and ends`(toPostgres: Bool) throws {
    let (folder, cluster) = (try Folder(), try PostgresCluster.shared.get())
    let file = "\(folder.path)/other.sqlite"
    let address = try PostgresAddress(url: cluster.url(of: try cluster.newDatabase()))
    let state: LogState
    do {
      let store = try SQLiteStore(path: folder.log)
      let over = try Self.draft("over")
      try store.put(
        Self.rows(
          .draft(try Self.draft("kept", images: ["a.png": [1, 2]])),
          .draftEnd(DraftEnd(of: over, .discarded, at: Timestamp(milliseconds: 1)))))
      state = try store.snapshot(tail: 0).state
    }
    let place = toPostgres ? LogTransfer.LogPlace.postgres(address) : .sqlite(path: file)
    _ = try LogTransfer(from: .sqlite(path: folder.log), to: place, isMove: true).perform(isPlanned: false)
    let moved =
      toPostgres
      ? try PostgresStore(address, timeouts: .ofTests).snapshot(tail: 0)
      : try SQLiteStore(path: file).snapshot(tail: 0)
    #expect(moved.state.drafts == state.drafts && moved.state.draftEnds == state.draftEnds)
    #expect(moved.state.draftKeys == state.draftKeys && state.draftKeys.count == 2)
  }

  @Test func `adds its tables to a log of a version without drafts`() throws {
    let folder = try Folder()
    let former = LogSchema(steps: Array(LogSchema.current.steps.dropLast(3)))
    do { try SQLiteStore(path: folder.log).put(.activate("a")) }
    try SQLiteConnection(path: folder.log).execute(
      "DROP TABLE drafts; DROP TABLE draft_ends; DROP TABLE series; ALTER TABLE changes DROP COLUMN origin; "
        + "ALTER TABLE changes DROP COLUMN occurrence; ALTER TABLE changes DROP COLUMN watch; "
        + "ALTER TABLE activations DROP COLUMN watch; ALTER TABLE uploads DROP COLUMN authors; "
        + "PRAGMA user_version = \(former.version)"
    )
    let store = try SQLiteStore(path: folder.log)
    try store.put(Self.rows(.draft(try Self.draft("new"))))
    #expect(try store.snapshot(tail: 0).state.drafts.count == 1)
    #expect(try store.head().revision == 1)
  }

  /// What a server of the version before reads of `edits` when this one has written drafts.
  @Test func `names no table to servers of the version before, which take it for damage`() throws {
    let cluster = try PostgresCluster.shared.get()
    let database = try cluster.newDatabase()
    let store = try PostgresStore(try PostgresAddress(url: cluster.url(of: database)), timeouts: .ofTests)
    try store.put(.activate("a"))
    try store.put(Self.rows(.draft(try Self.draft("new"))))
    let parts = try cluster.run("SELECT DISTINCT part FROM livery.edits ORDER BY part", in: database)
    #expect(parts.contains("activation") && parts.contains("commit") && !parts.contains("draft"), "\(parts)")
  }
}
