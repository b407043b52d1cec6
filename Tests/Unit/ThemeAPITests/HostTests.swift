import Changes
import Documents
import TestSupport
import Testing

@testable import ThemeAPI

@Suite struct `Channels by host` {
  private static func table(_ json: String) throws -> (table: HostTable, problems: [Problem]) {
    var table = HostTable()
    let root = try #require(JSONReader.read(SourceFile(name: "hosts.json", bytes: Array(json.utf8))).root)
    return (table, table.take(root))
  }

  private static func hosts(_ json: String) throws -> HostTable {
    var table = HostTable()
    let root = try #require(JSONReader.read(SourceFile(name: "hosts.json", bytes: Array(json.utf8))).root)
    #expect(table.take(root).isEmpty)
    return table
  }

  private static let brands =
    #"{ "shop.acme.com": "acme", "*.brands.example": "{1}", "*.eu.brands.example": "eu-{1}" }"#

  @Test(arguments: [
    ("shop.acme.com", "acme"), ("SHOP.acme.COM:8443", "acme"), ("shop.acme.com.", "acme"),
    ("Nord.brands.example", "nord"), ("nord.eu.brands.example", "eu-nord"), ("x.y.brands.example", "main"),
    ("eu.brands.example", "eu"), ("brands.example", "main"), (".brands.example", "main"),
    ("*.brands.example", "main"), ("{1}.brands.example", "main"), ("a%2eb.brands.example", "main"),
    ("a/b.brands.example", "main"), ("", "main"), ("127.0.0.1", "main"), ("[::1]:80", "main"),
    (String(repeating: "a", count: 300) + ".brands.example", "main"), ("evil.com:shop.acme.com", "main"),
    ("shop.acme.com:evil", "main"), ("shop.acme.com:", "acme"),
  ])
  func `a host has the channel of the entry that fits best`(host: String, channel: String) throws {
    #expect(try Self.hosts(Self.brands).choice(of: host) { _ in true }.channel == channel)
  }

  @Test func `an entry for every host takes those that fit nothing, and those without a channel`() throws {
    let table = try Self.hosts(#"{ "*": "main", "*.brands.example": "{1}" }"#)
    #expect(table.choice(of: "nord.brands.example") { _ in true }.channel == "nord")
    #expect(table.choice(of: "nord.brands.example") { $0 == "main" }.channel == "main")
    #expect(table.choice(of: "a.b.c") { _ in true }.entry == "*")
    let labels = try Self.hosts(#"{ "*": "{1}" }"#)
    #expect(labels.choice(of: "acme") { _ in true }.channel == "acme")
    #expect(labels.choice(of: "acme.com") { _ in true }.channel == "main")
  }

  @Test(arguments: [
    (#"{ "a.*.b": "x" }"#, 3), (#"{ "a*.b": "x" }"#, 3), (#"{ "**.b": "x" }"#, 3), (#"{ "a.b:80": "x" }"#, 3),
    (#"{ "ä.b": "x" }"#, 3), (#"{ "a..b": "x" }"#, 3), (#"{ "127.0.0.1": "x" }"#, 3),
    (#"{ "a.b": "{1}" }"#, 10), (#"{ "*.b": "{2}" }"#, 10), (#"{ "*.b": "-{1}" }"#, 10),
    (#"{ "a.b": 1 }"#, 10), (#"{ "a.b": "x", "A.B": "y" }"#, 15), (#"{ "*.b": "x", "*.B.": "y" }"#, 15),
  ])
  func `a wrong entry is refused at its place`(json: String, column: Int) throws {
    let problems = try Self.table(json).problems
    #expect(problems.map(\.place.column) == [column])
    #expect(problems.map(\.place.line) == [1])
  }

  @Test func `ten thousand entries are read and no more, and find what a model finds`() throws {
    var random = SeededGenerator(seed: 18)
    var model: [String: String] = [:]
    func label() -> String { String((0..<2).map { _ in "abcdefgh".randomElement(using: &random) ?? "a" }) }
    func name() -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in label() }.joined(separator: ".")
    }
    while model.count < HostTable.limit {
      let isPattern = Bool.random(using: &random)
      model[(isPattern ? "*." : "") + name()] = isPattern && Bool.random(using: &random) ? "c-{1}" : label()
    }
    let json = "{\(model.map { "\"\($0.key)\":\"\($0.value)\"" }.joined(separator: ","))}"
    let table = try Self.hosts(json)
    for _ in 0..<20_000 {
      let host = name()
      let parts = host.split(separator: ".")
      let pattern = "*." + parts.dropFirst().joined(separator: ".")
      let expected: String
      if let exact = model[host] {
        expected = exact
      } else if parts.count > 1, let found = model[pattern] {
        expected = found == "c-{1}" ? "c-\(parts[0])" : found
      } else {
        expected = "main"
      }
      #expect(table.choice(of: host) { _ in true }.channel == expected, "\(host)")
    }
    let more = "{\"one.more\":\"x\"," + json.dropFirst()
    #expect(try Self.table(more).problems.map(\.code) == ["too-many-hosts"])
  }

  private static let secret = "a-secret-that-nobody-guesses"

  /// Two channels beside `main`.
  private static func world(
    _ hosts: Hosts, readers: [AccessToken] = [], behind proxies: TrustedProxies = .none,
    images: [String: String] = [:]
  ) throws -> WritableTestAPI {
    let gate = Gate(tokens: [AccessToken(name: "desk", secret: secret)] + readers, behind: proxies)
    let api = try WritableTestAPI(gate: gate, images: images, hosts: hosts)
    for (theme, channel) in [("night", "acme"), ("new-year", "nord")] {
      let order = #"{"theme":"\#(theme)","channel":"\#(channel)"}"#
      #expect(api.send("POST /v1/active", order, token: secret)?.status == 200)
    }
    return api
  }

  /// The reply to a GET, from the cache if it is there.
  private static func get(
    _ target: String, _ headers: KeyValuePairs<String, String>, _ api: WritableTestAPI
  ) throws -> Reply {
    let head = Head(Request.ask("GET \(target)", headers))
    return try #require(api.router.answer(early: head)?.reply ?? api.ask("GET \(target)", headers))
  }

  @Test func `a read without a channel is answered by its host, with Vary, and never by another's cache`()
    throws
  {
    let api = try Self.world(Hosts(try Self.hosts(Self.brands)))
    for _ in 1...2 {
      for (host, theme) in [
        ("shop.acme.com", "night"), ("NORD.brands.example", "new-year"), ("elsewhere.example", "default"),
      ] {
        let reply = try Self.get("/v1/theme", ["Host": host], api)
        #expect(reply["theme"] == theme && reply.header("Vary")?.contains("Host") == true, "\(host)")
        let feed = try Self.get("/v1/changes", ["Host": host], api)
        #expect(feed["active.theme"] == theme && feed.header("Vary") == "Host")
        let named = try Self.get("/v1/active?channel=acme", ["Host": host], api)
        #expect(named["theme"] == "night" && named.header("Vary")?.contains("Host") != true)
      }
    }
  }

  @Test func `a host whose channel does not exist gets 404 with both names, and writes need no host`() throws
  {
    let api = try Self.world(Hosts(try Self.hosts(Self.brands)))
    let host: KeyValuePairs = [
      "Host": "sud.brands.example", "Content-Type": "application/json",
      "Authorization": "Bearer \(Self.secret)",
    ]
    for target in ["/v1/theme", "/v1/theme.css", "/v1/active", "/v1/changes", "/v1/theme?theme=night"] {
      let reply = try Self.get(target, host, api)
      #expect(reply.status == 404 && reply.header("Vary")?.contains("Host") == true, "\(target)")
      #expect(reply.text.contains("'sud.brands.example'") && reply.text.contains("'sud'"))
    }
    let write = try #require(api.ask("POST /v1/active", host, body: #"{"theme":"night"}"#))
    #expect(write.status == 200 && write["channel"] == "main")
  }

  @Test func `only a trusted proxy names the host, and a table that is replaced holds at once`() throws {
    let hosts = Hosts(try Self.hosts(Self.brands))
    let forwarded: KeyValuePairs = [
      "Host": "nord.brands.example", "X-Forwarded-Host": "evil.example, shop.acme.com",
    ]
    let open = try Self.world(hosts)
    #expect(try Self.get("/v1/active", forwarded, open)["theme"] == "new-year")
    let api = try Self.world(hosts, behind: TrustedProxies("127.0.0.1") ?? .none)
    #expect(try Self.get("/v1/active", forwarded, api)["theme"] == "night")
    #expect(hosts.replace(try Self.hosts(#"{ "shop.acme.com": "nord" }"#)))
    #expect(try Self.get("/v1/active", forwarded, api)["theme"] == "new-year")
  }

  @Test func `a reader of other channels is refused at a host as with its channel`() throws {
    let token = AccessToken(
      name: "acme", secret: "0123456789abcdef", grants: Grants(read: .some(["acme"])), isForReading: true)
    let api = try Self.world(Hosts(try Self.hosts(Self.brands)), readers: [token])
    for (host, status) in [("shop.acme.com", 200), ("nord.brands.example", 403), ("sud.brands.example", 403)]
    {
      let headers: KeyValuePairs = ["Host": host, "Authorization": "Bearer 0123456789abcdef"]
      #expect(try Self.get("/v1/active", headers, api).status == status, "\(host)")
    }
  }

  @Test func `images of a host with a public URL of its own have that`() throws {
    let urls = ["shop.acme.com": "https://shop.acme.com/t"]
    let api = try Self.world(Hosts(publicURLs: urls), images: ["logo.png": "ab"])
    for (host, origin) in [("shop.acme.com", "https://shop.acme.com/t"), ("other.example", "")] {
      for target in ["/v1/theme", "/v1/images/logo"] {
        for _ in 1...2 {
          let reply = try Self.get(target, ["Host": host], api)
          if target == "/v1/images/logo" { #expect(reply["url"] == "\(origin)/v1/files/ab/logo.png") }
        }
      }
    }
  }

  @Test func `a crowd is led on by the channel of its host, so that its address has one answer`() throws {
    let api = try WritableTestAPI(hosts: Hosts(try Self.hosts(Self.brands)), crowdSlot: 20)
    api.activate("night", in: "acme")
    let first = try Self.get("/v1/theme.json", ["Host": "shop.acme.com"], api)
    let next = try #require(first.header("Livery-Next"))
    #expect(next.hasPrefix("?channel=acme&held=") && first.header("Vary")?.contains("Host") == true)
    let watch = try #require(api.outcome("GET /v1/theme.json\(next)", ["Host": "evil.example"]).watch)
    api.activate("new-year", in: "acme")
    let changed = try #require(watch.answer(.changed))
    #expect(changed["theme"] == "new-year" && changed.header("Vary") == "Accept-Encoding")
    let late = try Self.get("/v1/theme.json\(next)", ["Host": "nord.brands.example"], api)
    #expect(late.text == changed.text && late.header("Livery-Next") == changed.header("Livery-Next"))
  }

  @Test func `a host without a public URL is led nowhere, since its images have the address that it names`()
    throws
  {
    let hosts = Hosts(publicURLs: ["shop.acme.com": "https://shop.acme.com"])
    let api = try WritableTestAPI(hosts: hosts, crowdSlot: 20)
    let led = try Self.get("/v1/theme.css", ["Host": "shop.acme.com"], api)
    let next = try #require(led.header("Livery-Next"))
    for _ in 1...2 {
      #expect(try Self.get("/v1/theme.css", ["Host": "evil.example"], api).header("Livery-Next") == nil)
      let forged = try Self.get("/v1/theme.css\(next)", ["Host": "evil.example"], api)
      #expect(forged.header("Cache-Control") == "private, no-store")
    }
  }
}
