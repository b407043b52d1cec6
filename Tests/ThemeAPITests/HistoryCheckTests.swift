import Changes
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Writers, followers and pruning all at once; afterwards every follower's history is held against the log.
///
/// `LIVERY_SECONDS=30 LIVERY_SEEDS=20` is the long form.
struct HistoryCheckTests {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
  private static let seeds = number("LIVERY_SEEDS") ?? 1
  private static let writesEach = (number("LIVERY_SECONDS") ?? 1) * 100

  /// What was published, by revision, as the writers were told.
  private final class Truth: Sendable {
    private let changes = Mutex<[UInt64: (channel: String, theme: String)]>([:])
    private let complaints = Mutex<[String]>([])

    func add(_ revision: UInt64, _ channel: String, _ theme: String) {
      let before = changes.withLock { $0.updateValue((channel, theme), forKey: revision) }
      if before != nil { complain("revision \(revision) was given out twice") }
    }

    func complain(_ sentence: String) { complaints.withLock { $0.append(sentence) } }

    /// The channel's revisions within a span.
    func revisions(of channel: String, after start: UInt64, upTo end: UInt64) -> [UInt64] {
      changes.withLock { changes in
        guard start < end else { return [] }
        return ((start + 1)...end).filter { changes[$0]?.channel == channel }
      }
    }

    func theme(at revision: UInt64) -> String? { changes.withLock { $0[revision]?.theme } }
    var violations: [String] { complaints.withLock { $0 } }
    var count: Int { changes.withLock { $0.count } }
  }

  /// A stretch that a follower read without a gap.
  private struct Stretch: Sendable {
    let channel: String
    let start: UInt64
    var end: UInt64
    var revisions: [UInt64] = []
    var themes: [String] = []
  }

  /// What the followers read, for as long as somebody writes.
  private final class Stretches: Sendable {
    let writers = Atomic<Int>(8)
    private let read = Mutex<[Stretch]>([])

    var areGrowing: Bool { writers.load(ordering: .acquiring) > 0 }
    var all: [Stretch] { read.withLock { $0 } }
    func add(_ stretches: [Stretch]) { read.withLock { $0 += stretches } }
  }

  @Test(arguments: 1...seeds)
  func `every history is filtered, ordered, unique, whole and resumable`(seed: Int) throws {
    let store = MemoryStoreThatForgets()
    store.retention = Retention(changes: 150, seconds: 0)
    let clock = HandClock()
    let desk = try WritingDesk(store: store, clock: clock)
    for channel in ["main", "kiosk"] { desk.activate("night", in: channel) }
    clock.set("2028-01-01T00:00:00Z")
    let truth = Truth()
    let stretches = Stretches()
    Self.allAtOnce(17) { index in
      let random = SeededGenerator(seed: UInt64(seed * 100 + index))
      switch index {
      case 0..<8:
        Self.write(desk, truth, random, index)
        stretches.writers.subtract(1, ordering: .releasing)
      case 8..<16:
        let read = Self.follow(desk, truth, random) { stretches.areGrowing }
        stretches.add(read)
      default: Self.prune(desk, truth) { stretches.areGrowing }
      }
    }
    Self.judge(stretches.all, truth)
    #expect(truth.violations.isEmpty, "\(truth.violations.prefix(5))")
    #expect(stretches.all.contains { $0.revisions.count > 20 })
  }

  /// Each on a thread of its own, however few cores there are.
  private static func allAtOnce(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
      group.enter()
      Thread.detachNewThread {
        body(index)
        group.leave()
      }
    }
    group.wait()
  }

  private static func write(_ desk: WritingDesk, _ truth: Truth, _ random: SeededGenerator, _ index: Int) {
    var random = random
    let themes = ["default", "new-year", "night"]
    for _ in 0..<writesEach {
      let channel = ["main", "kiosk"].randomElement(using: &random) ?? "main"
      guard let reply = desk.activate(themes.randomElement(using: &random) ?? "night", in: channel),
        reply.status == 200
      else { return truth.complain("a write was refused") }
      guard reply["changed"] == "true", let cursor = reply["cursor"].flatMap({ Cursor($0) }) else { continue }
      truth.add(cursor.revision, channel, reply["theme"] ?? "")
    }
  }

  /// Follows from cursors around the head, and begins anew now and then.
  private static func follow(
    _ desk: WritingDesk, _ truth: Truth, _ random: SeededGenerator, while isOn: () -> Bool
  ) -> [Stretch] {
    var random = random
    var read: [Stretch] = []
    while isOn() {
      let head = desk.journal.current.now.cursor
      let from = Int64(head.revision) + Int64.random(in: -100...100, using: &random)
      let start = UInt64(max(0, from))
      let channel = ["main", "kiosk"].randomElement(using: &random) ?? "main"
      var stretch = Stretch(channel: channel, start: start, end: start)
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let cursor = Cursor(epoch: head.epoch, revision: stretch.end)
        guard let reply = desk.ask("GET /v1/changes?since=\(cursor)&channel=\(channel)&mode=all&wait=0")
        else {
          truth.complain("parked without a wait")
          break
        }
        guard take(reply, into: &stretch, truth) else { break }
      }
      read.append(stretch)
    }
    return read
  }

  /// False where the follower must begin anew.
  private static func take(_ reply: Reply, into stretch: inout Stretch, _ truth: Truth) -> Bool {
    let next = (reply.header("Livery-Cursor")).flatMap { Cursor($0) }
    switch reply.status {
    case 200:
      let root = JSONReader.read(SourceFile(name: "feed", bytes: reply.content.bytes)).root
      for change in root?["changes"].map({ Array($0.items) }) ?? [] {
        guard let cursor = change["cursor"]?.string.flatMap({ Cursor($0) }) else { continue }
        stretch.revisions.append(cursor.revision)
        stretch.themes.append(change["theme"]?.string ?? "")
      }
    case 204: break
    case 410:
      if stretch.end > stretch.start || !["ahead", "compacted"].contains(reply["reason"] ?? "") {
        // A follower that keeps up is pruned away only when it stood still for 150 changes.
        if reply["reason"] != "compacted" { truth.complain("410 \(reply["reason"] ?? "") in mid-stretch") }
      }
      return false
    default:
      truth.complain("answered \(reply.status)")
      return false
    }
    guard let next, next.revision >= stretch.end else {
      truth.complain("the cursor went back")
      return false
    }
    stretch.end = next.revision
    return true
  }

  private static func prune(_ desk: WritingDesk, _ truth: Truth, while isOn: () -> Bool) {
    while isOn() {
      do { _ = try desk.journal.prune() } catch { truth.complain("pruning failed: \(error)") }
      usleep(5000)
    }
  }

  private static func judge(_ stretches: [Stretch], _ truth: Truth) {
    for stretch in stretches {
      // The two switches of the set-up stand before anything that a writer was told.
      let read = stretch.revisions.filter { $0 > 2 }
      let right = truth.revisions(of: stretch.channel, after: stretch.start, upTo: stretch.end)
      if read != right {
        truth.complain("\(stretch.channel) \(stretch.start)–\(stretch.end): \(read) for \(right)")
      }
      for (revision, theme) in zip(stretch.revisions, stretch.themes) where revision > 2 {
        if truth.theme(at: revision) != theme { truth.complain("\(revision) tells of \(theme)") }
      }
    }
  }
}
