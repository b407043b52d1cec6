@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of the values that Tokens Studio computes.
struct StudioTests {
  // MARK: Sums

  @Test(arguments: [
    ("16px", 16, "px"), ("1.5rem * 2", 3, "rem"), ("(16px + 4px) / 3", 6.6667, "px"), ("16 + 4px", 20, "px"),
    ("-4px", -4, "px"), ("2 ^ 3 * 1px", 8, "px"), ("roundTo(10 / 3, 1)", 3.3, ""),
    ("roundTo(2.5px)", 3, "px"), ("round(2.5px)", 3, "px"),
    ("min(4px, 8px, 2)", 2, "px"), ("max(1, ceil(1.2))", 2, ""), ("50% * 2", 100, "%"), ("8px*-2", -16, "px"),
    ("1.23456789", 1.23456789, ""), ("1 / 3", 0.3333, ""), ("sqrt(16) - abs(0 - 2)", 2, ""),
    ("pow(2, 4)", 16, ""),
  ])
  func `a sum has the unit that is in it`(text: String, number: Double, unit: String) throws {
    #expect(try StudioMath.amount(of: text) == StudioMath.Amount(number: number, unit: unit))
  }

  @Test(arguments: [
    ("", StudioMath.MathFailure.noNumber), ("px", .noNumber), ("4px 8px", .noNumber), ("4px +", .noNumber),
    ("(4px", .noNumber), ("1px + 1rem", .units("px", "rem")), ("1 / 0", .noResult),
    ("sqrt(0 - 1)", .noNumber),
    ("foo(1)", .noNumber), ("min()", .noNumber), ("1..2", .noNumber), ("Inter-Bold", .noNumber),
    ("10 ^ 400", .noResult),
    (String(repeating: "(", count: 100_000), .noNumber),
    (String(repeating: "-", count: 100_000) + "1", .noNumber),
  ])
  func `what is no sum is told by why`(text: String, failure: StudioMath.MathFailure) {
    #expect(throws: failure) { try StudioMath.amount(of: text) }
  }

  // MARK: Colors

  struct Change: Sendable, CustomTestStringConvertible {
    let sort: StudioColorChange.ChangeSort
    let space: ColorSpace
    let amount: Double
    let of: String
    var with: String?
    let components: [Double]
    let hex: String

    var testDescription: String { "\(sort) \(space) \(amount) of \(of)" }
  }

  /// The results of coloraide.
  static let changes = [
    Change(
      sort: .lighten, space: .lch, amount: 0.3, of: "#f85825", components: [71.9178, 59.992688, 44.98236],
      hex: "#ff8f65"),
    Change(
      sort: .darken, space: .lch, amount: 0.3, of: "#f85825", components: [41.9178, 59.992688, 44.98236],
      hex: "#a8401e"),
    Change(
      sort: .darken, space: .hsl, amount: 0.2, of: "#f85825", components: [14.50237, 93.7778, 44.7059],
      hex: "#dd3b07"),
    Change(
      sort: .lighten, space: .displayP3, amount: 0.25, of: "#f85825",
      components: [0.925737, 0.541991, 0.415569],
      hex: "#fc8462"),
    Change(
      sort: .darken, space: .srgb, amount: 0.5, of: "#f85825", components: [0.486275, 0.172549, 0.072549],
      hex: "#7c2c12"),
    Change(
      sort: .mix, space: .srgb, amount: 0.4, of: "#f85825", with: "#0000ff80",
      components: [0.583529, 0.207059, 0.487059], hex: "#95357ccc"),
    Change(
      sort: .mix, space: .lch, amount: 0.5, of: "#ff0040", with: "#ffb000",
      components: [66.35558, 87.861691, 51.229414], hex: "#ff721f"),
    Change(
      sort: .mix, space: .hsl, amount: 0.5, of: "#808080", with: "#0040ff",
      components: [224.941176, 50, 50.098], hex: "#4060bf"),
  ]

  @Test(arguments: changes)
  func `a color is changed in the space that is said`(change: Change) throws {
    let color = try #require(StudioColorText.read(change.of))
    let made = StudioColorChange(
      sort: change.sort, space: change.space, amount: change.amount,
      other: change.with.flatMap { StudioColorText.read($0) })
    guard case .exact(let exact)? = made.changed(color) else {
      Issue.record("no exact color")
      return
    }
    #expect(exact.space == change.space)
    for (found, wanted) in zip(exact.components, change.components) {
      #expect(abs((found ?? 0) - wanted) < 0.0005, "\(exact.components)")
    }
    #expect(exact.color.hex == change.hex)
  }

  @Test(arguments: [
    ("rgba(#f85825, 0.5)", "#f8582580"), ("rgba(#F85825,30%)", "#f858254d"), (" #fff ", "#ffffff"),
    ("rgba(248, 88, 37, 0.5)", "#f8582580"), ("hsla(#000, 1)", "#000000"), ("oklch(0.7 0.1 40)", "#d4896e"),
    ("rgba(rgb(248 88 37), 0.2 + 0.3)", "#f8582580"),
  ])
  func `a color in text may have an opacity of its own`(text: String, hex: String) {
    #expect(StudioColorText.read(text)?.literal?.hex == hex)
  }

  @Test(arguments: [
    "", "rgba(#f85825)", "rgba(#f85825, 2)", "rgba(, 1)", "{ink}", "red()", "rgba(#f85825, 0.5",
  ])
  func `what is no color is none`(text: String) { #expect(StudioColorText.read(text) == nil) }

  // MARK: Documents

  @Test(arguments: [
    (#"{ "a": { "n": { "value": 1, "type": "number" } } }"#, "a.n"),
    (#"{ "global": { "n": { "value": 1, "type": "number" } } }"#, "n"),
    (#"{ "a": { "n": { "$value": 1, "$type": "number" } }, "$metadata": {} }"#, "n"),
    (#"{ "a": { "n": { "value": 1, "type": "number" } }, "$themes": [] }"#, "n"),
    (#"{ "n": { "value": 1, "type": "number" }, "$themes": [] }"#, "n"),
    (#"{ "a": { "value": { "value": 1, "type": "number" } } }"#, "a.value"),
  ])
  func `the first names are sets where the file says so`(text: String, name: String) {
    let library = Self.read(text)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["s"]?.values.keys.sorted() == [name])
  }

  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func read(_ text: String, _ companion: String? = nil) -> Library {
    var files = [SourceFile(name: "themes/s.tokensstudio.json", bytes: Array(text.utf8))]
    if let companion {
      files.append(SourceFile(name: "themes/s.tokensstudio.meta.json", bytes: Array(companion.utf8)))
    }
    return Library.read(kits: kits, themes: files)
  }

  private static let themed = """
    { "base": { "ink": { "type": "color", "value": "#111111" } },
      "a": { "ink": { "type": "color", "value": "#aaaaaa" } }, "b": { "ink": { "type": "color", "value": "#bbbbbb" } },
      "$themes": [
        { "name": "NAME0", GROUP "selectedTokenSets": { "base": "source", "a": "enabled" } },
        { "name": "NAME1", GROUP "selectedTokenSets": { "base": "source", "b": "enabled" } } ],
      "$metadata": { "tokenSetOrder": ["base", "a", "b"] } }
    """

  private static func themed(_ names: [String], group: String?) -> String {
    themed.replacing("NAME0", with: names[0]).replacing("NAME1", with: names[1])
      .replacing("GROUP", with: group.map { "\"group\": \"\($0)\"," } ?? "")
  }

  /// The traits of the second theme; of dark and light ones, of the dark one.
  @Test(
    arguments: [
      (["Light", "Dark"], nil, ["userInterfaceStyle": "dark"]),
      (["dark", "light"], "Mode", ["userInterfaceStyle": "dark"]),
      (["default", "high-contrast"], "Contrast", ["accessibilityContrast": "high"]),
      (["light", "light-hc"], "Look", ["accessibilityContrast": "high", "userInterfaceStyle": "light"]),
      (["Light", "Dark HC"], "Look", ["accessibilityContrast": "high", "userInterfaceStyle": "dark"]),
      (["compact", "regular"], "Horizontal Size Class", ["horizontalSizeClass": "regular"]),
      (["regular", "compact"], "density", ["density": "compact"]),
    ] as [([String], String?, [String: String])])
  func `a group of themes is the trait that it looks like`(
    names: [String], group: String?, traits: [String: String]
  ) throws {
    let library = Self.read(Self.themed(names, group: group))
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["s"])
    #expect(theme.colors["ink"]?.base?.literal?.hex == (names[0] == "dark" ? "#bbbbbb" : "#aaaaaa"))
    #expect(theme.colors["ink"]?.variants.map(\.traits) == [traits])
    #expect(theme.ownTraits.keys.sorted() == (group == "density" ? ["density"] : []))
    #expect(theme.ownTraits["density"].map(\.defaultValue) == (group == "density" ? "regular" : nil))
  }

  @Test func `a group of brands is themes, and the companion says so of any`() throws {
    let brands = Self.read(Self.themed(["Acme", "Zeta Corp"], group: nil))
    #expect(brands.problems.map(\.text) == [])
    #expect(Set(brands.themes.keys) == ["s", "s.Acme", "s.Zeta-Corp"])
    for name in ["s", "s.Acme"] {
      #expect(brands.themes[name]?.colors["ink"]?.base?.literal?.hex == "#aaaaaa")
    }
    #expect(brands.themes["s.Zeta-Corp"]?.colors["ink"]?.base?.literal?.hex == "#bbbbbb")
    let modes = Self.read(
      Self.themed(["light", "dark"], group: "Mode"),
      #"{ "title": "Both", "modifiers": { "Mode": "themes" } }"#)
    #expect(modes.problems.map(\.text) == [])
    #expect(Set(modes.themes.keys) == ["s", "s.dark", "s.light"])
    #expect(modes.themes["s.dark"]?.title == "Both, dark")
    let named = Self.read(
      Self.themed(["light", "dark"], group: "Mode"), #"{ "modifiers": { "Mode": "userInterfaceStyle" } }"#)
    #expect(named.themes["s"]?.colors["ink"]?.variants.map(\.traits) == [["userInterfaceStyle": "dark"]])
    let own = Self.read(
      Self.themed(["light", "dark"], group: "Mode"), #"{ "modifiers": { "Mode": "surface" } }"#)
    #expect(own.problems.map(\.text) == [])
    #expect(own.themes["s"]?.ownTraits["surface"]?.isOwn == true)
    #expect(own.themes["s"]?.colors["ink"]?.variants.map(\.traits) == [["surface": "dark"]])
  }

  @Test(arguments: [
    (#"{ "modifiers": { "Mod": "themes" } }"#, "The file has no group 'Mod'; did you mean 'Mode'?"),
    (
      #"{ "modifiers": { "Mode": "userInterfaceStile" } }"#,
      "The kit 'uikit' has no trait 'userInterfaceStile'; did you mean 'userInterfaceStyle'? A trait of the theme's own "
        + "has a name that is less like it."
    ),
    (
      #"{ "modifiers": { "Mode": "legibilityWeight" } }"#,
      "The themes of 'Mode' are no values of the trait 'legibilityWeight': 'light' and 'dark'."
    ),
    (#"{ "modifiers": 3 }"#, "'modifiers' should be an object, not a number."),
  ])
  func `a companion that does not fit is told why`(companion: String, message: String) {
    let library = Self.read(Self.themed(["light", "dark"], group: "Mode"), companion)
    #expect(library.problems.map(\.message) == [message])
  }

  @Test func `themes of one group come and go by what others choose`() throws {
    let library = Self.read(
      """
      { "core": { "space": { "type": "spacing", "value": "8" }, "gap": { "type": "spacing", "value": "{space} * 2" },
          "same": { "type": "spacing", "value": "{space}" } },
        "compact": { "space": { "type": "spacing", "value": "4" } },
        "touch": { "gap": { "type": "spacing", "value": "{space} * 3" } },
        "$themes": [
          { "name": "regular", "group": "density", "selectedTokenSets": { "core": "enabled" } },
          { "name": "compact", "group": "density", "selectedTokenSets": { "core": "enabled", "compact": "enabled" } },
          { "name": "mouse", "group": "input", "selectedTokenSets": {} },
          { "name": "finger", "group": "input", "selectedTokenSets": { "touch": "enabled" } } ] }
      """)
    #expect(library.problems.map(\.text) == [])
    let theme = try #require(library.themes["s"])
    #expect(theme.values["same"]?.base?.content == .reference("space", .whole))
    #expect(theme.values["same"]?.variants == [])
    #expect(theme.values["space"]?.variants.map(\.traits) == [["density": "compact"]])
    #expect(theme.values["gap"]?.base?.content == .quantity(16, "px"))
    let variants = theme.values["gap"]?.variants ?? []
    #expect(
      variants.map(\.traits) == [
        ["input": "finger"], ["density": "compact"], ["density": "compact", "input": "finger"],
      ])
    #expect(
      variants.map(\.content?.content) == [.quantity(24, "px"), .quantity(8, "px"), .quantity(12, "px")])
  }

  @Test func `a theme that looks like the first is not taken for one that it shares a trait with`() throws {
    let library = Self.read(
      ##"""
      { "base": { "ink": { "type": "color", "value": "#111111" } },
        "dark": { "ink": { "type": "color", "value": "#dddddd" } },
        "$themes": [
          { "name": "light", "selectedTokenSets": { "base": "enabled" } },
          { "name": "dark", "selectedTokenSets": { "base": "enabled", "dark": "enabled" } },
          { "name": "light-hc", "selectedTokenSets": { "base": "enabled" } },
          { "name": "dark-hc", "selectedTokenSets": { "base": "enabled" } } ] }
      """##)
    #expect(library.problems.map(\.text) == [])
    let variants = try #require(library.themes["s"]?.colors["ink"]?.variants)
    let both = variants.first {
      $0.traits == ["accessibilityContrast": "high", "userInterfaceStyle": "dark"]
    }
    #expect(both?.content?.literal?.hex == "#111111")
  }

  @Test func `each variant has the place of the set that it stands in`() throws {
    let library = Self.read(
      """
      { "base": {
          "n": { "type": "number", "value": 1 } },
        "dark": {
          "n": { "type": "number", "value": 2 } },
        "$themes": [
          { "name": "light", "selectedTokenSets": { "base": "enabled" } },
          { "name": "dark", "selectedTokenSets": { "base": "enabled", "dark": "enabled" } } ] }
      """)
    #expect(library.problems.map(\.text) == [])
    let entry = try #require(library.themes["s"]?.values["n"])
    #expect(entry.place.line == 2)
    #expect(entry.variants.map(\.place.line) == [4])
  }

  @Test func `what is said of a token is kept, without what was computed from it`() throws {
    let library = Self.read(
      ##"""
      { "base": {
          "ink": { "type": "color", "value": "#111111", "description": "Text", "$deprecated": "Use {text}.",
            "$extensions": { "com.example": { "a": 1 }, "studio.tokens": { "modify": { "type": "alpha", "value": "0.5" } } } },
          "text": { "description": "How text looks", "case": { "type": "textCase", "value": "uppercase" } } },
        "dark": { "ink": { "type": "color", "value": "#222222", "description": "Text on dark" } },
        "$themes": [
          { "name": "light", "selectedTokenSets": { "base": "enabled" } },
          { "name": "dark", "selectedTokenSets": { "base": "enabled", "dark": "enabled" } } ] }
      """##)
    #expect(library.problems.map(\.text) == [])
    let remarks = try #require(library.themes["s"]?.remarks)
    let example = Value.object([Value.ValueMember(name: "a", value: .number(1))])
    #expect(
      remarks["ink"]
        == Remark(
          description: "Text", deprecation: .because("Use {text}."),
          extensions: .object([Value.ValueMember(name: "com.example", value: example)])))
    #expect(remarks["text.case"]?.tokenType == "textCase")
    #expect(library.themes["s"]?.values["text.case"]?.base == TypedValue(.string("uppercase"), type: .any))
    #expect(
      library.themes["s"]?.groups.mapValues(\.remark) == ["text": Remark(description: "How text looks")])
  }

  @Test func `heights that are numbers here and lengths there are of any type`() throws {
    let library = Self.read(
      Self.themed(["light", "dark"], group: nil)
        .replacing("\"color\"", with: "\"lineHeights\"").replacing("\"#aaaaaa\"", with: "\"150%\"")
        .replacing("\"#bbbbbb\"", with: "\"24\"").replacing("\"#111111\"", with: "1"))
    #expect(library.problems.map(\.text) == [])
    let entry = try #require(library.themes["s"]?.values["ink"])
    #expect(entry.base == TypedValue(.number(1.5), type: .any))
    #expect(entry.variants.map(\.content) == [TypedValue(.quantity(24, "px"), type: .any)])
  }

  @Test func `a length may be written as the community group's format has it`() throws {
    let library = Self.read(
      """
      { "a": { "$type": "dimension", "$value": { "value": 1.5, "unit": "rem" } },
        "b": { "type": "spacing", "value": { "value": 4, "unit": "px" } },
        "c": { "type": "spacing", "value": "{a} * 2" } }
      """)
    #expect(library.problems.map(\.text) == [])
    let values = try #require(library.themes["s"]?.values)
    #expect(values["a"]?.base?.content == .quantity(1.5, "rem"))
    #expect(values["b"]?.base?.content == .quantity(4, "px"))
    #expect(values["c"]?.base?.content == .quantity(3, "rem"))
  }

  @Test func `a sum of two units is left out, with references in it or without`() {
    let library = Self.read(
      """
      { "a": { "type": "spacing", "value": "1px + 1rem" }, "b": { "type": "spacing", "value": "1px" },
        "c": { "type": "spacing", "value": "{b} + 1rem" }, "d": { "type": "number", "value": "1 / 0" } }
      """)
    #expect(
      library.problems.map(\.message) == [
        "'1px + 1rem' can't be computed: it has px and rem; use one unit. Its token is left out.",
        "'1px + 1rem' can't be computed: it has px and rem; use one unit. Its token is left out.",
        "'1 / 0' can't be computed: it has no result. Its token is left out.",
      ])
    #expect(library.themes["s"]?.values.keys.sorted() == ["b"])
  }

  @Test func `what would take a product of all groups is refused, not computed`() {
    let groups = (0..<12).flatMap { group in
      (0..<4).map { theme in
        #"{ "name": "t\#(theme)", "group": "g\#(group)", "selectedTokenSets": { "s\#(group)-\#(theme)": "enabled" } }"#
      }
    }
    func sets(_ token: (Int) -> String) -> String {
      (0..<12).flatMap { group in
        (0..<4).map {
          #""s\#(group)-\#($0)": { "\#(token(group))": { "type": "number", "value": "\#($0)" } }"#
        }
      }.joined(separator: ", ")
    }
    let apart = Self.read("{ \(sets { "n\($0)" }), \"$themes\": [\(groups.joined(separator: ", "))] }")
    #expect(apart.problems.map(\.text) == [])
    #expect(apart.themes["s"]?.values.count == 12)
    let last = Self.read("{ \(sets { _ in "n" }), \"$themes\": [\(groups.joined(separator: ", "))] }")
    #expect(last.problems.map(\.text) == [], "the last group alone decides")
    let sum = (0..<12).map { "{n\($0)}" }.joined(separator: " + ")
    let summed = groups.map { $0.replacing(#""enabled" }"#, with: #""enabled", "sum": "enabled" }"#) }
    let joined = Self.read(
      """
      { \(sets { "n\($0)" }), "sum": { "all": { "type": "number", "value": "\(sum)" } },
        "$themes": [\(summed.joined(separator: ", "))] }
      """)
    #expect(joined.problems.map(\.code) == ["too-many-contexts"])
  }

  @Test func `a group becomes so many themes and no more`() {
    func library(_ count: Int) -> Library {
      let themes = (0..<count).map { #"{ "name": "t\#($0)", "selectedTokenSets": {} }"# }
      return Self.read(#"{ "$themes": [\#(themes.joined(separator: ", "))] }"#)
    }
    #expect(library(256).themes.count == 257)
    #expect(
      library(257).problems.map(\.message) == [
        "'theme' has 257 themes; at most 256 become themes in a file of this size."
      ])
  }

  @Test func `what is large is not made again for each of many choices`() {
    let groups = (0..<8).flatMap { group in
      (0..<2).map { theme in
        let set = theme == 0 ? "" : "\"s\(group)\": \"enabled\", "
        return
          #"{ "name": "t\#(theme)", "group": "g\#(group)", "selectedTokenSets": { \#(set)"all": "enabled" } }"#
      }
    }
    let sets = (0..<8).map { #""s\#($0)": { "x": { "type": "text", "value": "\#($0)" } }"# }
    func library(_ items: Int) -> Library {
      let list = Array(repeating: "\"{x}\"", count: items).joined(separator: ", ")
      return Self.read(
        #"{ "all": { "x": { "value": "" }, "n": { "value": [\#(list)] } }, \#(sets.joined(separator: ", ")), "#
          + #""$themes": [\#(groups.joined(separator: ", "))] }"#)
    }
    #expect(library(100).problems.map(\.text) == [])
    #expect(library(100).themes["s"]?.values["n"]?.variants.count == 255)
    #expect(library(10_000).problems.map(\.code) == ["too-many-choices"])
  }

  @Test func `long chains of sums are computed one after another`() throws {
    let count = 19_000
    let tokens = (1..<count).map { #""t\#($0)": { "type": "number", "value": "{t\#($0 - 1)} + 1" }"# }
    let library = Self.read(
      #"{ "t0": { "type": "number", "value": 0 }, \#(tokens.joined(separator: ", ")) }"#)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["s"]?.values["t\(count - 1)"]?.base?.content == .number(Double(count - 1)))
  }

  @Test func `texts that double are cut off, with the place`() {
    let tokens = (1..<40).map { #""t\#($0)": { "type": "text", "value": "{t\#($0 - 1)}{t\#($0 - 1)}" }"# }
    let library = Self.read(
      #"{ "t0": { "type": "text", "value": "ab" }, \#(tokens.joined(separator: ", ")) }"#)
    #expect(library.problems.contains { $0.code == "bad-value" && $0.message.contains("1024 bytes") })
  }
}
