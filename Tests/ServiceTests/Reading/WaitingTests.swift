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
  private func park(_ server: RunningServer, _ target: String, wait: Int = 50) throws -> RawConnection {
    let tag = try #require(try server.get(target)["etag"])
    let connection = RawConnection(port: server.port)
    connection.get(target, headers: "If-None-Match: \(tag)\r\nPrefer: wait=\(wait)\r\n")
    return connection
  }

  @Test func `is over when that very representation changes, with the new one`() throws {
    let server = try RunningServer(files: Self.files)
    let accent = try park(server, "/v1/colors/accent")
    let page = try park(server, "/v1/colors/page", wait: 1)
    let theme = try park(server, "/v1/theme")
    let css = try park(server, "/v1/theme.css")
    let other = try park(server, "/v1/theme?theme=default", wait: 1)
    let switched = try server.post("/v1/active", #"{ "theme": "second" }"#)
    let cursor = try #require(switched["livery-cursor"])
    for connection in [accent, theme, css] {
      let answer = try #require(connection.answer())
      #expect(answer.status == 200)
      #expect(answer.text.contains("#222222"))
      #expect(answer.header("Livery-Cursor") == cursor)
      #expect(answer.header("ETag") != nil)
    }
    // The switch altered neither of these: they wait on, to the end of their time.
    for connection in [page, other] {
      let answer = try #require(connection.answer())
      #expect(answer.status == 304)
      #expect(answer.header("Livery-Cursor") == cursor)
    }
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

  @Test func `ends at once when the server drains`() throws {
    let server = try RunningServer(files: Self.files)
    let waiting = try park(server, "/v1/theme")
    #expect(server.stop().code == 0)
    #expect(waiting.answer()?.status == 304)
  }
}
