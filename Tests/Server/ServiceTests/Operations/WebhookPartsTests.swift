import Changes
import TestServer
import Testing

@testable import Service

@Suite struct `The parts of a webhook` {
  @Test(
    arguments: [
      ("https://cdn.example/purge?zone=1", nil, "https://cdn.example:443", "/purge?zone=1"),
      ("http://127.0.0.1:9000", nil, "http://127.0.0.1:9000", "/"),
      ("kiosk=http://[::1]:9000/a/", "kiosk", "http://[::1]:9000", "/a/"),
      ("https://cdn.example?a=b", nil, "https://cdn.example:443", "/?a=b"),
    ] as [(String, String?, String, String)])
  func `are read from its address`(_ text: String, _ channel: String?, _ receiver: String, _ target: String)
    throws
  {
    let hook = try #require(Webhook(text))
    #expect(hook.channel == channel)
    #expect("\(hook.receiver)" == receiver)
    #expect(hook.target == target)
  }

  @Test(arguments: [
    "", "ftp://a", "https://", "https:///path", "http://a b/", "http://me:secret@a/", "http://a/#part",
    "=http://a/",
    "a b=http://a/", "kiosk=", "kiosk", "http://a:99999/", "http://a/\u{e9}", "http://a/\r\nX: y",
  ])
  func `are not read from what is none`(_ text: String) {
    #expect(Webhook(text) == nil)
  }

  @Test func `are at most 16 addresses`() {
    #expect(Webhook.list("")?.isEmpty == true)
    #expect(Webhook.list("http://a/, kiosk=http://b/")?.count == 2)
    #expect(Webhook.list(Array(repeating: "http://a/", count: 16).joined(separator: ","))?.count == 16)
    #expect(Webhook.list(Array(repeating: "http://a/", count: 17).joined(separator: ",")) == nil)
  }

  @Test func `wait once each, in the order in which they came`() {
    var queue = WebhookQueue()
    for channel in ["a", "b", "a", "c", "b"] { queue.add(channel) }
    #expect(queue.count == 3)
    #expect(queue.next()?.channel == "a")
    queue.add("a")
    #expect((0..<4).map { _ in queue.next()?.channel } == ["b", "c", "a", nil])
    for round in 0..<1000 {
      queue.add("\(round)")
      #expect(queue.next()?.channel == "\(round)")
    }
    #expect(queue.isEmpty)
  }

  @Test func `wait with the trace of the newest change, which a failed delivery does not replace`() {
    let traces = ["1", "2"].map { digit in
      TraceContext(parent: "00-\(String(repeating: digit, count: 32))-00f067aa0ba902b7-01", state: nil)
    }
    var queue = WebhookQueue()
    for trace in traces { queue.add("a", in: trace) }
    #expect(queue.next()?.trace == traces[1])
    queue.add(again: "a", in: traces[1])
    #expect(queue.next()?.trace == traces[1])
    queue.add("a")
    queue.add(again: "a", in: traces[1])
    #expect(queue.next().map { $0.trace == nil } == true)
  }

  @Test func `are found again in a file, whatever else stands there`() throws {
    let folder = try Folder()
    let path = "\(folder.path)/webhook"
    let cursor = try #require(Cursor("0123456789abcdef-12"))
    var positions = WebhookPositions(path: path)
    #expect(positions["main"] == nil && positions.dueAt == nil)
    positions.set(cursor, for: "main")
    #expect(positions.dueAt != nil)
    try positions.write()
    #expect(WebhookPositions(path: path)["main"] == cursor)
    try folder.write(["webhook": "main\n\u{0} x\nmain \(cursor) 3\nkiosk \(cursor)\nother 12\n"])
    let damaged = WebhookPositions(path: "\(folder.config)/webhook")
    #expect(damaged["kiosk"] == cursor && damaged["main"] == nil && damaged["other"] == nil)
  }

  @Test func `need no file where nothing survives`() throws {
    var positions = WebhookPositions(path: nil)
    positions.set(try #require(Cursor("0123456789abcdef-12")), for: "main")
    try positions.write()
    #expect(positions["main"] != nil && positions.dueAt == nil)
  }
}
