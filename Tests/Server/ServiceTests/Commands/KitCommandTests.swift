import Documents
import Foundation
import TestServer
import TestSupport
import Testing
import Themes

/// The vocabulary of kits, as the commands print it.
@Suite struct `livery kit` {
  private static let acme = """
    { "extends": "uikit", "title": "Acme", "classes": {
      "PriceTag": { "superclass": "UIView", "properties": [{ "name": "inkColor", "kind": "color", "axes": ["state"] }] } } }
    """

  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write(["kits/acme.json": Self.acme, "themes/broken.json": "{"])
    return folder
  }

  private func run(_ words: String..., in folder: Folder) throws -> RunningServer.Ending {
    try Livery.run(arguments: words, environment: ["LIVERY_CONFIG": folder.config])
  }

  @Test func `lists the kits, whatever the themes are like`() throws {
    let ending = try run("kit", in: try folder())
    #expect(ending.code == 0)
    let lines = ending.output.split(separator: "\n").map(String.init)
    #expect(lines.count == 5)
    #expect(lines[0].hasPrefix("acme ") && lines[0].hasSuffix("extends uikit"), "\(lines[0])")
    #expect(lines[1].hasPrefix("android ") && lines[2].hasPrefix("uikit ") && lines[3].hasPrefix("web "))
  }

  @Test func `lists those of the program where there is no folder`() throws {
    let folder = try Folder()
    let empty = folder.path + "/empty"
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let ending = try Livery.run(["kit", "--json"], in: empty)
    let root = JSONReader.read(SourceFile(name: "kits", bytes: Array(ending.output.utf8))).root
    #expect(root?["kits"]?.items.map { $0["name"]?.string } == ["android", "uikit", "web"])
    let named = try Livery.run(["kit", "--config", folder.path + "/nowhere"], in: empty)
    #expect(named.code == 1)
    #expect(named.errors.contains("There is no config folder"))
  }

  @Test func `shows a kit's classes, axes, traits and colors`() throws {
    let text = try run("kit", "acme", in: try folder()).output
    for words in [
      "acme: Acme, extends uikit\n", "\nClasses\n", "  PriceTag ", "inkColor\n", "\nAxes\n", "\nTraits\n",
      "light dark", "\nColors\n", "systemBlue",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    let ending = try run("kit", "acme", "--json", in: try folder())
    let root = try #require(
      JSONReader.read(SourceFile(name: "kit", bytes: Array(ending.output.utf8))).root)
    #expect(root["lineage"]?.items.map(\.string) == ["acme", "uikit"])
  }

  @Test func `shows what can be set on a class, with meanings and examples`() throws {
    let text = try run("kit", "acme", "PriceTag", in: try folder()).output
    for words in [
      "PriceTag, which inherits from UIView, UIResponder, NSObject\n", "Its own\n  inkColor:STATE  ",
      "a color, or a reference to one", ##""inkColor:normal": "{accent}""##, "From UIView\n",
      "backgroundColor",
      "STATE: normal, highlighted, disabled, selected, focused; some joined with +\n",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    let json = try run("kit", "acme", "PriceTag", "--json", in: try folder()).output
    let root = try #require(JSONReader.read(SourceFile(name: "class", bytes: Array(json.utf8))).root)
    #expect(root["properties"]?.items.first(where: { _ in true })?["key"]?.string == "inkColor:normal")
  }

  @Test(arguments: [
    (["kit", "uikti"], "There is no kit 'uikti'; did you mean 'uikit'?"),
    (["kit", "uikit", "UIButtn"], "The kit 'uikit' has no class 'UIButtn'; did you mean 'UIButton'?"),
    (["kit", "uikit", "UINavBar"], "did you mean 'UINavigationBar'?"),
  ])
  func `asks whether another was meant`(words: [String], sentence: String) throws {
    let folder = try self.folder()
    let ending = try Livery.run(arguments: words, environment: ["LIVERY_CONFIG": folder.config])
    #expect(ending.code == 1)
    #expect(ending.errors.contains(sentence), "\(ending.errors)")
  }

  @Test func `and the schema say what is wrong where a kit is broken`() throws {
    let folder = try Folder()
    try folder.write(["kits/acme.json": #"{ "extends": "uikti" }"#])
    for command in ["kit", "schema"] {
      let ending = try run(command, in: folder)
      #expect((ending.code, ending.output) == (1, ""))
      #expect(
        ending.errors.contains("kits/acme.json:1:14: error: There is no kit 'uikti' to extend"), "\(ending)")
    }
    #expect(try run("kit", "web", in: folder).output.hasPrefix("web: "), "another kit is sound")
    #expect(try run("kit", "acme", in: folder).code == 1)
  }

  @Test func `leaves a schema's file as it is where a kit is broken, else writes what is printed`() throws {
    let folder = try Folder()
    let file = "\(folder.config)/schema/theme.schema.json"
    try folder.write(["kits/acme.json": #"{ "extends": "uikti" }"#, "schema/theme.schema.json": "kept"])
    #expect(try run("schema", "--out", file, in: folder).code == 1)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    try folder.write(["kits/acme.json": Self.acme])
    let ending = try run("schema", "--out", file, in: folder)
    #expect((ending.code, ending.output, ending.errors) == (0, "", ""))
    let printed = try run("schema", in: folder).output
    #expect(try String(contentsOfFile: file, encoding: .utf8) == printed)
    #expect(printed.contains("PriceTag"))
  }

  @Test func `and the schema tell the classes and styles of the folder`() throws {
    let folder = try Folder()
    try folder.write([
      "kits/acme.json": Self.acme,
      "themes/shop.json":
        ##"{ "kit": "acme", "appearance": [{ "for": "PriceTag.sale", "set": { "inkColor:normal": "#fff" } }] }"##,
    ])
    let ending = try run("schema", in: folder)
    #expect((ending.code, ending.errors) == (0, ""))
    let root = try #require(
      JSONReader.read(SourceFile(name: "schema", bytes: Array(ending.output.utf8))).root)
    #expect(root["properties"]?["kit"]?["enum"]?.items.map(\.string) == ["acme", "android", "uikit", "web"])
    let targets = root["$defs"]?["acme:for"]?["anyOf"]?.items.first { _ in true }?["enum"]?.items.map(
      \.string)
    #expect(targets?.contains("PriceTag") == true && targets?.contains("PriceTag.sale") == true)
  }
}
