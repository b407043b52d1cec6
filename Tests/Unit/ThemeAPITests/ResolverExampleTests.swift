import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// The worked example: a resolver document with two files, a modifier that is a trait of devices, and one of its own.
@Suite struct `The shop of the resolver example` {
  private let library: Library
  private let theme: CompiledTheme

  init() throws {
    library = Library.read(
      kits: ProjectFiles.all(in: "Config/kits"), themes: ProjectFiles.all(in: "Tests/Fixtures/resolver"))
    #expect(library.problems.map(\.text) == [])
    theme = try #require(try Catalog(library, images: .none).themes["shop"])
  }

  private func traits(_ pairs: [String: String]) throws -> TraitValues {
    try TraitValues(pairs.map { (name: $0.key, value: $0.value) }, kit: theme.kit.definition)
  }

  private func json(_ bytes: [UInt8], _ member: String) throws -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    let start = try #require(text.firstRange(of: "\"\(member)\":"))
    return String(text[start.upperBound...])
  }

  @Test func `is served in the dark and compact as its sources say`() throws {
    let traits = try traits(["userInterfaceStyle": "dark", "density": "Compact"])
    let bytes = ThemeJSON.render(theme.context(traits).resolved(), kit: theme.kit.definition)
    let colors =
      ##"{"color.accent":"#ff4c1b","color.accent.soft":"#d4896e4d","color.ink":"#f0f0f5","color.text":"#f0f0f5"}"##
    #expect(try json(bytes, "colors").hasPrefix(colors))
    let values =
      ##"{"font.body":{"type":"fontFamily","value":["Inter","sans-serif"]},"line.thin":{"type":"border","value":{"color":"#f0f0f5","style":"solid","width":{"value":1,"unit":"px"}}},"##
    let found = try json(bytes, "values")
    #expect(found.hasPrefix(values))
    #expect(found.contains(#""space.m":{"type":"dimension","value":{"value":8,"unit":"px"}}"#))
  }

  @Test func `has the style sheet and the resources that it has in Livery's own form`() throws {
    let text = ProjectFiles.text("Tests/Fixtures/Forms/shop.golden")
      .replacing(#"[data-theme="golden"]"#, with: #"[data-theme="shop"]"#)
    let parts = text.split(separator: "\n----\n", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    let sheet = ThemeCSS.whole(theme, library, RenderingOptions())
    #expect(String(decoding: sheet, as: UTF8.self) == parts[1])
    let resolved = theme.context(TraitValues(defaultsOf: theme.kit.definition)).resolved()
    #expect(String(decoding: ThemeXML.render(resolved, theme.kit.names), as: UTF8.self) == parts[2])
  }

  @Test func `goes out as tokens with its groups, references and words`() throws {
    let traits = try traits(["userInterfaceStyle": "dark"])
    let bytes = ThemeTokens.render(
      theme.context(traits).resolved(asWritten: true), kit: theme.kit.names, RenderingOptions())
    let root = try #require(JSONReader.read(SourceFile(name: "", bytes: bytes)).root)
    let ink = try #require(root["color"]?["ink"]?["$value"]?["components"])
    #expect(ink.items.map(\.number) == [0.94, 0.94, 0.96])
    #expect(root["color"]?["$type"]?.string == "color")
    #expect(root["color"]?["text"]?["$value"]?.string == "{color.ink}")
    #expect(root["color"]?["accent"]?["$root"]?["$value"]?["colorSpace"]?.string == "display-p3")
    #expect(root["line"]?["$description"]?.string == "Hair lines")
    #expect(root["motion"]?["quick"]?["$deprecated"]?.string == "Use {motion.fast}.")
    #expect(root["space"]?["m"]?["$value"]?["unit"]?.string == "rem")
  }

  @Test func `explains a color by the file of each definition and by what it refers to`() throws {
    let traits = try traits(["userInterfaceStyle": "dark"])
    var json = JSONWriter()
    json.object {
      DefinitionExplanation(of: "color.text", .color, theme, traits, library, all: false).writeMembers(
        to: &$0)
    }
    let root = try #require(JSONReader.read(SourceFile(name: "", bytes: json.finished())).root)
    let winner = try #require(root["winner"])
    #expect(winner["file"]?.string == "resolver/shop/base.tokens.json" && winner["line"]?.integer == 3)
    #expect(winner["definition"]?.string == "{color.ink}")
    let chain = try #require(root["references"]).items.map { link in
      [link["name"]?.string, link["file"]?.string, link["when"]?["userInterfaceStyle"]?.string]
    }
    #expect(chain == [["color.ink", "resolver/shop/dark.tokens.json", "dark"]])
  }
}
