import Documents
import ServerAccess
import Foundation
import Service
import TestServer
import Testing
import Themes

@Suite struct `A changed config folder` {
  private func ready(_ server: RunningServer) throws -> JSONNode? {
    let answer = try server.get("/readyz")
    #expect(answer.status == 200)
    return JSONReader.read(SourceFile(name: "readyz", bytes: answer.body)).root
  }

  @Test func `is served as soon as it is written`() throws {
    let server = try RunningServer()
    try server.folder.write(["themes/new.json": "{ \"title\": \"New\" }"])
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try ready(server)?["config"]?["themes"]?.integer == 2)
    #expect(try server.get("/metrics").text.contains("livery_reloads_total{result=\"served\"} 1\n"))
    try server.folder.remove("themes/new.json")
    _ = try server.waitForLog(containing: "\"themes\":1,\"changes\"")
    #expect(try ready(server)?["config"]?["themes"]?.integer == 1)
  }

  @Test func `with an error in it changes nothing, and the error is told until it is mended`() throws {
    let server = try RunningServer()
    try server.folder.write(["themes/new.json": "{ \"titel\": \"New\" }"])
    _ = try server.waitForLog(containing: "is not served as it is now")
    #expect(try server.waitForLog(containing: "\"line\":1").contains("did you mean 'title'?"))
    let config = try ready(server)?["config"]
    #expect(config?["themes"]?.integer == 1)
    #expect(config?["stale"]?.bool == true)
    #expect(config?["problems"]?.items.first { _ in true }?.string?.contains("themes/new.json:1:3") == true)
    let metrics = try server.get("/metrics").text
    #expect(metrics.contains("livery_config_problems{severity=\"error\"} 1\n"))
    #expect(metrics.contains("livery_reloads_total{result=\"refused\"} 1\n"))
    #expect(metrics.contains("livery_config_stale 1\n"))

    try server.folder.remove("themes/new.json")
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try ready(server)?["config"]?["stale"]?.bool == false)
    #expect(try server.get("/metrics").text.contains("livery_config_stale 0\n"))
  }

  @Test func `may hold files of other formats, which are served as they come`() throws {
    let server = try RunningServer()
    try server.folder.write(["themes/DKColorTable.txt": "NORMAL NIGHT\n#fff #000 BG\n"])
    _ = try server.waitForLog(containing: "\"themes\":3,\"changes\"")
    #expect(try server.get("/v1/colors/BG?theme=normal").text.contains("#000fff"))
    try server.folder.write(["themes/DKColorTable.txt": "NORMAL NIGHT\n#fff #00g BG\n"])
    let line = try server.waitForLog(containing: "\"line\":2,\"column\":6")
    #expect(line.contains("'#00g' is not a color"), "\(line)")
    #expect(try server.get("/v1/colors/BG?theme=normal").text.contains("#000fff"))
    #expect(try ready(server)?["config"]?["stale"]?.bool == true)

    try server.folder.write(["themes/DKColorTable.txt": "NORMAL NIGHT\n#ff #000 BG\n"])
    _ = try server.waitForLog(containing: "\"themes\":3,\"changes\"", times: 2)
    #expect(try server.get("/v1/colors/BG?theme=normal").text.contains("#0000ff"))
  }

  @Test func `may hold a resolver document, whose files in folders below are looked at as well`() throws {
    let server = try RunningServer()
    func tokens(_ value: Int) -> String { #"{ "n": { "$type": "number", "$value": \#(value) } }"# }
    try server.folder.write([
      "themes/shop.resolver.json":
        #"{ "version": "2025.10", "resolutionOrder": [{ "name": "s", "type": "set", "sources": [{ "$ref": "shop/n.tokens.json" }] }] }"#
    ])
    _ = try server.waitForLog(containing: "is not served as it is now")
    try server.folder.write(["themes/shop/n.tokens.json": tokens(1)])
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try server.get("/v1/values/n?theme=shop").text.contains("\"value\":1"))
    try server.folder.write(["themes/shop/n.tokens.json": tokens(2)])
    _ = try server.waitForLog(containing: "Read the config folder again", times: 2)
    #expect(try server.get("/v1/values/n?theme=shop").text.contains("\"value\":2"))
    let document = try server.get("/v1/themes/shop").text
    #expect(
      document.contains(##""$ref": "#/$defs/shop~1n.tokens.json""##) && document.contains(#""$value": 2"#))
  }

  @Test func `may hold a folder of Tokens Studio, whose files are looked at as well`() throws {
    let server = try RunningServer()
    func set(_ value: String) -> String { #"{ "n": { "type": "number", "value": "\#(value)" } }"# }
    try server.folder.write([
      "themes/shop.tokensstudio/core/sizes.json": set("{m}"),
      "themes/shop.tokensstudio/$themes.json": "[]", "themes/shop.tokensstudio/notes.md": "Not a set.",
    ])
    let line = try server.waitForLog(containing: "There is no token {m}")
    #expect(line.contains("themes/shop.tokensstudio/core/sizes.json"))
    try server.folder.write(["themes/shop.tokensstudio/core/sizes.json": set("1")])
    _ = try server.waitForLog(containing: "\"themes\":2,\"changes\"")
    #expect(try server.get("/v1/values/n?theme=shop").text.contains("\"value\":1"))
    let document = try server.get("/v1/themes/shop").text
    #expect(document.contains("\"core/sizes\": \(set("1"))"))
    let put = try server.send("PUT", "/v1/themes/again?format=tokensstudio", body: document)
    #expect(put.status == 201)
    #expect(try server.get("/v1/values/n?theme=again").text.contains("\"value\":1"))
  }

  @Test func `may hold files of no known kind, which are named once and not read`() throws {
    let server = try RunningServer(files: RunningServer.oneTheme.merging(["themes/notes.txt": "hi"]) { $1 })
    #expect(
      try server.waitForLog(containing: "Ignored files").contains(#""files":"themes/notes.txt","count":1"#))
    try server.folder.write([
      "themes/README.md": "hi", "themes/more.txt": "hi", "themes/a.css": "", "themes/b.yaml": "",
      "images/font.woff2": "", "kits/x.yaml": "",
    ])
    var seen: Set<String> = []
    for round in 2... {
      let line = try server.waitForLog(containing: "Ignored files", times: round)
      for name in ["README.md", "more.txt", "a.css", "b.yaml", "font.woff2", "x.yaml"]
      where line.contains(name) {
        seen.insert(name)
      }
      if seen.count == 6 { break }
    }
    #expect(try ready(server)?["config"]?["stale"]?.bool == false)
  }

  @Test func `is read again at SIGHUP`() throws {
    let server = try RunningServer()
    server.signal(SIGHUP)
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(server.stop().code == 0)
  }

  @Test func `with other settings is told to need a restart`() throws {
    let server = try RunningServer()
    try server.folder.write(["livery.json": "{ \"workers\": 1 }"])
    _ = try server.waitForLog(containing: "livery.json has changed")
  }

  @Test func `is noticed also in folders that come later`() throws {
    let server = try RunningServer()
    try server.folder.write(["images/logo.png": "no picture, but a file"])
    _ = try server.waitForLog(containing: "Read the config folder again")
    try server.folder.write(["images/logo.png": "another"])
    _ = try server.waitForLog(containing: "Read the config folder again", times: 2)
  }
}
