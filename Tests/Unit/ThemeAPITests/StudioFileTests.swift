import Documents
import Renderings
import Resolution
import TestSupport
import Testing
import Themes

/// Tests themes that go back to Tokens Studio.
@Suite struct `A file for Tokens Studio` {
  private static let source = ##"""
    { "core/base": { "ink": { "value": "#112233", "type": "color" }, "gap": { "value": "4 * 2", "type": "spacing" } },
      "night": { "ink": { "value": "#ffffff", "type": "color" } },
      "$themes": [
        { "id": "1", "name": "Light", "group": "Mode", "selectedTokenSets": { "core/base": "source" } },
        { "id": "2", "name": "Dark", "group": "Mode", "selectedTokenSets": { "core/base": "source", "night": "enabled" } }],
      "$metadata": { "tokenSetOrder": ["core/base", "night"] } }
    """##

  private static func library(_ files: [String: String]) -> Library {
    Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: files.map { SourceFile(name: "themes/\($0.key)", bytes: Array($0.value.utf8)) })
  }

  private static func file(of name: String, _ library: Library) throws -> String {
    #expect(!library.hasErrors, "\(library.problems.map(\.text))")
    let theme = try #require(try Catalog(library, images: .none).themes[name])
    return String(decoding: StudioFile.render(theme, library), as: UTF8.self)
  }

  @Test func `is the file that the theme comes from`() throws {
    #expect(try Self.file(of: "s", Self.library(["s.tokensstudio.json": Self.source])) == Self.source)
  }

  @Test func `has the sets and themes of the file, and what another theme changes`() throws {
    let own = ##"""
      { "extends": "s", "colors": {
          "ink": { "value": "#445566", "when": [{ "traits": { "userInterfaceStyle": "dark" }, "value": "#eeeeee" }] },
          "veil": { "value": "{ink/50%}", "description": "Over images" } } }
      """##
    let text = try Self.file(of: "t", Self.library(["s.tokensstudio.json": Self.source, "t.json": own]))
    let root = try #require(JSONReader.read(SourceFile(name: "", bytes: Array(text.utf8))).root)
    #expect(
      root.members.map(\.name) == ["core/base", "night", "t", "t/dark", "$themes", "$metadata"])
    #expect(root["core/base"]?["gap"]?["value"]?.string == "4 * 2")
    #expect(root["t"]?["veil"]?["value"]?.string == "rgba({ink}, 0.5)")
    #expect(root["t"]?["veil"]?["description"]?.string == "Over images")
    #expect(root["t/dark"]?["ink"]?["value"]?.string == "#eeeeee")
    let themes = root["$themes"].map { Array($0.items) } ?? []
    let selected = themes.map { $0["selectedTokenSets"].map { $0.members.map(\.name) } ?? [] }
    #expect(selected == [["core/base", "t"], ["core/base", "night", "t", "t/dark"]])
    let again = Self.library(["u.tokensstudio.json": text])
    #expect(again.problems.map(\.text) == [])
    let theme = try #require(try Catalog(again, images: .none).themes["u"])
    for (style, ink) in [("light", "#445566"), ("dark", "#eeeeee")] {
      let traits = try TraitValues([("userInterfaceStyle", style)], kit: theme.kit.definition)
      let colors = theme.context(traits).resolved().colors
      #expect(colors.first { $0.name == "ink" }?.color.hex == ink)
      #expect(colors.first { $0.name == "veil" }?.color.hex == ink + "80")
    }
  }

  @Test func `has a name for a token that is a group, too`() throws {
    let text = try Self.file(
      of: "t", Self.library(["t.json": ##"{ "colors": { "a": "#111111", "a.b": "{a}", "c": "{a/50%}" } }"##]))
    let set = try #require(JSONReader.read(SourceFile(name: "", bytes: Array(text.utf8))).root?["t"])
    #expect(set["a"]?["root"]?["$value"]?.string == "#111111")
    #expect(set["a"]?["b"]?["$value"]?.string == "{a.root}")
    #expect(set["c"]?["$value"]?.string == "rgba({a.root}, 0.5)")
  }

  @Test func `of a theme made in Livery is read as the same colors and values`() throws {
    let own = ##"""
      { "traits": { "density": { "values": ["regular", "compact"], "default": "regular" } },
        "colors": { "brand.ink": "#0b4f94", "page": { "light": "#ffffff", "dark": "#101014" }, "text": "{brand.ink}" },
        "values": {
          "space.m": { "type": "dimension", "value": { "value": 16, "unit": "px" }, "when": [
            { "traits": { "density": "compact" }, "value": { "value": 8, "unit": "px" } }] },
          "gap": { "type": "dimension", "value": "{space.m}" },
          "body": { "type": "fontFamily", "value": ["Inter", "serif"] }, "half": { "type": "number", "value": 0.5 },
          "title": { "type": "typography", "value": { "fontFamily": "{body}", "fontSize": "{gap}", "fontWeight": 600,
            "lineHeight": 1.5, "letterSpacing": { "value": 0, "unit": "px" } } },
          "lift": { "type": "shadow", "value": { "color": "{brand.ink}", "offsetX": { "value": 0, "unit": "px" },
            "offsetY": { "value": 4, "unit": "px" }, "blur": { "value": 8, "unit": "px" },
            "spread": { "value": 0, "unit": "px" }, "inset": true } } } }
      """##
    let text = try Self.file(of: "t", Self.library(["t.json": own]))
    let again = Self.library(["u.tokensstudio.json": text])
    #expect(again.problems.map(\.text) == [])
    let (first, second) = (
      try #require(try Catalog(Self.library(["t.json": own]), images: .none).themes["t"]),
      try #require(try Catalog(again, images: .none).themes["u"])
    )
    for pairs in [[], [("userInterfaceStyle", "dark")], [("density", "compact")]] as [[(String, String)]] {
      let both = try [first, second].map { theme in
        let traits = try TraitValues(pairs.map { (name: $0.0, value: $0.1) }, kit: theme.kit.definition)
        let resolved = theme.context(traits).resolved()
        return resolved.colors.map { "\($0.name) \($0.color.hex)" }
          + resolved.values.map { "\($0.name) \($0.value)" }
      }
      #expect(both[0] == both[1])
    }
  }
}
