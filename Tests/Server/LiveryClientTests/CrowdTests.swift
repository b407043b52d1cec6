import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// Many clients in a process of their own, against the real server.
@Suite struct `A crowd of clients` {
  private static let files = RunningServer.oneTheme.merging([
    "themes/night.json": "{}", "themes/paper.json": "{}",
  ]) { _, own in own }

  @Test func `five hundred listeners come and go, and nothing is left`() async throws {
    let server = try RunningServer(files: Self.files)
    let crowd = try RunningCommand(
      program: "Crowd", "listeners", "http://\(server.address)", "500")
    let line = try crowd.lines(with: "left")
    #expect(line.last?.hasPrefix("left nothing") == true, "\(line)")
    // The server notices the departure of the last client a moment later.
    try server.waitForParked(0)
  }

  @Test func `all hear of a switch, and all are back after an outage`() async throws {
    let count = isLong ? 1000 : 200
    let server = try RunningServer(files: Self.files, host: "127.17.0.1")
    let crowd = try RunningCommand(
      program: "Crowd", "clients", "http://\(server.address)", "\(count)")
    try crowd.lines(with: "all \(count) have default")
    #expect(try server.post("/v1/active", #"{ "theme": "night" }"#).status == 200)
    try crowd.lines(with: "all \(count) have night")
    server.signal(SIGKILL)
    _ = server.ending()
    let files = Self.files.merging(["livery.json": #"{ "defaultTheme": "paper" }"#]) { _, own in own }
    let next = try RunningServer(files: files, host: server.host, port: server.port)
    try crowd.lines(with: "all \(count) have paper")
    next.stop()
  }
}
