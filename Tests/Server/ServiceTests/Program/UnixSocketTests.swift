import Bindings
import Foundation
import ServerAccess
import TestServer
import Testing

/// Tests a server that listens on a Unix socket, as proxies and commands on its machine use it.
@Suite struct `A server on a Unix socket` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  private let folder: Folder
  private let path: String
  private let client: HTTPClient

  init() throws {
    folder = try Folder()
    path = "\(folder.path)/livery.sock"
    client = HTTPClient(address: ServerAddress(.unix(path: path)))
  }

  private func start(
    _ arguments: [String] = [], listen: String? = nil, environment: [String: String] = [:]
  ) throws -> RunningServer {
    let listen = ["LIVERY_LISTEN": listen ?? "unix:\(path)"]
    return try RunningServer(
      files: Self.files, arguments: arguments, environment: listen.merging(environment) { $1 })
  }

  /// The end of a server that does not start.
  private func refusal(_ listen: String) throws -> String {
    let other = try Folder()
    try other.write(Self.files)
    let ending = try Livery.run([
      "serve", "--config", other.config, "--state", other.state, "--listen", listen,
    ])
    #expect(ending.code == 1)
    return ending.errors
  }

  private func connect() throws -> TestConnection { try TestConnection(to: .unix(path: path)) }

  private func switchTheme(to theme: String) throws -> HTTPClient.ServerReply {
    try client.send(
      "POST", "/v1/active", headers: [("Content-Type", "application/json")],
      body: Array(#"{"theme":"\#(theme)"}"#.utf8))
  }

  @Test func `answers there and at its other addresses alike`() throws {
    let server = try start(listen: "127.0.0.1:0, unix:\(path)")
    #expect(try switchTheme(to: "second").status == 200)
    let line = try server.waitForLog(containing: "\"Wrote\"")
    #expect(line.contains(#""from":"unix""#))
    #expect(try server.get("/v1/theme").text == client.send("GET", "/v1/theme").text)
    let start = try server.waitForLog(containing: "Listening on")
    #expect(start.contains("Listening on http://127.0.0.1:\(server.port) and unix:\(path)"))
  }

  @Test func `has waits, streams and uploads`() throws {
    let server = try start()
    let (waiting, stream, upload) = (try connect(), try connect(), try connect())
    try stream.request("GET", "/v1/changes", headers: ["Accept: text/event-stream"])
    _ = try stream.text(until: "event: present")
    let document = #"{"description":"\#(String(repeating: "x", count: 3 << 20))"}"#
    try upload.request(
      "PUT", "/v1/themes/third",
      headers: ["Content-Type: application/json", "Content-Length: \(document.utf8.count)"])
    try upload.send(document)
    let stored = try upload.answer()
    #expect(stored.status == 201, "\(stored.text)")
    let cursor = try #require(try client.send("GET", "/v1/changes")["livery-cursor"])
    try waiting.request("GET", "/v1/changes?since=\(cursor)&wait=50")
    #expect(try switchTheme(to: "second").status == 200)
    #expect(try waiting.answer().status == 200)
    _ = try stream.text(until: "second")
    try upload.request("GET", "/v1/themes/third")
    #expect(try upload.answer().text == document)
    #expect(server.stop().code == 0)
  }

  @Test func `is reached by the commands`() throws {
    let server = try start()
    let switched = try Livery.run("switch", "second", "--server", "unix:\(path)")
    #expect(switched.code == 0, "\(switched.errors)")
    let here = ["LIVERY_LISTEN": "unix:\(path)"]
    #expect(try Livery.run(["active"], environment: here).output.contains("second"))
    #expect(try Livery.run(["healthcheck"], environment: here).code == 0)
    #expect(server.stop().code == 0)
    let gone = try Livery.run("active", "--server", "unix:\(path)")
    #expect(gone.code == 69)
    #expect(gone.errors.contains("No server answers at unix:\(path)"))
  }

  @Test func `keeps its file for its owner and group, and removes it at the end`() throws {
    let server = try start()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
    #expect(mode == 0o660)
    #expect(server.stop().code == 0)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `replaces the file of a server that is gone, and not that of one that listens`() throws {
    let killed = try start()
    let refused = try refusal("unix:\(path)")
    #expect(
      refused
        == "livery: Another process listens on the socket '\(path)'; end that process, or choose another "
        + "path with --listen unix:PATH.\n")
    killed.signal(SIGKILL)
    _ = killed.ending()
    #expect(FileManager.default.fileExists(atPath: path))
    let next = try start()
    #expect(try client.send("GET", "/healthz").status == 200)
    #expect(next.stop().code == 0)
  }

  @Test func `refuses a path that can't be one, with a way out`() throws {
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    #expect(try refusal("unix:\(path)").contains("'\(path)' exists and is no socket; remove it"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    let long = "/tmp/" + String(repeating: "x", count: 103)
    #expect(try refusal("unix:\(long)").contains("has 108 bytes, and at most 107 are possible"))
    #expect(try refusal("unix:/nonexistent/x").contains("No such file or directory; its folder must exist"))
  }

  @Test func `counts no clients by address, and behind a trusted proxy those that it names`() throws {
    let server = try start(["--connections-per-address", "1"])
    let clients = try (0..<3).map { _ in try connect() }
    for client in clients {
      try client.request("GET", "/healthz")
      #expect(try client.answer().status == 200)
    }
    #expect(server.stop().code == 0)
    let trusting = try start(
      ["--connections-per-address", "1", "--trusted-proxies", "unix", "--workers", "1"])
    let cursor = try #require(try client.send("GET", "/v1/changes")["livery-cursor"])
    let waiting = try connect()
    try waiting.request(
      "GET", "/v1/changes?wait=50&since=\(cursor)", headers: ["X-Forwarded-For: 203.0.113.9"])
    func status(_ address: String) throws -> Int {
      try client.send("GET", "/healthz", headers: [("X-Forwarded-For", address)]).status
    }
    try eventually { try status("203.0.113.9") == 503 }
    #expect(try status("203.0.113.10") == 200)
    #expect(try switchTheme(to: "second").status == 403, "it does not say for whom it comes")
    let refused = try trusting.waitForLog(containing: "Refused a write")
    #expect(refused.contains(#""from":"unix""#))
  }
}
