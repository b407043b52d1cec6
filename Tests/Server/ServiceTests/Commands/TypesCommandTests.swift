import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// The names of a theme as source code.
@Suite struct `livery types` {
  private func folder() throws -> Folder {
    let folder = try Folder()
    try folder.write([
      "kits/acme.json": #"{ "extends": "uikit", "classes": { "PriceTag": { "superclass": "UIView" } } }"#,
      "themes/base.json": ##"{ "kit": "acme", "colors": { "in": "#000", "accent": "#0b4f94" } }"##,
      "themes/shop.json": ##"""
      { "extends": "base", "colors": { "brand.500": "#f00", "od$d": "#0f0", "2nd": "#00f" }, "images": { "logo": "mark" },
        "values": { "cornerRadius": 12, "word": "x" }, "appearance": [{ "for": "UIButton.sure", "set": { "tintColor": "{in}" } }] }
      """##,
    ])
    return folder
  }

  private func run(_ words: String..., in folder: Folder) throws -> RunningServer.Ending {
    try Livery.run(
      arguments: ["types"] + words + ["--theme", "shop"], environment: ["LIVERY_CONFIG": folder.config])
  }

  @Test(arguments: [
    (
      "swift",
      [
        "theme 'shop' of the kit 'acme'", "public static let `in` = \"in\"", "static let accent = \"accent\"",
        "static let brand500 = \"brand.500\"", "static let _2nd = \"2nd\"", "= \"od$d\"",
        "static let logo = \"logo\"",
        "static let sure = \"sure\"", "static let PriceTag = \"PriceTag\"",
        "static let UIButton = \"UIButton\"",
        "static let cornerRadius = \"cornerRadius\"",
      ]
    ),
    (
      "kotlin",
      ["const val `in` = \"in\"", "= \"od\\$d\"", "object Color {", "const val PriceTag = \"PriceTag\""]
    ),
    ("ts", ["export type ColorName =\n  | \"2nd\"", "  | \"logo\"", "colors: Record<ColorName, string>"]),
    (
      "css",
      [
        "@property --accent { syntax: \"<color>\"; inherits: true; initial-value: #0b4f94; }",
        "@property --corner-radius { syntax: \"<length>\"; inherits: true; initial-value: 12px; }",
        "@property --word { syntax: \"*\"; inherits: true; }",
      ]
    ),
  ])
  func `has the names of the theme, its parents and its kit`(language: String, lines: [String]) throws {
    let ending = try run(language, in: try folder())
    #expect(ending.code == 0)
    for line in lines { #expect(ending.output.contains(line), "\(line) in \(ending.output)") }
  }

  @Test func `writes a file, and says when it is out of date`() throws {
    let folder = try folder()
    let file = folder.path + "/Names.kt"
    #expect(try run("kotlin", "--out", file, "--check", in: folder).code == 1, "there is none")
    #expect(try run("kotlin", "--package", "com.acme", "--out", file, in: folder).code == 0)
    #expect(try String(contentsOfFile: file, encoding: .utf8).contains("\npackage com.acme\n"))
    #expect(try run("kotlin", "--package", "com.acme", "--out", file, "--check", in: folder).code == 0)
    try folder.write([
      "themes/base.json": ##"{ "kit": "acme", "colors": { "in": "#000", "accented": "#0b4f94" } }"##
    ])
    let ending = try run("kotlin", "--package", "com.acme", "--out", file, "--check", in: folder)
    #expect(
      ending.code == 1 && ending.errors.contains("'\(file)' is out of date: the theme 'shop'"),
      "\(ending.errors)")
  }

  @Test func `refuses what it has not`() throws {
    let folder = try folder()
    #expect(try run("dart", in: folder).code == 2)
    #expect(try run("swift", "--package", "com.acme", in: folder).code == 2)
    #expect(try run("kotlin", "--package", "com.1acme; import x", in: folder).code == 2)
    #expect(try run("swift", "--check", in: folder).code == 2)
  }

  @Test func `is what a server has for TypeScript`() throws {
    let server = try RunningServer()
    let types = try server.get("/v1/theme.d.ts")
    #expect(types.status == 200 && types["content-type"] == "text/plain; charset=utf-8")
    #expect(types.text.contains("export type ColorName ="), "\(types.text)")
    let tag = try #require(types["etag"])
    #expect(try server.get("/v1/theme.d.ts", headers: [("If-None-Match", tag)]).status == 304)
    #expect(try server.get("/v1/theme.d.ts?theme=nowhere").status != 200)
  }
}
