import ServerAccess
import Foundation
import Service
import TestServer
import Testing

/// `livery watch` beside a server that is killed, started again, and loses its log.
@Suite struct `Watching` {
  private static let files = RunningServer.oneTheme.merging([
    "themes/night.json": "{}", "themes/new-year.json": "{}",
  ]) { _, own in own }

  private let state: Folder

  init() throws { state = try Folder() }

  private func start(_ address: String = "127.0.0.1:0", store: String? = nil) throws -> RunningServer {
    try RunningServer(
      files: Self.files,
      environment: [
        "LIVERY_LISTEN": address, "LIVERY_STATE": state.state,
        "LIVERY_STORE": store ?? "sqlite:\(state.path)/log.db",
      ])
  }

  private func show(_ theme: String, in channel: String = "main", on server: RunningServer) throws {
    let answer = try server.post("/v1/active", #"{ "theme": "\#(theme)", "channel": "\#(channel)" }"#)
    try #require(answer.status == 200)
  }

  private func watch(_ server: RunningServer, channel: String = "main") throws -> RunningCommand {
    try RunningCommand(
      "watch", "--channel", channel, "--exec",
      #"echo "ran $LIVERY_CHANNEL $LIVERY_KIND $LIVERY_THEME ${#LIVERY_CURSOR}""#,
      environment: ["LIVERY_SERVER": "http://\(server.address)"])
  }

  private func kill(_ server: RunningServer) {
    server.signal(SIGKILL)
    _ = server.ending()
  }

  @Test func `outlives the server and its log, and tells each switch once`() throws {
    var server = try start()
    let address = server.address
    let watch = try watch(server)
    try watch.lines(with: "main: default since")
    try show("night", on: server)
    try watch.lines(with: "activated  night")
    kill(server)
    try watch.lines(with: "No server answers at http://\(address)")
    server = try start(address)
    try show("new-year", on: server)
    try watch.lines(with: "activated  new-year")
    kill(server)
    for rest in ["", "-wal", "-shm", ".witness"] {
      try FileManager.default.removeItem(atPath: "\(state.path)/log.db\(rest)")
    }
    server = try start(address)
    try watch.lines(with: "Changes were missed (epoch).")
    try show("night", on: server)
    let lines = try watch.lines(with: "ran main activated night", times: 2)
    watch.stop()
    #expect(lines.count { $0.contains("activated  ") } == 3)
    // The last word is the length of a cursor.
    #expect(
      lines.filter { $0.hasPrefix("ran ") } == [
        "ran main present default 18", "ran main activated night 18", "ran main activated new-year 18",
        "ran main missed default 18", "ran main activated night 18",
      ])
  }

  @Test func `waits for a channel that a new log does not know yet`() throws {
    var server = try start(store: "memory:")
    let address = server.address
    try show("night", in: "kiosk", on: server)
    let watch = try watch(server, channel: "kiosk")
    try watch.lines(with: "kiosk: night since")
    kill(server)
    server = try start(address, store: "memory:")
    try watch.lines(with: "There is no channel 'kiosk'")
    try show("new-year", in: "kiosk", on: server)
    try watch.lines(with: "Changes were missed (epoch).")
    try watch.lines(with: "kiosk: new-year since")
  }

  @Test func `ends at once for a channel that never was`() throws {
    let server = try start(store: "memory:")
    let ending = try Livery.run(
      ["watch", "--channel", "mian"], environment: ["LIVERY_SERVER": "http://\(server.address)"])
    #expect(ending.code == 1)
    #expect(ending.errors == "livery: There is no channel 'mian'; did you mean 'main'?\n")
  }
}
