@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of token documents: their content, warnings and errors.
@Suite struct `Design tokens that are read` {
  private static let kits = [ProjectFiles.file("Config/kits/uikit.json")]

  private static func library(_ text: String, beside: [String: String] = [:]) -> Library {
    let files = beside.merging(["t.tokens.json": text]) { $1 }
    return Library.read(
      kits: kits,
      themes: files.sorted { $0.key < $1.key }.map {
        SourceFile(name: "themes/\($0.key)", bytes: Array($0.value.utf8))
      })
  }

  private static let ink =
    #""ink": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [0.1, 0.1, 0.12] } }"#

  static let refused: [(text: String, message: String)] = [
    (
      #"{ "a.b": { "$type": "number", "$value": 1 } }"#,
      #"'a.b' can't name a token: dots join names; write { "a": { "b": … } }."#
    ),
    (
      #"{ "{x}": { "$type": "number", "$value": 1 } }"#,
      "'{x}' can't name a token: it is not empty and has no '.', '{' or '}'."
    ),
    (
      #"{ "color": { \#(ink), "text": { "$type": "color", "$value": "{color.inkk}" } } }"#,
      "There is no token {color.inkk}; did you mean {color.ink}?"
    ),
    (
      #"{ "color": { \#(ink), "text": { "$value": "{color.inkk}" } } }"#,
      "There is no token {color.inkk}; did you mean {color.ink}?"
    ),
    (
      #"{ "color": { \#(ink) }, "text": { "$type": "color", "$value": "{color}" } }"#,
      "{color} is a group; only a token can be referred to."
    ),
    (
      #"{ "a": { "$root": { "$type": "number", "$value": 1 } }, "b": { "$type": "number", "$value": "{a}" } }"#,
      "{a} is a group; only a token can be referred to; its own one is {a.$root}."
    ),
    (
      #"{ "a": { "b": { "$type": "number", "$value": 1 } }, "c": { "$type": "number", "$value": "{a.$root}" } }"#,
      "The group {a} has no '$root'."
    ),
    (
      #"{ \#(ink), "button": { "gap": { "$type": "dimension", "$value": "{ink}" } } }"#,
      "'button.gap' is a dimension; {ink} is a color."
    ),
    (
      #"{ "n": { "$type": "number", "$value": 1 }, "c": { "$type": "color", "$value": "{n}" } }"#,
      "'c' is a color; {n} is a number."
    ),
    (
      ##"{ "n": { "$type": "number", "$value": 1 }, "c": { "$type": "dimension", "$value": { "$ref": "#/n/$value" } } }"##,
      "'c' is a dimension; {n} is a number."
    ),
    (
      ##"{ "c": { "value": "#111111", "type": "color" } }"##,
      "This is Style Dictionary's older form: its names have no '$'. Convert it, or write $value and $type."
    ),
    (
      #"{ "$themes": [] }"#,
      "This is a file of Tokens Studio: name it 't.tokensstudio.json', or say that its format is 'tokensstudio'."
    ),
    (
      #"{ "$metadata": {} }"#,
      "This is a file of Tokens Studio: name it 't.tokensstudio.json', or say that its format is 'tokensstudio'."
    ),
    (#"{ "n": 3 }"#, "'n' should be a group or a token, an object, not a number."),
    (#"{ "a": { "$extends": "{a}" } }"#, "A group can't extend itself, or one that it is a part of: {a}."),
    (#"{ "a": { "$extends": "{b}" } }"#, "There is no group {b} to extend."),
    (
      #"{ "a": { "$extends": "b" } }"#,
      "'b' refers to no group; write '{group.name}' or a pointer, '#/group/name'."
    ),
    (
      #"{ "a": { "$type": "number", "$value": { "$ref": "other.tokens.json#/b" } } }"#,
      "A pointer leads to a place in this document, as in '#/color/ink/$value'; a resolver document puts files together."
    ),
    (
      ##"{ "a": { "$type": "number", "$value": { "$ref": "#/b/$value/x" } } }"##,
      "Nothing is at '#/b/$value/x'."
    ),
    (
      ##"{ "a": { "$type": "number", "$value": 1, "$ref": "#/b" } }"##,
      "A token has '$value' or '$ref', not both."
    ),
    (#"[]"#, "A token document should be an object, not an array."),
  ]

  @Test(arguments: refused)
  func `are refused with what to do instead`(text: String, message: String) throws {
    let library = Self.library(text)
    let errors = library.problems.filter { $0.severity == .error }
    #expect(errors.map(\.message).contains(message), "\(errors.map(\.text))")
    #expect(library.themes["t"] == nil || !errors.isEmpty)
    for error in errors { #expect(error.place.file == "themes/t.tokens.json" && error.place.line == 1) }
  }

  @Test func `a circle is told at each of its tokens`() {
    let library = Self.library(
      ##"{ "a": { "$type": "number", "$value": "{b}" }, "b": { "$value": "{c}" }, "c": { "$ref": "#/a" }, "d": { "$type": "number", "$value": "{a}" } }"##
    )
    #expect(
      library.problems.map(\.message) == [
        "{a} refers to itself: a → b → c → a.", "{b} refers to itself: b → c → a → b.",
        "{c} refers to itself: c → a → b → c.",
      ])
  }

  static let warned: [(text: String, message: String)] = [
    (
      #"{ "s": { "$type": "dimension", "$value": { "value": 1, "unit": "px" } }, "a": { "$type": "dimension", "$value": "{s} * 2" } }"#,
      "'{s} * 2' computes; a token refers to one other token, whole. 'a' is left out."
    ),
    (
      ##"{ "a": { "$type": "color", "$value": "#1a1a1f" } }"##,
      ##"'#1a1a1f' is a color in text; write {"colorSpace":"srgb","components":[0.102,0.102,0.122]}."##
    ),
    (
      ##"{ "a": { "$type": "color", "$value": "#1a1a1f" }, "b": { "$type": "color", "$value": "#000" }, "c": { "$type": "color", "$value": "oklch(0.7 0.1 40 / 30%)" } }"##,
      ##"'#1a1a1f' is a color in text; write {"colorSpace":"srgb","components":[0.102,0.102,0.122]}. And 2 more like this."##
    ),
    (
      #"{ "a": { "$type": "dimension", "$value": "1.5rem" } }"#,
      #"'1.5rem' is a quantity in text; write { "value": 1.5, "unit": "rem" }."#
    ),
    (
      #"{ "brand": { "$type": "color", "$value": { "colorSpace": "hsl", "components": [360, 50, 50] } } }"#,
      "The hue of 'brand' is 360; it is below 360. 'brand' is left out."
    ),
    (
      #"{ "a": { "$type": "dimension", "$value": 16 } }"#,
      #"'16' has no unit; write { "value": 16, "unit": "px" }. It is kept as it stands."#
    ),
    (
      #"{ "a": { "$type": "dimension", "$value": { "value": 1, "unit": "xp" } } }"#,
      "The unit of 'a' can't be 'xp'; did you mean 'px'? 'a' is left out."
    ),
    (
      #"{ "c": { "$type": "color", "$value": "red" } }"#,
      #"'red' is a color's name in CSS; write {"colorSpace":"srgb","components":[1,0,0]}."#
    ),
    (
      #"{ "c": { "$type": "color", "$value": "reddish" } }"#,
      #"'reddish' is no color; write { "colorSpace": "srgb", "components": [1, 0.5, 0] }. 'c' is left out."#
    ),
    (
      #"{ "s": { "$type": "shadow", "$value": [] } }"#,
      "'s' has 0 items; it takes 1 to 64. 's' is left out."
    ),
    (
      #"{ "s": { "$type": "border", "$value": { "width": { "value": 1, "unit": "px" } } } }"#,
      "'s' needs 'color' and 'style'. 's' is left out."
    ),
    (
      #"{ "a": { "$type": "duration", "$value": 0 } }"#,
      #"0 has no unit; write { "value": 0, "unit": "ms" }."#
    ),
    (#"{ "a": { "$type": "number", "$value": "1.5" } }"#, "'1.5' is a number in text; write 1.5."),
    (
      #"{ "a": { "$type": "fontWeight", "$value": "Semibold" } }"#,
      "The weight 'Semibold' is written 'semi-bold'."
    ),
    (
      #"{ "a": { "$type": "dimension", "$value": { "value": 2, "unit": "em" } } }"#,
      "The format has 'px' or 'rem' here, not 'em'; it is kept, and left out of resources for Android."
    ),
    (
      ##"{ "a": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [1, 0, 1], "hex": "#f0f" } } }"##,
      ##"The hex '#f0f' is written with six digits, '#ff00ff'."##
    ),
    (
      ##"{ "a": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [1, 0, 0.5], "hex": "#ff00ff" } } }"##,
      "hex says #ff00ff, the components are #ff0080."
    ),
    (
      #"{ "a": { "$type": "icon", "$value": "arrow" } }"#,
      "The format has no type 'icon'; such tokens are kept as they stand."
    ),
    (
      #"{ "a": { "$value": "arrow" } }"#,
      "'a' has no '$type', nor has a group around it; it is kept as it stands."
    ),
    (
      #"{ "a": { "$type": "number", "$value": 1, "b": { "$value": 2 } } }"#,
      "'a' is a token with tokens in it; both are read. In a group, its own token is called '$root'."
    ),
    (
      #"{ "a": { "$type": "number", "$value": 1, "alpha": 0.5 } }"#,
      "A token has no 'alpha'; it is kept among its extensions."
    ),
    (
      #"{ "$name": "Mine", "a": { "$type": "number", "$value": 1 } }"#,
      "A group has no '$name'; it is kept among its extensions."
    ),
  ]

  @Test(arguments: warned)
  func `are taken with a warning where what is meant is plain`(text: String, message: String) throws {
    let library = Self.library(text)
    #expect(library.problems.map(\.message) == [message])
    #expect(library.problems.allSatisfy { $0.severity == .warning })
    #expect(library.themes["t"] != nil)
  }

  @Test func `typography may lack its spacing and height, or have more`() throws {
    let library = Self.library(
      #"{ "a": { "$type": "typography", "$value": { "fontFamily": "Inter", "fontSize": "16px", "fontWeight": 400, "lineHeight": "24px", "textCase": "none" } } }"#
    )
    #expect(library.problems.allSatisfy { $0.severity == .warning })
    let theme = try #require(library.themes["t"])
    guard case .object(let members)? = theme.values["a"]?.base?.content else {
      Issue.record("no typography")
      return
    }
    #expect(members.map(\.name) == ["fontFamily", "fontSize", "fontWeight", "lineHeight"])
    #expect(members.last?.value == .quantity(24, "px"))
    #expect(
      theme.remarks["a"]?.extensions
        == .object([
          Value.ValueMember(
            name: "org.livery.unknown",
            value: .object([Value.ValueMember(name: "textCase", value: .string("none"))]))
        ]))
  }

  @Test func `name what they are`() throws {
    let library = Self.library(
      """
      { "$description": "All", "$extensions": { "com.example": 1, "org.livery": { "theme": "x" } },
        "color": { "$type": "color", \(Self.ink), "text": { "$value": "{color.ink}" } },
        "base": { "$type": "number", "$description": "Basics", "$deprecated": "Gone", "a": { "$value": 1 }, "b": { "$value": 3, "$deprecated": false } },
        "more": { "$extends": "{base}", "a": { "$value": 2 }, "c": { "$ref": "#/base/a" }, "d": { "$value": { "$ref": "#/more/b/$value" } } },
        "part": { "$type": "dimension", "$value": { "value": { "$ref": "#/base/b" }, "unit": { "$ref": "#/unit/$value/0" } } },
        "unit": { "$value": ["px"], "$type": "words" },
        "icon": { "$type": "icon", "$value": { "of": "{color.ink}", "size": "{part}", "name": "{x}" } } }
      """)
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    let theme = try #require(library.themes["t"])
    #expect(theme.colors.keys.sorted() == ["color.ink", "color.text"])
    #expect(theme.colors["color.text"]?.base == .reference(name: "color.ink", opacity: .opaque))
    #expect(
      theme.values.keys.sorted() == [
        "base.a", "base.b", "icon", "more.a", "more.b", "more.c", "more.d", "part", "unit",
      ])
    #expect(theme.values["more.a"]?.base == TypedValue(.number(2), type: .number))
    #expect(theme.values["more.b"]?.base == TypedValue(.number(3), type: .number))
    #expect(theme.values["more.c"]?.base == TypedValue(.reference("base.a", .whole), type: .number))
    #expect(theme.values["more.d"]?.base == TypedValue(.reference("more.b", .whole), type: .number))
    #expect(theme.values["part"]?.base == TypedValue(.quantity(3, "px"), type: .dimension))
    #expect(theme.remarks["base.a"]?.deprecation == .because("Gone"))
    #expect(theme.remarks["base.b"] == nil)
    #expect(theme.groups["base"]?.remark.description == "Basics")
    #expect(theme.about.description == "All")
    #expect(theme.about.extensions == .object([Value.ValueMember(name: "com.example", value: .number(1))]))
    #expect(theme.remarks["icon"]?.tokenType == "icon")
    #expect(
      theme.values["icon"]?.base?.content
        == .object([
          Value.ValueMember(name: "name", value: .string("{x}")),
          Value.ValueMember(name: "of", value: .color(.reference(name: "color.ink", opacity: .opaque))),
          Value.ValueMember(name: "size", value: .reference("part", .whole)),
        ]))
  }

  @Test func `recolor another theme by their companion`() throws {
    let library = Self.library(
      #"{ "accent": { "$type": "color", "$value": { "colorSpace": "srgb", "components": [1, 0, 0] } }, "gap": { "$value": "{space}" } }"#,
      beside: [
        "t.tokens.meta.json": #"{ "title": "Mine", "extends": "base", "imagePrefix": "x_" }"#,
        "base.json":
          ##"{ "colors": { "accent": "#00f" }, "values": { "space": { "type": "dimension", "value": { "value": 1, "unit": "px" } } } }"##,
      ])
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["t"])
    #expect(theme.title == "Mine" && theme.parent == "base" && theme.imagePrefix == "x_")
    #expect(theme.values["gap"]?.base == TypedValue(.reference("space", .whole), type: .dimension))
  }

  // MARK: Made to be slow

  /// Tests groups that extend two each, two times over: 2 to the 40th tokens.
  @Test func `are bounded where groups extend groups`() {
    let groups = (0..<40).map {
      #""g\#($0)": { "x": { "$extends": "{g\#($0 + 1)}" }, "y": { "$extends": "{g\#($0 + 1)}" } }"#
    }
    let library = Self.library(
      #"{ \#(groups.joined(separator: ",")), "g40": { "n": { "$type": "number", "$value": 1 } } }"#)
    #expect(
      library.problems.contains {
        $0.code == "too-many-tokens" || $0.code == "too-deep" || $0.code == "bad-name"
      })
  }

  @Test func `are bounded where a chain of groups is long`() {
    let groups = (0..<5000).map { #""g\#($0)": { "$extends": "{g\#($0 + 1)}" }"# }
    let library = Self.library(#"{ \#(groups.joined(separator: ",")), "g5000": {} }"#)
    #expect(library.problems.contains { $0.code == "too-deep" })
  }

  @Test func `are bounded where pointers lead to pointers`() {
    let tokens = (0..<40).map {
      ##""t\##($0)": { "$type": "x", "$value": { "of": [{ "$ref": "#/t\##($0 + 1)/$value/of" }, { "$ref": "#/t\##($0 + 1)/$value/of" }] } }"##
    }
    let library = Self.library(
      #"{ \#(tokens.joined(separator: ",")), "t40": { "$type": "x", "$value": { "of": [1, 2, 3] } } }"#)
    #expect(library.problems.contains { $0.severity == .error })
  }

  @Test func `are bounded where a pointer leads to where it stands`() {
    for value in [
      ##"{ "x": { "$ref": "#/a/$value/x" } }"##, ##"{ "x": { "y": { "$ref": "#/a/$value/x" } } }"##,
      ##"[{ "$ref": "#/a/$value" }]"##,
    ] {
      let library = Self.library(#"{ "a": { "$type": "x", "$value": \#(value) } }"#)
      #expect(library.problems.contains { $0.severity == .error }, "\(value)")
    }
  }
}
