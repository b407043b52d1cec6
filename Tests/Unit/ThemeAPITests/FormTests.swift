import Documents
import Foundation
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Tests the parts of kits that affect forms.
@Suite struct `A form writes` {
  private static func theme(_ text: String) throws -> CompiledTheme {
    let source = SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [source])
    #expect(!library.hasErrors, "\(library.problems.map(\.text))")
    return try #require(try Catalog(library, images: .none).themes["trial"])
  }

  private static func resolved(_ theme: CompiledTheme) -> ResolvedTheme {
    theme.context(TraitValues(defaultsOf: theme.kit.definition)).resolved(asWritten: true)
  }

  private static func xml(_ text: String) throws -> String {
    let theme = try theme(text)
    return String(decoding: ThemeXML.render(resolved(theme), theme.kit.names), as: UTF8.self)
  }

  private static func css(_ text: String, _ options: RenderingOptions = RenderingOptions()) throws -> String {
    let theme = try theme(text)
    return String(decoding: ThemeCSS.one(resolved(theme), theme.kit.names, options), as: UTF8.self)
  }

  @Test func `nothing by a kit that says it wrongly, and the kit is told where`() {
    let kit = """
      { "classes": {
        "View": { "superclass": null, "selector": "a, b { color: red }", "properties": [
          { "name": "color", "kind": "color", "unit": "px" },
          { "name": "size", "kind": "number", "unit": "inch" },
          { "name": "width", "kind": "number", "css": "bare" },
          { "name": "face", "kind": "string", "css": "font" } ] },
        "Label": { "superclass": "View", "selector": "[role=note" } } }
      """
    let library = Library.read(
      kits: [SourceFile(name: "kits/trial.json", bytes: Array(kit.utf8))], themes: [])
    let said = library.problems.map { "\($0.place.line) \($0.code)" }
    #expect(
      said == [
        "2 bad-selector", "3 wrong-kind", "4 unknown-value", "5 wrong-kind", "6 unknown-value",
        "7 bad-selector",
      ])
  }

  @Test func `lengths as dimensions of Android, other numbers as they are`() throws {
    let text = try Self.xml(
      """
      { "kit": "android", "appearance": [
        { "for": "TextView", "set": { "textSize": 12, "letterSpacing": 0.5 } },
        { "for": "Button", "set": { "cornerRadius": 16, "padding": { "top": 1, "left": 2, "bottom": 3, "right": 4.5 } } } ] }
      """)
    for element in [
      "<dimen name=\"text_view__text_size\">12sp</dimen>",
      "<dimen name=\"button__corner_radius\">16dp</dimen>",
      "<dimen name=\"button__padding__right\">4.5dp</dimen>",
      "<item name=\"text_view__letter_spacing\" type=\"dimen\" format=\"float\">0.5</item>",
    ] { #expect(text.contains(element), "\(element) in \(text)") }
  }

  @Test func `edges together and one by one in a style sheet`() throws {
    let text = try Self.css(
      """
      { "kit": "web", "appearance": [
        { "for": "nav", "set": { "padding": { "top": 1, "left": 2, "bottom": 3, "right": 4.5 }, "opacity": 0.5 } } ] }
      """)
    for line in [
      "--nav--padding: 1px 4.5px 3px 2px;", "--nav--padding--left: 2px;", "--nav--opacity: 0.5;",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func `a font of UIKit with the units of a style sheet`() throws {
    let text = try Self.css(
      """
      { "appearance": [ { "for": "UILabel", "set": { "font": { "family": "Inter, serif", "size": 17, "weight": "bold" } } } ] }
      """)
    for line in [
      "--ui-label--font--family: \"Inter\", serif;", "--ui-label--font--size: 17px;",
      "--ui-label--font--weight: bold;",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func `a color by reference, at an opacity of its own as a mix`() throws {
    let text = try Self.css(
      """
      { "kit": "web", "colors": { "ink": "#102030", "faint": "{ink/12.5%}" }, "appearance": [
        { "for": "p", "set": { "color": "{ink}", "borderColor": "{faint}" } } ] }
      """)
    for line in [
      "--ink: #102030;", "--faint: #10203020;", "--p--color: var(--ink);", "--p--border-color: var(--faint);",
      "--faint: color-mix(in srgb, var(--ink) 12.5%, transparent);",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func `nothing bare that a style sheet would read on from`() throws {
    let text = try Self.css(
      """
      { "kit": "web", "appearance": [ { "for": "p", "set": {
        "boxShadow": "0 0 red; } body { background: url(//evil.example) }",
        "cursor": "url(//evil.example/x), auto", "fontFamily": "a\\"; } b, serif" } } ] }
      """)
    #expect(text.contains("--p--box-shadow: \"0 0 red; } body"))
    #expect(text.contains("--p--cursor: \"url(//evil"))
    #expect(text.contains("--p--font-family: \"a\\22 ; } b\", serif;"))
  }

  @Test func `a rule in containers for elements, deeper ones later`() throws {
    let theme = """
      { "kit": "web", "appearance": [
        { "for": "a.out", "in": "nav/ul", "set": { "color:normal": "#111111" } },
        { "for": "a.out", "in": "ul", "set": { "color:normal": "#222222" } },
        { "for": "p", "in": "window", "set": { "color": "#333333" } },
        { "for": "p", "in": "element", "set": { "color": "#444444" } } ] }
      """
    let text = try Self.css(theme, RenderingOptions(hasSelectors: true))
    let deep = try #require(text.range(of: ":where(nav ul a[class~=\"out\"]) {"))
    let flat = try #require(text.range(of: ":where(ul a[class~=\"out\"]) {"))
    #expect(flat.lowerBound < deep.lowerBound)
    #expect(
      text.contains(":where(:is(dialog, [role=dialog], ") || text.contains(":where(:is([role=alertdialog]"))
    #expect(!text.contains("not here"))
    #expect(try Self.css(theme).contains("4 rules in containers are not here"))
  }

  @Test(arguments: ["themes.example", "127.0.0.1:8080", "[::1]:8080"])
  func `addresses with a host that was asked`(host: String) { #expect(PublicAddress.isHost(host)) }

  @Test(arguments: ["", "a\"b", "a/b", "a b", "a\\b", "a)b", "é", String(repeating: "a", count: 300)])
  func `no address with what is no host`(host: String) { #expect(!PublicAddress.isHost(host)) }

  @Test(arguments: [
    "0 1px 2px rgb(0 0 0 / 20%)", "underline dotted", "calc(1px + (2px * 3))", "-1.5em", "#fff", "* / *",
    "//", "**",
  ])
  func `plain values bare`(text: String) { #expect(CSSText.isBare(text)) }

  @Test(arguments: [
    "", "url(x)", "a;b", "}", "a /* b", "a */ b", "1*/2", "/*/", "image-set(x)", "(", ")", "a)(", "\"a\"",
    "a\\b", "é", "!x",
  ])
  func `no other value bare`(text: String) { #expect(!CSSText.isBare(text)) }
}
