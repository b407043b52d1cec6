import Changes
import Documents
import Storage
import TestSupport
import Testing
import Themes

/// The contract of every store.
@Suite("Every store")
struct ChangeStoreContract {
  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `begins empty, at revision 0`(sort: StoreUnderTest.Sort) throws {
    let (state, tail) = try StoreUnderTest(sort).store.snapshot(tail: 10)
    #expect(state.head == 0)
    #expect(state.floor == 0)
    #expect(state.activations.isEmpty)
    #expect(tail.isEmpty)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `gives each change the next revision`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    let results = try subject.store.publish([.activate("b"), .activate("c", in: "kiosk")])
    #expect(try results.flatMap { try $0.get().changes.map(\.revision) } == [2, 3])
    let (state, tail) = try subject.store.snapshot(tail: 10)
    #expect(state.head == 3)
    #expect(tail.map(\.theme) == ["a", "b", "c"])
    #expect(tail.map(\.previous) == [nil, "a", nil])
    #expect(try subject.store.head() == state.cursor)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `gives back what was published, to the letter`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    var written = try subject.store.put(.activate("a", note: "with 'quotes', ünïcode\u{0} and \"more\""))
    written += try subject.store.put(.enter("0000000000000001", theme: "b", from: 10, until: 20))
    written += try subject.store.put(.upload("a", Array("{}".utf8)))
    #expect(try subject.store.read(after: 0, limit: 10) == written)
    #expect(try subject.store.snapshot(tail: 10).tail == written)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `changes nothing when the theme is active already`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    #expect(try subject.store.put(.activate("a")).isEmpty)
    #expect(try subject.store.head().revision == 1)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `refuses what builds on an older state of the channel alone`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    let seen = try subject.store.head()
    try subject.store.put(.activate("x", in: "kiosk"))
    try subject.store.put(.activate("b", buildsOn: seen))
    let results = try subject.store.publish([.activate("c", buildsOn: seen)])
    guard case .failure(.conflict(let present, let head)) = results[0] else {
      Issue.record("published \(results)")
      return
    }
    #expect(present?.theme == "b")
    #expect(head.revision == 3)
    #expect(try subject.store.head().revision == 3)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `refuses one of a batch without the others`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let foreign = Cursor(epoch: .random(), revision: 0)
    let results = try subject.store.publish([
      .activate("a"), .activate("b", buildsOn: foreign), .activate("c"),
    ])
    #expect(try results[0].get().changes.map(\.revision) == [1])
    #expect(throws: ChangeError.self) { try results[1].get() }
    #expect(try results[2].get().changes.map(\.revision) == [2])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `reads in pages`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    for number in 1...25 { try subject.store.put(.activate("t\(number)")) }
    #expect(try subject.store.read(after: 3, limit: 4)?.map(\.revision) == [4, 5, 6, 7])
    #expect(try subject.store.read(after: 25, limit: 4)?.isEmpty == true)
    #expect(try subject.store.snapshot(tail: 5).tail.map(\.revision) == [21, 22, 23, 24, 25])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `tells a channel's history from the newest on`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    for number in 1...10 {
      try subject.store.put(.activate("t\(number)", in: number % 2 == 0 ? "main" : "kiosk"))
    }
    let page = try subject.store.history(of: "main", before: .max, limit: 2)
    #expect(page.map(\.theme) == ["t10", "t8"])
    #expect(try subject.store.history(of: "main", before: 8, limit: 9).map(\.revision) == [6, 4, 2])
    #expect(try subject.store.history(of: "nowhere", before: .max, limit: 9).isEmpty)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `tells what happened anywhere, also to themes that nobody shows`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    try subject.store.put(.activate("b", in: "kiosk"))
    try subject.store.put(.upload("c", Array("{}".utf8)))
    let all = try subject.store.history(of: Snapshot.everyChannel, before: .max, limit: 9)
    #expect(all.map(\.theme) == ["c", "b", "a"])
    #expect(all.first?.channels == [])
    let older = try subject.store.history(of: Snapshot.everyChannel, before: 3, limit: 1)
    #expect(older.map(\.theme) == ["b"])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `forgets what is both too much and too old`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    for number in 1...20 { try subject.store.put(.activate("t\(number)", second: Int64(number))) }
    let keep = Retention(changes: 5, seconds: 8)
    let now = Timestamp(milliseconds: 20_000)
    #expect(try subject.store.prune(keeping: keep, now: now, limit: 4) == 4)
    #expect(try subject.store.prune(keeping: keep, now: now, limit: 100) == 11)
    #expect(try subject.store.prune(keeping: keep, now: now, limit: 100) == 11)
    #expect(try subject.store.read(after: 11, limit: 3)?.map(\.revision) == [12, 13, 14])
    #expect(try subject.store.read(after: 10, limit: 3) == nil, "there would be a gap")
    let (state, tail) = try subject.store.snapshot(tail: 100)
    #expect(state.floor == 11)
    #expect(tail.map(\.revision) == Array(12...20))
    #expect(try subject.store.prune(keeping: Retention(changes: 5, seconds: 0), now: now, limit: 100) == 15)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps an answer with the write that it is of, to the letter`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let record = IdempotencyRecord.made(status: 201, second: 7)
    try subject.store.publish([.activate("a")], records: [record])
    #expect(try subject.store.record(for: "k") == record)
    #expect(try subject.store.record(for: "other") == nil)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps an answer to what changed nothing`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    try subject.store.publish([.activate("a")], records: [.made(status: 200)])
    #expect(try subject.store.record(for: "k")?.answer.status == 200)
    #expect(try subject.store.head().revision == 1)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps answers of so many bytes together, the newest`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let count = IdempotencyRecord.room >> 20 + 6
    for number in 0..<count {
      try subject.store.publish([], records: [.large("k\(number)", second: Int64(number))])
    }
    // If several servers write, the limit is enforced outside of the writes.
    let now = Timestamp(milliseconds: Int64(count) * 1000)
    _ = try subject.store.prune(keeping: Retention(), now: now, limit: 100)
    for number in 0...(count - IdempotencyRecord.room >> 20) {
      #expect(try subject.store.record(for: "k\(number)") == nil, "the oldest go first")
    }
    for number in [count / 2, count - 1] {
      #expect(try subject.store.record(for: "k\(number)")?.answer.body.count == 1 << 20)
    }
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `puts a newer answer in place of one with the same key`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.publish([], records: [.made(status: 200)])
    try subject.store.publish([], records: [.made(status: 201, second: 86_401)])
    #expect(try subject.store.record(for: "k")?.answer.status == 201)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `hands in nothing but what was written since`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let before = try subject.store.open(knowing: nil, tail: 0).position
    try subject.store.put(.activate("a"))
    let after = try subject.store.open(knowing: before, tail: 0)
    guard case .nothing = try subject.store.update(since: after.position) else {
      Issue.record("there are news where nothing was written")
      return
    }
    var state = LogState(epoch: before.epoch)
    switch try subject.store.update(since: before) {
    case .nothing: Issue.record("what was written is no news")
    case .reopen: state = after.state
    case .rows(let rows, let position):
      #expect(state.leads(to: rows))
      #expect(position == after.position)
      state.absorb(rows)
    }
    #expect(state == after.state)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `takes another log's position for no position`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let foreign = LogPosition(epoch: .random(), version: 0, head: 0, fingerprint: Fingerprint())
    guard case .reopen = try subject.store.update(since: foreign) else {
      Issue.record("another log was taken for this one")
      return
    }
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `writes nothing for a turn that decides nothing`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let before = try subject.store.open(knowing: nil, tail: 0).position
    #expect(try subject.store.transaction(from: before, keys: []) { _ in LogCommit() } == before)
    #expect(try subject.store.open(knowing: nil, tail: 0).position == before)
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `reads while a turn is taken`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    let position = try subject.store.open(knowing: nil, tail: 0).position
    var read: [Change]?
    var history: [Change]?
    _ = try subject.store.transaction(from: position, keys: []) { _ in
      read = try? subject.store.read(after: 0, limit: 9)
      history = try? subject.store.history(of: "main", before: .max, limit: 9)
      return LogCommit()
    }
    #expect(read?.map(\.theme) == ["a"])
    #expect(history?.map(\.theme) == ["a"])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `can be tried without anything new in it`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.activate("a"))
    let before = try subject.store.snapshot(tail: 10)
    try subject.store.tryWriting()
    let after = try subject.store.snapshot(tail: 10)
    #expect(after.state == before.state && after.tail == before.tail)
    #expect(try subject.store.put(.activate("b")).map(\.revision) == [2])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps images with their bytes`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    let large = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try subject.store.put(.image("a.png", [0, 1, 255]), .image("b@2x.png", large))
    try subject.store.put(.image("a.png", [3]))
    let images = try subject.store.snapshot(tail: 0).state.images
    #expect(images.keys.sorted() == ["a.png", "b@2x.png"])
    #expect(images["a.png"]?.content.bytes() == [3] && images["b@2x.png"]?.content.bytes() == large)
    #expect(images["b@2x.png"]?.fingerprint == SHA256.hex(of: large))
    try subject.store.put(
      ChangeRequest(.documents([.noImage("a.png")], updates: []), at: Timestamp(milliseconds: 0), by: "tests")
    )
    #expect(try subject.store.snapshot(tail: 0).state.images.keys.sorted() == ["b@2x.png"])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps a schedule that repeats, with what became of its occurrences`(sort: StoreUnderTest.Sort) throws
  {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(.enter("1", theme: "b", from: 10, until: 20), try .repeating("2"))
    let kept = try subject.store.snapshot(tail: 9)
    #expect(kept.tail.last?.occurrence == "1970-01-02T00:00")
    let series = try #require(kept.state.schedules["2"]?.series)
    #expect(series.skipped.count == 1 && series.runningFrom == Timestamp(milliseconds: 0))
    try subject.store.put(try .repeating("1"), .enter("2", theme: "b", from: 10, until: 20))
    let turned = try subject.store.snapshot(tail: 0).state.schedules
    #expect(turned["1"]?.series == series && turned["2"]?.series == nil && turned.count == 2)
    try subject.store.put(
      ChangeRequest(.unschedule("1", theme: nil), at: Timestamp(milliseconds: 0), by: "tests"))
    #expect(try subject.store.snapshot(tail: 0).state.schedules.keys == ["2"])
  }

  @Test(arguments: StoreUnderTest.Sort.allCases)
  func `keeps schedules and uploads`(sort: StoreUnderTest.Sort) throws {
    let subject = try StoreUnderTest(sort)
    try subject.store.put(
      .activate("a"), .enter("1", theme: "b", from: 10, until: 20),
      .enter("2", theme: "c", from: 1, until: nil),
      .upload("mine", [0, 1, 255]))
    let state = try subject.store.snapshot(tail: 0).state
    #expect(state.schedules.keys.sorted() == ["1", "2"])
    #expect(state.uploads["mine"]?.bytes == [0, 1, 255])
    #expect(state.activations["main"]?.latest == 3)
    try subject.store.put(
      ChangeRequest(.unschedule("1", theme: nil), at: Timestamp(milliseconds: 0), by: "tests"),
      ChangeRequest(
        .documents([.noUpload("mine")], updates: [], gone: ["mine"]), at: Timestamp(milliseconds: 0),
        by: "tests"))
    let after = try subject.store.snapshot(tail: 0).state
    #expect(after.schedules.keys.sorted() == ["2"])
    #expect(after.uploads.isEmpty)
    #expect(after.digests["mine"] == nil, "nothing stays of a theme that is gone")
  }
}

extension IdempotencyRecord {
  /// A response of a mebibyte.
  fileprivate static func large(_ key: String, second: Int64) -> IdempotencyRecord {
    IdempotencyRecord(
      key: IdempotencyKey(text: key, fingerprint: "f"),
      answer: RecordedAnswer(status: 200, body: [UInt8](repeating: 7, count: 1 << 20)),
      at: Timestamp(milliseconds: second * 1000))
  }

  /// A response with every possible member.
  fileprivate static func made(status: Int, second: Int64 = 0) -> IdempotencyRecord {
    let answer = RecordedAnswer(
      status: status,
      headers: [
        .init(name: "Location", value: "/v1/themes/x"), .init(name: "ETag", value: "\"a: b\""),
        .init(name: "Empty", value: ""),
      ], body: [0, 10, 255])
    return IdempotencyRecord(
      key: IdempotencyKey(text: "k", fingerprint: "f"), answer: answer,
      at: Timestamp(milliseconds: second * 1000))
  }
}
