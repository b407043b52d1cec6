@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of files as design tools and build tools write them, which differ from the formats that they name.
@Suite struct `Token files as the world writes them` {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func library(_ files: [String: String], format: String? = nil) -> Library {
    let sources = files.sorted { $0.key < $1.key }.map {
      SourceFile(name: "themes/\($0.key)", bytes: Array($0.value.utf8), format: format)
    }
    return Library.read(kits: kits, themes: sources.gathered { _ in nil }, in: .all)
  }

  private static func tokens(_ text: String) -> Library { library(["t.tokens.json": text]) }
  private static func studio(_ text: String) -> Library { library(["t.tokensstudio.json": text]) }

  private static func guess(_ text: String) -> String? {
    FormatGuess.format(of: SourceFile(name: "t.json", bytes: Array(text.utf8)))?.name
  }

  private static func colors(_ theme: Theme?, _ traits: [String: String] = [:]) -> [String: String] {
    (theme?.colors ?? [:]).compactMapValues { entry in
      let variant = entry.variants.last { $0.traits.allSatisfy { traits[$0.key] == $0.value } }
      guard let color = variant?.content ?? entry.base else { return nil }
      return ColorText.written(color)
    }
  }

  @Test(arguments: [
    ("none", "dimension"), ("4px 4px", "dimension"), ("clamp(1rem, 2vw, 3rem)", "dimension"),
    ("auto", "number"),
    ("linear-gradient(90deg, #fff, #000)", "color"), ("0 1px 2px rgba(0, 0, 0, 0.5)", "shadow"),
    ("ease-in", "cubicBezier"),
  ])
  func `keep what a style sheet can say in place of a value of the type`(text: String, type: String) throws {
    let library = Self.tokens(
      #"{ "a": { "$type": "\#(type)", "$value": "\#(text)" }, "b": { "$type": "\#(type)", "$value": "{a}" } }"#
    )
    #expect(library.problems.map(\.severity) == [.warning], "\(library.problems.map(\.text))")
    #expect(library.problems.map(\.code) == ["kept-value"])
    let theme = try #require(library.themes["t"])
    #expect(theme.values["a"]?.base == TypedValue(.string(text), type: .any))
    #expect(theme.values["b"]?.base == TypedValue(.reference("a", .whole), type: .any))
    #expect(theme.remarks["a"]?.tokenType == type && theme.remarks["a"]?.isText == false)
  }

  @Test(arguments: [
    (#""0""#, "dimension", Value.quantity(0, "px")),
    (#"{ "value": 0, "unit": "" }"#, "dimension", .quantity(0, "px")),
    (#"{ "value": 0, "unit": "" }"#, "duration", .quantity(0, "ms")),
  ])
  func `read a zero without a unit`(value: String, type: String, expected: Value) throws {
    let library = Self.tokens(#"{ "a": { "$type": "\#(type)", "$value": \#(value) } }"#)
    #expect(library.problems.map(\.severity) == [.warning])
    #expect(library.themes["t"]?.values["a"]?.base?.content == expected)
  }

  @Test(arguments: [
    ("transparent", "#00000000"), ("red", "#ff0000"), ("oklch(0.7, 0.1, 40)", "#d4896e"),
    ("oklch(0.7, 0.1, 40, 0.3)", "#d4896e4d"),
  ])
  func `read names of colors, and functions with commas`(text: String, hex: String) {
    let library = Self.tokens(#"{ "a": { "$type": "color", "$value": "\#(text)" } }"#)
    #expect(library.problems.map(\.code) == ["color-in-text"], "\(library.problems.map(\.text))")
    let color = library.themes["t"]?.colors["a"]?.base
    #expect(color?.literal?.hex == hex, "\(String(describing: color))")
  }

  @Test func `leave out what nobody can say, with all that refers to it`() {
    let library = Self.tokens(
      ##"{ "a": { "$type": "dimension", "$value": "" }, "b": { "$type": "dimension", "$value": "{a}" }, "c": { "$type": "shadow", "$value": { "color": "#000", "offsetX": "{b}", "offsetY": "0", "blur": "0", "spread": "0" } }, "d": { "$type": "number", "$value": 1 } }"##
    )
    #expect(library.problems.allSatisfy { $0.severity == .warning }, "\(library.problems.map(\.text))")
    let messages = library.problems.map(\.message)
    #expect(messages.contains("'a' should be an object, not a string. 'a' is left out."), "\(messages)")
    #expect(messages.contains("{a} is left out, and so is 'b', which refers to it."))
    #expect(messages.contains("{b} is left out, and so is 'c', which refers to it."))
    #expect(library.themes["t"]?.values.keys.sorted() == ["d"])
  }

  @Test func `leave out an object that is none of the format's`() {
    let library = Self.tokens(
      ##"{ "a": { "$type": "color", "$value": { "r": 1, "g": 0, "b": 0 } }, "b": { "$type": "color", "$value": "#000" } }"##
    )
    #expect(library.problems.allSatisfy { $0.severity == .warning }, "\(library.problems.map(\.text))")
    #expect(Self.colors(library.themes["t"]) == ["b": "#000000"])
  }

  @Test func `leave out any number of tokens`() {
    let wrong = (0..<1500).map { ##""a\##($0)": { "$value": "" }, "b\##($0)": { "$value": "{a\##($0)}" }"## }
    let library = Self.tokens(
      ##"{ "$type": "color", \##(wrong.joined(separator: ",")), "c": { "$value": "#000" } }"##)
    #expect(library.problems.allSatisfy { $0.severity == .warning })
    #expect(library.problems.contains { $0.message == "2800 more tokens of this theme are left out." })
    #expect(library.problems.count < 250)
    #expect(Self.colors(library.themes["t"]) == ["c": "#000000"])
  }

  @Test func `warn of text around a reference in every type`() {
    let library = Self.tokens(
      #"{ "n": { "$type": "number", "$value": 1 }, "a": { "$type": "content", "$value": "x {n} y" } }"#)
    #expect(library.problems.map(\.code).sorted() == ["other-type", "reference-in-text"])
  }

  @Test func `have the description of their own context`() {
    let library = Self.library([
      "t.resolver.json": """
      { "version": "2025.10", "resolutionOrder": [
        { "name": "all", "type": "set", "sources": [{ "n": { "$type": "number", "$value": 1 } }] },
        { "name": "mode", "type": "modifier", "default": "light", "contexts": { "light": [], "dark": [
          { "n": { "$type": "number", "$value": 2, "$description": "In the dark" } }] } } ] }
      """
    ])
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["t"]?.values["n"]?.variants.count == 1)
    #expect(library.themes["t"]?.remarks["n"] == nil)
  }

  @Test func `are told once what a type in one context alone needs`() {
    let names = (0..<128).map { "n\($0)" }
    let light = names.map { ##""\##($0)": { "$value": "#fff" }"## }.joined(separator: ",")
    let dark = names.map { ##""\##($0)": { "$type": "color", "$value": "#000" }"## }.joined(separator: ",")
    let library = Self.library([
      "t.resolver.json": """
      { "version": "2025.10", "resolutionOrder": [ { "name": "mode", "type": "modifier", "default": "light",
        "contexts": { "light": [{ \(light) }], "dark": [{ \(dark) }] } } ] }
      """
    ])
    let errors = library.problems.filter { $0.severity == .error }
    #expect(errors.count == 1)
    #expect(errors.first?.message.contains(##"write "$type": "color" here"##) == true, "\(errors)")
    #expect(errors.first?.message.hasSuffix("And 127 more like this.") == true)
  }

  // MARK: Style Dictionary

  @Test func `of Style Dictionary are told from SwiftTheme and from Livery's own form`() {
    let color =
      ##"{ "base": { "red": { "value": "#f00" }, "text": { "value": "{color.base.red.value}" } } }"##
    #expect(Self.guess(#"{ "color": \#(color) }"#) == "tokensstudio")
    #expect(Self.guess(#"{ "colors": \#(color) }"#) == "tokensstudio")
    #expect(Self.guess(##"{ "color": { "red": { "value": "#f00", "type": "color" } } }"##) == "tokensstudio")
    #expect(Self.guess(##"{ "colors": { "red": { "value": "#f00", "when": [] } } }"##) == "livery")
    #expect(Self.guess(##"{ "colors": { "red": { "value": "#f00" } } }"##) == "tokensstudio")
    #expect(Self.guess(##"{ "colors": { "red": { "value": "#f00" } }, "kit": "web" }"##) == "livery")
    #expect(Self.guess(##"{ "a": { "$value": "4px", "$type": "borderRadius" } }"##) == "tokensstudio")
    #expect(
      Self.guess(
        ##"{ "a": { "$value": { "colorSpace": "srgb" } }, "b": { "$value": "4px", "$type": "spacing" } }"##)
        == "tokens")
    #expect(
      Self.guess(##"{ "values": { "m": { "type": "number", "value": 1 } }, "kit": "web" }"##) == "livery")
    #expect(Self.guess(##"{ "Slider": { "value": "#ff0000", "track": "#00ff00" } }"##) == "swifttheme")
    #expect(Self.guess(#"{ "name": "x", "version": "1", "dependencies": {} }"#) == nil)
  }

  @Test func `of Style Dictionary without types are of the type that their path says`() {
    let library = Self.studio(
      ##"""
      { "color": { "red": { "value": "#f00", "comment": "Loud" }, "ink": { "value": { "r": 26, "g": 26, "b": 31 } },
          "hot": { "value": { "h": 0, "s": 100, "l": 50 } }, "text": { "value": "{color.red.value}" } },
        "size": { "m": { "value": "16px" } }, "time": { "fast": { "value": "150ms" } },
        "font": { "family": { "body": { "value": "Inter, sans-serif" } } }, "asset": { "logo": { "value": "a.svg" } } }
      """##)
    #expect(library.problems.map(\.text) == [])
    let theme = library.themes["t"]
    #expect(
      Self.colors(theme)
        == [
          "color.red": "#ff0000", "color.ink": "#1a1a1f", "color.hot": "#ff0000", "color.text": "{color.red}",
        ])
    #expect(theme?.remarks["color.red"]?.description == "Loud")
    #expect(theme?.values["size.m"]?.base == TypedValue(.quantity(16, "px"), type: .dimension))
    #expect(theme?.values["time.fast"]?.base == TypedValue(.quantity(150, "ms"), type: .duration))
    #expect(theme?.values["font.family.body"]?.type == .fontFamily)
    #expect(theme?.values["asset.logo"]?.base?.content == .string("a.svg"))
  }

  @Test
  func `of Style Dictionary without a type are of that of the token they refer to, or a color by its digits`()
  {
    let library = Self.studio(
      ##"""
      { "brand": { "primary": { "value": "#f00" }, "soft": { "value": "rgba(255, 0, 0, 0.5)" }, "name": { "value": "red" } },
        "size": { "m": { "value": "16px" } }, "gap": { "value": "{size.m.value}" }, "order": { "value": 1, "type": "number" },
        "exact": { "value": { "colorSpace": "srgb", "components": [1, 0, 0] }, "type": "color" },
        "link": { "value": "{brand.primary.value}", "deprecated": { "replacedBy": "brand.primary", "since": "2" } },
        "old": { "value": 1, "deprecated": true, "deprecated_comment": "Too old." } }
      """##)
    #expect(library.problems.filter { $0.severity != .note }.map(\.text) == [])
    let theme = library.themes["t"]
    #expect(theme?.remarks["link"]?.deprecationWords == "since 2; use {brand.primary}")
    #expect(theme?.remarks["old"]?.deprecationWords == "Too old")
    #expect(
      Self.colors(theme) == [
        "brand.primary": "#ff0000", "brand.soft": "rgb(255 0 0 / 50%)", "exact": "#ff0000",
        "link": "{brand.primary}",
      ])
    #expect(theme?.values["size.m"]?.type == .dimension && theme?.values["gap"]?.type == .dimension)
    #expect(theme?.values["brand.name"]?.base == TypedValue(.string("red"), type: .any))
  }

  // MARK: Tokens Studio

  @Test func `of Tokens Studio are light among other themes, too`() {
    let library = Self.studio(
      ##"""
      { "night": { "ink": { "type": "color", "value": "#fff" } }, "day": { "ink": { "type": "color", "value": "#000" } },
        "$themes": [{ "name": "Dark", "selectedTokenSets": { "night": "enabled" } },
                    { "name": "Light", "selectedTokenSets": { "day": "enabled" } },
                    { "name": "Sepia", "selectedTokenSets": { "day": "enabled" } }] }
      """##)
    #expect(library.problems.map(\.text) == [])
    #expect(Self.colors(library.themes["t"]) == ["ink": "#000000"])
  }

  @Test(arguments: ["{a} {a}", "4px 4px", "clamp({a}, 2vw, {b})"])
  func `of Tokens Studio keep lists and functions of lengths`(value: String) {
    let library = Self.studio(
      ##"{ "a": { "type": "spacing", "value": "4px" }, "b": { "type": "spacing", "value": "8px" }, "x": { "type": "spacing", "value": "\##(value)" }, "y": { "type": "spacing", "value": "{x}" } }"##
    )
    #expect(library.problems.allSatisfy { $0.code == "kept-value" }, "\(library.problems.map(\.text))")
    let theme = library.themes["t"]
    #expect(theme?.values["a"]?.base == TypedValue(.quantity(4, "px"), type: .dimension))
    #expect(theme?.values["x"]?.type == .any && theme?.values["y"]?.type == .any)
  }

  @Test func `of Tokens Studio name what a shadow refers to in vain`() {
    let library = Self.studio(
      ##"{ "a": { "type": "boxShadow", "value": "{nothing}" }, "b": { "type": "border", "value": "{nothing}" } }"##
    )
    #expect(
      library.problems.map(\.message) == ["There is no token {nothing}.", "There is no token {nothing}."])
  }

  @Test func `of Tokens Studio name the set that no theme has`() {
    let library = Self.studio(
      ##"""
      { "core": { "red": { "type": "color", "value": "#f00" } }, "use": { "text": { "type": "color", "value": "{red}" } },
        "$themes": [{ "name": "one", "selectedTokenSets": { "use": "enabled", "core": "disabled" } }] }
      """##)
    #expect(
      library.problems.map(\.message) == [
        "There is no token {red}: no theme has the set 'core', which it is in. Enable the set, or make it a source."
      ])
  }

  @Test func `of Tokens Studio name the set that some theme lacks`() throws {
    let library = Self.studio(
      ##"""
      { "base": { "ink": { "type": "color", "value": "#111" } },
        "use": { "line": { "type": "border", "value": { "color": "{ink}", "width": "1px", "style": "solid" } },
                 "text": { "type": "color", "value": "{ink}" }, "soft": { "type": "color", "value": "rgba({ink}, 0.5)" } },
        "$themes": [{ "name": "light", "selectedTokenSets": { "use": "enabled" } },
                    { "name": "dark", "selectedTokenSets": { "use": "enabled", "base": "enabled" } }] }
      """##)
    #expect(
      library.problems.map(\.message) == [
        "There is no token {ink} when theme is light, which lacks the set 'base'; 'line' is left out there. And 2 more like this."
      ])
    #expect(library.problems.map(\.severity) == [.warning])
    #expect(Self.colors(library.themes["t"], ["userInterfaceStyle": "dark"])["soft"] == "rgb(17 17 17 / 50%)")
    #expect(Self.colors(library.themes["t"])["soft"] == nil)
  }

  @Test func `of Style Dictionary have parts of colors as fractions, and flags as text`() {
    let library = Self.studio(
      ##"""
      { "color": { "warm": { "value": { "h": 15, "s": 1, "l": 0.5 } }, "cold": { "value": { "h": "200", "s": "50%", "l": 50 } },
                   "old": { "value": "#111", "deprecated": "true" }, "new": { "value": "#222", "deprecated": "false" } } }
      """##)
    #expect(library.problems.map(\.text) == [])
    let theme = library.themes["t"]
    #expect(Self.colors(theme)["color.warm"] == "#ff4000" && Self.colors(theme)["color.cold"] == "#4095bf")
    #expect(theme?.remarks["color.old"]?.deprecation == .plain && theme?.remarks["color.new"] == nil)
  }

  @Test func `of Tokens Studio to a group say so`() {
    let library = Self.studio(
      ##"""
      { "gray": { "sets": { "light": { "type": "color", "value": "#eee" } } },
        "text": { "type": "color", "value": "{gray}" } }
      """##)
    #expect(library.problems.map(\.message) == ["{gray} is a group; only a token can be referred to."])
  }

  @Test func `of parts of other values in Tokens Studio stay, to values with parts`() {
    let library = Self.studio(
      ##"""
      { "ease": { "type": "cubicBezier", "value": [0.4, 0, 1, 1] },
        "fonts": { "type": "fontFamilies", "value": ["Inter", "serif"] },
        "shadow": { "type": "boxShadow", "value": { "x": 0, "y": 1, "blur": 2, "spread": 0, "color": "#000" } },
        "move": { "type": "transition", "value": { "duration": "200ms", "timingFunction": "{ease}" } },
        "card": { "type": "composition", "value": { "boxShadow": "{shadow}", "fontFamilies": "{fonts}" } } }
      """##)
    #expect(library.problems.map(\.text) == [])
    let values = library.themes["t"]?.values
    #expect(values?["move"]?.base?.content.part(["timingFunction"]) == .reference("ease", .whole))
    #expect(values?["card"]?.base?.content.part(["boxShadow"]) == .reference("shadow", .whole))
    #expect(values?["card"]?.base?.content.part(["fontFamilies"]) == .reference("fonts", .whole))
  }

  @Test func `of Tokens Studio are light where nothing is chosen`() {
    let library = Self.studio(
      ##"""
      { "night": { "ink": { "type": "color", "value": "#fff" } }, "day": { "ink": { "type": "color", "value": "#000" } },
        "$themes": [{ "name": "Dark", "selectedTokenSets": { "night": "enabled" } },
                    { "name": "Light", "selectedTokenSets": { "day": "enabled" } }] }
      """##)
    #expect(library.problems.map(\.text) == [])
    #expect(Self.colors(library.themes["t"]) == ["ink": "#000000"])
    #expect(Self.colors(library.themes["t"], ["userInterfaceStyle": "dark"]) == ["ink": "#ffffff"])
  }

  @Test func `of Tokens Studio combine brands with light and dark`() {
    let themes = ["Acme dark", "Acme light", "Globex dark", "Globex light"].map { name in
      let words = name.lowercased().split(separator: " ")
      return
        #"{ "name": "\#(name)", "selectedTokenSets": { "\#(words[0])": "enabled", "\#(words[1])": "enabled" } }"#
    }
    let library = Self.studio(
      ##"""
      { "acme": { "brand": { "type": "color", "value": "#f00" } }, "globex": { "brand": { "type": "color", "value": "#00f" } },
        "dark": { "ink": { "type": "color", "value": "#fff" } }, "light": { "ink": { "type": "color", "value": "#000" } },
        "$themes": [\##(themes.joined(separator: ","))] }
      """##)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes.keys.sorted() == ["t", "t.Acme", "t.Globex"])
    #expect(Self.colors(library.themes["t.Globex"]) == ["brand": "#0000ff", "ink": "#000000"])
    #expect(
      Self.colors(library.themes["t.Globex"], ["userInterfaceStyle": "dark"])
        == ["brand": "#0000ff", "ink": "#ffffff"])
  }

  // MARK: JSON5

  @Test func `in JSON5 and with comments are read where the name says so`() {
    let text = """
      // A comment
      { a: { $type: 'number', $value: +.5, /* and
        one more */ }, "b": { '$type': "dimension", $value: { value: 0x10, unit: 'px', }, $description: 'It\\'s \\x41 "b"\\
       c', },
      }
      """
    for ending in ["json5", "jsonc"] {
      let library = Self.library(["t.tokens.\(ending)": text])
      #expect(library.problems.map(\.text) == [])
      #expect(library.themes["t"]?.values["a"]?.base == TypedValue(.number(0.5), type: .number))
      #expect(library.themes["t"]?.values["b"]?.base == TypedValue(.quantity(16, "px"), type: .dimension))
      #expect(library.themes["t"]?.remarks["b"]?.description == #"It's A "b" c"#)
    }
    let indented = Self.library(["t.tokens.json5": "{\n  a: { $type: 'number', $value: '{none}' },\n}"])
    #expect(indented.problems.map(\.place.column) == [33])
    // Names, which get quotes as well: one without quotes, one with them.
    for (name, column) in [("a", 3), ("'a'", 4)] {
      let untyped = Self.library(["t.tokens.json5": "{\n  \(name): { $value: 1 },\n}"])
      #expect(untyped.problems.map(\.place.column) == [column])
    }
    let wrong = Self.library(["t.tokens.json5": "{\n  a: { $type: 'number', $value: '\\\n1' },\n  b: 3\n}"])
    #expect(wrong.problems.filter { $0.severity == .error }.map(\.place.line) == [4])
    #expect(Self.library(["t.tokens.json": "{ a: 1 }"]).problems.contains { $0.code == "json-syntax" })
  }
}
