import Documents
import Foundation
import ServerAccess
import TestServer
import Testing
import Themes

/// Webhooks whose requests are described in a file. `Scripts/operating` calls the APIs of two CDNs with the file of the docs.
@Suite struct `A webhook with a request of its own` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { $1 }

  private func start(_ webhooks: String, _ more: [String: String] = [:]) throws -> RunningServer {
    let folder = try Folder()
    try folder.write(["hooks.json": #"{ "webhooks": [\#(webhooks)] }"#])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: "\(folder.config)/hooks.json")
    return try RunningServer(
      files: Self.files,
      environment: ["LIVERY_WEBHOOKS_FILE": "\(folder.config)/hooks.json"].merging(more) { $1 })
  }

  @Test func `has its URL, headers and body, filled in`() throws {
    let receiver = try WebhookReceiver()
    let server = try start(
      #"""
      { "url": "\#(receiver.url)/{channel}/{revision}?id={id}",
        "headers": { "Authorization": "Bearer hidden-from-logs", "X-Theme": "{theme}", "content-type": "text/x-own" },
        "body": { "files": ["https://a.example/{channel}?{cursor}", "{"], "n": 12345678901234567890, "all": [true, null] } }
      """#)
    #expect(try server.post("/v1/active", #"{"theme":"second","channel":"kiosk"}"#).status == 200)
    let message = try receiver.messages(2)[1]
    let cursor = try #require(try server.get("/v1/active?channel=kiosk")["livery-cursor"])
    #expect(message.path == "/hook/kiosk/1?id=\(cursor)-kiosk")
    #expect(message.header("authorization") == "Bearer hidden-from-logs")
    #expect((message.header("x-theme"), message.header("content-type")) == ("second", "text/x-own"))
    #expect(message.body?["files"]?.items.map(\.string) == ["https://a.example/kiosk?\(cursor)", "{"])
    #expect(message.header("webhook-signature") == nil, "there is no secret")
    let metrics = try server.get("/metrics").text
    let log = server.stop().errors
    #expect(!log.contains("hidden-from-logs") && !metrics.contains("hidden-from-logs"))
    #expect(!log.contains("can be read by every user"))
  }

  @Test func `is for one channel, signed where there is a secret, and has the usual body unless it has one`()
    throws
  {
    let receiver = try WebhookReceiver()
    let server = try start(
      #"{ "url": "\#(receiver.url)", "channel": "kiosk", "headers": { "X-Own": "1" } }"#,
      ["LIVERY_WEBHOOK_SECRET": WebhookReceiver.secret])
    #expect(try server.post("/v1/active", #"{"theme":"second","channel":"kiosk"}"#).status == 200)
    let message = try receiver.messages(1)[0]
    #expect(message.isGood && message.channel == "kiosk" && message.header("x-own") == "1")
    #expect(message.header("content-type") == "application/json")
  }

  @Test(arguments: [
    ("{", "This is not JSON."),
    ("[]", "The file should be an object, not an array."),
    ("{}", "The file needs 'webhooks'."),
    (#"{ "webhook": [] }"#, "The file has no 'webhook'; did you mean 'webhooks'?"),
    (#"{ "webhooks": ["http://a/"] }"#, "A webhook should be an object, not a string."),
    (#"{ "webhooks": [{ "urls": "x" }] }"#, "A webhook has no 'urls'; did you mean 'url'?"),
    (#"{ "webhooks": [{ "headers": {} }] }"#, "A webhook needs 'url'."),
    (#"{ "webhooks": [{ "url": "ftp://secret-place" }] }"#, "'url' begins with http:// or https://"),
    (#"{ "webhooks": [{ "url": "http://{channel}.a/" }] }"#, "a host without placeholders"),
    (#"{ "webhooks": [{ "url": "http://a/{chanel}" }] }"#, "the placeholders are {channel}, {theme}"),
    (
      #"{ "webhooks": [{ "url": "http://a/", "channel": "a b" }] }"#,
      "'channel' should be the name of a channel."
    ),
    (#"{ "webhooks": [{ "url": "http://a/", "method": "post x" }] }"#, "a word in capitals"),
    (#"{ "webhooks": [{ "url": "http://a/", "headers": [] }] }"#, "'headers' should be an object"),
    (
      #"{ "webhooks": [{ "url": "http://a/", "headers": { "a b": "secret-place" } }] }"#,
      "A header's name has"
    ),
    (
      #"{ "webhooks": [{ "url": "http://a/", "headers": { "Host": "secret-place" } }] }"#,
      "'Host' is set by the server"
    ),
    (
      #"{ "webhooks": [{ "url": "http://a/", "headers": { "a": "1", "A": "secret-place" } }] }"#,
      "or given twice"
    ),
    (
      #"{ "webhooks": [{ "url": "http://a/", "headers": { "a": "secret-place\r\nX: y" } }] }"#,
      "of ASCII in one line"
    ),
    (
      #"{ "webhooks": [{ "url": "http://a/", "headers": { "a": 7 } }] }"#,
      "The header 'a' should be a string, not a number."
    ),
    (#"{ "webhooks": [{ "url": "http://a/", "body": { "secret-place": "{x}" } }] }"#, "is no placeholder"),
  ])
  func `that is written wrongly stops the start, and no value is shown`(text: String, part: String) throws {
    let folder = try Folder()
    try folder.write(Self.files.merging(["hooks.json": text]) { $1 })
    let ending = try Livery.run(
      ["serve", "--listen", "127.0.0.1:0", "--config", folder.config, "--state", folder.state],
      environment: ["LIVERY_WEBHOOKS_FILE": "\(folder.config)/hooks.json"])
    #expect(ending.code == 1 && ending.errors.contains(part), "\(ending.errors)")
    #expect(ending.errors.contains("\(folder.config)/hooks.json:1:"))
    #expect(!ending.errors.contains("secret-place"))
  }

  @Test func `stops the start where there are too many, or no file, and warns where all can read it`() throws
  {
    let many = Array(repeating: #"{ "url": "http://127.0.0.1:9/" }"#, count: 17).joined(separator: ",")
    let folder = try Folder()
    try folder.write(Self.files.merging(["hooks.json": #"{ "webhooks": [\#(many)] }"#]) { $1 })
    func serve(_ file: String) throws -> RunningServer.Ending {
      try Livery.run(
        ["serve", "--listen", "127.0.0.1:0", "--config", folder.config, "--state", folder.state],
        environment: ["LIVERY_WEBHOOKS_FILE": file])
    }
    #expect(try serve("\(folder.config)/hooks.json").errors.contains("at most 16 are possible"))
    #expect(try serve("/nowhere").errors.contains("The file of webhooks /nowhere can't be read"))
    try folder.write(["open.json": #"{ "webhooks": [] }"#])
    let server = try RunningServer(
      files: Self.files, environment: ["LIVERY_WEBHOOKS_FILE": "\(folder.config)/open.json"])
    #expect(server.stop().errors.contains("can be read by every user of this machine"))
  }
}
