import Documents
import ServerAccess
import TestServer
import TestSupport
import Testing
import Themes

/// Names of nearly anything and values of any kind, over a running server.
@Suite struct `Names and values` {
  private let server: RunningServer

  private static let theme = ##"""
    {
      "colors": {
        "bg/blue": "#00f", "主色": "#e4572e", "a%2Fb": "#111", "tag @2x #1": "{bg/blue/50%}", "x/50%": "#222",
        "y": "{x/50%/100%}", "半": "{主色/50%}"
      },
      "images": { "图 1": "logo" },
      "values": {
        "gap": { "value": 8, "when": [{ "traits": { "userInterfaceStyle": "dark" }, "value": 12 }] },
        "font": { "value": { "name": "Georgia", "size": 17 } }, "list": [1, "a", true], "word": "bold", "on": false
      }
    }
    """##

  init() throws {
    server = try RunningServer(files: [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"), "themes/default.json": Self.theme,
      "themes/child.json": #"{ "extends": "default", "values": { "word": "thin" } }"#,
    ])
  }

  private func value(_ target: String) throws -> String? {
    let answer = try server.get(target)
    return JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root?["value"]?.string
  }

  @Test(arguments: [
    ("bg%2Fblue", "#0000ff"), ("bg%2fblue", "#0000ff"), ("%E4%B8%BB%E8%89%B2", "#e4572e"),
    ("a%252Fb", "#111111"),
    ("tag%20%402x%20%231", "#0000ff80"), ("x%2F50%25", "#222222"), ("y", "#222222"),
    ("%E5%8D%8A", "#e4572e80"),
  ])
  func `a color is asked for by its name, percent-encoded`(name: String, hex: String) throws {
    #expect(try value("/v1/colors/\(name)") == hex)
  }

  @Test(arguments: ["bg/blue", "a%2Fb", "%E4%B8", "%00", "bg%2Fbleu"])
  func `what is no name of a color gets an answer that is not a color`(name: String) throws {
    let answer = try server.get("/v1/colors/\(name)")
    #expect([400, 404].contains(answer.status), "\(answer.text)")
  }

  @Test func `style sheets and resources have a form for each`() throws {
    let css = try server.get("/v1/theme.css").text
    for line in ["--bg-blue: #0000ff;", "--主色: #e4572e;", "--tag-2x-1:", "--gap: 8;", "--word:", "--on: 0;"] {
      #expect(css.contains(line), "\(line)")
    }
    #expect(css.contains("prefers-color-scheme: dark") && css.contains("--gap: 12;"))
    let xml = try server.get("/v1/theme.xml").text
    for name in ["bg_blue", "u4e3bu8272", "tag_2x_1", "gap", "word", "on"] {
      #expect(xml.contains("name=\"\(name)\""), "\(name)")
    }
    let tokens = try server.get("/v1/theme.tokens.json").text
    #expect(tokens.contains(#""gap":{"$type":"number","$value":8}"#))
    #expect(tokens.contains(#""values":{"font":{"name":"Georgia","size":17},"gap":8,"list":[1,"a",true]"#))
  }

  @Test func `a value is served with the theme and alone, with why`() throws {
    let theme = try server.get("/v1/theme?theme=child&userInterfaceStyle=dark").text
    #expect(
      theme.contains(
        #""gap":{"value":12},"list":{"value":[1,"a",true]},"on":{"value":false},"word":{"value":"thin"}"#))
    #expect(
      try server.get("/v1/values/font").text == #"{"name":"font","value":{"name":"Georgia","size":17}}"#)
    let gap = try server.get("/v1/values/gap?userInterfaceStyle=dark&explain=true").text
    #expect(gap.contains(#""value":12,"explain":{"winner":{"theme":"default","file":"themes/default.json""#))
    #expect(gap.contains(#""definition":8,"reason":5"#))
    let word = try server.get("/v1/values/word?theme=child&explain=all").text
    #expect(word.contains("a child's value replaces it"))
    let style = try server.get("/v1/values/gap?explain=all").text
    #expect(style.contains(#""unmatched":[{"theme":"default""#))
  }

  @Test func `a binary property list is taken, read and given back as it came`() throws {
    let bytes = ProjectFiles.bytes("Tests/Fixtures/formats/Kelp.swifttheme.plist")
    let put = try server.send(
      "PUT", "/v1/themes/Kelp?format=swifttheme", headers: [("Content-Type", "application/x-plist")],
      bytes: bytes)
    #expect(put.status == 201, "\(put.text)")
    #expect(try value("/v1/colors/Global.veilColor?theme=Kelp") == "#ffffff88")
    #expect(try server.get("/v1/values/many?theme=Kelp").text == #"{"name":"many","value":1234567890123}"#)
    let source = try server.get("/v1/themes/Kelp")
    #expect(source.body == bytes)
    #expect(source["content-type"] == "application/x-plist")
    let broken = try server.send(
      "PUT", "/v1/themes/Kelp?format=swifttheme", headers: [("Content-Type", "application/x-plist")],
      bytes: Array(bytes.dropLast(9)))
    #expect(broken.status == 422)
    #expect(broken.text.contains("This binary property list"))
    #expect(try server.get("/v1/themes/Kelp").body == bytes)
  }

  @Test func `a changed value is told by its name`() throws {
    let changed = Self.theme.replacing(#""word": "bold""#, with: #""word": "light""#)
    let put = try server.send(
      "PUT", "/v1/themes/default", headers: [("Content-Type", "application/json")], body: changed)
    #expect(put.status == 200)
    let history = try server.get("/v1/history").text
    #expect(
      history.contains(#""differs":{"colors":[],"images":[],"rules":[],"values":["word"]}"#), "\(history)")
  }
}
