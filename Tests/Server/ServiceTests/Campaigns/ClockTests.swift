import ServerAccess
import Bindings
import Changes
import Foundation
import Service
import TestServer
import Testing

/// The wall clock under the real server set an hour ahead, then back, while clients wait and a schedule stands.
@Suite struct `A clock that is set` {
  private let faults: FaultInjection
  private let server: RunningServer

  init() throws {
    faults = try FaultInjection()
    let files = RunningServer.oneTheme.merging(["themes/night.json": "{}"]) { _, own in own }
    server = try RunningServer(files: files, environment: faults.environment)
  }

  @Test func `moves no time-out and fires no schedule twice`() throws {
    let start = try server.show("default", in: "kiosk")
    let from = Timestamp.now.advanced(bySeconds: 1800)
    try server.enter("night", in: "kiosk", from: from)
    let began = MonotonicTime.now
    let parked = try server.connect()
    try parked.request("GET", "/v1/changes?since=\(start)&wait=4")
    let other = try server.connect()
    try other.request("GET", "/v1/changes?since=\(start)&wait=55")

    try faults.setClock(ahead: 3600)
    let fired = try server.get("/v1/changes?since=\(start)&channel=kiosk&wait=0&mode=all")
    if !fired.text.contains(#""kind":"activated""#) {
      let cursor = try #require(fired["livery-cursor"])
      let answer = try server.get("/v1/changes?since=\(cursor)&channel=kiosk&wait=55&mode=all")
      #expect(answer.text.contains(#""theme":"night""#))
    }
    for ahead in [-3600, 3600, 0] {
      try faults.setClock(ahead: ahead)
      try server.awaitLook()
    }
    let history = try server.get("/v1/history?channel=kiosk").text
    #expect(history.components(separatedBy: #""kind":"activated""#).count == 3, "the first switch, then one")

    #expect(try parked.answer().status == 204)
    #expect(MonotonicTime.now - began >= .milliseconds(3660), "never earlier than 6 in 100, and a slot")
    _ = try server.show("night", in: "main")
    #expect(try other.answer().text.contains(#""theme":"night""#))
  }
}

/// A plan in the real server, while the clock is set and the rules of its zone change.
@Suite struct `A plan that repeats` {
  private let faults: FaultInjection
  private let folder: Folder
  /// The local time, half an hour ahead, at which it begins each day for an hour.
  private let from: LocalTime

  init() throws {
    faults = try FaultInjection()
    folder = try Folder()
    try folder.write(RunningServer.oneTheme.merging(["themes/night.json": "{}"]) { _, own in own })
    let now = Timestamp.now.milliseconds
    from = LocalTime(inUTC: Timestamp(milliseconds: now - now % 1000 + 5_400_000))
    try setZone(hours: 1, release: "2026c")
  }

  /// One with the state of those before it.
  private func server() throws -> RunningServer {
    let places = ["LIVERY_STATE": folder.state, "TZDIR": "\(folder.path)/zones"]
    return try RunningServer(
      files: [:], config: folder.config, environment: faults.environment.merging(places) { $1 })
  }

  /// Sets the rules of the zone 'Town': so many hours to the east, in a file as RFC 9636 has it.
  private func setZone(hours: UInt32, release: String) throws {
    let offset = (0..<4).map { UInt8(truncatingIfNeeded: hours * 3600 >> (24 - 8 * $0)) }
    let counts: [UInt8] = (0..<4).flatMap { _ in [0, 0, 0, 0] as [UInt8] } + [0, 0, 0, 1, 0, 0, 0, 4]
    let table = Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts + offset + [0, 0]
    let file = table + Array("LMT\0".utf8) + table + Array("LMT\0\n\n".utf8)
    let zones = "\(folder.path)/zones"
    try FileManager.default.createDirectory(atPath: zones, withIntermediateDirectories: true)
    try Data(file).write(to: URL(filePath: "\(zones)/Town"), options: .atomic)
    try Data(release.utf8).write(to: URL(filePath: "\(zones)/+VERSION"), options: .atomic)
  }

  private func enter(at server: RunningServer) throws -> String {
    let span = #""from":"\#(from)","until":"\#(from + 3_600_000)""#
    let body = #"{"theme":"night",\#(span),"repeat":"FREQ=DAILY","zone":"Town"}"#
    let reply = try server.post("/v1/schedule", body)
    return try #require(reply.text.split(separator: #""id":""#).last.map { String($0.prefix(16)) })
  }

  private func reach(_ theme: String, at server: RunningServer) throws {
    try eventually { try server.get("/v1/active").text.contains(#""theme":"\#(theme)""#) }
  }

  private func switches(since cursor: String, at server: RunningServer) throws -> Int {
    let feed = try server.get("/v1/changes?since=\(cursor)&channel=main&mode=all&wait=0").text
    return feed.components(separatedBy: #""kind":"activated""#).count - 1
  }

  @Test func `begins and ends once, whatever the clock does, also over restarts`() throws {
    var server = try server()
    let start = try #require(server.get("/v1/changes")["livery-cursor"])
    _ = try enter(at: server)
    try faults.setClock(ahead: 2000)
    try reach("night", at: server)
    try faults.setClock(ahead: 0)
    try server.awaitLook()
    try reach("night", at: server)
    try faults.setClock(ahead: 5500)
    try reach("default", at: server)
    for ahead in [2000, 0, 5500] {
      try faults.setClock(ahead: ahead)
      try server.awaitLook()
    }
    #expect(try switches(since: start, at: server) == 2)
    server.signal(SIGKILL)
    _ = server.ending()
    // Two occurrences begin and end while the server is away, and a third one begins.
    try faults.setClock(ahead: 3 * 86_400 + 2000)
    server = try self.server()
    try reach("night", at: server)
    #expect(try switches(since: start, at: server) == 3)
    try faults.setClock(ahead: 86_400 + 2000)
    server.stop()
    server = try self.server()
    try server.awaitLook()
    try reach("night", at: server)
    #expect(try switches(since: start, at: server) == 3)
  }

  @Test func `moves with the rules of its zone, and begins nothing again by other ones`() throws {
    let server = try server()
    let start = try #require(server.get("/v1/changes")["livery-cursor"])
    #expect(try server.get("/readyz").text.contains(#""tzdata":"2026c""#))
    let id = try enter(at: server)
    func setZone(hours: Int64) throws -> Bool {
      try self.setZone(hours: UInt32(hours), release: "2026-\(hours)")
      server.signal(SIGHUP)
      try eventually { try server.get("/readyz").text.contains(#""tzdata":"2026-\#(hours)""#) }
      let moment = from.inUTC.advanced(bySeconds: hours * -3600)
      return try server.get("/v1/schedule/\(id)").text.contains(#""from":"\#(moment)""#)
    }
    #expect(try setZone(hours: 2))
    try reach("night", at: server)
    #expect(try setZone(hours: 1))
    try server.awaitLook()
    try reach("night", at: server)
    try faults.setClock(ahead: 2000)
    try server.awaitLook()
    #expect(try switches(since: start, at: server) == 1)
    try faults.setClock(ahead: 5500)
    try reach("default", at: server)
    #expect(try switches(since: start, at: server) == 2)
  }
}

extension RunningServer {
  /// Returns after the server has looked at its schedules once more: one that is due by any clock has fired.
  func awaitLook() throws {
    let cursor = try show("default", in: "probe")
    try enter("night", in: "probe", from: Timestamp.now.advanced(bySeconds: -7200))
    var since = cursor
    while true {
      let answer = try get("/v1/changes?since=\(since)&channel=probe&wait=55&mode=all")
      try #require(answer.status == 200, "\(answer.text)")
      if answer.text.contains(#""kind":"activated""#) { return }
      since = try #require(answer["livery-cursor"])
    }
  }

  fileprivate func show(_ theme: String, in channel: String) throws -> String {
    let answer = try post("/v1/active", #"{ "theme": "\#(theme)", "channel": "\#(channel)" }"#)
    return try #require(answer["livery-cursor"])
  }

  fileprivate func enter(_ theme: String, in channel: String, from: Timestamp) throws {
    let body = #"{ "theme": "\#(theme)", "channel": "\#(channel)", "from": "\#(from)" }"#
    try #require(post("/v1/schedule", body).status == 201)
  }
}
