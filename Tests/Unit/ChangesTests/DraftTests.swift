import Changes
import Documents
import Resolution
import Storage
import Synchronization
import TestSupport
import Testing
import Themes

/// Drafts in the state of a log, and in the publisher.
@Suite struct `A draft` {
  private let world = PublisherWorld()
  private let store = MemoryStore()

  private func draft(_ id: String, lifetime: Int64 = 60, plan: DraftPlan? = nil) -> Draft {
    Draft(
      id: id, key: "key of \(id)", upload: world.upload("night", accent: "#123456"), images: [],
      title: "Night",
      base: nil, authors: ["tests"], note: nil, at: world.now,
      expires: world.now.advanced(bySeconds: lifetime),
      plan: plan)
  }

  private func keep(_ draft: Draft, in publisher: Publisher) throws {
    let result = try publisher.keep(
      draft.upload, images: [], as: DocumentWrite(), naming: { _ in nil }, condition: nil, approve: nil
    ) { _, _ in draft }
    guard case .published(let publication) = result else { throw Refused() }
    #expect(publication.changes.isEmpty && publication.draft == draft)
  }

  private struct Refused: Error {}

  @Test func `is no change: no revision, no other theme, and only clients of drafts are woken`() throws {
    let publisher = try world.publisher(store)
    let before = publisher.current.now
    let heard = Mutex<[ReachedRevision]>([])
    publisher.onChange { reached in heard.withLock { $0 += reached } }
    try keep(draft("a"), in: publisher)
    let after = publisher.current.now
    #expect(after.cursor == before.cursor && after.themeSet === before.themeSet)
    #expect(after.etags == before.etags && after.state.documents == before.state.documents)
    #expect(heard.withLock { $0.map(\.channel) } == [Snapshot.everyDraft])
    #expect(after.known(in: Snapshot.everyDraft) > before.known(in: Snapshot.everyDraft))
    guard case .present(let kept)? = after.state.draft(withKey: "key of a", at: world.now) else {
      Issue.record("the key opens nothing")
      return
    }
    #expect(kept.id == "a")
    #expect(after.state.draft(withKey: "key of b", at: world.now) == nil)
  }

  @Test func `is announced again with each change, and nothing is where there is none`() throws {
    let publisher = try world.publisher(store)
    let heard = Mutex<[ReachedRevision]>([])
    publisher.onChange { reached in heard.withLock { $0 += reached } }
    _ = try publisher.words(world.switching("night"))
    #expect(!heard.withLock { $0.contains { $0.channel == Snapshot.everyDraft } })
    try keep(draft("a"), in: publisher)
    let moment = publisher.current.now.known(in: Snapshot.everyDraft)
    _ = try publisher.words(world.switching("year"))
    let told = heard.withLock { $0.filter { $0.channel == Snapshot.everyDraft }.map(\.revision) }
    #expect(told.count == 2 && told[1] > moment)
    #expect(publisher.current.now.known(in: Snapshot.everyDraft) == told[1])
  }

  @Test func `is refused as its upload would be, and leaves nothing`() throws {
    let publisher = try world.publisher(store)
    let broken = Upload(name: "x", file: "x.json", bytes: Array("{".utf8), at: world.now, by: "tests")
    #expect(throws: Publisher.DocumentError.self) {
      try publisher.keep(
        broken, images: [], as: DocumentWrite(), naming: { _ in nil }, condition: nil, approve: nil
      ) { _, _ in draft("a") }
    }
    #expect(publisher.current.now.state.drafts.isEmpty)
  }

  @Test func `ends when its time is over, but not before it is published`() throws {
    let publisher = try world.publisher(store)
    let plan = DraftPlan(at: world.now.advanced(bySeconds: 90), by: "tests", note: nil)
    try keep(draft("a"), in: publisher)
    try keep(draft("b", plan: plan), in: publisher)
    world.advance(seconds: 59)
    try publisher.endOverdueDrafts()
    #expect(publisher.current.now.state.drafts.count == 2)
    world.advance(seconds: 1)
    // It has ended for readers before that is written.
    let state = publisher.current.now.state
    guard case .ended(let end)? = state.draft("a", at: world.now) else {
      Issue.record("it goes on")
      return
    }
    #expect(end.reason == .expired && state.drafts(at: world.now).map(\.id) == ["b"])
    try publisher.endOverdueDrafts()
    #expect(publisher.current.now.state.drafts.keys == ["b"])
    #expect(publisher.current.now.state.draftEnds["a"] == end)
  }

  @Test func `leaves an end that is known for 30 days, among the newest thousand`() throws {
    let publisher = try world.publisher(store)
    let other = DraftEnd(
      of: draft("new"), .discarded, at: world.now.advanced(bySeconds: -DraftEnd.life + 60))
    var state = publisher.current.now.state
    state.absorb(.draftEnd(other))
    #expect(state.overdueDraftRows(at: world.now).isEmpty)
    #expect(state.overdueDraftRows(at: world.now.advanced(bySeconds: 60)) == [.noDraftEnd("new")])
    for number in 1...DraftEnd.limit {
      state.absorb(.draftEnd(DraftEnd(of: draft("\(number)"), .discarded, at: world.now)))
    }
    #expect(state.overdueDraftRows(at: world.now) == [.noDraftEnd("new")])
    let last = draft("last")
    let end = DraftEnd(of: last, .discarded, at: world.now)
    let rows = state.rows(ending: last, as: end)
    #expect(rows.count == 4 && rows.contains(.noDraftEnd("new")))
  }

  @Test func `is one of 100, with 64 MiB in all`() throws {
    let publisher = try world.publisher(store)
    var state = publisher.current.now.state
    for number in 1..<Draft.limit { state.absorb(.draft(draft("\(number)", lifetime: Int64(number)))) }
    func check(_ id: String? = nil, bytes: Int = 1) throws {
      let before = publisher.current.now
      try Snapshot(themeSet: before.themeSet, state: state, log: before.log)
        .checkLimits(ofDraft: id, bytes: bytes, at: world.now)
    }
    try check()
    state.absorb(.draft(draft("100")))
    #expect(throws: Publisher.DocumentError.self) { try check() }
    try check("100")
    #expect(throws: Publisher.DocumentError.self) { try check("100", bytes: Draft.room) }
    // The first one has ended by then.
    world.advance(seconds: 1)
    try check()
  }

  @Test func `has a key of 128 bits, and a tag that its images change`() throws {
    let keys = Set((1...100).map { _ in Draft.newKey() })
    #expect(keys.count == 100 && keys.allSatisfy { $0.utf8.count == 22 })
    let plain = draft("a")
    let image = UploadedImage(
      file: "a.png", fingerprint: "00", content: try StoredImage([1]), at: world.now, by: "tests")
    let illustrated = Draft(
      id: "a", key: "k", upload: plain.upload, images: [image], title: "", base: nil, authors: [], note: nil,
      at: world.now, expires: world.now)
    #expect(plain.digest == SHA256.hex(of: plain.upload.bytes) && illustrated.digest != plain.digest)
    #expect(illustrated.bytes == plain.bytes + 1)
  }
}
