@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of resolver documents: their content, their meaning for requests, and refused ones.
@Suite struct `A resolver document` {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func library(_ files: [String: String]) -> Library {
    let sources = files.sorted { $0.key < $1.key }.map {
      SourceFile(name: "themes/\($0.key)", bytes: Array($0.value.utf8))
    }
    let top = sources.filter { !$0.name.dropFirst("themes/".count).contains("/") }
    return Library.read(
      kits: kits, themes: top.gathered { name in sources.first { $0.name == name }?.bytes })
  }

  private static func library(_ members: String, beside: [String: String] = [:]) -> Library {
    library(beside.merging(["t.resolver.json": "{ \"version\": \"2025.10\", \(members) }"]) { $1 })
  }

  private static func number(_ name: String, _ value: Int) -> String {
    #"{ "\#(name)": { "$type": "number", "$value": \#(value) } }"#
  }

  /// Returns a document with one modifier over one set.
  private static func modifier(_ name: String, _ contexts: [String], beside: [String: String] = [:])
    -> Library
  {
    let list = contexts.enumerated().map { "\"\($1)\": [\(number("n", $0))]" }.joined(separator: ", ")
    return library(
      #""resolutionOrder": [{ "name": "base", "type": "set", "sources": [\#(number("b", 0))] }, { "name": "\#(name)", "type": "modifier", "contexts": { \#(list) }, "default": "\#(contexts[0])" }]"#,
      beside: beside)
  }

  // MARK: The example

  @Test func `is one theme with its files, in which contexts are variants`() throws {
    let library = Library.read(kits: Self.kits, themes: ProjectFiles.all(in: "Tests/Fixtures/resolver"))
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["shop"])
    #expect(library.themes.keys.sorted() == ["shop"])
    #expect(theme.title == "Shop")
    #expect(theme.ownTraits["density"]?.domain == .values(["regular", "compact"]))
    #expect(theme.ownTraits["density"]?.defaultValue == "regular")
    #expect(theme.colors["color.ink"]?.variants.map(\.traits) == [["userInterfaceStyle": "dark"]])
    #expect(theme.values["space.m"]?.variants.map(\.traits) == [["density": "compact"]])
    #expect(theme.colors["color.text"]?.variants.isEmpty == true)
    #expect(theme.groups["line"]?.remark.description == "Hair lines")
  }

  @Test func `keeps each place in the file that it is in`() throws {
    let library = Library.read(kits: Self.kits, themes: ProjectFiles.all(in: "Tests/Fixtures/resolver"))
    let theme = try #require(library.themes["shop"])
    let source = try #require(library.sources["shop"])
    let ink = try #require(theme.colors["color.ink"])
    #expect(library.fileName(of: ink.place, in: theme) == "resolver/shop/base.tokens.json")
    #expect(library.fileName(of: ink.variants[0].place, in: theme) == "resolver/shop/dark.tokens.json")
    let place = SourceText(source).place(at: ink.variants[0].place)
    #expect(place.file == "resolver/shop/dark.tokens.json")
    #expect((place.line, place.column) == (1, 14) && place.pointer == "/color/ink")
    let compact = try #require(theme.values["space.m"]?.variants.first)
    #expect(library.fileName(of: compact.place, in: theme) == "resolver/shop.resolver.json")
  }

  @Test func `has its files under $defs where it goes out`() throws {
    let source = try #require(ProjectFiles.all(in: "Tests/Fixtures/resolver").first)
    let root = try #require(JSONReader.read(source).root)
    let names = try #require(root["$defs"]).members.map(\.name)
    #expect(names == ["shop/base.tokens.json", "shop/dark.tokens.json"])
    let pointer = root["sets"]?["base"]?["sources"]?.items.first { _ in true }?["$ref"]?.string
    #expect(pointer == "#/$defs/shop~1base.tokens.json")
    #expect(source.gathering { _ in nil } == source)
  }

  @Test func `keeps what is said of all of it`() throws {
    let library = Self.library(
      #""description": "All of it", "$extensions": { "a.b": 1 }, "resolutionOrder": [{ "name": "s", "type": "set", "sources": [{ "$description": "A part", \#(Self.number("n", 1).dropFirst()) ] }]"#
    )
    #expect(library.problems.map(\.text) == [])
    let about = try #require(library.themes["t"]).about
    #expect(about.description == "All of it")
    #expect(about.extensions == .object([Value.ValueMember(name: "a.b", value: .number(1))]))
  }

  // MARK: Modifiers

  static let uses: [(name: String, contexts: [String], traits: [String: String])] = [
    ("theme", ["light", "dark"], ["userInterfaceStyle": "dark"]),
    ("Color Mode", ["Light", "Dark"], ["userInterfaceStyle": "dark"]),
    ("a11y", ["default", "increased"], ["accessibilityContrast": "high"]),
    ("look", ["light", "dark", "dark-hc"], ["userInterfaceStyle": "dark", "accessibilityContrast": "high"]),
    ("text", ["small", "medium", "xLarge"], ["preferredContentSizeCategory": "extraLarge"]),
    ("user-interface-idiom", ["phone", "Pad"], ["userInterfaceIdiom": "pad"]),
    ("density", ["regular", "compact"], ["density": "compact"]),
    ("Card Size", ["s", "m"], ["Card-Size": "m"]),
  ]

  @Test(arguments: uses)
  func `chooses by the trait that its modifier is`(name: String, contexts: [String], traits: [String: String])
    throws
  {
    let library = Self.modifier(name, contexts)
    #expect(library.problems.map(\.text) == [])
    #expect(try #require(library.themes["t"]?.values["n"]).variants.last?.traits == traits)
  }

  @Test func `tells a default with more contrast from its scheme alone`() throws {
    let library = Self.modifier("look", ["light-hc", "light", "dark"])
    #expect(library.problems.map(\.text) == [])
    let traits = try #require(library.themes["t"]?.values["n"]).variants.map(\.traits)
    #expect(
      traits == [
        ["userInterfaceStyle": "dark"], ["userInterfaceStyle": "light", "accessibilityContrast": "normal"],
      ])
  }

  @Test func `does not take one context for another that it shares a trait with`() throws {
    let contexts = #""light": [], "dark": [\#(Self.number("n", 2))], "light-hc": [], "dark-hc": []"#
    let library = Self.library(
      #""resolutionOrder": [{ "name": "base", "type": "set", "sources": [\#(Self.number("n", 1))] }, { "name": "look", "type": "modifier", "contexts": { \#(contexts) }, "default": "light" }]"#
    )
    #expect(library.problems.map(\.text) == [])
    let variants = try #require(library.themes["t"]?.values["n"]?.variants)
    let dark = ["userInterfaceStyle": "dark"]
    let both = dark.merging(["accessibilityContrast": "high"]) { $1 }
    #expect(variants.map(\.traits) == [dark, both])
    #expect(variants.map(\.content?.content) == [.number(2), .number(1)])
  }

  @Test func `makes themes of a modifier that is called theme and is nothing else`() throws {
    let library = Self.modifier("theme", ["acme", "globex"])
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes.keys.sorted() == ["t", "t.acme", "t.globex"])
    let values = ["t", "t.acme", "t.globex"].map { library.themes[$0]?.values["n"]?.base?.content }
    #expect(values == [.number(0), .number(0), .number(1)])
    #expect(library.themes["t.globex"]?.ownTraits.isEmpty == true)
  }

  @Test func `does as the file beside it says`() throws {
    let meta =
      #"{ "kit": "web", "title": "Mine", "modifiers": { "look": "colorScheme", "brand": "themes", "theme": "skin" } }"#
    let order = ["look": ["light", "dark"], "brand": ["a", "b"], "theme": ["x", "y"]].sorted {
      $0.key < $1.key
    }.map {
      #"{ "name": "\#($0.key)", "type": "modifier", "contexts": { "\#($0.value[0])": [\#(Self.number("n", 1))], "\#($0.value[1])": [\#(Self.number("m", 2))] }, "default": "\#($0.value[0])" }"#
    }
    let library = Self.library(
      "\"resolutionOrder\": [\(order.joined(separator: ", "))]", beside: ["t.resolver.meta.json": meta])
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes.keys.sorted() == ["t", "t.a", "t.b"])
    #expect(library.themes["t.b"]?.title == "Mine, b")
    #expect(library.themes["t"]?.ownTraits.keys.sorted() == ["skin"])
    let traits = Set((library.themes["t"]?.values["m"]?.variants ?? []).flatMap(\.traits.keys))
    #expect(traits == ["colorScheme", "skin"])
  }

  @Test func `says which context counts where it names no default`() {
    let library = Self.library(
      #""resolutionOrder": [{ "name": "size", "type": "modifier", "contexts": { "s": [], "m": [] } }]"#)
    #expect(
      library.problems.map(\.message) == [
        "The modifier 'size' has no 'default'; where a request says nothing it is 's', the first."
      ])
    #expect(library.problems.map(\.severity) == [.note])
  }

  @Test func `costs by the tokens that contexts touch, and never by the product of contexts`() throws {
    let modifiers = (0..<12).map { number in
      let contexts = (0..<4).map { #""c\#($0)": [\#(Self.number("n\(number)", $0))]"# }
      return
        #"{ "name": "m\#(number)", "type": "modifier", "contexts": { \#(contexts.joined(separator: ", ")) }, "default": "c0" }"#
    }
    let library = Self.library("\"resolutionOrder\": [\(modifiers.joined(separator: ", "))]")
    #expect(library.problems.map(\.text) == [])
    let values = try #require(library.themes["t"]).values
    #expect(values.count == 12 && values.values.allSatisfy { $0.variants.count == 3 })
  }

  @Test func `joins contexts only for a token that several touch, and the later modifier wins`() throws {
    let library = Self.library(
      #""resolutionOrder": [{ "name": "a", "type": "modifier", "contexts": { "x": [], "y": [\#(Self.number("n", 1))] }, "default": "x" }, { "name": "b", "type": "modifier", "contexts": { "x": [], "y": [\#(Self.number("n", 2))] }, "default": "x" }]"#
    )
    let value = try #require(library.themes["t"]?.values["n"])
    #expect(value.base == nil)
    let found = value.variants.map {
      "\($0.traits.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) \($0.content.map { "\($0.content)" } ?? "")"
    }
    #expect(
      found == [
        #"["b=y"] number(2.0)"#, #"["a=y"] number(1.0)"#, #"["a=y", "b=y"] number(2.0)"#,
      ])
  }

  @Test func `takes sets within contexts, keys beside a reference, and parts of files`() throws {
    let library = Self.library(
      ##"""
      "sets": { "s": { "sources": [{ "$ref": "all.json#/inner" }, { "$ref": "all.json#more", "n": { "$type": "number", "$value": 3 } }] } },
      "resolutionOrder": [{ "name": "size", "type": "modifier", "default": "a", "contexts": { "a": [], "b": [{ "$ref": "#/sets/s" }] } }]
      """##,
      beside: [
        "all.json":
          #"{ "inner": \#(Self.number("i", 1)), "more": { "n": { "$type": "number", "$value": 1 }, "o": { "$type": "number", "$value": 2 } } }"#
      ])
    #expect(library.problems.map(\.text) == [])
    let values = try #require(library.themes["t"]).values
    #expect(
      values.mapValues { $0.variants.first?.content?.content } == [
        "i": .number(1), "n": .number(3), "o": .number(2),
      ])
  }

  // MARK: Refused documents

  private static let set = #"{ "name": "s", "type": "set", "sources": [] }"#

  static let refused: [(members: String, message: String)] = [
    (
      #""sets": {}"#,
      "A resolver document needs 'resolutionOrder': its sets and modifiers, in the order in which they count."
    ),
    (
      #""resolutionOrder": [], "modifier": {}"#,
      "A resolver document has no 'modifier'; did you mean 'modifiers'?"
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "source": [] } }"#,
      "A set has no 'source'; did you mean 'sources'?"
    ),
    (
      #""resolutionOrder": [], "sets": { "a": {} }"#,
      "A set needs 'sources': files with tokens, or tokens themselves."
    ),
    (#""resolutionOrder": [], "modifiers": { "a": {} }"#, "A modifier needs 'contexts': what can be chosen."),
    (
      #""resolutionOrder": [], "modifiers": { "a": { "contexts": {} } }"#,
      "The modifier 'a' has no context to choose."
    ),
    (
      #""resolutionOrder": [], "modifiers": { "a": { "contexts": { "light": [], "dark": [] }, "default": "lihgt" } }"#,
      "The modifier 'a' has no context 'lihgt' to be the default; did you mean 'light'?"
    ),
    (
      #""resolutionOrder": [], "modifiers": { "a": { "contexts": { "x": [], "X": [] }, "default": "x" } }"#,
      "There is a context 'X' already, in other letters; requests may write any."
    ),
    (
      #""resolutionOrder": [{ "type": "set", "sources": [] }]"#,
      "A set or modifier that is written into 'resolutionOrder' needs 'name': a name of its own."
    ),
    (
      #""resolutionOrder": [{ "name": "s", "sources": [] }]"#,
      #"A set or modifier that is written into 'resolutionOrder' needs 'type': "set" or "modifier"."#
    ),
    (
      #""resolutionOrder": [{ "name": "s", "type": "sets", "sources": [] }]"#,
      #"'type' is "set" or "modifier", not 'sets'; did you mean 'set'?"#
    ),
    (#""resolutionOrder": [\#(set), \#(set)]"#, "'s' stands in 'resolutionOrder' twice; rename one."),
    (
      ##""resolutionOrder": [{ "$ref": "#/sets/bse" }], "sets": { "base": { "sources": [] } }"##,
      "Nothing is at '#/sets/bse'; did you mean '#/sets/base'?"
    ),
    (
      ##""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "#/modifiers/m" }] } }, "modifiers": { "m": { "contexts": { "x": [], "y": [] }, "default": "x" } }"##,
      "Only 'resolutionOrder' may refer to a modifier; a set or a context has sets and tokens."
    ),
    (
      ##""resolutionOrder": [\##(set)], "sets": { "a": { "sources": [{ "$ref": "#/resolutionOrder/0" }] } }"##,
      "Nothing may refer into 'resolutionOrder'; put the set or modifier under 'sets' or 'modifiers'."
    ),
    (
      ##""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "#/sets/a" }] } }"##,
      "This refers to itself, or to what it stands in."
    ),
    (
      ##""resolutionOrder": [{ "$ref": "#/sets/a" }], "sets": { "a": { "sources": [{ "$ref": "#/sets/b" }] }, "b": { "sources": [{ "$ref": "#/sets/a" }] } }"##,
      "A set can't have a part in itself."
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "../x.json" }] } }"#,
      "'../x.json' leads out of the folder."
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "/etc/x.json" }] } }"#,
      "'/etc/x.json' leads out of the folder."
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "b/../../x.json" }] } }"#,
      "'b/../../x.json' leads out of the folder."
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "https://example.com/x.json" }] } }"#,
      "'https://example.com/x.json': Livery fetches nothing; put the file beside this one."
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "sources": [{ "$ref": "x.json" }] } }"#,
      "There is no file 'x.json' here. Put it beside this one; what is uploaded as one document has its files in '$defs', or comes as a package."
    ),
    (
      #""resolutionOrder": [], "sets": { "a": { "sources": ["x.json"] } }"#,
      #"A source should be tokens, or a reference to some, not a string; write { "$ref": "x.json" }."#
    ),
    (
      #""resolutionOrder": [{ "name": "a", "type": "set", "sources": [\#(number("x", 1)), { "x": \#(number("y", 1)) }] }]"#,
      "'x' is a group here, and a token in themes/t.resolver.json, line 1; rename one."
    ),
    (
      #""resolutionOrder": [{ "name": "m", "type": "modifier", "default": "a", "contexts": { "a": [], "b": [\#(number("x", 1))] } }, { "name": "s", "type": "set", "sources": [{ "y": { "$type": "number", "$value": "{x}" } }] }]"#,
      "There is no token {x} when m is a."
    ),
    (
      #""resolutionOrder": [{ "name": "m", "type": "modifier", "default": "a", "contexts": { "a": [\#(number("x", 1))], "b": [{ "x": { "$type": "duration", "$value": { "value": 1, "unit": "s" } } }] } }]"#,
      "'x' is a duration here, and a number in themes/t.resolver.json, line 1; a token is of one type."
    ),
    (
      #""resolutionOrder": [{ "name": "explain", "type": "modifier", "default": "a", "contexts": { "a": [], "b": [] } }]"#,
      #"The modifier 'explain' can't be a trait of that name: questions have a parameter 'explain'; say what it is in the file beside this one that ends in '.resolver.meta.json', as in "modifiers": { "explain": "another-name" }."#
    ),
    (
      #""resolutionOrder": [{ "name": "legibilityWeight", "type": "modifier", "default": "a", "contexts": { "a": [], "b": [] } }]"#,
      #"The modifier 'legibilityWeight' can't be a trait of that name: the kit 'uikit' has one with other values; say what it is in the file beside this one that ends in '.resolver.meta.json', as in "modifiers": { "legibilityWeight": "another-name" }."#
    ),
  ]

  @Test(arguments: refused)
  func `that breaks a rule is refused with what to do`(members: String, message: String) {
    let found = Self.library(members).problems.filter { $0.severity == .error }.map(\.message)
    #expect(found.contains(message), "\(found)")
  }

  @Test(arguments: [
    ("{ \"resolutionOrder\": [] }", #"A resolver document needs "version": "2025.10"."#),
    (
      #"{ "version": "2026.01", "resolutionOrder": [] }"#,
      #"The version '2026.01' is not known; it is "2025.10"."#
    ),
    ("[]", "A resolver document should be an object, not an array."),
  ])
  func `of another version is refused`(text: String, message: String) {
    #expect(Self.library(["t.resolver.json": text]).problems.map(\.message).contains(message))
  }

  @Test func `tells a problem of a file in that file, once`() throws {
    let library = Self.library(
      #""resolutionOrder": [{ "name": "theme", "type": "modifier", "default": "a", "contexts": { "a": [{ "$ref": "p/x.json" }], "b": [{ "$ref": "p/x.json" }] } }]"#,
      beside: ["p/x.json": "{\n  \"c\": { \"$type\": \"number\", \"$value\": \"{elsewhere}\" } }"])
    #expect(
      library.problems.map(\.text) == [
        """
        themes/p/x.json:2:39: error: There is no token {elsewhere}.
        2 |   "c": { "$type": "number", "$value": "{elsewhere}" } }
          |                                       ^
        """
      ])
    #expect(!library.isSound("t") && library.problems(in: "themes/t.resolver.json").count == 1)
  }

  @Test func `has at most 256 files`() {
    let files = Dictionary(uniqueKeysWithValues: (0..<300).map { ("p/\($0).json", "{}") })
    let sources = files.keys.sorted().map { #"{ "$ref": "\#($0)" }"# }.joined(separator: ", ")
    let library = Self.library(
      #""resolutionOrder": [{ "name": "s", "type": "set", "sources": [\#(sources)] }]"#, beside: files)
    #expect(library.problems.contains { $0.code == "too-many-files" })
  }

  /// Returns modifiers of one token, which is in one context of each.
  private static func touching(_ count: Int, inAll: Bool) -> Library {
    let modifiers = (0..<count).map { number in
      let contexts = (0..<4).map { #""c\#($0)": [\#($0 > 0 || inAll ? Self.number("n", $0) : "")]"# }
      return
        #"{ "name": "m\#(number)", "type": "modifier", "contexts": { \#(contexts.joined(separator: ", ")) }, "default": "c0" }"#
    }
    return library("\"resolutionOrder\": [\(modifiers.joined(separator: ", "))]")
  }

  @Test func `depends on few enough contexts for each token`() throws {
    #expect(Self.touching(5, inAll: false).problems.map(\.code) == ["too-many-contexts"])
    #expect(Self.touching(4, inAll: false).themes["t"]?.values["n"]?.variants.count == 255)
    // Only the last one counts where each of its contexts has the token.
    let last = Self.touching(12, inAll: true)
    #expect(last.problems.map(\.text) == [] && last.themes["t"]?.values["n"]?.variants.count == 3)
  }
}
