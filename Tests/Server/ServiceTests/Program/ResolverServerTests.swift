import Documents
import ServerAccess
import TestServer
import TestSupport
import Testing
import Themes

/// The worked example of docs/tokens.md at a running server: one modifier is a trait of devices, one is the theme's own.
@Suite struct `A served resolver document` {
  private let server: RunningServer

  init() throws {
    let folder = "Tests/Fixtures/resolver"
    server = try RunningServer(files: [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"), "themes/default.json": "{}",
      "themes/shop.resolver.json": ProjectFiles.text("\(folder)/shop.resolver.json"),
      "themes/shop/base.tokens.json": ProjectFiles.text("\(folder)/shop/base.tokens.json"),
      "themes/shop/dark.tokens.json": ProjectFiles.text("\(folder)/shop/dark.tokens.json"),
      "themes/app.json":
        ##"{ "extends": "shop", "appearance": [ { "for": "UILabel", "set": { "textColor": "{color.text}" } } ] }"##,
    ])
  }

  private func root(_ answer: HTTPClient.ServerReply) throws -> JSONNode {
    try #require(JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root)
  }

  private func put(_ format: String, _ text: String) throws -> HTTPClient.ServerReply {
    try server.send(
      "PUT", "/v1/themes/shop?format=\(format)", headers: [("Content-Type", "application/json")], body: text)
  }

  @Test func `is chosen from by queries and by hints`() throws {
    let dark = ("Sec-CH-Prefers-Color-Scheme", "dark")
    let answer = try server.send("GET", "/v1/theme?theme=shop&density=Compact", headers: [dark])
    let theme = try root(answer)
    #expect(theme["colors"]?["color.text"]?.string == "#f0f0f5")
    #expect(theme["values"]?["space.m"]?["value"]?["value"]?.integer == 8)
    #expect(theme["traits"]?["density"]?.string == "compact")
    #expect(answer["critical-ch"] == "Sec-CH-Prefers-Color-Scheme")
    let plain = try root(server.get("/v1/theme?theme=shop"))
    #expect(plain["colors"]?["color.text"]?.string == "#1a1a1f")
    #expect(plain["values"]?["space.m"]?["value"]?["unit"]?.string == "rem")
  }

  @Test func `has traits of its own in trees, style sheets and lists, and nowhere else`() throws {
    let look = try server.post(
      "/v1/appearance?theme=app&density=compact&userInterfaceStyle=dark", #"{ "tree": { "for": "UILabel" } }"#
    )
    let node = try #require(root(look)["nodes"]?.items.first { _ in true })
    #expect(node["set"]?["textColor"]?.string == "#f0f0f5")
    #expect(try server.get("/v1/theme.css?theme=shop").text.contains(#":where([data-density="compact"])"#))
    let listed = try #require(
      root(server.get("/v1/themes"))["themes"]?.items.first { $0["name"]?.string == "shop" })
    #expect(listed["traits"]?["density"]?["default"]?.string == "regular")
    for path in ["theme?theme=shop&density=huge", "theme?theme=default&density=compact"] {
      #expect(try server.get("/v1/\(path)").status == 400)
    }
    #expect(
      try server.get("/v1/theme?theme=shop&density=compactt").text.contains("did you mean 'compact'?"))
  }

  @Test func `names the file of each definition where a color is explained`() throws {
    let answer = try #require(
      root(server.get("/v1/colors/color.text?theme=shop&explain=true&userInterfaceStyle=dark"))["explain"])
    #expect(answer["winner"]?["file"]?.string == "themes/shop/base.tokens.json")
    let link = try #require(answer["references"]?.items.first { _ in true })
    #expect(link["name"]?.string == "color.ink" && link["file"]?.string == "themes/shop/dark.tokens.json")
  }

  @Test func `goes out as one document, which can be put back`() throws {
    let before = try server.get("/v1/theme?theme=shop&density=compact").text
    let document = try server.get("/v1/themes/shop").text
    #expect(document.contains(##""$ref": "#/$defs/shop~1base.tokens.json""##))
    #expect(try put("resolver", document).status == 200)
    #expect(try server.get("/v1/theme?theme=shop&density=compact").text == before)
    #expect(try server.get("/v1/themes/shop").text == document)
    let source = ProjectFiles.text("Tests/Fixtures/resolver/shop.resolver.json")
    let refusal = try put("resolver", source)
    #expect(refusal.status == 422)
    let advice =
      "There is no file 'shop/base.tokens.json' here. Put it beside this one; what is uploaded as one document has its files in '$defs', or comes as a package."
    #expect(refusal.text.contains(advice))
    #expect(try server.get("/v1/themes/shop").text == document)
  }

  @Test func `is told of in the file that a problem stands in`() throws {
    try server.folder.write(["themes/shop/dark.tokens.json": "{\n  \"a.b\": {} }"])
    let line = try server.waitForLog(
      containing: #""file":"themes/shop/dark.tokens.json","line":2,"column":3"#)
    #expect(line.contains("can't name a token"), "\(line)")
    #expect(try server.get("/v1/theme?theme=shop").status == 200)
  }
}
