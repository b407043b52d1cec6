import Bindings
import Foundation
import ServerAccess
import TestServer
import Testing

/// The commands before servers that are not Livery, or mean them no good.
@Suite struct `A command before a strange server` {
  private let folder: Folder

  init() throws {
    folder = try Folder()
    try folder.write(["sale.json": #"{ "kit": "uikit" }"#])
  }

  private static let commands = [
    ["upload", "sale.json"], ["switch", "sale"], ["rollback"], ["active"], ["history"], ["schedule"],
    ["schedule", "sale", "--from", "2100-01-01T00:00:00Z"], ["schedule", "--cancel", "0123456789abcdef"],
    ["themes"], ["channels"], ["export", "copy"], ["watch", "--once"],
  ]

  private func run(_ command: [String], on server: AnsweringServer) throws -> RunningServer.Ending {
    try Livery.run(command + ["--server", server.url], in: folder.config)
  }

  private static func good(_ body: String, _ header: String = "") -> AnsweringServer.Reply {
    .text("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\(header)\r\n\(body)")
  }

  @Test(arguments: commands)
  func `takes no redirection for done, and says where it leads`(_ command: [String]) throws {
    let server = AnsweringServer { target in
      let path = target.prefix { $0 != "?" }
      return .text(
        "HTTP/1.1 301 Moved\r\nLocation: https://themes.example/livery\(path)\r\nContent-Length: 0\r\n\r\n")
    }
    let ending = try run(command, on: server)
    #expect(ending.code == 1)
    #expect(
      ending.errors.contains(
        "\(server.url) answered 301 and names https://themes.example/livery; use --server https://themes.example/livery."
      ), "\(ending)")
    #expect(ending.output.isEmpty)
  }

  @Test(arguments: commands)
  func `takes no answer for done that is not Livery's`(_ command: [String]) throws {
    let bodies = [
      "<html>Welcome</html>", "", "[]", "{}",
      #"{"themes":1,"channels":1,"changes":1,"schedules":1,"kits":1}"#,
      #"{"theme":"sale","channel":"main","name":"sale","changed":true,"id":"x","cursor":"x""#,
      String(repeating: "[", count: 100_000),
    ]
    for body in bodies {
      let ending = try run(command, on: AnsweringServer { _ in Self.good(body) })
      #expect(ending.code == 1, "\(body.prefix(40)): \(ending)")
      #expect(ending.errors.contains("but not as Livery does; check --server."), "\(ending)")
      #expect(ending.output.isEmpty)
    }
    let away = AnsweringServer { _ in
      .text("HTTP/1.1 302 Found\r\nLocation: /login\u{1b}[31m\r\nContent-Length: 0\r\n\r\n")
    }
    let ending = try run(command, on: away)
    #expect(ending.code == 1 && ending.errors.contains("answered 302 and names '/login"), "\(ending)")
    #expect(!ending.errors.contains("\u{1b}[31m"))
  }

  @Test func `is not healthy because a page is there`() throws {
    let ending = try run(["healthcheck"], on: AnsweringServer { _ in Self.good("<html>") })
    #expect(ending.code == 1 && ending.errors.contains("is not Livery"), "\(ending)")
  }

  private static let streams: [(String, String)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", "xxxxxxxx"),
    ("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", "data: x\n"),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
      "2000\r\n\(String(repeating: "x", count: 8192))\r\n"
    ),
  ]

  @Test(arguments: streams)
  func `reads no answer without end`(_ first: String, _ piece: String) throws {
    let server = AnsweringServer { _ in .endless(first, piece) }
    let ending = try run(["watch"], on: server)
    #expect(ending.code == 1 && ending.errors.contains("sends more than 64 MiB in one answer"), "\(ending)")
    let client = HTTPClient(address: try ServerAddress(server.url))
    #expect(throws: HTTPClient.RequestError.tooLarge(client.address, limit: 1 << 20)) {
      try client.send("GET", "/", within: .seconds(60), atMost: 1 << 20)
    }
  }

  @Test func `reads no complete answer that exceeds the limit`() throws {
    let server = AnsweringServer { _ in Self.good(String(repeating: "x", count: 1000)) }
    let client = HTTPClient(address: try ServerAddress(server.url))
    #expect(try client.send("GET", "/", atMost: 2000).body.count == 1000)
    #expect(throws: HTTPClient.RequestError.tooLarge(client.address, limit: 1000)) {
      try client.send("GET", "/", atMost: 1000)
    }
  }

  @Test(arguments: [
    ("", "HTTP/1.1 100 Continue\r\n\r\n"), ("HTTP/1.1 200 OK\r\n", "x: yyyyyyyyyyyyyyyyy\r\n"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffffffffffff\r\nx\r\n", "z\n"),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8;", "xxxxxxxxx"),
  ])
  func `reads no head and no chunk without end`(_ first: String, _ piece: String) throws {
    let ending = try run(["themes"], on: AnsweringServer { _ in .endless(first, piece) })
    #expect(ending.code == 69 || ending.errors.contains("sends more than 64 MiB"), "\(ending)")
    #expect(ending.errors.hasPrefix("livery: "), "\(ending)")
  }

  @Test func `waits no longer because there is always something to read`() throws {
    let server = AnsweringServer { _ in .endless("", "x") }
    let far = MonotonicTime.now + .seconds(60)
    let socket = try ClientSocket(host: "127.0.0.1", port: server.port, deadline: far)
    try socket.send(Array("GET / HTTP/1.1\r\n\r\n".utf8), deadline: far)
    #expect(try !socket.receive(deadline: far).isEmpty)
    let refusal = #expect(throws: SystemError.self) { try socket.receive(deadline: .now) }
    #expect(refusal?.code == SystemError.timedOut)
  }

  @Test func `follows no pages that repeat or never end`() throws {
    let round = AnsweringServer { _ in
      Self.good(#"{"themes":[{"name":"a"}]}"#, "Link: </v1/themes?after=a>; rel=\"next\"\r\n")
    }
    let ending = try run(["themes"], on: round)
    #expect(
      ending.code == 1 && ending.errors.contains("page after page of /v1/themes without end"), "\(ending)")
    #expect(ending.output.split(separator: "\n").count == 2)
    let line = AnsweringServer { target in
      let next = (Int(target.split(separator: "=").last ?? "") ?? 0) + 1
      return Self.good(#"{"channels":[]}"#, "Link: </v1/channels?after=\(next)>; rel=\"next\"\r\n")
    }
    let endless = try run(["channels"], on: line)
    #expect(endless.code == 1 && endless.errors.contains("/v1/channels?after=1000"), "\(endless)")
  }

  /// A server that names one kit, one theme and one image, each called so.
  private static func naming(kit: String, theme: String, image: String) -> AnsweringServer {
    AnsweringServer { target in
      if target == "/v1/kits" { return good(#"{"kits":[{"name":"k","file":"\#(kit)"}]}"#) }
      if target.hasPrefix("/v1/themes") && target.hasSuffix("themes") {
        return good(#"{"themes":[{"name":"a","kit":"k","file":"\#(theme)"}]}"#)
      }
      guard target.hasPrefix("/v1/theme?") else { return good("{}") }
      return good(#"{"images":{"i":{"file":"\#(image)","url":"/v1/files/0/i.png"}}}"#)
    }
  }

  @Test(arguments: [
    ("kits/.json", "themes/a.json", "i.png"), ("kits/k.sh", "themes/a.json", "i.png"),
    ("kits/k.json", "themes/..", "i.png"), ("kits/k.json", #"themes/\u001b[31m.json"#, "i.png"),
    ("kits/k.json", "themes/a.sh", "i.png"), ("kits/k.json", #"themes/a.\u202e.json"#, "i.png"),
    ("kits/k.json", "themes/a.json", #"\u001b[31m.png"#), ("kits/k.json", "themes/a.json", ".bashrc"),
    ("kits/k.json", "themes/a.json", #"C:\\..\\w.png"#), ("kits/k.json", "themes/a.json", "run.sh"),
    ("kits/k.json", "themes/a.json", String(repeating: "n", count: 5000) + ".png"),
  ])
  func `exports no file whose name misleads`(_ kit: String, _ theme: String, _ image: String)
    throws
  {
    let ending = try run(["export", "copy"], on: Self.naming(kit: kit, theme: theme, image: image))
    #expect(ending.code == 1 && ending.errors.contains("The server names a file '"), "\(ending)")
    #expect(ending.errors.contains("which is not written: "))
    #expect(!ending.errors.contains("\u{1b}[31m"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.config)/copy"))
  }

  @Test func `exports into the folder alone, wherever a path leads`() throws {
    let server = Self.naming(
      kit: "../../k.json", theme: "/etc/a.swifttheme.plist", image: "../../../i@2x.png")
    let ending = try run(["export", "copy"], on: server)
    #expect(ending.output == "copy: 1 theme, 1 kit, 1 image, 0 fonts.\n", "\(ending)")
    for file in ["kits/k.json", "themes/a.swifttheme.plist", "images/i@2x.png"] {
      #expect(FileManager.default.fileExists(atPath: "\(folder.config)/copy/\(file)"))
    }
  }
}
