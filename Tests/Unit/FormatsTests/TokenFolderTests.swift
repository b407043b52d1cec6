@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of folders and archives of token files without a resolver document.
struct TokenFolderTests {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func sources(_ files: [String: String], in root: String) -> [SourceFile] {
    files.sorted { $0.key < $1.key }.map { SourceFile(name: root + $0.key, bytes: Array($0.value.utf8)) }
  }

  private static func library(_ files: [String: String]) -> Library {
    Library.read(kits: kits, themes: sources(files, in: "themes/s.tokens/").gathered { _ in nil }, in: .all)
  }

  private static func color(_ hex: String, _ name: String = "ink") -> String {
    ##"{ "\##(name)": { "$type": "color", "$value": "\##(hex)" } }"##
  }

  private static func colors(_ theme: Theme?, _ traits: [String: String] = [:]) -> [String: String] {
    (theme?.colors ?? [:]).compactMapValues { entry in
      let variant = entry.variants.last { $0.traits.allSatisfy { traits[$0.key] == $0.value } }
      return (variant?.content ?? entry.base).map { ColorText.written($0) }
    }
  }

  private static func errors(_ library: Library) -> [String] {
    library.problems.filter { $0.severity == .error }.map(\.text)
  }

  @Test func `are one theme, later files over earlier`() {
    let library = Self.library([
      "a.json": Self.color("#111"), "b/c.json5": "{ ink: { $type: 'color', $value: '#222' } }",
      "package.json": #"{ "name": "x" }"#,
    ])
    #expect(Self.errors(library) == [])
    #expect(library.themes.keys.sorted() == ["s"])
    #expect(Self.colors(library.themes["s"]) == ["ink": "#222222"])
  }

  @Test func `choose files called light and dark by the device`() {
    for files in [
      ["base.json", "colors.light.json", "colors.dark.json"], ["base.json", "dark.tokens.json"],
    ] {
      let texts = files.map { name in
        Self.color(name.contains("dark") ? "#fff" : "#000", name == "base.json" ? "base" : "ink")
      }
      let library = Self.library(Dictionary(uniqueKeysWithValues: zip(files, texts)))
      #expect(Self.errors(library) == [])
      #expect(Self.colors(library.themes["s"], ["userInterfaceStyle": "dark"])["ink"] == "#ffffff")
      #expect(Self.colors(library.themes["s"])["ink"] == (files.count == 3 ? "#000000" : nil))
      #expect(Self.colors(library.themes["s"])["base"] == "#000000")
    }
  }

  @Test func `choose among the files of a folder of brands, also in Style Dictionary's form`() {
    for form in ["$", ""] {
      let library = Self.library([
        "core.json": ##"{ "ink": { "\##(form)type": "color", "\##(form)value": "#000" } }"##,
        "brands/acme.json": ##"{ "brand": { "\##(form)type": "color", "\##(form)value": "#f00" } }"##,
        "brands/globex.json": ##"{ "brand": { "\##(form)type": "color", "\##(form)value": "#00f" } }"##,
      ])
      #expect(Self.errors(library) == [])
      let theme = library.themes["s"]
      #expect(theme?.ownTraits["brand"]?.domain == .values(["acme", "globex"]))
      #expect(Self.colors(theme) == ["brand": "#ff0000", "ink": "#000000"])
      #expect(Self.colors(theme, ["brand": "globex"])["brand"] == "#0000ff")
    }
  }

  private static func inks(_ files: [String: String]) -> [String: String] {
    Dictionary(uniqueKeysWithValues: files.map { ($0.key, color($0.value)) })
  }

  @Test func `have more contrast over light and dark`() {
    let theme = Self.library(
      Self.inks(["dark.json": "#222", "high-contrast.json": "#111", "light.json": "#ddd"])
    ).themes["s"]
    let (dark, high) = (["userInterfaceStyle": "dark"], ["accessibilityContrast": "high"])
    #expect(Self.colors(theme) == ["ink": "#dddddd"])
    #expect(Self.colors(theme, dark) == ["ink": "#222222"])
    #expect(Self.colors(theme, high) == ["ink": "#111111"])
    #expect(Self.colors(theme, dark.merging(high) { $1 }) == ["ink": "#111111"])
  }

  @Test func `have light and dark with more contrast, over the plain ones`() {
    let theme = Self.library([
      "color/dark/dark.json": Self.color("#222"), "color/dark/dark.high-contrast.json": Self.color("#000"),
      "color/light/light.json": Self.color("#ddd"), "dark-hc.json": Self.color("#123", "edge"),
      "high-contrast.json": Self.color("#456", "line"),
    ]).themes["s"]
    let (dark, high) = (["userInterfaceStyle": "dark"], ["accessibilityContrast": "high"])
    #expect(Self.colors(theme)["ink"] == "#dddddd")
    #expect(Self.colors(theme, dark)["ink"] == "#222222")
    let both = Self.colors(theme, dark.merging(high) { $1 })
    #expect(both == ["ink": "#000000", "edge": "#112233", "line": "#445566"])
    let light = Self.colors(theme, ["userInterfaceStyle": "light"].merging(high) { $1 })
    #expect(light == ["ink": "#dddddd", "line": "#445566"])
  }

  @Test func `leave out a form of dark that no device asks for, unless it is named`() throws {
    let files = Self.sources(
      Self.inks(["dark.dimmed.json": "#555", "dark.json": "#222", "light.json": "#ddd"]), in: "s/")
    let folder = TokenFolder(files, in: "s/")
    #expect(folder.remarks().last?.hasPrefix("'dark.dimmed.json' is a form of light or dark") == true)
    for (contexts, dimmed) in [([], "#dddddd"), (["dark.dimmed"], "#555555")] {
      let document = try #require(folder.document(named: "s", contexts: contexts))
      let library = Library.read(kits: Self.kits, themes: [document], in: .all)
      #expect(Self.errors(library) == [])
      #expect(Self.colors(library.themes["s"]) == ["ink": "#dddddd"])
      #expect(Self.colors(library.themes["s"], ["context": "dark.dimmed"]) == ["ink": dimmed])
    }
    #expect(folder.unknown(["dark.dimmed", "drak"]) == ["drak"])
  }

  @Test func `choose among folders called light and dark`() {
    let theme = Self.library([
      "dark/color.json": Self.color("#222"), "light/color.json": Self.color("#ddd"),
      "size-dark-mode.json": Self.color("#333", "edge"),
    ]).themes["s"]
    #expect(Self.colors(theme) == ["ink": "#dddddd"])
    #expect(Self.colors(theme, ["userInterfaceStyle": "dark"]) == ["ink": "#222222", "edge": "#333333"])
  }

  @Test func `of brands in light and dark are themes, each in both`() {
    for form in ["$", ""] {
      func color(_ name: String, _ hex: String) -> String {
        ##"{ "\##(name)": { "\##(form)type": "color", "\##(form)value": "\##(hex)" } }"##
      }
      let library = Self.library([
        "core.json": color("core", "#111"), "dark.json": color("edge", "#222"),
        "brands/acme/base.json": color("brand", "#f00"), "brands/acme/dark.json": color("ink", "#eee"),
        "brands/acme/light.json": color("ink", "#333"), "brands/globex.json": color("ink", "#00f"),
      ])
      #expect(Self.errors(library) == [])
      #expect(library.themes.keys.sorted() == ["s", "s.acme", "s.globex"])
      let (acme, dark) = (library.themes["s.acme"], ["userInterfaceStyle": "dark"])
      #expect(Self.colors(acme) == ["brand": "#ff0000", "core": "#111111", "ink": "#333333"])
      #expect(
        Self.colors(acme, dark)
          == ["brand": "#ff0000", "core": "#111111", "edge": "#222222", "ink": "#eeeeee"])
      #expect(Self.colors(library.themes["s.globex"], dark)["ink"] == "#0000ff")
      #expect(Self.colors(library.themes["s"])["ink"] == "#333333")
    }
  }

  @Test func `are one theme if they exclude each other, whatever their names`() {
    let files = Self.sources(
      Self.inks(["base.tokens.json": "#fff", "dark.tokens.json": "#000", "light.tokens.json": "#eee"]),
      in: "s/")
    #expect(TokenFolder(files, in: "s/").isOne(among: files))
    #expect(!TokenFolder([files[0], files[0]], in: "s/").isOne(among: files))
  }

  @Test func `are one theme if one refers to a token of another`() {
    for (form, suffix) in [("$", ""), ("", ".value")] {
      let link = ##"{ "link": { "\##(form)type": "color", "\##(form)value": "{ink\##(suffix)}" } }"##
      let ink = ##"{ "ink": { "\##(form)type": "color", "\##(form)value": "#111" } }"##
      let files = Self.sources(["core.tokens.json": ink, "use.tokens.json": link], in: "s/")
      #expect(TokenFolder(files, in: "s/").isOne(among: files))
      let apart = Self.sources(["core.tokens.json": ink, "other.tokens.json": ink], in: "s/")
      #expect(!TokenFolder(apart, in: "s/").isOne(among: apart))
    }
  }

  @Test func `leave a whole export of Tokens Studio to itself`() {
    let whole = ##"{ "a": { "ink": { "type": "color", "value": "#000" } }, "$themes": [] }"##
    let files = Self.sources(["a.json": whole, "b.json": Self.color("#111")], in: "s/")
    #expect(TokenFolder(files, in: "s/").files.map(\.name) == ["s/b.json"])
  }

  @Test func `name the file that a problem is in`() {
    let library = Self.library([
      "a.json": Self.color("#111"), "b.json": "{\n \"x\": { \"$type\": \"color\", \"$value\": \"{none}\" } }",
    ])
    #expect(library.problems.filter { $0.severity == .error }.map(\.place.file) == ["themes/s.tokens/b.json"])
    #expect(library.problems.filter { $0.severity == .error }.map(\.place.line) == [2])
  }

  // MARK: Figma

  private static func mode(_ name: String, _ tokens: String) -> String {
    #"{ \#(tokens), "$extensions": { "com.figma.modeName": "\#(name)" } }"#
  }

  private static func variable(_ name: String, _ hex: String, aliasing alias: String? = nil) -> String {
    let data = alias.map {
      #", "$extensions": { "com.figma.aliasData": { "targetVariableName": "\#($0)", "targetVariableSetName": "Primitives" } }"#
    }
    return
      ##""\##(name)": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [0, 0, 0], "hex": "\##(hex)" }\##(data ?? "") }"##
  }

  private static let figma = [
    "Primitives/Value.tokens.json": mode("Value", #""gray": { \#(variable("900", "#000000")) }"#),
    "Theme/Light.tokens.json": mode("Light", variable("ink", "#000000", aliasing: "gray/900")),
    "Theme/Dark.tokens.json": mode("Dark", variable("ink", "#000000")),
  ]

  @Test func `of Figma are one package, with a trait for each collection of modes`() throws {
    let gathered = Dialects.all.gathered(Self.sources(Self.figma, in: ""), isArchive: true) { _ in nil }
    let document = try #require(gathered.first)
    #expect(gathered.count == 1 && document.baseName == "tokens.resolver.json")
    let library = Library.read(kits: Self.kits, themes: [document], in: .all)
    #expect(Self.errors(library) == [])
    // A modifier called theme makes themes, unless its contexts are light and dark.
    #expect(library.themes.keys.sorted() == ["tokens"])
    let entry = try #require(library.themes["tokens"]?.colors["ink"])
    #expect(entry.base == .reference(name: "gray.900", opacity: .opaque))
    #expect(entry.variants.map(\.traits) == [["userInterfaceStyle": "dark"]])
  }

  @Test func `of Figma are told apart in one folder by their variables`() {
    let flat = Dictionary(
      uniqueKeysWithValues: Self.figma.map { (String($0.key.split(separator: "/")[1]), $0.value) })
    let more = ["A", "B"].map { ("\($0).tokens.json", Self.mode($0, Self.variable("edge", "#000000"))) }
    let library = Self.library(flat.merging(more) { $1 })
    #expect(Self.errors(library) == [])
    let theme = library.themes["s"]
    #expect(theme?.colors["ink"]?.base == .reference(name: "gray.900", opacity: .opaque))
    #expect(theme?.colors["ink"]?.variants.map(\.traits) == [["userInterfaceStyle": "dark"]])
    #expect(theme?.ownTraits.keys.sorted() == ["mode"])
  }

  @Test func `of Figma keep the values of variables that refer to each other`() {
    let library = Library.read(
      kits: Self.kits,
      themes: [
        SourceFile(
          name: "themes/t.tokens.json",
          bytes: Array(
            "{ \(Self.variable("a", "#000000", aliasing: "b")), \(Self.variable("b", "#000000", aliasing: "a")) }"
              .utf8))
      ], in: .all)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["t"]?.colors["a"]?.base?.referenced == nil)
  }

  @Test func `of twenty thousand tokens in a circle of variables are read`() {
    let tokens = (0..<19_999).map { number in
      #""v\#(number)": { "$type": "number", "$value": 1, "$extensions": { "com.figma.aliasData": { "targetVariableName": "v\#((number + 1) % 19_999)" } } }"#
    }
    let library = Library.read(
      kits: Self.kits,
      themes: [
        SourceFile(name: "themes/t.tokens.json", bytes: Array("{ \(tokens.joined(separator: ",")) }".utf8))
      ], in: .all)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["t"]?.values["v0"]?.base?.content == .number(1))
  }
}
