import ServerAccess
import TestServer
import Testing

/// Tests the log lines of requests.
@Suite struct `The log of a running server` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }
  private static let secret = "a-secret-that-nobody-guesses"

  @Test func `has a line for each write: who, from where, what, where, and the cursor`() throws {
    let server = try RunningServer(files: Self.files, environment: ["LIVERY_TOKEN": Self.secret])
    let shown = [("Authorization", "Bearer \(Self.secret)"), ("Content-Type", "application/json")]
    func send(_ method: String, _ target: String, _ body: String?) throws -> HTTPClient.ServerReply {
      try server.send(method, target, headers: shown, body: body)
    }
    let answer = try send("POST", "/v1/active", #"{"theme":"second","channel":"kiosk"}"#)
    let cursor = try #require(answer["livery-cursor"])
    let line = try server.waitForLog(containing: "\"Wrote\"")
    for part in [
      #""level":"info""#, #""what":"switchTheme""#, #""by":"operator""#, #""from":"127.0.0.1""#,
      #""channel":"kiosk""#, #""name":"second""#, #""cursor":"\#(cursor)""#,
    ] { #expect(line.contains(part), "\(part) in \(line)") }
    #expect(try send("PUT", "/v1/themes/third", "{}").status == 201)
    #expect(try server.waitForLog(containing: "uploadTheme").contains(#""name":"third""#))
    #expect(try send("POST", "/v1/check", "{}").status == 200)
    #expect(try send("DELETE", "/v1/themes/third", nil).status == 200)
    #expect(try server.waitForLog(containing: "deleteTheme").contains(#""status":200"#))
    let rest = server.stop().errors
    #expect(!rest.contains("checkTheme"), "it stores nothing")
    #expect(!rest.contains(Self.secret))
  }

  /// They are written together, a moment later.
  @Test func `has the line of each write when the server has ended, in their order`() throws {
    let server = try RunningServer(files: Self.files)
    let cursors = try (0..<200).map { number in
      let theme = number.isMultiple(of: 2) ? "second" : "default"
      return try #require(try server.post("/v1/active", #"{"theme":"\#(theme)"}"#)["livery-cursor"])
    }
    let lines = server.stop().errors.split(separator: "\n").filter { $0.contains(#""Wrote""#) }
    #expect(lines.count == 200)
    for (line, cursor) in zip(lines, cursors) { #expect(line.contains(#""cursor":"\#(cursor)""#)) }
  }

  @Test func `has a line for each refused write, with the reason`() throws {
    let server = try RunningServer(files: Self.files, environment: ["LIVERY_TOKEN": Self.secret])
    #expect(try server.post("/v1/active", #"{"theme":"second"}"#).status == 401)
    let nobody = try server.waitForLog(containing: "Refused a write")
    #expect(nobody.contains(#""by":"anyone""#) && nobody.contains(#""status":401"#))
    #expect(nobody.contains("Writing needs a token"))
    let shown = [("Authorization", "Bearer \(Self.secret)")]
    #expect(
      try server.post("/v1/active", #"{"theme":"secund","channel":"kiosk"}"#, headers: shown).status == 404)
    let wrong = try server.waitForLog(containing: "Refused a write", times: 2)
    #expect(wrong.contains(#""by":"operator""#) && wrong.contains(#""channel":"kiosk""#))
    #expect(wrong.contains("secund"))
  }

  @Test func `that nobody reads holds up neither answers nor the end`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--log-level", "debug"])
    let connection = try server.connect()
    // A pipe holds 64 KiB; these lines take three times that.
    for number in 1...200 {
      try connection.request("GET", "/v1/theme?x=\(number)&y=\(String(repeating: "y", count: 800))")
      #expect(try connection.answer().status == 400)
    }
    #expect(try server.post("/v1/active", #"{"theme":"second"}"#).status == 200)
    #expect(server.stopUnread() == 0)
  }

  @Test func `tells each answer where it is asked for, and otherwise none`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--log-level", "debug"])
    #expect(try server.get("/v1/theme?theme=second").status == 200)
    let line = try server.waitForLog(containing: "\"Answered\"")
    for part in [
      #""level":"debug""#, #""method":"GET""#, #""target":"/v1/theme?theme=second""#, #""status":200"#,
      #""from":"127.0.0.1""#, #""microseconds":"#,
    ] { #expect(line.contains(part), "\(part) in \(line)") }
    let quiet = try RunningServer(files: Self.files)
    #expect(try quiet.get("/v1/theme").status == 200)
    #expect(!quiet.stop().errors.contains("Answered"))
  }
}
