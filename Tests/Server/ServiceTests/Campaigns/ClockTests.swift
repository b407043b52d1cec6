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
    let start = try show("default", in: "kiosk")
    let from = Timestamp.now.advanced(bySeconds: 1800)
    try enter("night", in: "kiosk", from: from)
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
      try awaitLook()
    }
    let history = try server.get("/v1/history?channel=kiosk").text
    #expect(history.components(separatedBy: #""kind":"activated""#).count == 3, "the first switch, then one")

    #expect(try parked.answer().status == 204)
    #expect(MonotonicTime.now - began >= .milliseconds(3660), "never earlier than 6 in 100, and a slot")
    _ = try show("night", in: "main")
    #expect(try other.answer().text.contains(#""theme":"night""#))
  }

  /// Returns after the server has looked at its schedules once more: one that is due by any clock has fired.
  private func awaitLook() throws {
    let cursor = try show("default", in: "probe")
    try enter("night", in: "probe", from: Timestamp.now.advanced(bySeconds: -7200))
    var since = cursor
    while true {
      let answer = try server.get("/v1/changes?since=\(since)&channel=probe&wait=55&mode=all")
      try #require(answer.status == 200, "\(answer.text)")
      if answer.text.contains(#""kind":"activated""#) { return }
      since = try #require(answer["livery-cursor"])
    }
  }

  private func show(_ theme: String, in channel: String) throws -> String {
    let answer = try server.post("/v1/active", #"{ "theme": "\#(theme)", "channel": "\#(channel)" }"#)
    return try #require(answer["livery-cursor"])
  }

  private func enter(_ theme: String, in channel: String, from: Timestamp) throws {
    let body = #"{ "theme": "\#(theme)", "channel": "\#(channel)", "from": "\#(from)" }"#
    try #require(server.post("/v1/schedule", body).status == 201)
  }
}
