import Documents
import ServerAccess
import Service
import TestServer
import Testing
import Themes

/// Every row of the reading table, good and bad, against the real program with the shipped config.
@Suite struct `Reading from a running server` {
  private let server: ShippedServer

  init() throws { server = try ShippedServer.running }

  /// Method and path, body, status, what must be in the answer, what must not.
  struct Row: Sendable, CustomTestStringConvertible {
    let ask: String
    var headers: [String: String] = [:]
    var body: String?
    let status: Int
    var has: [String] = []
    var hasNot: [String] = []
    var testDescription: String { ask }
  }

  private static let rows: [Row] = themes + lookUps + batches + listings + service

  private static let themes: [Row] = [
    Row(
      ask: "GET /v1/theme", status: 200,
      has: [
        #""theme":"default""#, ##""accent":"#0b4f94""##, #""transition":{"duration":0.25}"#,
        #""for":"UIWindow""#, #""values":{"cornerRadius":{"value":12}}"#,
      ]),
    Row(
      ask: "GET /v1/theme?userInterfaceStyle=dark", status: 200,
      has: [##""accent":"#8cc3ff""##, #""traits":{"userInterfaceStyle":"dark"}"#]),
    Row(
      ask: "GET /v1/theme?theme=new-year&displayScale=3", status: 200,
      has: [#""imagePrefix":"year_""#, #""candidates":["year_logo","logo"]"#, #""displayScale":3"#]),
    Row(ask: "GET /v1/theme?channel=main", status: 200),
    Row(ask: "GET /v1/theme?channel=mian", status: 404, has: ["unknown-channel", "did you mean 'main'?"]),
    Row(
      ask: "GET /v1/theme?theme=new-yaer", status: 404, has: ["unknown-theme", "did you mean 'new-year'?"]),
    Row(
      ask: "GET /v1/theme?userInterfaceStlye=dark", status: 400,
      has: ["unknown-parameter", "did you mean 'userInterfaceStyle'?"]),
    Row(
      ask: "GET /v1/theme?userInterfaceStyle=drak", status: 400,
      has: ["bad-parameter", "did you mean 'dark'?"]),
    Row(ask: "GET /v1/theme?displayScale=two", status: 400, has: ["should be a number, not 'two'"]),
    Row(ask: "GET /v1/theme?theme=night&theme=night", status: 400, has: ["repeated-parameter", "'theme'"]),
    Row(
      ask: "GET /v1/theme", headers: ["Accept": "text/css"], status: 200,
      has: [":root", "--accent: #0b4f94;"]),
    Row(
      ask: "GET /v1/theme", headers: ["Accept": "image/png"], status: 406,
      has: ["not-acceptable", "text/css"]),
    Row(
      ask: "GET /v1/theme.css", status: 200,
      has: ["[data-theme=\"default\"]", "@media (prefers-color-scheme: dark)", "  --accent: #8cc3ff;"]),
    Row(
      ask: "GET /v1/theme.css?userInterfaceStyle=dark", status: 200, has: ["--accent: #8cc3ff;"],
      hasNot: ["@media", "#0b4f94"]),
    Row(
      ask: "GET /v1/theme.css?theme=paper", status: 200,
      has: [
        "--body--font-family: \"Georgia\", serif;", "--h1--font-size: 40px;",
        "--a--text-decoration--normal: underline;", "--content--color: var(--ink);",
        "color-scheme: light dark;",
        "color-mix(in srgb, var(--pencil) 60%, transparent)", "[data-scheme=\"dark\"]",
        "2 rules in containers are not here: '?selectors=true'",
      ], hasNot: ["nav a"]),
    Row(
      ask: "GET /v1/theme.css?theme=paper&selectors=true", status: 200, has: [":where(nav a) {"],
      hasNot: ["not here"]),
    Row(
      ask: "GET /v1/theme.css?selectors=true", status: 200,
      has: ["1 rule in containers is not here: their classes have no selector"]),
    Row(
      ask: "GET /v1/theme.css?selectors=maybe", status: 400,
      has: ["bad-parameter", "is true or false, not 'maybe'"]),
    Row(
      ask: "GET /v1/theme?pretty=true", status: 200, has: ["{\n  \"theme\": \"default\",\n"]),
    Row(ask: "GET /v1/theme?pretty=yes", status: 400, has: ["bad-parameter", "not 'yes'"]),
    Row(ask: "GET /v1/theme.xml?pretty=true", status: 400, has: ["unknown-parameter"]),
    Row(
      ask: "GET /v1/theme", headers: ["Accept": "*/*"], status: 200, has: ["{\"theme\":\"default\","]),
    Row(
      ask: "GET /v1/theme",
      headers: ["Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"], status: 200,
      has: ["{\n  \"theme\": \"default\",\n"]),
    Row(
      ask: "GET /v1/theme.xml", status: 200,
      has: ["<resources>", "<color name=\"accent_pressed\">#FF083A6E</color>"]),
    Row(
      ask: "GET /v1/theme.tokens.json", status: 200,
      has: [
        #","accent":{"$type":"color","$value":{"colorSpace":"srgb","components":["#, ##""hex":"#0b4f94""##,
        #""$extensions":{"org.livery":{"theme":"default","#,
      ]),
    Row(
      ask: "GET /v1/theme.android.zip", status: 200,
      has: ["PK", "values/livery.xml", "values-night/livery.xml", "drawable-xxhdpi/image__logo.png"]),
    Row(
      ask: "GET /v1/theme.android.zip?userInterfaceStyle=dark&images=false", status: 200,
      has: ["values/livery.xml"], hasNot: ["values-night", "drawable"]),
    Row(
      ask: "GET /v1/theme.xcassets.zip?theme=new-year", status: 200,
      has: [
        "Livery.xcassets/accent.colorset/Contents.json", "Livery.xcassets/logo.imageset/year_logo@2x.png",
      ]),
    Row(
      ask: "GET /v1/theme.xcassets.zip?images=maybe", status: 400,
      has: ["bad-parameter", "is true or false, not 'maybe'"]),
    Row(ask: "GET /v1/theme.android.zip?nihgt=night", status: 400, has: ["unknown-parameter"]),
    Row(ask: "GET /v1/theme.xcassets.zip?theme=none", status: 404, has: ["unknown-theme"]),
    Row(ask: "GET /v1/theme.jsn", status: 404, has: ["did you mean '/v1/theme.json'?"]),
    Row(ask: "POST /v1/theme", body: "", status: 405, has: ["GET, HEAD, OPTIONS"]),
  ]

  private static let lookUps: [Row] = [
    Row(ask: "GET /v1/colors/accent", status: 200, has: [##"{"name":"accent","value":"#0b4f94"}"##]),
    Row(
      ask: "GET /v1/colors/link?theme=new-year&userInterfaceStyle=dark&explain=true", status: 200,
      has: [
        ##""value":"#ffb89c""##, #""winner":{"theme":"new-year""#, #""reason":5"#,
        "a child's color replaces it",
      ]),
    Row(ask: "GET /v1/colors/acent", status: 404, has: ["unknown-color", "did you mean 'accent'?"]),
    Row(ask: "GET /v1/colors/accent?explain=maybe", status: 400, has: ["true, false or all"]),
    Row(ask: "GET /v1/values/cornerRadius", status: 200, has: [#"{"name":"cornerRadius","value":12}"#]),
    Row(
      ask: "GET /v1/values/cornerRadius?explain=all&theme=new-year", status: 200,
      has: [#""winner":{"theme":"default","file":"themes/default.json""#, #""definition":12"#]),
    Row(ask: "GET /v1/values/corner%52adius", status: 200, has: [#""cornerRadius""#]),
    Row(
      ask: "GET /v1/values/conerRadius", status: 404, has: ["unknown-value", "did you mean 'cornerRadius'?"]),
    Row(ask: "GET /v1/values/accent", status: 404, has: ["has no value 'accent'"]),
    Row(ask: "GET /v1/values/a%2Fb%2525", status: 404, has: ["has no value 'a/b%25'"]),
    Row(ask: "PUT /v1/values/cornerRadius", body: "1", status: 405, has: ["GET, HEAD, OPTIONS"]),
    Row(
      ask: "GET /v1/images/logo?theme=new-year&displayScale=2", status: 200,
      has: [#""candidates":["year_logo","logo"]"#, #""file":"year_logo@2x.png""#, "/v1/files/"]),
    Row(ask: "GET /v1/images/lgoo", status: 404, has: ["unknown-image", "did you mean 'logo'?"]),
    Row(
      ask: "GET /v1/appearance?for=UIBarButtonItem&in=UIWindow/UIToolbar&theme=new-year", status: 200,
      has: [##""set":{"tintColor":"#f858254d"}"##, #""in":"UIWindow/UIToolbar""#]),
    Row(
      ask: "GET /v1/appearance?for=UIButton&property=titleColor:selected", status: 200,
      has: [#""from":"titleColor:normal""#, #""property":"titleColor:selected""#]),
    Row(
      ask: "GET /v1/appearance?for=UIButton.primary&explain=all&property=titleColor:normal", status: 200,
      has: [
        #""explain":[{"key":"titleColor:normal","winner":{"theme":"default""#, #""unmatched":["#, #""line":"#,
      ]),
    Row(ask: "GET /v1/appearance", status: 400, has: ["missing-parameter", "'for'"]),
    Row(
      ask: "GET /v1/appearance?for=UIButon", status: 400, has: ["unknown-class", "did you mean 'UIButton'?"]),
    Row(ask: "GET /v1/appearance?for=UIButton&in=UIWindw", status: 400, has: ["did you mean 'UIWindow'?"]),
    Row(
      ask: "GET /v1/appearance?for=UIButton&property=titelColor:normal", status: 400,
      has: ["unknown-property", "did you mean 'titleColor'?"]),
    Row(
      ask: "GET /v1/appearance?for=UIButton&property=titleColor:normall", status: 400,
      has: ["did you mean 'normal'?"]),
    Row(ask: "GET /v1/appearance?for=UIButton&property=titleColor", status: 400, has: ["titleColor:normal"]),
    Row(ask: "GET /v1/appearance?for=.", status: 400, has: ["is no target"]),
  ]

  private static let batches: [Row] = [
    Row(
      ask: "POST /v1/appearance?theme=new-year",
      body:
        #"{"nodes":[{"id":"a","for":"UIBarButtonItem","in":"UIToolbar"},{"for":"UIButton","override":{"tintColor":"{gold/50%}"}}]}"#,
      status: 200,
      has: [
        ##"{"id":"a","for":"UIBarButtonItem","in":"UIToolbar","set":{"tintColor":"#f858254d"}}"##,
        ##""tintColor":"#ffd47980""##,
      ]),
    Row(
      ask: "POST /v1/appearance",
      body:
        #"{"traits":{"userInterfaceStyle":"dark"},"tree":{"for":"UIWindow","children":[{"for":"UIToolbar","children":[{"id":7,"for":"UIBarButtonItem"}]}]}}"#,
      status: 200,
      has: [#""traits":{"userInterfaceStyle":"dark"}"#, #"{"id":7,"for":"UIBarButtonItem","set":{"#]),
    Row(
      ask: "POST /v1/appearance", body: "{\n  \"nodes\": [\n    { \"for\": \"UIButton\" },\n  ]\n}",
      status: 400,
      has: ["bad-body", #""line":3"#, "no comma after the last item"]),
    Row(
      ask: "POST /v1/appearance", body: #"{"nodes":[{"for":"UIButon"},{"for":"UILable"}]}"#, status: 400,
      has: ["There are 2 problems in all", "did you mean 'UILabel'?", #""pointer":"/nodes/1/for""#]),
    Row(
      ask: "POST /v1/appearance", body: #"{"nodes":[],"tree":{}}"#, status: 400, has: ["'nodes' or 'tree'"]),
    Row(ask: "POST /v1/appearance", body: #"{"nods":[]}"#, status: 400, has: ["did you mean 'nodes'?"]),
    Row(
      ask: "POST /v1/appearance", body: #"{"nodes":[{"for":"UIButton","override":{"tintColor":"{gone}"}}]}"#,
      status: 400, has: ["There is no color 'gone'", #""column":"#]),
    Row(ask: "POST /v1/appearance", headers: ["Content-Type": "text/plain"], body: "{}", status: 415),
  ]

  private static let listings: [Row] = [
    Row(
      ask: "GET /v1/themes", status: 200,
      has: [#""name":"new-year","title":"New Year","kit":"uikit","parent":"default""#, #""warnings":[]"#]),
    Row(ask: "GET /v1/themes/new-year", status: 200, has: [#""imagePrefix": "year_""#]),
    Row(ask: "GET /v1/themes/new-yaer", status: 404, has: ["did you mean 'new-year'?"]),
    Row(ask: "GET /v1/kits", status: 200, has: [#""name":"uikit""#, #""name":"web""#, #""name":"android""#]),
    Row(ask: "GET /v1/kits/web", status: 200, has: [#""title": "Web""#]),
    Row(ask: "GET /v1/kits/web?whole=true", status: 200, has: [#""kinds": {"#, #""example": "{accent}""#]),
    Row(ask: "GET /v1/kits/web?whole=yes", status: 400, has: ["true or false"]),
    Row(ask: "GET /v1/kits/wed", status: 404, has: ["unknown-kit", "did you mean 'web'?"]),
    Row(ask: "GET /v1/active", status: 200, has: [#""theme":"default""#]),
    Row(ask: "GET /v1/channels", status: 200, has: [#""channel":"main""#]),
    Row(ask: "GET /v1/history", status: 200, has: [#""changes":[]"#]),
    Row(ask: "GET /v1/schedule", status: 200, has: [#""schedules":[]"#]),
    Row(ask: "GET /v1/schedule/none", status: 404, has: ["unknown-schedule", "There is no schedule 'none'"]),
    Row(ask: "GET /v1/changes", status: 200, has: [#""cursor":""#]),
  ]

  private static let service: [Row] = [
    Row(ask: "GET /healthz", status: 200),
    Row(ask: "GET /readyz", status: 200),
    Row(ask: "GET /metrics", status: 200, has: ["livery_build_info"]),
    Row(
      ask: "GET /openapi.json", status: 200,
      has: [#""openapi": "3.1.0""#, #""/v1/theme""#, #""userInterfaceStyle""#]),
    Row(
      ask: "GET /docs", status: 200, has: ["<h1>Livery: the interface</h1>", "/v1/appearance"],
      hasNot: ["src="]),
    Row(ask: "GET /", status: 200),
    Row(ask: "GET /v2/theme", status: 404, has: ["did you mean '/v1/theme'?"]),
  ]

  @Test(arguments: rows) func `each row answers as the table says`(row: Row) throws {
    let parts = row.ask.split(separator: " ").map(String.init)
    var headers = row.headers.map { ($0.key, $0.value) }
    if row.body != nil, row.headers["Content-Type"] == nil {
      headers.append(("Content-Type", "application/json"))
    }
    let answer = try server.send(parts[0], parts[1], headers: headers, body: row.body)
    #expect(answer.status == row.status, "\(answer.text)")
    for text in row.has {
      let found = answer.text.contains(text) || answer.headers.contains { $0.value.contains(text) }
      #expect(found, "\(text) is not in \(answer.text.prefix(2000))")
    }
    for text in row.hasNot { #expect(!answer.text.contains(text), "\(text) is in the answer") }
    if row.status >= 400 { #expect(answer["content-type"] == "application/problem+json") }
    if parts[1].hasPrefix("/v1/") { #expect(answer["livery-cursor"] != nil) }
  }

  @Test(
    arguments: rows.filter { $0.ask.hasPrefix("GET") && $0.status == 200 && !$0.ask.contains("/v1/changes") })
  func `HEAD has the headers of GET and no body`(row: Row) throws {
    let target = String(row.ask.dropFirst(4))
    let headers = row.headers.map { ($0.key, $0.value) }
    let whole = try server.send("GET", target, headers: headers)
    let head = try server.send("HEAD", target, headers: headers)
    #expect(head.status == 200)
    #expect(head.body.isEmpty)
    #expect(head["etag"] == whole["etag"])
    if target != "/metrics" { #expect(head["content-length"] == whole["content-length"]) }
  }

  @Test(arguments: rows.filter { $0.ask.hasPrefix("GET /v1") && $0.status == 200 })
  func `what has an entity tag answers 304 to it, also compressed`(row: Row) throws {
    let target = String(row.ask.dropFirst(4))
    for encoding in ["identity", "gzip"] {
      let headers = row.headers.map { ($0.key, $0.value) } + [("Accept-Encoding", encoding)]
      let whole = try server.get(target, headers: headers)
      guard let tag = whole["etag"] else { continue }
      #expect(
        whole["content-encoding"] == (encoding == "gzip" && whole["content-encoding"] != nil ? "gzip" : nil))
      let unchanged = try server.get(target, headers: headers + [("If-None-Match", "\"x\", \(tag)")])
      #expect(unchanged.status == 304)
      #expect(unchanged.body.isEmpty)
      #expect(unchanged["etag"] == tag)
      #expect(unchanged["vary"] == whole["vary"])
    }
  }
}

@Suite struct `What goes with a representation` {
  private let server: ShippedServer

  init() throws { server = try ShippedServer.running }

  @Test func `a hint tells a trait, is named in Vary, and a query parameter beats it`() throws {
    let hint = [("Sec-CH-Prefers-Color-Scheme", "\"dark\"")]
    let hinted = try server.get("/v1/colors/accent", headers: hint)
    #expect(hinted.text.contains("#8cc3ff"))
    #expect(hinted["vary"]?.contains("Sec-CH-Prefers-Color-Scheme") == true)
    #expect(hinted["accept-ch"]?.contains("Sec-CH-Prefers-Color-Scheme") == true)
    #expect(hinted["critical-ch"] == "Sec-CH-Prefers-Color-Scheme")
    let asked = try server.get("/v1/colors/accent?userInterfaceStyle=light", headers: hint)
    #expect(asked.text.contains("#0b4f94"))
    #expect(asked["vary"]?.contains("Sec-CH-Prefers-Color-Scheme") == false)
    let odd = try server.get("/v1/colors/accent", headers: [("Sec-CH-Prefers-Color-Scheme", "plaid")])
    #expect(odd.text.contains("#0b4f94"), "a hint that means nothing is no error")
  }

  @Test func `another word of a hint is the kit's`() throws {
    let answer = try server.get(
      "/v1/theme?theme=aurora", headers: [("Sec-CH-Prefers-Contrast", "more"), ("Sec-CH-DPR", "2.0")])
    #expect(answer.text.contains(#""traits":{"accessibilityContrast":"high","displayScale":2}"#))
  }

  @Test func `Vary names the hints by which the theme may differ, and is short enough for nginx`() throws {
    let server = try RunningServer(
      config: ShippedServer.config, environment: ["LIVERY_CACHE_MAX_AGE": "1"])
    func paper(_ headers: [(String, String)]) throws -> HTTPClient.ServerReply {
      try server.get("/v1/theme?theme=paper", headers: headers)
    }
    let plain = try paper([])
    let vary = try #require(plain["vary"])
    #expect(
      vary == "Accept,Sec-CH-Prefers-Color-Scheme,Sec-CH-Prefers-Contrast,Sec-CH-DPR,"
        + "Sec-CH-Prefers-Reduced-Transparency,Accept-Encoding,Prefer")
    #expect(vary.utf8.count <= 128)
    #expect(
      plain["accept-ch"]?.contains("Sec-CH-Prefers-Reduced-Motion") == true, "another theme may differ by it")
    #expect(try paper([("Sec-CH-Prefers-Reduced-Motion", "reduce")])["etag"] == plain["etag"])
    for hint in [
      ("Sec-CH-Prefers-Color-Scheme", "dark"), ("Sec-CH-Prefers-Contrast", "more"), ("Sec-CH-DPR", "2"),
      ("Sec-CH-Prefers-Reduced-Transparency", "reduce"),
    ] {
      #expect(try paper([hint])["etag"] != plain["etag"], "\(hint.0)")
    }
  }

  @Test func `it is compressed where that is wanted, and only there`() throws {
    let plain = try server.get("/v1/theme")
    let gzip = try server.get("/v1/theme", headers: [("Accept-Encoding", "br, gzip")])
    #expect(plain["content-encoding"] == nil)
    #expect(gzip["content-encoding"] == "gzip")
    #expect(gzip.body.count < plain.body.count)
    #expect(gzip["etag"] != plain["etag"])
    #expect(gzip["vary"]?.contains("Accept-Encoding") == true)
  }

  @Test func `it may be read by pages of every origin, which ask beforehand`() throws {
    #expect(try server.get("/v1/theme")["access-control-allow-origin"] == "*")
    let headers = [("Origin", "https://shop.example"), ("Access-Control-Request-Method", "POST")]
    let preflight = try server.send("OPTIONS", "/v1/appearance", headers: headers)
    #expect(preflight.status == 204)
    #expect(preflight["access-control-allow-methods"] == "GET, HEAD, POST")
    let write = try server.send("OPTIONS", "/v1/active", headers: headers)
    #expect(write["access-control-allow-methods"] == "GET, HEAD")
    #expect(write["allow"] == "GET, HEAD, POST, OPTIONS")
  }

  @Test func `a listed origin is told so, others are not`() throws {
    let server = try RunningServer(environment: ["LIVERY_CORS_ORIGIN": "https://a.example,https://b.example"])
    for _ in 0..<2 {
      let own = try server.get("/v1/theme", headers: [("Origin", "https://b.example")])
      #expect(own["access-control-allow-origin"] == "https://b.example")
      #expect(own["vary"]?.contains("Origin") == true)
      #expect(try server.get("/v1/theme")["access-control-allow-origin"] == nil)
      let other = try server.get("/v1/theme", headers: [("Origin", "https://c.example")])
      #expect(other["access-control-allow-origin"] == nil)
    }
  }

  @Test func `an image's bytes lie under an address that names them`() throws {
    let image = try server.get("/v1/images/logo?displayScale=2")
    let (root, _) = JSONReader.read(SourceFile(name: "image", bytes: image.body))
    let url = try #require(root?["url"]?.string)
    let whole = try server.get(url)
    #expect(whole.status == 200)
    #expect(whole["content-type"] == "image/png")
    #expect(whole["cache-control"] == "public, max-age=31536000, immutable")
    #expect(whole.body.starts(with: [0x89, 0x50, 0x4e, 0x47]))
    #expect(url.contains(SHA256.hex(of: whole.body)))
    let tag = try #require(whole["etag"])
    #expect(try server.get(url, headers: [("If-None-Match", tag)]).status == 304)
    let part = try server.get(url, headers: [("Range", "bytes=1-3")])
    #expect(part.status == 206)
    #expect(part.text == "PNG")
    #expect(part["content-range"] == "bytes 1-3/\(whole.body.count)")
    let last = try server.get(url, headers: [("Range", "bytes=-4"), ("If-Range", tag)])
    #expect(last.status == 206 && last.body == Array(whole.body.suffix(4)))
    #expect(
      last["content-range"] == "bytes \(whole.body.count - 4)-\(whole.body.count - 1)/\(whole.body.count)")
    let head = try server.send("HEAD", url, headers: [("Range", "bytes=1-3")])
    #expect(head.status == 200 && head["content-length"] == String(whole.body.count), "parts are GET's alone")
    let beyond = try server.get(url, headers: [("Range", "bytes=99999999-")])
    #expect(beyond.status == 416)
    #expect(beyond["content-range"] == "bytes */\(whole.body.count)")
    #expect(try server.get(url, headers: [("Range", "bytes=0-0"), ("If-Range", "\"x\"")]).status == 200)
    #expect(try server.get(url.replacing("/v1/files/", with: "/v1/files/0")).status == 404)
  }
}
