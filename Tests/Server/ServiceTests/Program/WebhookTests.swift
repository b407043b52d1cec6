import Bindings
import Documents
import Foundation
import ServerAccess
import TestServer
import Testing
import Themes

/// Tests the real server's webhooks over real sockets. The receiver checks signatures with another library.
@Suite struct `A webhook` {
  private static let files = RunningServer.oneTheme.merging([
    "themes/second.json": "{}", "themes/third.json": "{}",
  ]) { one, _ in one }

  private func start(
    _ webhooks: String, secret: String = WebhookReceiver.secret, on folder: Folder? = nil,
    _ more: [String: String] = [:]
  ) throws -> RunningServer {
    var environment = ["LIVERY_WEBHOOKS": webhooks, "LIVERY_WEBHOOK_SECRET": secret]
    if let folder { environment["LIVERY_STATE"] = folder.state }
    return try RunningServer(files: Self.files, environment: environment.merging(more) { $1 })
  }

  @discardableResult
  private func show(_ theme: String, in channel: String = "main", _ server: RunningServer) throws -> String {
    let answer = try server.post("/v1/active", #"{"theme":"\#(theme)","channel":"\#(channel)"}"#)
    #expect(answer.status == 200)
    return try #require(answer["livery-cursor"])
  }

  @Test func `is told what holds at first, then of each change, with a signature`() throws {
    let receiver = try WebhookReceiver()
    let server = try start("\(receiver.url)?key=hidden-from-logs")
    #expect(try receiver.messages(1)[0].theme == "default")
    let cursor = try show("second", server)
    let message = try receiver.messages(2)[1]
    #expect(message.isGood)
    #expect(message.path == "/hook?key=hidden-from-logs")
    #expect((message.channel, message.theme, message.cursor) == ("main", "second", cursor))
    #expect(message.header("webhook-id") == "\(cursor)-main")
    #expect(message.header("content-type") == "application/json")
    #expect(message.body?["type"]?.string == "theme.changed")
    #expect(cursor.hasPrefix(message.body?["data"]?["epoch"]?.string ?? "?"))
    #expect(cursor.hasSuffix("-\(message.body?["data"]?["revision"]?.integer ?? 0)"))
    let log = server.stop().errors
    #expect(!log.contains(WebhookReceiver.secret) && !log.contains("hidden-from-logs"))
  }

  @Test func `that answers 500 or nothing of use is told again, and the log tells both ends of it`() throws {
    let receiver = try WebhookReceiver("500", "garbled", "gone", "204")
    let server = try start(receiver.url)
    let messages = try receiver.messages(4)
    #expect(Set(messages.map { $0.header("webhook-id") }).count == 1)
    #expect(!messages.contains { !$0.isGood })
    _ = try server.waitForLog(containing: "deliveries succeed again")
    let metrics = try server.get("/metrics").text
    let labels = #"{webhook="1",receiver="http://127.0.0.1:\#(receiver.port)"}"#
    #expect(metrics.contains("livery_webhooks_sent_total\(labels) 1\n"))
    #expect(metrics.contains("livery_webhooks_failed_total\(labels) 3\n"))
    #expect(metrics.contains("livery_webhooks_waiting\(labels) 0\n"))
    let log = server.stop().errors.split(separator: "\n")
    #expect(log.count { $0.contains("delivery failed") } == 1)
    #expect(log.first { $0.contains("delivery failed") }?.contains("it answered 500") == true)
  }

  @Test func `whose receiver is dead is told what holds when it lives again`() throws {
    // An address that no other test listens at.
    let host = "127.0.17.5"
    let dead = try WebhookReceiver(host: host)
    dead.stop()
    let server = try start(dead.url)
    _ = try server.waitForLog(containing: "delivery failed")
    try show("second", server)
    try show("third", server)
    let receiver = try WebhookReceiver(host: host, port: dead.port)
    let message = try receiver.messages(1)[0]
    #expect(message.isGood && message.theme == "third")
  }

  @Test func `that hangs holds up no switch, no other receiver and no end`() throws {
    let (hanging, other) = (try WebhookReceiver("hang"), try WebhookReceiver())
    let server = try start("\(hanging.url), \(other.url)", ["LIVERY_WEBHOOK_TIME": "600"])
    _ = try hanging.messages(1)
    for round in 1...20 { try show(round % 2 == 0 ? "second" : "third", server) }
    let last = try show("default", in: "kiosk", server)
    while try other.messages(0).last?.cursor != last { _ = try other.messages(other.messages(0).count + 1) }
    #expect(try hanging.messages(1).count == 1, "the first message still hangs")
    // And so does the end, were it waited for.
    #expect(server.stop().code == 0)
  }

  @Test func `that was late hears the newest state of each channel, each once, in their order`() throws {
    let receiver = try WebhookReceiver("hang")
    let server = try start(receiver.url, ["LIVERY_WEBHOOK_TIME": "600"])
    _ = try receiver.messages(1)
    try show("second", in: "kiosk", server)
    try show("third", server)
    try show("third", in: "kiosk", server)
    let main = try show("second", server)
    receiver.behave("204")
    let messages = try receiver.messages(3)
    #expect(messages.dropFirst().map(\.channel) == ["kiosk", "main"])
    #expect(messages.dropFirst().map(\.theme) == ["third", "second"])
    #expect(messages[2].cursor == main)
  }

  @Test func `goes on after a restart where it was`() throws {
    let folder = try Folder()
    let receiver = try WebhookReceiver()
    let first = try start(receiver.url, on: folder)
    #expect(try receiver.taken(1).map(\.theme) == ["default"])
    receiver.behave("503")
    try show("second", first)
    _ = try receiver.messages(2)
    #expect(first.stop().code == 0)
    receiver.behave("204")
    let second = try start(receiver.url, on: folder)
    #expect(try receiver.taken(2).map(\.theme) == ["default", "second"])
    #expect(second.stop().code == 0)
    let third = try start(receiver.url, on: folder)
    try show("third", third)
    #expect(try receiver.taken(3).map(\.theme) == ["default", "second", "third"], "and nothing twice")
  }

  @Test func `hears of a channel whose kept place the log never came to`() throws {
    let folder = try Folder()
    let receiver = try WebhookReceiver()
    let first = try start(receiver.url, on: folder)
    let cursor = try #require(try receiver.taken(1)[0].cursor)
    #expect(first.stop().code == 0)
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.state).first { $0.hasPrefix("webhook-") })
    let epoch = cursor.prefix { $0 != "-" }
    try Data("main \(epoch)-18446744073709551615\n".utf8).write(
      to: URL(fileURLWithPath: "\(folder.state)/\(name)"))
    let second = try start(receiver.url, on: folder)
    #expect(try receiver.taken(2)[1].theme == "default", "which it may have been told")
    try show("second", second)
    #expect(try receiver.taken(3)[2].theme == "second")
  }

  @Test func `follows no redirection`() throws {
    let elsewhere = try WebhookReceiver()
    let receiver = try WebhookReceiver("to=\(elsewhere.url)", "204")
    let server = try start(receiver.url)
    #expect(try server.waitForLog(containing: "delivery failed").contains("redirections are not followed"))
    _ = try receiver.messages(2)
    let address = try ServerAddress("http://127.0.0.1:\(elsewhere.port)")
    _ = try HTTPClient(address: address).send("POST", "/by-the-test", body: Array("{}".utf8))
    #expect(try elsewhere.messages(1).map(\.path) == ["/by-the-test"])
  }

  @Test(arguments: ["endless", "mute", "overflow"])
  func `whose answer never ends is taken by its status`(_ behavior: String) throws {
    let receiver = try WebhookReceiver(behavior, "204")
    let server = try start(receiver.url, ["LIVERY_WEBHOOK_TIME": "5"])
    _ = try receiver.messages(1)
    try show("second", server)
    #expect(try receiver.messages(2)[1].theme == "second")
    #expect(!server.stop().errors.contains("delivery failed"))
  }

  @Test func `can be for one channel, and hears of no plans`() throws {
    let receiver = try WebhookReceiver()
    let server = try start("kiosk=\(receiver.url)")
    try show("second", server)
    try show("second", in: "kiosk", server)
    _ = try receiver.messages(1)
    let plan = #"{"theme":"third","channel":"kiosk","from":"2100-01-01T00:00:00Z"}"#
    #expect(try server.post("/v1/schedule", plan).status == 201)
    try show("third", in: "kiosk", server)
    #expect(try receiver.messages(2).map(\.channel) == ["kiosk", "kiosk"])
    #expect(try receiver.messages(2).map(\.theme) == ["second", "third"])
  }

  @Test func `over TLS is told only where its certificate is vouched for`() throws {
    let folder = try Folder()
    try folder.makeCertificate()
    let receiver = try WebhookReceiver(certificate: folder)
    let url = "https://localhost:\(receiver.port)/hook"
    let stranger = try start(url)
    let line = try stranger.waitForLog(containing: "delivery failed")
    #expect(line.contains("--webhook-ca"))
    let server = try start(url, ["LIVERY_WEBHOOK_CA": folder.certificate])
    #expect(try receiver.messages(1)[0].isGood)
    #expect(!server.stop().errors.contains("delivery failed"))
  }

  @Test func `is signed by each secret of a file, which is read again`() throws {
    let folder = try Folder()
    let coded = "whsec_MDEyMzQ1Njc4OWFiY2RlZg=="
    let receiver = try WebhookReceiver(secret: coded)
    try folder.write(["secret": "a-secret-that-comes-next\n\(WebhookReceiver.secret)\n"])
    let server = try start(receiver.url, ["LIVERY_WEBHOOK_SECRET_FILE": "\(folder.config)/secret"])
    let before = try receiver.messages(1)[0]
    #expect(!before.isGood && before.header("webhook-signature")?.split(separator: " ").count == 2)
    try folder.write(["secret": "\(coded)\n"])
    try show("second", server)
    #expect(try receiver.messages(2)[1].isGood)
  }

  @Test(arguments: ["LIVERY_WEBHOOK_SECRET_FILE", "LIVERY_TOKENS_FILE"])
  func `and every secret comes from a file, not from a pipe that nobody writes to`(_ variable: String) throws
  {
    let folder = try Folder()
    try folder.write(Self.files)
    let pipe = "\(folder.config)/pipe"
    let made = unsafe mkfifo(pipe, 0o600)
    try #require(made == 0)
    let ending = try Livery.run(
      ["serve"],
      environment: [
        "LIVERY_CONFIG": folder.config, "LIVERY_STATE": folder.state, "LIVERY_LISTEN": "127.0.0.1:0",
        "LIVERY_WEBHOOKS": "http://127.0.0.1:9/", "LIVERY_WEBHOOK_SECRET": WebhookReceiver.secret,
        variable: pipe,
      ])
    #expect(ending.code != 0)
    #expect(
      ending.errors.contains("\(pipe) can't be read: It is a pipe or a device, not a file."), "\(ending)")
  }

  @Test(arguments: [
    (["LIVERY_WEBHOOKS": "http://127.0.0.1:9/"], "openssl rand -base64 24"),
    (
      ["LIVERY_WEBHOOKS": "http://127.0.0.1:9/", "LIVERY_WEBHOOK_SECRET": "short"],
      "LIVERY_WEBHOOK_SECRET must be"
    ),
    (
      ["LIVERY_WEBHOOKS": "http://127.0.0.1:9/", "LIVERY_WEBHOOK_SECRET": "whsec_short-and-no-base64"],
      "in base 64"
    ),
    (
      ["LIVERY_WEBHOOKS": "http://127.0.0.1:9/", "LIVERY_WEBHOOK_SECRET_FILE": "/nowhere"],
      "/nowhere can't be read"
    ),
    (["LIVERY_WEBHOOKS": "ftp://secret-place"], "LIVERY_WEBHOOKS must be addresses"),
  ])
  func `that can't be signed or reached stops the start, with advice`(
    _ environment: [String: String], _ advice: String
  ) throws {
    let folder = try Folder()
    try folder.write(Self.files)
    let settings = [
      "LIVERY_CONFIG": folder.config, "LIVERY_STATE": folder.state, "LIVERY_LISTEN": "127.0.0.1:0",
    ]
    let ending = try Livery.run(["serve"], environment: settings.merging(environment) { $1 })
    #expect(ending.code != 0)
    #expect(ending.errors.contains(advice), "\(ending.errors)")
    #expect(!ending.errors.contains("secret-place"))
  }
}
