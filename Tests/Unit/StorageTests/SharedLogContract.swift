import Changes
import Documents
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing
import Themes

/// The contract of stores that share one log.
@Suite("Every log that stores share")
struct SharedLogContract {
  /// Two stores on one log.
  struct Pair {
    let one: any ChangeStore
    let other: any ChangeStore
  }

  enum Sort: String, Sendable, CaseIterable {
    case memory, postgres
  }

  static func pair(_ sort: Sort) throws -> Pair {
    switch sort {
    case .memory:
      let log = MemoryLog()
      return Pair(one: MemoryStore(sharing: log), other: MemoryStore(sharing: log))
    case .postgres:
      let url = try PostgresCluster.shared.get().database()
      let address = try PostgresAddress(url: url)
      return try Pair(
        one: PostgresStore(address, timeouts: .ofTests), other: PostgresStore(address, timeouts: .ofTests))
    }
  }

  @Test(arguments: Sort.allCases)
  func `show at one what was written at the other`(sort: Sort) throws {
    let pair = try Self.pair(sort)
    try pair.one.put(.activate("a"), .enter("1", theme: "b", from: 1, until: nil), .upload("u", [1, 0, 2]))
    let (one, other) = (try pair.one.snapshot(tail: 10), try pair.other.snapshot(tail: 10))
    #expect(one.state == other.state && one.tail == other.tail)
    #expect(try pair.other.read(after: 0, limit: 9)?.map(\.revision) == [1, 2, 3])
  }

  @Test(arguments: Sort.allCases)
  func `hand in all that was written elsewhere, removals too, in the order of the commits`(sort: Sort) throws
  {
    let pair = try Self.pair(sort)
    try pair.one.put(.activate("a"), .enter("1", theme: "b", from: 1, until: nil), .upload("u", [1]))
    try pair.one.put(.image("gone.png", [1]))
    let before = try pair.other.open(knowing: nil, tail: 0)
    try pair.one.put(.image("come.png", [2]), .activate("b"))
    try pair.one.put(try .repeating("2"), try .repeating("3"), .enter("3", theme: "c", from: 1, until: nil))
    try pair.one.put(
      ChangeRequest(
        .documents([.noImage("gone.png")], updates: []), at: Timestamp(milliseconds: 0), by: "tests"))
    try pair.one.put(
      ChangeRequest(.unschedule("1", theme: nil), at: Timestamp(milliseconds: 0), by: "tests"),
      ChangeRequest(
        .documents([.noUpload("u")], updates: [], gone: ["u"]), at: Timestamp(milliseconds: 0), by: "tests"))
    guard case .rows(let rows, let position) = try pair.other.update(since: before.position) else {
      Issue.record("nothing is told")
      return
    }
    var state = before.state
    #expect(state.leads(to: rows))
    state.absorb(rows)
    #expect(state == (try pair.one.snapshot(tail: 0).state))
    #expect(state.schedules["2"]?.series != nil && state.schedules["3"]?.theme == "c")
    #expect(state.images.keys.sorted() == ["come.png"])
    #expect(state.images["come.png"]?.content.bytes() == [2])
    #expect(position == (try pair.one.open(knowing: nil, tail: 0).position))
    var inTurn: LogUpdate?
    _ = try pair.other.transaction(from: before.position, keys: []) { transaction in
      inTurn = transaction.update
      return LogCommit()
    }
    guard case .rows(let same, position)? = inTurn else {
      Issue.record("a turn begins with \(String(describing: inTurn))")
      return
    }
    #expect(Set(same) == Set(rows))
  }

  @Test(arguments: Sort.allCases)
  func `know a key that came to another`(sort: Sort) throws {
    let pair = try Self.pair(sort)
    let record = IdempotencyRecord(
      key: IdempotencyKey(text: "k\u{1}\"\\", fingerprint: "f"),
      answer: RecordedAnswer(status: 200, body: [0, 255]), at: Timestamp(milliseconds: 1))
    try pair.one.publish([.activate("a")], records: [record])
    #expect(try pair.other.record(for: record.key.text) == record)
  }

  @Test(arguments: Sort.allCases)
  func `give each revision once when all write at once`(sort: Sort) throws {
    let pair = try Self.pair(sort)
    let given = Mutex<[UInt64]>([])
    try sideBySide(
      (0..<4).map { writer in
        { @Sendable () throws in
          let store = writer % 2 == 0 ? pair.one : pair.other
          for number in 0..<15 {
            let changes = try store.put(.activate("w\(writer)n\(number)", in: "c\(writer % 3)"))
            given.withLock { $0 += changes.map(\.revision) }
          }
        }
      })
    #expect(given.withLock { $0.sorted() } == Array(1...60))
    #expect(try pair.one.read(after: 0, limit: 100) == pair.other.read(after: 0, limit: 100))
    #expect(try pair.one.snapshot(tail: 100).state == pair.other.snapshot(tail: 100).state)
  }

  @Test(arguments: Sort.allCases)
  func `forget for all what one forgets`(sort: Sort) throws {
    let pair = try Self.pair(sort)
    for number in 1...6 { try pair.one.put(.activate("t\(number)", second: Int64(number))) }
    let retention = Retention(changes: 2, seconds: 0)
    let now = Timestamp(milliseconds: 60_000)
    #expect(try pair.one.prune(keeping: retention, now: now, limit: 100) == 4)
    #expect(try pair.other.read(after: 3, limit: 9) == nil)
    #expect(try pair.other.prune(keeping: retention, now: now, limit: 100) == 4)
    #expect(try pair.other.history(of: "main", before: .max, limit: 9).map(\.theme) == ["t6", "t5"])
  }

  @Test(arguments: Sort.allCases)
  func `tell the others that there is something, and it is there then`(sort: Sort) throws {
    let pair = try Self.pair(sort)
    let position = try pair.other.open(knowing: nil, tail: 0).position
    let bell = DispatchSemaphore(value: 0)
    pair.other.onUpdate { _ = bell.signal() }
    try pair.one.put(.activate("a"))
    while true {
      // The other store may be notified without a new change, for example after it has connected.
      try #require(bell.wait(timeout: .now() + 60) == .success)
      if case .rows(let rows, _) = try pair.other.update(since: position) {
        #expect(rows.contains { if case .activation(let active) = $0 { active.theme == "a" } else { false } })
        return
      }
    }
  }
}
