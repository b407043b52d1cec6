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
      #expect(ending.errors.contains("but not as Livery does; look at --server."), "\(ending)")
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
}
