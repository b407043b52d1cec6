import Documents
import Foundation
import ServerAccess
import TestServer
import Testing
import Themes

/// Drafts that are looked at by their keys, against a second server on which the same document was uploaded.
@Suite struct `A preview` {
  private static let files = [
    "kits/uikit.json": """
    { "classes": { "UILabel": { "superclass": null, "appearance": true, "container": true, "properties": [
      { "name": "textColor", "kind": "color" }, { "name": "image", "kind": "image" } ] } }, "axes": {},
      "traits": { "userInterfaceStyle": { "values": ["light", "dark"], "default": "light" } } }
    """,
    "themes/default.json": ##"{ "title": "Plain", "colors": { "accent": "#111111" } }"##,
    "themes/red.json": ##"{ "title": "Red", "colors": { "accent": "#ff0000" }, "values": { "gap": 4 } }"##,
    "themes/warm.json": #"{ "extends": "red" }"#,
    "images/stand.png": "\u{89}PNG\r\n\u{1a}\n",
  ]
  private static let next = """
    { "title": "Redder", "colors": { "accent": "#cc0000", "ink": "#000000" },
      "values": { "gap": 6 }, "appearance": [ { "for": "UILabel", "set": { "textColor": "{accent}" } } ] }
    """

  /// The requests that take a draft, with what they name besides it.
  private static let lines = [
    "/v1/theme?", "/v1/theme.json?pretty=true&", "/v1/theme.css?", "/v1/theme.css?selectors=true&",
    "/v1/theme.xml?", "/v1/theme.tokens.json?", "/v1/theme.json?userInterfaceStyle=dark&",
    "/v1/theme.android.zip?", "/v1/theme.xcassets.zip?", "/v1/theme.d.ts?", "/v1/theme.tokensstudio.json?",
    "/v1/appearance?for=UILabel&explain=true&",
    "/v1/colors/accent?", "/v1/colors/none?", "/v1/values/gap?", "/v1/images/stand?",
    "/v1/colors/accent?explain=all&", "/v1/theme?nonsense=1&",
  ]

  private func draft(
    _ server: RunningServer, _ text: String = next, headers: [(String, String)] = []
  ) throws -> (id: String, key: String) {
    let made = try server.post("/v1/drafts?name=red", text, headers: headers)
    #expect(made.status == 201, "\(made.text)")
    let root = JSONReader.read(SourceFile(name: "draft", bytes: made.body)).root
    return (try #require(root?["id"]?.string), try #require(root?["key"]?.string))
  }

  @Test func `answers byte for byte as if the draft were published`() throws {
    let (server, other) = (try RunningServer(files: Self.files), try RunningServer(files: Self.files))
    for one in [server, other] { #expect(try one.post("/v1/active", #"{"theme":"red"}"#).status == 200) }
    let before = try Self.lines.map { try server.get($0 + "theme=red") }
    let (id, key) = try draft(server)
    #expect(try other.send("PUT", "/v1/themes/red", bytes: Array(Self.next.utf8)).status == 200)
    for (line, plain) in zip(Self.lines, before) {
      for theme in ["theme=red", "theme=warm", "channel=main", "theme=default", "theme=red&channel=none"] {
        let published = try other.get(line + theme)
        let shown = try server.get("\(line)\(theme)&draft=\(key)")
        #expect(shown.status == published.status && shown.body == published.body, "\(line)\(theme)")
        #expect(shown["etag"] == published["etag"] && shown["vary"] == published["vary"], "\(line)\(theme)")
        #expect(shown["cache-control"] == "private, no-store" && shown["referrer-policy"] == "no-referrer")
        #expect(shown["livery-draft"] == (shown.status == 200 ? id : nil), "\(line)\(theme)")
      }
      let short = try server.get("\(line)draft=\(key)")
      #expect(short.body == (line.contains("nonsense") ? short.body : try other.get(line + "theme=red").body))
      let after = try server.get(line + "theme=red")
      #expect(after.body == plain.body && after["etag"] == plain["etag"] && after["livery-draft"] == nil)
    }
    let nodes = #"{"nodes":[{"for":"UILabel"}]}"#
    #expect(
      try server.post("/v1/appearance?draft=\(key)", nodes).body
        == other.post("/v1/appearance?theme=red", nodes).body)
    let active = try server.get("/v1/active?draft=\(key)").text
    let tag = try #require(try other.get("/v1/theme?theme=red")["etag"]).replacing("\"", with: "\\\"")
    #expect(
      active.hasPrefix(
        #"{"channel":null,"theme":"red","title":"Redder","kit":"uikit","etag":"\#(tag)","draft":{"id":"\#(id)""#
      ), "\(active)")
    #expect(try server.get("/v1/active?channel=main&draft=\(key)").text.contains(tag))
    for line in ["/v1/themes", "/v1/history", "/v1/changes", "/v1/kits", "/v1/check"] {
      let refused = try server.get("\(line)?draft=\(key)")
      #expect(
        [400, 405].contains(refused.status) && refused["cache-control"] == "private, no-store", "\(line)")
    }
  }

  @Test func `is held until the draft is replaced, and ends with it`() throws {
    let server = try RunningServer(files: Self.files)
    let (id, key) = try draft(server)
    func park(_ tag: String?) throws -> TestConnection {
      let connection = try server.connect()
      try connection.request(
        "GET", "/v1/theme?draft=\(key)", headers: ["If-None-Match: \(tag ?? "")", "Prefer: wait=30"])
      try server.waitForParked(1)
      return connection
    }
    let first = try server.get("/v1/theme?draft=\(key)")
    #expect(
      try server.get("/v1/theme?draft=\(key)", headers: [("If-None-Match", first["etag"] ?? "")]).status
        == 304)
    let parked = try park(first["etag"])
    #expect(try server.post("/v1/active", #"{"theme":"default"}"#).status == 200)
    let replaced = try server.send(
      "PUT", "/v1/drafts/\(id)", bytes: Array(##"{ "colors": { "accent": "#00cc00" } }"##.utf8))
    #expect(replaced.status == 200, "\(replaced.text)")
    let second = try parked.answer()
    #expect(second.status == 200 && second.text.contains("#00cc00") && second["livery-draft"] == id)
    let last = try park(second["etag"])
    #expect(try server.send("DELETE", "/v1/drafts/\(id)").status == 200)
    let gone = try last.answer()
    #expect(
      gone.status == 410 && gone.text.contains(#""reason":"discarded""#)
        && gone.text.contains(#""name":"red""#))
    #expect(gone["cache-control"] == "private, no-store" && gone["livery-draft"] == nil)
    #expect(try server.get("/v1/theme?draft=\(key)").status == 410)
  }

  @Test func `opens its theme to the holder of the key, and nothing else`() throws {
    let server = try RunningServer(
      files: Self.files,
      environment: ["LIVERY_TOKEN": "a-token-for-everything", "LIVERY_READ_TOKEN": "a-token-for-reading"])
    let token = [("Authorization", "Bearer a-token-for-everything")]
    let (_, key) = try draft(server, headers: token)
    for line in [
      "/v1/theme?", "/v1/theme.css?theme=red&", "/v1/active?", "/v1/colors/ink?",
      "/v1/appearance?for=UILabel&",
    ] {
      #expect(try server.get("\(line)draft=\(key)").status == 200, "\(line)")
      #expect(
        try server.get("\(line)draft=\(key)", headers: [("Authorization", "Bearer wrong-token-0123456")])
          .status == 200)
    }
    #expect(try server.post("/v1/appearance?draft=\(key)", #"{"nodes":[{"for":"UILabel"}]}"#).status == 200)
    for line in [
      "/v1/theme?channel=main", "/v1/theme?theme=warm", "/v1/theme?theme=nothing", "/v1/active?channel=main",
      "/v1/images/stand?theme=warm",
    ] {
      let refused = try server.get("\(line)&draft=\(key)")
      #expect(
        refused.status == 401 && refused["cache-control"] == "private, no-store", "\(line): \(refused.status)"
      )
      #expect([200, 404].contains(try server.get("\(line)&draft=\(key)", headers: token).status), "\(line)")
    }
    #expect(try server.get("/v1/images/stand?draft=\(key)").status == 404)
    let file = "/v1/files/\(SHA256.hex(of: Array("\u{89}PNG\r\n\u{1a}\n".utf8)))/stand.png?draft=\(key)"
    #expect(try server.get(file).status == 401)
    #expect(try server.get(file, headers: token).status == 200)
    #expect(try server.get("/v1/theme?draft=\(key.dropLast())").text.contains("bad-parameter"))
    let unknown = String(key.reversed())
    #expect(try server.get("/v1/theme?draft=\(unknown)").text.contains("unknown-draft"))
    let metrics = try server.get("/metrics", headers: token).text
    #expect(
      metrics.contains(#"livery_wrong_tokens_total{answered="at-once"} 6"#),
      "five wrong tokens, one wrong key")
  }

  @Test func `leaves its key in no log, metric, history or other answer`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--log-level", "debug"])
    let (id, key) = try draft(server)
    for line in [
      "/v1/theme?draft=\(key)", "/v1/theme?%64raft=\(key)", "/?draft=\(key)", "/?livery-draft=\(key)",
      "/v1/none?draft=\(key)",
      "/v1/theme?channel=none&draft=\(key)", "/v1/themes?draft=\(key)", "/v1/theme?draft=\(key)&draft=\(key)",
      "/v1/theme?draft=\(key)x",
    ] {
      let answer = try server.get(line)
      if !line.contains("livery-draft") { #expect(answer["cache-control"] == "private, no-store", "\(line)") }
      #expect(!answer.text.contains(key), "\(line)")
    }
    _ = try server.send("PUT", "/v1/themes/red?draft=\(key)", bytes: Array("{}".utf8))
    #expect(try server.send("DELETE", "/v1/drafts/\(id)").status == 200)
    #expect(try server.get("/v1/theme?draft=\(key)").text.contains(#""reason":"discarded""#))
    for line in [
      "/metrics", "/v1/history?channel=*", "/v1/changes?channel=*&mode=all", "/v1/themes", "/readyz",
      "/v1/theme", "/v1/active",
    ] {
      #expect(!(try server.get(line).text.contains(key)), "\(line)")
    }
    let log = server.stop().errors
    #expect(log.contains("draft=…") && !log.contains(key))
  }

  @Test func `is as private where the request is refused before anything looks at it`() throws {
    let server = try RunningServer(
      files: Self.files, arguments: ["--body-bytes", "1024", "--parked-clients", "0"])
    let (_, key) = try draft(server)
    let refused = [
      // It waits until the draft is compiled.
      try server.get("/v1/theme?draft=\(key)"),
      try server.get("/v1/theme?draft=\(key)&\(String(repeating: "x", count: 4000))"),
      try server.get("/v1/theme?draft=\(key)", headers: [("X-Long", String(repeating: "x", count: 8000))]),
      try server.get("/v1/theme?draft=\(key)&name=%00"),
      try server.post("/v1/appearance?draft=\(key)", String(repeating: " ", count: 2000)),
      try server.send("BREW", "/v1/theme?draft=\(key)"),
    ]
    #expect(refused.map(\.status) == [503, 414, 431, 400, 413, 405])
    for reply in refused {
      #expect(reply["cache-control"] == "private, no-store", "\(reply.status)")
      #expect(reply["referrer-policy"] == "no-referrer" && !reply.text.contains(key), "\(reply.status)")
    }
  }

  @Test func `leaves its key in no message to a webhook`() throws {
    let receiver = try WebhookReceiver()
    let server = try RunningServer(
      files: Self.files,
      environment: ["LIVERY_WEBHOOKS": receiver.url, "LIVERY_WEBHOOK_SECRET": WebhookReceiver.secret])
    _ = try receiver.messages(1)
    #expect(try server.post("/v1/active", #"{"theme":"red"}"#).status == 200)
    _ = try receiver.messages(2)
    let (id, key) = try draft(server)
    #expect(try server.get("/v1/theme?draft=\(key)").status == 200)
    #expect(try server.send("POST", "/v1/drafts/\(id)/publish").status == 200)
    for message in try receiver.messages(3) {
      #expect(!message.text.contains(key) && !message.text.contains(id), "\(message.text)")
    }
  }

  @Test func `gives images of the draft addresses with its key, and others their own`() throws {
    let server = try RunningServer(
      files: Self.files, environment: ["LIVERY_READ_TOKEN": "a-token-for-reading"])
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array("new".utf8)
    let theme = #"{ "images": { "logo": "mark", "old": "stand" } }"#
    let made = try server.send(
      "POST", "/v1/drafts?name=red", headers: [("Content-Type", "application/zip")],
      bytes: try PackageFile.zip([("red/theme.json", Array(theme.utf8)), ("red/mark.png", png)]))
    #expect(made.status == 201, "\(made.text)")
    let key = try #require(JSONReader.read(SourceFile(name: "draft", bytes: made.body)).root?["key"]?.string)
    let url = "/v1/files/\(SHA256.hex(of: png))/mark.png"
    let text = try server.get("/v1/theme?draft=\(key)").text
    #expect(text.contains("\"\(url)?draft=\(key)\"") && text.contains("/stand.png\""), "\(text)")
    #expect(try server.get("\(url)?draft=\(key)").body == png)
    #expect([401, 404].contains(try server.get(url).status))
    #expect(try server.get(url, headers: [("Authorization", "Bearer a-token-for-reading")]).status == 404)
    let archive = try server.get("/v1/theme.android.zip?draft=\(key)")
    #expect(archive.status == 200 && archive["livery-draft"] != nil)
  }
}

enum PackageFile {
  /// A zip file by Python's library.
  static func zip(_ entries: [(String, [UInt8])]) throws -> [UInt8] {
    let folder = try Folder()
    let path = "\(folder.path)/package.zip"
    let lines = entries.map {
      "f.writestr('\($0)', bytes.fromhex('\($1.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())'))"
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import zipfile\nwith zipfile.ZipFile('\(path)', 'w') as f:\n  \(lines.joined(separator: "\n  "))",
    ]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }
}
