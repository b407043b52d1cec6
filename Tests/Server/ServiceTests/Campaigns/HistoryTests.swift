import Changes
import Documents
import Foundation
import ServerAccess
import Service
import Synchronization
import TestServer
import TestSupport
import Testing
import Themes

/// Runs writers, followers and pruning at the same time, over sockets and a log on disk. Then compares every response to
/// a follower with the responses to the writers. `LIVERY_SECONDS=30 LIVERY_SEEDS=20` is the long form.
@Suite struct `Every history` {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
  private static let seeds = number("LIVERY_SEEDS") ?? 1
  private static let seconds = number("LIVERY_SECONDS") ?? 2
  private static let channels = ["main", "kiosk"]
  private static let (writers, followers) = (8, 8)

  @Test(.serialized, arguments: 1...seeds)
  func `is filtered, ordered, unique, whole and resumable`(seed: Int) throws {
    let stage = try ServedPublisher(keeping: 60)
    let records = HistoryRecords()
    let end = ContinuousClock.now + .seconds(Self.seconds)
    try Self.switch(to: "night", in: "kiosk", on: stage.connect(), records)
    let functions = (0...Self.writers + Self.followers).map { index in
      { @Sendable () throws in
        let random = SeededGenerator(seed: UInt64(seed * 100 + index))
        switch index {
        case 0..<Self.writers: try Self.write(until: end, stage, records, random)
        case Self.writers..<Self.writers + Self.followers:
          try Self.follow(until: end, stage, records, random)
        default: try stage.prune(every: .milliseconds(100), until: end)
        }
      }
    }
    try sideBySide(functions)
    let (complaints, summary) = records.judged()
    #expect(complaints.isEmpty, "\(complaints.prefix(5))")
    if Self.seeds > 1 { print("seed \(seed): \(summary), \(complaints.count) violations") }
  }

  private static func write(
    until end: ContinuousClock.Instant, _ stage: ServedPublisher, _ records: HistoryRecords,
    _ random: SeededGenerator
  ) throws {
    var random = random
    let connection = try stage.connect()
    while ContinuousClock.now < end {
      let theme = ["default", "new-year", "night"].randomElement(using: &random) ?? "night"
      let channel = channels.randomElement(using: &random) ?? "main"
      try self.switch(to: theme, in: channel, on: connection, records)
    }
  }

  private static func `switch`(
    to theme: String, in channel: String, on connection: TestConnection, _ records: HistoryRecords
  ) throws {
    let body = #"{"theme":"\#(theme)","channel":"\#(channel)"}"#
    try connection.send(
      "POST /v1/active HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
    let answer = try connection.answer()
    let root = JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root
    guard answer.status == 200, let cursor = root?["cursor"]?.string.flatMap({ Cursor($0) }) else {
      return records.complain("a switch got \(answer.status)")
    }
    if root?["changed"]?.bool == true { records.add(cursor.revision, channel, theme) }
  }

  /// Follows from cursors around the head, and sometimes starts over.
  private static func follow(
    until end: ContinuousClock.Instant, _ stage: ServedPublisher, _ records: HistoryRecords,
    _ random: SeededGenerator
  ) throws {
    var random = random
    var answers: [HistoryRecords.Answer] = []
    let connection = try stage.connect()
    while ContinuousClock.now < end {
      let head = stage.publisher.current.now.cursor
      var since = UInt64(max(0, Int64(head.revision) + Int64.random(in: -100...100, using: &random)))
      let channel = channels.randomElement(using: &random) ?? "main"
      let isFolded = Int.random(in: 0..<4, using: &random) == 0
      for _ in 0..<Int.random(in: 1...40, using: &random) {
        let cursor = Cursor(epoch: head.epoch, revision: since)
        try connection.request(
          "GET",
          "/v1/changes?since=\(cursor)&channel=\(channel)&mode=\(isFolded ? "latest" : "all")"
            + "&wait=\(Int.random(in: 0...1, using: &random))")
        let answer = HistoryRecords.Answer(
          try connection.answer(), to: since, in: channel, isFolded: isFolded)
        answers.append(answer)
        guard let next = answer.upTo, ContinuousClock.now < end else { break }
        since = next
      }
    }
    records.add(answers)
  }
}

/// The responses to writers and followers.
private final class HistoryRecords: Sendable {
  private struct State {
    var truth: [UInt64: Switch] = [:]
    var answers: [Answer] = []
    var complaints: [String] = []
  }

  private struct Switch: Equatable {
    let channel: String
    let theme: String
  }

  /// The response to a follower for one cursor.
  struct Answer: Sendable {
    let channel: String
    let isFolded: Bool
    let status: Int
    let reason: String?
    let since: UInt64
    /// The next cursor; nil if the cursor was invalid.
    let upTo: UInt64?
    let changes: [(revision: UInt64, theme: String)]

    init(_ answer: HTTPClient.ServerReply, to since: UInt64, in channel: String, isFolded: Bool) {
      let root = JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root
      (self.since, self.channel, self.isFolded, status) = (since, channel, isFolded, answer.status)
      reason = root?["reason"]?.string
      upTo =
        [200, 204].contains(answer.status)
        ? answer["livery-cursor"].flatMap { Cursor($0) }?.revision : nil
      changes = (root?["changes"].map { Array($0.items) } ?? []).map { change in
        (change["cursor"]?.string.flatMap { Cursor($0) }?.revision ?? 0, change["theme"]?.string ?? "")
      }
    }
  }

  private let state = Mutex(State())

  func complain(_ sentence: String) { state.withLock { $0.complaints.append(sentence) } }
  func add(_ answers: [Answer]) { state.withLock { $0.answers += answers } }

  func add(_ revision: UInt64, _ channel: String, _ theme: String) {
    let before = state.withLock {
      $0.truth.updateValue(Switch(channel: channel, theme: theme), forKey: revision)
    }
    if before != nil { complain("revision \(revision) was given out twice") }
  }

  /// The wrong responses, and the number of responses of each kind.
  func judged() -> (complaints: [String], summary: String) {
    let state = state.withLock { $0 }
    let missing = state.truth.isEmpty ? 0 : (1...UInt64(state.truth.count)).count { state.truth[$0] == nil }
    var complaints = state.complaints + (missing > 0 ? ["the log has \(missing) gaps"] : [])
    let revisions = Dictionary(grouping: state.truth.keys.sorted()) { state.truth[$0]?.channel ?? "" }
    for answer in state.answers {
      let complaint = Self.judge(answer, revisions[answer.channel] ?? []) { state.truth[$0]?.theme }
      if let complaint { complaints.append(complaint) }
    }
    let kinds = Dictionary(grouping: state.answers) { $0.reason ?? "\($0.status)" }
      .sorted { $0.key < $1.key }.map { "\($0.value.count) × \($0.key)" }
    return (complaints, "\(state.truth.count) changes, answers \(kinds.joined(separator: ", "))")
  }

  /// - Parameter revisions: the channel's, ascending.
  private static func judge(
    _ answer: Answer, _ revisions: [UInt64], theme: (UInt64) -> String?
  ) -> String? {
    let place = "\(answer.channel) since \(answer.since)"
    guard let upTo = answer.upTo else {
      return answer.status == 410 && ["ahead", "compacted"].contains(answer.reason)
        ? nil : "\(place): \(answer.status) \(answer.reason ?? "")"
    }
    guard upTo >= answer.since else { return "\(place): the cursor went back to \(upTo)" }
    let own = revisions[position(after: answer.since, in: revisions)..<position(after: upTo, in: revisions)]
    let right = answer.isFolded ? own.suffix(1) : own
    guard answer.changes.map(\.revision) == Array(right) else {
      return "\(place) to \(upTo): \(answer.changes.map(\.revision)) for \(right)"
    }
    let wrong = answer.changes.first { theme($0.revision) != $0.theme }
    return wrong.map { "\(place): \($0.revision) tells of \($0.theme)" }
  }

  /// How many of them are not after a revision.
  private static func position(after revision: UInt64, in revisions: [UInt64]) -> Int {
    var (low, high) = (0, revisions.count)
    while low < high {
      let middle = (low + high) / 2
      if revisions[middle] <= revision { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
