import Changes
import Testing

struct ChangeLogTests {
  private let epoch = Epoch(word: 1)

  private func change(
    _ revision: UInt64, _ channel: String = "main", _ kind: ChangeKind = .activated
  ) -> Change {
    Change(
      revision: revision, kind: kind, theme: "t\(revision)", channels: [channel],
      at: Timestamp(milliseconds: 0), by: "tests")
  }

  private func log(_ count: UInt64, limit: Int = 16_384) -> ChangeLog {
    var log = ChangeLog(epoch: epoch, floor: 0, head: 0, tail: [], limit: limit)
    for revision in 0..<count { log.append([change(revision + 1, revision % 2 == 0 ? "main" : "kiosk")]) }
    return log
  }

  private func cursor(_ revision: UInt64) -> Cursor { Cursor(epoch: epoch, revision: revision) }

  private func revisions(_ reading: LogReading) -> [UInt64]? {
    if case .changes(let page) = reading { page.changes.map(\.revision) } else { nil }
  }

  @Test func `gives all of a channel after a cursor, in order`() {
    let log = log(1000)
    #expect(
      revisions(log.read(since: cursor(990), channel: "main", mode: .all, limit: 500)) == [
        991, 993, 995, 997, 999,
      ])
    #expect(revisions(log.read(since: cursor(1000), channel: "main", mode: .all, limit: 500)) == [])
    #expect(revisions(log.read(since: cursor(0), channel: "main", mode: .all, limit: 150))?.count == 150)
  }

  @Test func `folds to the last switch`() {
    var log = log(10)
    #expect(revisions(log.read(since: cursor(2), channel: "main", mode: .latest, limit: 500)) == [9])
    log.append([change(11, "main", .updated), change(12, "main", .scheduled)])
    #expect(revisions(log.read(since: cursor(2), channel: "main", mode: .latest, limit: 500)) == [9])
    #expect(revisions(log.read(since: cursor(10), channel: "main", mode: .latest, limit: 500)) == [11])
    #expect(revisions(log.read(since: cursor(11), channel: "main", mode: .latest, limit: 500)) == [12])
  }

  @Test func `says why a cursor is gone`() {
    var log = log(100)
    log.forget(below: 40)
    #expect(log.read(since: cursor(39), channel: "main", mode: .all, limit: 500) == .gone(.compacted))
    #expect(revisions(log.read(since: cursor(40), channel: "main", mode: .all, limit: 500))?.first == 41)
    #expect(log.read(since: cursor(101), channel: "main", mode: .all, limit: 500) == .gone(.ahead))
    let other = Cursor(epoch: Epoch(word: 2), revision: 50)
    #expect(log.read(since: other, channel: "main", mode: .all, limit: 500) == .gone(.epoch))
  }

  @Test(arguments: [10, 64, 100] as [UInt64]) func `is a value: what is added to one is not in another`(
    count: UInt64
  ) {
    let log = log(count)
    var (one, other) = (log, log)
    one.append([change(count + 1, "main", .updated)])
    other.append([change(count + 1, "kiosk"), change(count + 2, "kiosk")])
    one.append([change(count + 2)])
    func kinds(_ log: ChangeLog) -> [ChangeKind]? {
      let reading = log.read(since: cursor(count), channel: "*", mode: .all, limit: 500)
      return if case .changes(let page) = reading { page.changes.map(\.kind) } else { nil }
    }
    #expect(kinds(log) == [])
    #expect(kinds(one) == [.updated, .activated])
    #expect(kinds(other) == [.activated, .activated])
    #expect(one.newest(3).map(\.revision) == [count, count + 1, count + 2])
    #expect(log.newest(500).map(\.revision) == Array(1...count))
  }

  @Test func `holds no more than its limit and sends older cursors to the store`() {
    let log = log(5000, limit: 256)
    #expect(log.memoryFloor >= 5000 - 256 - 64)
    #expect(log.read(since: cursor(100), channel: "main", mode: .all, limit: 500) == .older)
    #expect(
      revisions(log.read(since: cursor(4990), channel: "main", mode: .all, limit: 500)) == [
        4991, 4993, 4995, 4997, 4999,
      ])
  }
}
