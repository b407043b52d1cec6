import Foundation
import ServerAccess
import Synchronization
import TestServer
import TestSupport
import Testing

/// Runs writers, and followers that use another server each time, while servers, database and the connections between
/// them fail at random. Then compares the responses with the log. `LIVERY_SECONDS=3600` is the long form.
@Suite struct `Every history that servers share` {
  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }
  private static let seconds = number("LIVERY_SECONDS") ?? 6
  private static let (writers, followers) = (4, 4)

  @Test func `is ordered, unique, whole and resumable, whatever fails`() throws {
    let fleet = try FaultyFleet(3)
    let start = try fleet.replica(0).get("/v1/changes").cursor
    let (records, end) = (SharedHistory(), ContinuousClock.now + .seconds(Self.seconds))
    let writers = (0..<Self.writers).map { writer in
      { @Sendable () throws in try Self.write(writer, fleet, records, until: end) }
    }
    let followers = (0..<Self.followers).map { follower in
      { @Sendable () throws in try Self.follow(follower, from: start, fleet, records) }
    }
    let others: [@Sendable () throws -> Void] = [
      { try Self.disturb(fleet, until: end) }, { try Self.finish(fleet, records, after: Self.writers) },
    ]
    try sideBySide(writers + followers + others)
    let log = try fleet.replica(1).log(since: start, upTo: records.end)
    #expect(
      log.map(\.note).sorted() == records.acknowledged.sorted(),
      "each once, and none that was acknowledged is gone")
    for heard in records.heard { #expect(heard == log.map(\.cursor), "in one order, without a gap") }
    #expect(records.complaints == [])
    if Self.seconds > 60 { print("\(log.count) changes, \(records.complaints.count) violations") }
  }

  private static func write(
    _ writer: Int, _ fleet: FaultyFleet, _ records: SharedHistory, until end: ContinuousClock.Instant
  ) throws {
    defer { records.stopped() }
    var number = 0
    while ContinuousClock.now < end {
      let note = "w\(writer)n\(number)"
      let body =
        #"{"theme":"\#(number % 2 == 0 ? "night" : "year")","channel":"c\#(writer)","note":"\#(note)"}"#
      let reply = try persist(fleet, at: writer + number) {
        try $0.sendOnce("POST", "/v1/active", headers: [("Idempotency-Key", note)], body: body)
      }
      if reply.status == 200 { records.acknowledge(note) } else { records.complain("a write: \(reply.text)") }
      number += 1
    }
  }

  /// Sends the last write, at which followers stop.
  private static func finish(_ fleet: FaultyFleet, _ records: SharedHistory, after writers: Int) throws {
    // Without it followers would never stop.
    defer { if records.end.isEmpty { records.giveUp() } }
    try eventually(within: .seconds(seconds + 240)) { records.stoppedWriters == writers }
    let reply = try persist(fleet, at: 0) {
      try $0.sendOnce(
        "POST", "/v1/active", headers: [("Idempotency-Key", "end")], body: #"{"theme":"year","note":"end"}"#)
    }
    records.acknowledge("end")
    records.finish(at: reply.cursor)
  }

  private static func follow(
    _ follower: Int, from start: String, _ fleet: FaultyFleet, _ records: SharedHistory
  ) throws {
    var (cursor, heard, turn): (String, [String], Int) = (start, [], follower)
    while cursor != records.end, !records.isGivenUp {
      turn += 1
      let reply = try persist(fleet, at: turn) {
        try $0.sendOnce("GET", "/v1/changes?since=\(cursor)&mode=all&channel=*&limit=500&wait=1")
      }
      switch reply.status {
      case 200:
        heard += try reply.page().changes.map(\.cursor)
        cursor = reply.cursor
      case 204: cursor = reply.cursor
      default: return records.complain("a follower: \(reply.status) \(reply.text)")
      }
    }
    records.add(heard)
  }

  private static func disturb(_ fleet: FaultyFleet, until end: ContinuousClock.Instant) throws {
    var random = SeededGenerator(seed: 16)
    while ContinuousClock.now < end {
      let fault = FaultyFleet.Fault.allCases.randomElement(using: &random) ?? .cut
      try fleet.apply(fault, at: Int.random(in: 0..<fleet.count, using: &random))
      usleep(UInt32.random(in: 50_000...700_000, using: &random))
      try fleet.mend()
    }
  }

  /// Sends a request to one server after another until the response is not 503, like clients behind a balancer.
  private static func persist(
    _ fleet: FaultyFleet, at index: Int, _ ask: (Replica) throws -> HTTPClient.ServerReply
  ) throws -> HTTPClient.ServerReply {
    var (turn, last): (Int, HTTPClient.ServerReply?) = (index, nil)
    try eventually {
      // A killed server does not respond.
      last = try? ask(fleet.replica(turn))
      turn += 1
      return last.map { $0.status != 503 } ?? false
    }
    return try #require(last)
  }
}

/// The responses to writers and followers.
private final class SharedHistory: Sendable {
  private struct State {
    var acknowledged: [String] = []
    var heard: [[String]] = []
    var complaints: [String] = []
    var stopped = 0
    var end = ""
    var isGivenUp = false
  }

  private let state = Mutex(State())

  var acknowledged: [String] { state.withLock { $0.acknowledged } }
  var heard: [[String]] { state.withLock { $0.heard } }
  var complaints: [String] { state.withLock { $0.complaints } }
  var stoppedWriters: Int { state.withLock { $0.stopped } }
  /// The cursor of the last write; empty until it is done.
  var end: String { state.withLock { $0.end } }
  /// Whether the last write never came.
  var isGivenUp: Bool { state.withLock { $0.isGivenUp } }

  func acknowledge(_ note: String) { state.withLock { $0.acknowledged.append(note) } }
  func add(_ heard: [String]) { state.withLock { $0.heard.append(heard) } }
  func complain(_ what: String) { state.withLock { $0.complaints.append(what) } }
  func stopped() { state.withLock { $0.stopped += 1 } }
  func finish(at cursor: String) { state.withLock { $0.end = cursor } }
  func giveUp() { state.withLock { $0.isGivenUp = true } }
}
