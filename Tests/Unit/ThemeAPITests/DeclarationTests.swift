import Documents
import Foundation
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

/// Tests the rules of a style sheet for the elements of a kit, and the values that its properties take.
@Suite struct `A style sheet with declarations` {
  private static let kit = """
    { "extends": "web", "classes": {
      "btn": { "superclass": "button", "selector": ".btn" },
      "btn-buy": { "superclass": "btn", "selector": ".btn.btn--buy" },
      "card": { "superclass": "section", "selector": ".card" } } }
    """

  private static func sheet(
    _ rules: String, colors: String = "", values: String = "", _ options: RenderingOptions = .declarations
  ) throws -> String {
    let text = """
      { "kit": "shop", "colors": { "ink": "#102030"\(colors) }, "values": {
        "px": { "type": "dimension", "value": { "value": 2, "unit": "px" } }\(values) }, "appearance": [\(rules)] }
      """
    let library = Library.read(
      kits: ProjectFiles.all(in: "Config/kits") + [
        SourceFile(name: "kits/shop.json", bytes: Array(kit.utf8))
      ],
      themes: [SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))])
    #expect(!library.hasErrors, "\(library.problems.map(\.text))")
    let theme = try #require(try Catalog(library, images: .none).themes["trial"])
    return String(decoding: ThemeCSS.whole(theme, library, options), as: UTF8.self)
  }

  private static func has(_ lines: [String], in sheet: String) {
    for line in lines { #expect(sheet.contains(line), "\(line) in \(sheet)") }
  }

  @Test func `has rules for the kit's own selectors, with states and styles, in a layer`() throws {
    let sheet = try Self.sheet(
      """
      { "for": "btn", "set": { "backgroundColor:normal": "#111111", "backgroundColor:hover": "#222222" } },
      { "for": "btn-buy", "set": { "backgroundColor:hover": "#333333", "color:hover+focus": "{ink}" } },
      { "for": "btn.big", "set": { "padding": { "top": 1, "left": 2, "bottom": 3, "right": 4 }, "fontSize": 20 } },
      { "for": "card", "set": { "selectionColor": "{ink}" } },
      { "for": "search", "set": { "color": "{ink}" } }
      """)
    Self.has(
      [
        "@layer livery {\n",
        "  .btn {\n    background-color: var(--btn--background-color--normal);\n  }\n",
        "  .btn:hover {\n    background-color: var(--btn--background-color--hover);\n  }\n",
        "  .btn.btn--buy {\n    background-color: var(--btn--background-color--normal);\n  }\n",
        "  .btn.btn--buy:hover {\n    background-color: var(--btn-buy--background-color--hover);\n  }\n",
        "  .btn.btn--buy:hover:focus {\n    color: var(--btn-buy--color--hover-focus);\n  }\n",
        "  .btn.big {\n    font-size: var(--btn-big--font-size);\n    padding: var(--btn-big--padding);\n  }\n",
        "  .card::selection {\n    color: var(--card--selection-color);\n  }\n",
        "  :is(search, [role=search]) {\n    color: var(--search--color);\n  }\n",
      ], in: sheet)
    let order = [".btn {", ".btn.btn--buy {", ".btn:hover {", ".btn.btn--buy:hover {"].compactMap {
      sheet.firstRange(of: "  \($0)")?.lowerBound
    }
    #expect(order.count == 4 && order == order.sorted(), "who is in a state wins over who is not")
  }

  @Test func `falls back where a theme sets a property for some traits or in some containers only`() throws {
    let sheet = try Self.sheet(
      """
      { "for": "button", "set": { "color:normal": "{ink}" } },
      { "for": "btn", "traits": { "colorScheme": "dark" }, "set": { "color:normal": "#ffffff", "borderColor:normal": "#eeeeee" } },
      { "for": "btn", "in": "card", "set": { "outlineColor:normal": "#444444" } },
      { "for": "btn-buy", "set": { "color:normal": null } }
      """)
    Self.has(
      [
        "color: var(--btn--color--normal, var(--button--color--normal));",
        "border-color: var(--btn--border-color--normal, revert-layer);",
        "outline-color: var(--btn--outline-color--normal, revert-layer);",
        ":where(.card :is(.btn, .btn.btn--buy)) {\n  --btn--outline-color--normal: #444444;",
      ], in: sheet)
    let bought = try #require(
      sheet.components(separatedBy: "  .btn.btn--buy {\n").last?.components(separatedBy: "}")[0])
    #expect(bought.contains("    color: revert-layer;\n"), "what is blocked is the page's own: \(bought)")
  }

  @Test func `sets nothing that CSS does not have, and nothing unless asked`() throws {
    let rules = #"{ "for": "slider", "set": { "thumbColor:normal": "{ink}", "accentColor": "{ink}" } }"#
    let sheet = try Self.sheet(rules)
    #expect(sheet.contains("--slider--thumb-color--normal") && !sheet.contains(" thumb-color:"))
    #expect(sheet.contains("    accent-color: var(--slider--accent-color);\n"))
    #expect(!(try Self.sheet(rules, RenderingOptions()).contains("@layer")))
  }

  @Test func `takes shadows, borders, transitions and backgrounds of a type`() throws {
    let sheet = try Self.sheet(
      """
      { "for": "btn", "set": {
        "boxShadow": "{lift}", "border": "{edge}", "transition": "{fade}", "background:normal": "{dawn}",
        "background:hover": "{ink}", "font": "{title}" } },
      { "for": "card", "set": { "border": "1px solid red" } }
      """,
      values: """
        , "lift": { "type": "shadow", "value": { "color": "{ink/50%}", "offsetX": "{px}", "offsetY": "{px}", "blur": "{px}", "spread": "{px}" } },
        "edge": { "type": "border", "value": { "color": "{ink}", "width": "{px}", "style": "solid" } },
        "fade": { "type": "transition", "value": { "duration": { "value": 0.3, "unit": "s" }, "delay": { "value": 0, "unit": "s" }, "timingFunction": [0, 0, 1, 1] } },
        "dawn": { "type": "gradient", "value": [{ "color": "{ink}", "position": 0 }, { "color": "#ffffff", "position": 1 }] },
        "title": { "type": "typography", "value": { "fontFamily": ["Inter", "serif"], "fontSize": "{px}", "fontWeight": 700 } }
        """)
    Self.has(
      [
        "--btn--box-shadow: var(--lift);", "--btn--border: var(--edge);", "--btn--transition: var(--fade);",
        "--lift: var(--px) var(--px) var(--px) var(--px) color-mix(in srgb, var(--ink) 50%, transparent);",
        "--btn--background--normal: linear-gradient(var(--dawn));", "--dawn: var(--ink) 0%, #ffffff 100%;",
        "--btn--background--hover: var(--ink);", "--btn--font: var(--title);",
        "--card--border: 1px solid red;", "    box-shadow: var(--btn--box-shadow);\n",
      ], in: sheet)
  }

  @Test func `keeps the fallbacks of a list of fonts, and gives lengths the kit's unit`() throws {
    let sheet = try Self.sheet(
      #"{ "for": "btn", "set": { "fontFamily": "{body}", "borderRadius": 8 } }"#,
      values:
        #", "body": { "type": "fontFamily", "value": ["Inter", "sans-serif"] }, "borderRadius": 12, "ratio": 1.5"#
    )
    Self.has(
      [
        "--btn--font-family: var(--body);", "--body: \"Inter\", sans-serif;", "--btn--border-radius: 8px;",
        "--border-radius: 12px;",
        "--ratio: 1.5;",
      ], in: sheet)
  }
}

extension RenderingOptions {
  fileprivate static let declarations = RenderingOptions(hasDeclarations: true)
}
