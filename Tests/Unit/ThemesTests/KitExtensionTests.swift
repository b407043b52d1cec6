import Documents
import TestSupport
import Testing
import Themes

/// Kits that add to another kit, and themes in their words.
@Suite struct `A kit that extends another` {
  private static func library(_ kits: [String: String], _ themes: [String: String] = [:]) -> Library {
    func files(_ folder: String, _ texts: [String: String]) -> [SourceFile] {
      texts.sorted { $0.key < $1.key }.map {
        SourceFile(name: "\(folder)/\($0.key).json", bytes: Array($0.value.utf8))
      }
    }
    return Library.read(
      kits: ProjectFiles.all(in: "Config/kits") + files("kits", kits), themes: files("themes", themes))
  }

  private static let acme = """
    { "extends": "uikit", "title": "Acme",
      "axes": { "mood": { "values": ["calm", "loud"], "fallback": "calm" } },
      "traits": { "tier": { "values": ["free", "gold"], "default": "free" } },
      "contrasts": [{ "class": "PriceTag", "text": "inkColor:calm", "background": "backgroundColor" }],
      "colors": { "acmeRed": { "free": "#f00", "gold": "#fa0" } },
      "classes": {
        "MyNavigationController": { "superclass": "UINavigationController" },
        "PriceTag": { "superclass": "UIView", "properties": [
          { "name": "inkColor", "kind": "color", "axes": ["mood"] } ] },
        "UIButton": { "properties": [{ "name": "glow", "kind": "number", "unit": "pt" }] } } }
    """

  @Test func `has all of it, and its own classes, properties, axes, traits and colors`() throws {
    let library = Self.library(
      ["acme": Self.acme],
      [
        "shop": """
        { "kit": "acme", "appearance": [
          { "for": "PriceTag", "in": "MyNavigationController", "traits": { "tier": "gold" },
            "set": { "inkColor:loud": "acmeRed", "backgroundColor": "systemBlue" } },
          { "for": "UIButton", "set": { "glow": 3, "titleColor:normal": "#fff" } } ] }
        """
      ])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    let kit = try #require(library.kits["acme"])
    #expect(kit.classes.count == (library.kits["uikit"]?.classes.count ?? 0) + 2)
    #expect(kit.classes["MyNavigationController"].map { !$0.isThemeable && $0.isContainer } == true)
    #expect(kit.classes["PriceTag"].map { $0.isThemeable && $0.isContainer } == true)
    #expect(KitIndex(kit).property("backgroundColor", axisCount: 0, of: "PriceTag")?.kind == .color)
    #expect(kit.traits["tier"]?.defaultValue == "free")
    #expect(library.kits["uikit"]?.classes["PriceTag"] == nil)
    #expect(library.themes["shop"]?.colors.keys.sorted() == ["acmeRed", "systemBlue"])
  }

  @Test func `lists words, of which another one is a warning with the one that was probably meant`() {
    let kit = """
      { "extends": "uikit", "classes": { "PriceTag": { "superclass": "UIView", "properties": [
        { "name": "mood", "kind": "enum", "values": ["calm", "loud"] }, { "name": "any", "kind": "enum" } ] } } }
      """
    func problems(_ property: String, _ word: String) -> [String] {
      let theme =
        #"{ "kit": "acme", "appearance": [{ "for": "PriceTag", "set": { "\#(property)": "\#(word)" } }] }"#
      let library = Self.library(["acme": kit], ["shop": theme])
      return library.problems.map { "\($0.severity): \($0.message)" }
    }
    #expect(problems("mood", "loud") == [] && problems("any", "thing") == [])
    #expect(
      problems("mood", "laud") == ["warning: The property 'mood' has no word 'laud'; did you mean 'loud'?"])
    #expect(
      problems("mood", "blue") == [
        "warning: The property 'mood' has no word 'blue'; it has 'calm' and 'loud'."
      ])
    #expect(
      problems("tintAdjustmentMode", "dimed")
        == ["warning: The property 'tintAdjustmentMode' has no word 'dimed'; did you mean 'dimmed'?"])
    let number = kit.replacing(#""kind": "enum", "values""#, with: #""kind": "number", "values""#)
    #expect(Self.library(["acme": number]).problems.map(\.code) == ["wrong-kind"])
  }

  @Test func `can be extended itself, whatever the order of the files`() throws {
    let library = Self.library([
      "a-last": ##"{ "extends": "acme", "classes": { "Badge": { "superclass": "PriceTag" } } }"##,
      "acme": Self.acme,
    ])
    let kit = try #require(library.kits["a-last"])
    #expect(KitIndex(kit).chain(of: "Badge").prefix(2) == ["Badge", "PriceTag"])
    #expect(kit.ancestors == ["acme", "uikit"])
    for (name, isBelow) in [("a-last", true), ("acme", true), ("uikit", true), ("web", false)] {
      #expect(kit.builds(on: name) == isBelow)
    }
  }

  @Test(arguments: ["acme", "uikit", "web", "android"])
  func `is written whole, so that it reads back as it is without the one below`(name: String) throws {
    let kit = try #require(Self.library(["acme": Self.acme]).kits[name])
    let written = SourceFile(name: "kits/\(name).json", bytes: KitWriter.document(of: kit))
    let root = try #require(JSONReader.read(written).root)
    #expect(
      root["lineage"].map { Array($0.items).compactMap(\.string) }
        == (name == "acme" ? ["acme", "uikit"] : nil))
    #expect(root["kinds"]?["color"]?["example"]?.string == "{accent}")
    var json = JSONWriter()
    json.object { json in
      for member in root.members where !["lineage", "kinds"].contains(member.name) {
        json.name(member.name)
        ThemeTrial.write(member.value, to: &json)
      }
    }
    let alone = Library.read(kits: [SourceFile(name: written.name, bytes: json.finished())], themes: [])
    let again = try #require(alone.kits[name])
    #expect(alone.problems.map(\.text) == [])
    #expect((again.title, again.classes) == (kit.title, kit.classes))
    #expect((again.axes, again.traits, again.contrasts) == (kit.axes, kit.traits, kit.contrasts))
    #expect(again.colors.mapValues(\.base) == kit.colors.mapValues(\.base))
    #expect(
      again.colors.mapValues { $0.variants.map(\.traits) }
        == kit.colors.mapValues { $0.variants.map(\.traits) })
  }

  @Test func `says of its own classes what their superclasses are, also where those are its own`() throws {
    let kit = try #require(
      Self.library([
        "acme": """
        { "extends": "uikit", "classes": {
          "Inner": { "superclass": "Outer" }, "Outer": { "superclass": "UINavigationController" },
          "Shown": { "superclass": "Outer", "appearance": true }, "Last": { "superclass": "Shown" },
          "Item": { "superclass": "UIBarButtonItem" }, "Root": {},
          "Pane": { "superclass": "UIView", "excludes": ["UIWindow"] } } }
        """
      ]).kits["acme"])
    for (name, isThemeable, isContainer) in [
      ("Outer", false, true), ("Inner", false, true), ("Shown", true, true), ("Last", true, true),
      ("Item", true, false), ("Root", true, true),
    ] {
      let found = try #require(kit.classes[name])
      #expect((found.isThemeable, found.isContainer) == (isThemeable, isContainer), "\(name)")
    }
    #expect(KitIndex(kit).contradiction(in: ["Pane", "UIWindow"])?.outer == "Pane")
    #expect(KitIndex(kit).contradiction(in: ["UIWindow", "Pane"]) == nil)
  }

  @Test(arguments: [
    (##""TagView": {}"##, "UIView"), (##""PlanViewController": { "container": true }"##, "UIViewController"),
  ])
  func `notes a class without a superclass, but not one that says so`(own: String, likely: String) {
    let kit = ##"{ "extends": "uikit", "classes": { \##(own), "Root": { "superclass": null } } }"##
    let problems = Self.library(["acme": kit]).problems
    #expect(problems.map(\.severity) == [.note] && problems.first?.code == "no-superclass")
    #expect(problems.first?.message.contains(##"write "superclass": "\##(likely)", or null"##) == true)
  }

  @Test func `is for themes whose parents are of the kit below, and not the other way`() {
    let parents = [
      "plain":
        ##"{ "colors": { "ink": "#111" }, "appearance": [ { "for": "UILabel", "set": { "textColor": "{ink}" } } ] }"##,
      "shop":
        ##"{ "kit": "acme", "extends": "plain", "appearance": [ { "for": "PriceTag", "set": { "inkColor:calm": "{ink}" } } ] }"##,
    ]
    #expect(!Self.library(["acme": Self.acme], parents).hasErrors)
    let wrong = Self.library(
      ["acme": Self.acme],
      ["shop": ##"{ "kit": "acme" }"##, "plain": ##"{ "kit": "uikit", "extends": "shop" }"##])
    #expect(wrong.problems.map(\.code) == ["kit-mismatch"])
  }

  @Test(arguments: [
    (##"{ "extends": "uikti" }"##, "unknown-kit", "There is no kit 'uikti' to extend; did you mean 'uikit'?"),
    (##"{ "extends": "acme" }"##, "kit-cycle", "A kit can't extend itself."),
    (##"{ "extends": 7 }"##, "wrong-kind", "'extends' should be a string, not a number."),
    (
      ##"{ "extends": "uikit", "classes": { "UIButton": { "superclass": "UIView" } } }"##, "known-class",
      "UIButton is a class of the kit 'uikit'; here it can get 'properties' only."
    ),
    (
      ##"{ "extends": "uikit", "classes": { "UIButton": { "properties": [{ "name": "tintColor", "kind": "color" }] } } }"##,
      "duplicate-property",
      "UIButton has the property 'tintColor' already, of kind color; leave it out, or find another name."
    ),
    (
      ##"{ "extends": "uikit", "classes": { "UIButton": { "properties": [{ "name": "titleColor", "kind": "number" }] } } }"##,
      "duplicate-property",
      "UIButton has the property 'titleColor' already, of kind color; leave it out, or find another name."
    ),
    (
      ##"{ "extends": "uikit", "classes": { "A": { "superclass": "B", "properties": [{ "name": "alpha", "kind": "color" }] }, "B": { "superclass": "UIView" } } }"##,
      "duplicate-property",
      "UIView has the property 'alpha' already, of kind number; leave it out, or find another name."
    ),
    (
      ##"{ "extends": "uikit", "traits": { "displayScale": { "kind": "number" } } }"##, "duplicate-trait",
      "The kit 'uikit' has the trait 'displayScale' already; it needs no adding."
    ),
    (
      ##"{ "extends": "uikit", "axes": { "state": { "values": ["x"] } } }"##, "duplicate-axis",
      "The kit 'uikit' has the axis 'state' already; it needs no adding."
    ),
    (
      ##"{ "extends": "uikit", "classes": { "A": { "superclass": "UIVeiw" } } }"##, "unknown-class",
      "The kit has no class 'UIVeiw'; did you mean 'UIView'?"
    ),
  ])
  func `is refused where it says something else of what is there`(
    kit: String, code: String, sentence: String
  ) {
    let found = Self.library(["acme": kit]).problems.filter { $0.severity == .error }
    #expect(found.contains { $0.code == code && $0.message == sentence }, "\(found.map(\.text))")
  }

  @Test(arguments: [
    (
      ##"{ "systemBlue": "#00f" }"##, "duplicate-color",
      "The kit 'uikit' has the color 'systemBlue' already; it needs no adding."
    ),
    (##"{ "red": "#f00" }"##, "bad-name", "'red' is a color of CSS already; find another name."),
    (
      ##"{ "Transparent": "#f000" }"##, "bad-name",
      "'Transparent' is a color of CSS already; find another name."
    ),
    (##"{ "cafe": "#f000" }"##, "bad-name", "'cafe' looks like '#cafe'; find another name."),
    (
      ##"{ "a/b": "#f000" }"##, "bad-name",
      "'a/b' can't name a color of a kit: it has 1 to 64 letters, digits, '_' and '-' and begins with a letter."
    ),
    (
      ##"{ "one": "{two}", "two": { "light": "#fff", "dark": "{one}" } }"##, "color-cycle",
      "These colors refer to each other in a circle: {one} → {two} → {one}."
    ),
    (##"{ "one": "{one/50%}" }"##, "color-cycle", "'one' refers to itself."),
    (##"{ "one": "{nothing}" }"##, "unknown-color", "There is no color 'nothing'."),
    (##"{ "one": "systemBleu" }"##, "bad-color", "'systemBleu' is not a color; did you mean 'systemBlue'?"),
  ])
  func `is refused where its colors would be taken for something else, or go round`(
    colors: String, code: String, sentence: String
  ) {
    let found = Self.library(["acme": #"{ "extends": "uikit", "colors": \#(colors) }"#]).problems
    #expect(found.map(\.code) == [code])
    #expect(found.first?.message == sentence)
    #expect(found.first?.place.line == 1 && (found.first?.place.column ?? 0) > 30)
  }

  @Test func `has colors that lean on those below`() throws {
    let library = Self.library(
      ["acme": ##"{ "extends": "uikit", "colors": { "price": "systemRed", "faint": "{price/50%}" } }"##],
      ["shop": ##"{ "kit": "acme", "colors": { "ink": "faint" } }"##])
    #expect(library.problems.map(\.text) == [])
    #expect(
      library.themes["shop"]?.colors.keys.sorted() == ["faint", "ink", "price", "systemRed"])
  }

  @Test func `is no kit where kits go round in a circle, nor are those above it, and themes are told so`() {
    let library = Self.library(
      ["a": ##"{ "extends": "b" }"##, "b": ##"{ "extends": "a" }"##, "c": ##"{ "extends": "a" }"##],
      ["t": ##"{ "kit": "c" }"##])
    #expect(library.problems.map(\.code) == ["kit-cycle", "kit-cycle", "broken-kit"])
    #expect(
      library.problems.last?.message
        == "The kit 'c' has errors, or builds on a kit that has; mend that first.")
    #expect(library.kits.keys.sorted() == ["android", "uikit", "web"])
  }

  @Test func `is named where a class is not known`() {
    let library = Self.library(
      [:],
      [
        "t":
          ##"{ "appearance": [ { "for": "MyViewController", "set": {} }, { "for": "UINavBar", "set": {} } ] }"##
      ])
    let said = library.problems.filter { $0.code == "unknown-class" }.map(\.message)
    #expect(
      said.first?.hasPrefix("The kit 'uikit' has no class 'MyViewController'. A class of your own") == true)
    #expect(said.first?.contains(##""MyViewController": { "superclass": "UIViewController" }"##) == true)
    #expect(said.last?.contains("did you mean 'UINavigationBar'?") == true)
  }
}
