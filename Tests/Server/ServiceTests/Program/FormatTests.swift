import Documents
import ServerAccess
import Service
import TestServer
import TestSupport
import Testing
import Themes

/// Documents of other formats, sent to a running server.
@Suite struct `A document of another format` {
  private let server: RunningServer

  init() throws {
    server = try RunningServer(files: [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"), "themes/default.json": "{}",
      "themes/Dawn.metheme.json": #"{ "Color": { "A": "FFF" } }"#,
      "themes/Dawn.metheme.meta.json": #"{ "title": "Dawn", "extends": "default" }"#,
      "themes/DKColorTable.txt": "DAY NIGHT\n#fff #000 BG\n",
    ])
  }

  private func put(_ name: String, _ format: String, _ text: String) throws -> HTTPClient.ServerReply {
    try server.send(
      "PUT", "/v1/themes/\(name)?format=\(format)", headers: [("Content-Type", "text/plain")], body: text)
  }

  private func check(_ query: String, _ text: String) throws -> JSONNode? {
    let answer = try server.post("/v1/check?\(query)", text, type: "text/plain")
    #expect(answer.status == 200)
    return JSONReader.read(SourceFile(name: "check", bytes: answer.body)).root
  }

  private func color(_ name: String, of theme: String) throws -> String? {
    let answer = try server.get("/v1/colors/\(name)?theme=\(theme)")
    return JSONReader.read(SourceFile(name: "color", bytes: answer.body)).root?["value"]?.string
  }

  /// A sound document, the name of a theme in it, a color there and what it is.
  static let sound = [
    ("livery", "Orange", ##"{ "colors": { "A": "#F858254D" } }"##, "A", "#f858254d"),
    ("metheme", "Orange", #"{ "Color": { "A": "4DF85825" } }"#, "A", "#f858254d"),
    ("swifttheme", "Orange", ##"{ "Page": { "A": "#F858254D" } }"##, "Page.A", "#f858254d"),
    (
      "swifttheme", "Orange", "<plist><dict><key>A</key><string>#F858254D</string></dict></plist>", "A",
      "#f858254d"
    ),
    (
      "tokens", "Orange",
      ##"{ "A": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [1, 0, 0], "alpha": 0.5 } } }"##,
      "A", "#ff000080"
    ),
    ("tokens", "Orange", #"{ "A": { "$type": "color", "$value": "red" } }"#, "A", "#ff0000"),
    (
      "resolver", "Orange",
      ##"{ "version": "2025.10", "resolutionOrder": [{ "name": "all", "type": "set", "sources": [{ "A": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [1, 0, 0] } } }] }] }"##,
      "A", "#ff0000"
    ),
    (
      "tokensstudio", "Orange",
      ##"{ "s": { "A": { "type": "color", "value": "rgba(#F85825, 0.3)" } }, "$themes": [], "$metadata": {} }"##,
      "A",
      "#f858254d"
    ),
    ("dkcolortable", "red", "NORMAL RED\n#fff F858254D A\n", "A", "#f858254d"),
  ]

  @Test(arguments: sound)
  func `is taken, served as it came, taken out again`(
    format: String, theme: String, document: String, name: String, hex: String
  ) throws {
    #expect(try check("format=\(format)", document)?["ok"]?.bool == true)
    #expect(try check("format=\(format)&name=\(theme)", document)?["ok"]?.bool == true)
    let answer = try put(theme, format, document)
    #expect(answer.status == 201)
    #expect(answer["location"] == "/v1/themes/\(theme)")
    #expect(try color(name, of: theme) == hex)
    #expect(try server.get("/v1/themes/\(theme)").text == document)
    #expect(try put(theme, format, document).status == 200)
    #expect(try server.send("DELETE", "/v1/themes/\(theme)").status == 200)
    #expect(try server.get("/v1/themes/\(theme)").status == 404)
  }

  /// A document with the line, the column and the end of the message of its problem.
  static let broken = [
    ("livery", "{\n  \"colors\": { \"A\": \"F85825\" } }", 2, 20, "did you mean '#F85825'?"),
    ("metheme", "{\n  \"Color\": { \"A\": \"red\" } }", 2, 19, "METhemeKit has hexadecimal digits only."),
    ("swifttheme", "{\n  \"Page\": { \"color\": \"F85825\" } }", 2, 22, "did you mean '#F85825'?"),
    (
      "swifttheme", "<plist><dict>\n  <key>color</key>\n<string>F85825</string>\n</dict></plist>", 3, 9,
      "'#F85825'?"
    ),
    (
      "tokens", "{\n  \"A\": { \"$type\": \"color\", \"$value\": \"{B}\" } }", 2, 38,
      "There is no token {B}; did you mean {A}?"
    ),
    (
      "resolver",
      "{\n  \"version\": \"2025.10\", \"sets\": {}, \"resolutionOrder\": [],\n  \"modifier\": {} }", 3, 3,
      "did you mean 'modifiers'?"
    ),
    (
      "tokensstudio", "{ \"s\": {\n  \"A\": { \"type\": \"color\", \"value\": \"{B}\" } }, \"$themes\": [] }",
      2, 36,
      "There is no token {B}; did you mean {A}?"
    ),
    ("dkcolortable", "\nNORMAL RED\r\n#fff A\r\n", 3, 1, "it should have 2 colors, then the key."),
  ]

  @Test(arguments: broken)
  func `is refused with its places when it is broken`(
    format: String, document: String, line: Int, column: Int, end: String
  ) throws {
    let found = try #require(try check("format=\(format)", document))
    #expect(found["ok"]?.bool == false)
    let answer = try put("Orange", format, document)
    #expect(answer.status == 422)
    let refusal = JSONReader.read(SourceFile(name: "refusal", bytes: answer.body)).root
    for problems in [found["problems"], refusal?["problems"]] {
      let problem = try #require(problems?.items.first { _ in true })
      #expect(problem["line"]?.integer == line)
      #expect(problem["column"]?.integer == column)
      #expect(problem["message"]?.string?.hasSuffix(end) == true, "\(problem["message"]?.string ?? "")")
    }
    #expect(try server.get("/v1/themes/Orange").status == 404)
  }

  @Test func `is known as design tokens by its type`() throws {
    let type = ("Content-Type", "application/design-tokens+json; charset=utf-8")
    let text = #"{ "gap": { "$type": "dimension", "$value": { "value": 4, "unit": "px" } } }"#
    #expect(try server.send("PUT", "/v1/themes/Orange", headers: [type], body: text).status == 201)
    let value = try server.get("/v1/values/gap?theme=Orange").text
    #expect(value.contains(#""type":"dimension","value":{"value":4,"unit":"px"}"#))
    let refusal = try server.send("PUT", "/v1/themes/Orange?format=livery", headers: [type], body: text)
    #expect(refusal.status == 422, "the parameter is stronger")
  }

  @Test func `must be of a format that there is`() throws {
    for (format, advice) in [
      ("metheem", "; did you mean 'metheme'?"),
      ("yaml", "; there are livery, dkcolortable,"),
    ] {
      for answer in [
        try put("Orange", format, "{}"),
        try server.post("/v1/check?format=\(format)", "{}", type: "text/plain"),
      ] {
        #expect(answer.status == 400)
        #expect(answer.text.contains("There is no format '\(format)'\(advice)"))
      }
    }
  }

  @Test func `with several themes goes by the name of one of them, and they go together`() throws {
    let table = "NORMAL RED\n#fff #f00 BG\n"
    let refusal = try put("brand", "dkcolortable", table)
    #expect(refusal.status == 422)
    let advice = "This document has no theme 'brand'; send it as one that it has: normal, red."
    #expect(refusal.text.contains(advice))
    let found = try check("format=dkcolortable&name=brand", table)
    #expect(found?["ok"]?.bool == false)
    #expect(found?["problems"]?.items.first { _ in true }?["message"]?.string == advice)

    #expect(try put("normal", "dkcolortable", table).status == 201)
    #expect(try color("BG", of: "red") == "#000f00")
    let sibling = try server.send("DELETE", "/v1/themes/red")
    #expect(sibling.status == 409)
    #expect(sibling.text.contains("Theme 'red' came in one document with 'normal'; remove that."))

    #expect(
      try server.send(
        "POST", "/v1/active", headers: [("Content-Type", "application/json")], body: #"{"theme":"red"}"#
      ).status == 200)
    let inUse = "Theme 'red' is active in channel 'main'; switch that first."
    let smaller = try put("normal", "dkcolortable", "NORMAL\n#fff BG\n")
    #expect(smaller.status == 409)
    #expect(smaller.text.contains(inUse))
    let removal = try server.send("DELETE", "/v1/themes/normal")
    #expect(removal.status == 409)
    #expect(removal.text.contains(inUse))
    #expect(try color("BG", of: "red") == "#000f00")
  }

  @Test func `stands in place of a file with the same themes, until it is taken out`() throws {
    #expect(try put("day", "dkcolortable", "DAY NIGHT DUSK\n#1 #2 #3 BG\n").status == 200)
    #expect(try color("BG", of: "night") == "#000002")
    #expect(try color("BG", of: "dusk") == "#000003")
    #expect(try server.send("DELETE", "/v1/themes/day").status == 200)
    #expect(try color("BG", of: "night") == "#000000")
    #expect(try server.get("/v1/themes/dusk").status == 404)
    #expect(try put("day", "dkcolortable", "DAY DUSK\n#1 #2 BG\n").status == 422, "the file has 'night' too")
  }

  @Test func `keeps the companion of the file that it stands in place of`() throws {
    #expect(try put("Dawn", "metheme", #"{ "Color": { "A": "000" } }"#).status == 200)
    #expect(try color("A", of: "Dawn") == "#000000")
    #expect(
      try server.get("/v1/themes").text.contains(
        #""name":"Dawn","title":"Dawn","kit":"uikit","parent":"default""#))
  }
}
