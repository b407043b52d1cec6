import ServerAccess
import Service
import TestServer
import Testing

@Suite struct `Waiting for a representation` {
  private static let files = RunningServer.oneTheme.merging([
    "kits/uikit.json": ##"{ "classes": { "UIView": { "superclass": null, "properties": [] } } }"##,
    "themes/default.json": ##"{ "colors": { "accent": "#111111", "page": "#ffffff" } }"##,
    "themes/second.json": ##"{ "colors": { "accent": "#222222", "page": "#ffffff" } }"##,
  ]) { _, own in own }

  /// Sends a GET that waits, on a connection of its own.
  private func park(
    _ server: RunningServer, _ target: String, wait: Int = 50, method: String = "GET",
    headers: [(String, String)] = [], tag: String? = nil
  ) throws -> RawConnection {
    let own = try server.get(target, headers: headers)["etag"]
    let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
    let connection = RawConnection(port: server.port)
    connection.send(
      "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(fields)"
        + "If-None-Match: \(tag ?? own ?? "")\r\nPrefer: wait=\(wait)\r\n\r\n")
    return connection
  }

  @Test func `is over when that very representation changes, with the new one`() throws {
    let server = try RunningServer(files: Self.files)
    let accent = try park(server, "/v1/colors/accent")
    let page = try park(server, "/v1/colors/page", wait: 5)
    let theme = try park(server, "/v1/theme")
    let css = try park(server, "/v1/theme.css")
    let other = try park(server, "/v1/theme?theme=default", wait: 5)
    try server.waitForParked(5)
    let switched = try server.post("/v1/active", #"{ "theme": "second" }"#)
    let cursor = try #require(switched["livery-cursor"])
    for connection in [accent, theme, css] {
      let answer = try #require(connection.answer())
      #expect(answer.status == 200)
      #expect(answer.text.contains("#222222"))
      #expect(answer.header("Livery-Cursor") == cursor)
      #expect(answer.header("ETag") != nil)
      #expect(answer.header("Preference-Applied") == "wait=50")
    }
    // The switch altered neither of these: they wait on, to the end of their time.
    for connection in [page, other] {
      let answer = try #require(connection.answer())
      #expect(answer.status == 304)
      #expect(answer.header("Livery-Cursor") == cursor)
      #expect(answer.header("Preference-Applied") == "wait=5")
    }
  }

  /// Every representation that a switch alters, with what one can ask for beside its bytes.
  private static let altered: [(target: String, headers: [(String, String)])] = [
    ("/v1/theme.json", []), ("/v1/theme.css?userInterfaceStyle=dark", []), ("/v1/theme.xml", []),
    ("/v1/theme.tokens.json", []), ("/v1/theme", [("Accept", "text/css")]),
    ("/v1/theme.tokens.json", [("Accept-Encoding", "gzip")]),
    ("/v1/colors/accent", [("Sec-CH-Prefers-Color-Scheme", "dark")]), ("/v1/colors/accent?explain=all", []),
    ("/v1/images/logo", []), ("/v1/appearance?for=UIBarButtonItem&in=UIWindow/UIToolbar", []),
    ("/v1/appearance?for=UIButton&property=titleColor:normal&explain=true", []), ("/v1/active", []),
    ("/v1/channels", []),
  ]

  @Test func `goes for every representation that a switch alters`() throws {
    // One address for all: the connections that wait and the requests beside them name the host in two ways.
    let server = try RunningServer(
      config: ShippedServer.config, arguments: ["--public-url", "https://themes.example"])
    let parked = try Self.altered.map { ($0, try park(server, $0.target, headers: $0.headers)) }
    let before = try Self.altered.map { try server.get($0.target, headers: $0.headers) }
    #expect(try server.post("/v1/active", #"{ "theme": "new-year" }"#).status == 200)
    for (index, (asked, connection)) in parked.enumerated() {
      let answer = try #require(connection.answer())
      let after = try server.get(asked.target, headers: asked.headers)
      #expect(answer.status == 200, "\(asked.target)")
      #expect(answer.header("ETag") == after["etag"] && after["etag"] != before[index]["etag"])
      #expect(answer.header("Preference-Applied") == "wait=50")
      #expect(answer.body == after.body && after.body != before[index].body, "\(asked.target)")
      for name in ["Vary", "Content-Type", "Content-Encoding", "Cache-Control", "Livery-Cursor"] {
        #expect(answer.header(name) == after[name.lowercased()], "\(asked.target)")
      }
    }
  }

  @Test func `ends with the variant for a hint that only the next theme has`() throws {
    let server = try RunningServer(
      files: [
        "themes/default.json": ##"{ "kit": "web", "colors": { "accent": "#111111" } }"##,
        "themes/second.json": ##"""
        { "kit": "web", "colors": { "accent": { "value": "#222222", "when": [
          { "traits": { "saveData": "on" }, "value": "#333333" } ] } } }
        """##,
      ])
    let theme = try park(server, "/v1/colors/accent", headers: [("Save-Data", "on")])
    #expect(try server.post("/v1/active", #"{ "theme": "second" }"#).status == 200)
    let answer = try #require(theme.answer())
    #expect(answer.text.contains("#333333"))
    #expect(answer.header("Vary")?.contains("Save-Data") == true)
  }

  @Test func `waits in HEAD too, and for whatever there is where any tag will do`() throws {
    let server = try RunningServer(files: Self.files)
    let head = try park(server, "/v1/theme", method: "HEAD")
    let any = try park(server, "/v1/colors/accent", tag: "*")
    let several = try park(
      server, "/v1/colors/accent", tag: #""x", W/\#(try #require(server.get("/v1/colors/accent")["etag"]))"#)
    _ = try server.post("/v1/active", #"{ "theme": "second" }"#)
    let answer = try #require(head.answer(toHead: true))
    let whole = try server.get("/v1/theme")
    #expect(answer.status == 200 && answer.header("ETag") == whole["etag"])
    #expect(answer.header("Content-Length") == whole["content-length"])
    #expect(any.answer()?.text.contains("#222222") == true)
    #expect(several.answer()?.text.contains("#222222") == true)
  }

  @Test(arguments: [
    "Prefer: wait=50\r\n", "If-None-Match: \"x\"\r\nPrefer: wait=50\r\n",
    "If-None-Match: %\r\nPrefer: wait=0\r\n", "If-None-Match: %\r\nPrefer: wait=soon\r\n",
  ])
  func `does not wait where the client has nothing, something else, or no time`(headers: String) throws {
    let server = try ShippedServer.running
    let tag = try #require(server.get("/v1/theme")["etag"])
    let connection = RawConnection(port: server.port)
    connection.get("/v1/theme", headers: headers.replacing("%", with: tag))
    let answer = try #require(connection.answer())
    #expect(answer.status == (headers.contains("%") ? 304 : 200))
    #expect(answer.header("Preference-Applied") == nil)
  }

  @Test func `is over when a changed file is read again`() throws {
    let server = try RunningServer(files: Self.files)
    let parked = try park(server, "/v1/theme.xml")
    let kits = try park(server, "/v1/kits", wait: 1)
    try server.folder.write([
      "themes/default.json": ##"{ "colors": { "accent": "#444444", "page": "#ffffff" } }"##
    ])
    server.signal(1)
    #expect(parked.answer()?.text.contains("#FF444444") == true)
    #expect(kits.answer()?.status == 304)
  }

  @Test func `hears of an upload where the question names the theme`() throws {
    let server = try RunningServer(files: Self.files)
    let named = try park(server, "/v1/colors/accent?theme=second")
    let list = try park(server, "/v1/themes")
    let upload = ##"{ "title": "Second", "colors": { "accent": "#333333" } }"##
    let answer = try server.send(
      "PUT", "/v1/themes/second", headers: [("Content-Type", "application/json")], body: upload)
    #expect(answer.status == 200)
    #expect(named.answer()?.text.contains("#333333") == true)
    #expect(list.answer()?.text.contains("\"title\":\"Second\"") == true)
  }

  /// They are rendered beside the workers.
  @Test func `goes for large themes, whole and compressed`() throws {
    let colors = (0..<2500).map { ##""c\##($0)": "#0000ff""## }.joined(separator: ",")
    var files = Self.files
    files["themes/large.json"] = ##"{ "colors": { "accent": "#333333", \##(colors) } }"##
    let server = try RunningServer(files: files)
    let parked = try ["theme", "theme.css", "theme.xml", "theme.tokens.json"].map {
      try park(server, "/v1/\($0)", headers: [("Accept-Encoding", $0 == "theme.css" ? "gzip" : "identity")])
    }
    _ = try server.post("/v1/active", #"{ "theme": "large" }"#)
    for connection in parked {
      let answer = try #require(connection.answer())
      #expect(answer.status == 200 && answer.header("Preference-Applied") == "wait=50")
      #expect(answer.header("Content-Encoding") == "gzip" || answer.text.contains("333333"))
    }
    for path in ["theme", "theme.css", "colors/c7?explain=all"] {
      let whole = try server.get("/v1/\(path)")
      let head = try server.send("HEAD", "/v1/\(path)")
      #expect(whole.status == 200 && whole["etag"] == head["etag"])
      #expect(try server.get("/v1/\(path)", headers: [("If-None-Match", whole["etag"] ?? "")]).status == 304)
    }
  }

  @Test func `ends at once when the server drains`() throws {
    let server = try RunningServer(files: Self.files)
    let waiting = try park(server, "/v1/theme")
    #expect(server.stop().code == 0)
    #expect(waiting.answer()?.status == 304)
  }
}
