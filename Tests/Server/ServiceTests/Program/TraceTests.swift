import ServerAccess
import TestServer
import Testing

/// Tests where the real server shows the trace of a request.
@Suite struct `The trace of a request on a running server` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }
  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let parent = "00-\(trace)-00f067aa0ba902b7-01"
  private static let detail = #""traceparent":"\#(parent)""#
  private static let headers = [("traceparent", parent), ("tracestate", "congo=t61")]

  private func server(_ environment: [String: String] = [:]) throws -> RunningServer {
    try RunningServer(
      files: Self.files, arguments: ["--log-level", "debug"], environment: environment)
  }

  @Test func `stands in the lines that it causes, of responses and of writes`() throws {
    let server = try server()
    #expect(try server.get("/v1/theme?mark=read", headers: Self.headers).status == 400)
    #expect(try server.waitForLog(containing: "mark=read").contains(Self.detail))
    #expect(try server.post("/v1/active", #"{"theme":"second"}"#, headers: Self.headers).status == 200)
    #expect(try server.waitForLog(containing: #""Wrote""#).contains(Self.detail))
    #expect(try server.post("/v1/active", #"{"theme":"gone"}"#, headers: Self.headers).status == 404)
    #expect(try server.waitForLog(containing: "Refused a write").contains(Self.detail))
    let cursor = try #require(try server.get("/v1/changes")["livery-cursor"])
    let waiting = try server.connect()
    try waiting.request(
      "GET", "/v1/changes?wait=50&since=\(cursor)", headers: ["traceparent: \(Self.parent)"])
    try server.waitForParked(1)
    #expect(try server.post("/v1/active", #"{"theme":"default"}"#).status == 200)
    #expect(try waiting.answer().status == 200)
    #expect(!(try server.waitForLog(containing: #""Wrote""#, times: 2).contains("traceparent")))
    let lines = server.stop().errors.split(separator: "\n")
    let waited = lines.filter {
      $0.contains("Answered") && $0.contains("/v1/changes") && $0.contains(Self.detail)
    }
    #expect(waited.count == 1)
  }

  @Test func `that is malformed, or sent twice, is ignored`() throws {
    let server = try server()
    let wrong = ["traceparent: 00-x\(Self.trace.dropFirst())-00f067aa0ba902b7-01"]
    for headers in [wrong, ["traceparent: \(Self.parent)", "traceparent: \(Self.parent)"]] {
      let connection = try server.connect()
      try connection.request("GET", "/v1/theme", headers: headers)
      #expect(try connection.answer().status == 200)
    }
    #expect(!server.stop().errors.contains("traceparent"))
  }

  @Test func `goes on in the webhooks that it causes, and in no others`() throws {
    let receiver = try WebhookReceiver("204", "500", "204")
    let server = try server([
      "LIVERY_WEBHOOKS": receiver.url, "LIVERY_WEBHOOK_SECRET": WebhookReceiver.secret,
    ])
    #expect(try receiver.messages(1)[0].header("traceparent") == nil)
    #expect(try server.post("/v1/active", #"{"theme":"second"}"#, headers: Self.headers).status == 200)
    let messages = try receiver.messages(3)[1...]
    for message in messages {
      let sent = message.header("traceparent")?.split(separator: "-").map(String.init)
      #expect(sent?.count == 4 && sent?[1] == Self.trace && sent?[2] != "00f067aa0ba902b7")
      #expect(message.header("tracestate") == "congo=t61")
    }
    #expect(Set(messages.compactMap { $0.header("traceparent") }).count == 2, "each attempt is a request")
    #expect(try server.waitForLog(containing: "delivery failed").contains(Self.detail))
    let upload = try server.send(
      "PUT", "/v1/themes/second", headers: Self.headers + [("Content-Type", "application/json")],
      body: ##"{"colors":{"accent":"#123456"}}"##)
    #expect(upload.status == 201 || upload.status == 200)
    #expect(try receiver.messages(4)[3].header("traceparent")?.contains(Self.trace) == true)
    #expect(try server.post("/v1/active", #"{"theme":"default"}"#).status == 200)
    #expect(try receiver.messages(5)[4].header("traceparent") == nil)
  }
}
