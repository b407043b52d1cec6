import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// Resolver documents at the command line: the worked example, and a theme that draws with its tokens.
@Suite struct `Commands about a resolver document` {
  private let folder: Folder
  private let resolver = "\(ProjectFiles.root)/Tests/Fixtures/resolver/shop.resolver.json"

  init() throws {
    folder = try Folder()
    let parts = "Tests/Fixtures/resolver"
    try folder.write([
      "themes/shop.resolver.json": ProjectFiles.text("\(parts)/shop.resolver.json"),
      "themes/shop/base.tokens.json": ProjectFiles.text("\(parts)/shop/base.tokens.json"),
      "themes/shop/dark.tokens.json": ProjectFiles.text("\(parts)/shop/dark.tokens.json"),
      "themes/app.json":
        ##"{ "extends": "shop", "appearance": [ { "for": "UIStackView", "set": { "spacing": "{space.m}" } } ] }"##,
    ])
  }

  private func spacing(_ words: String...) throws -> RunningServer.Ending {
    try Livery.run(
      ["resolve", "--config", folder.config, "--theme", "app", "--for", "UIStackView"] + words)
  }

  @Test func `take its own traits`() throws {
    #expect(try spacing().output == "UIStackView, theme app\n  spacing  16\n")
    let compact = try spacing("--trait", "density=compact")
    #expect(compact.output == "UIStackView, theme app, density=compact\n  spacing  8\n", "\(compact)")
    let wrong = try spacing("--trait", "density=compactt")
    #expect(wrong.code == 1 && wrong.errors.contains("did you mean 'compact'?"), "\(wrong)")
    #expect(try Livery.run("check", "--strict", folder.config).code == 0)
  }

  @Test func `make a theme of each of its contexts, in Livery's own form`() throws {
    let out = "\(folder.path)/own/themes"
    let ending = try Livery.run("import", resolver, "--themes", "density", "--out", out)
    #expect(ending.code == 0 && ending.errors == "", "\(ending)")
    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names == ["shop.compact.json", "shop.json", "shop.regular.json"])
    let compact = try String(contentsOfFile: "\(out)/shop.compact.json", encoding: .utf8)
    #expect(compact.contains(#""title": "Shop, compact""#) && !compact.contains(#""traits": { "density""#))
    let check = try Livery.run("check", "--strict", "\(folder.path)/own")
    #expect(check.code == 0, "\(check)")
    let unknown = try Livery.run("import", resolver, "--themes", "densty", "--out", out)
    #expect(
      unknown.code == 1
        && unknown.output.contains("The document has no modifier 'densty'; did you mean 'density'?"),
      "\(unknown)")
  }

  @Test func `send it with its files as one document`() throws {
    let server = try RunningServer(files: [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"), "themes/default.json": "{}",
    ])
    let upload = try Livery.run("upload", resolver, "--server", "http://\(server.address)")
    #expect(upload.code == 0 && upload.output.contains("shop: is new"), "\(upload)")
    #expect(try server.get("/v1/values/space.m?theme=shop&density=compact").text.contains(#""value":8"#))
  }

  @Test func `name the file, the line and the column of a problem that the server has with what was sent`()
    throws
  {
    let server = try RunningServer(files: [
      "kits/uikit.json": ProjectFiles.text("Config/kits/uikit.json"), "themes/default.json": "{}",
    ])
    try folder.write([
      "themes/shop/dark.tokens.json": "{\n\n  \"m\": { \"$type\": \"dimension\", \"$value\": \"{gone}\" } }",
      "tokens/$metadata.json": #"{ "tokenSetOrder": ["core/a"] }"#,
      "tokens/core/a.json": "{\n  \"ink\": { \"type\": \"color\", \"value\": \"{gone}\" } }",
    ])
    for (path, place) in [
      ("themes/shop.resolver.json", "themes/shop/dark.tokens.json:3:"), ("tokens", "tokens/core/a.json:2:"),
    ] {
      let upload = try Livery.run(
        "upload", "\(folder.config)/\(path)", "--server", "http://\(server.address)")
      #expect(upload.code == 1 && upload.errors.contains("\(folder.config)/\(place)"), "\(upload)")
    }
  }
}
