import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

/// Tests references in style sheets, and the ways in which one can be requested.
@Suite struct `A style sheet of values` {
  private static let text = ##"""
    { "kit": "web",
      "colors": {
        "paper": { "light": "#ffffff", "dark": "#000000" }, "page": "{paper}",
        "edge": { "value": "#808080", "when": [
          { "traits": { "colorScheme": "dark" }, "value": "#404040" },
          { "traits": { "contrast": "more" }, "value": "#202020" } ] } },
      "values": {
        "space.m": { "type": "dimension", "value": { "value": 8, "unit": "px" }, "deprecated": "Use /* {space.l} */." },
        "gap": { "type": "dimension", "value": "{space.m}" },
        "line": { "type": "border", "value": { "color": "{paper}", "width": "{gap}", "style": "solid" } },
        "rule": { "type": "border", "value": "{line}" },
        "lift": { "type": "shadow", "value": [ { "color": "#000", "offsetX": "{gap}", "offsetY": "{gap}",
          "blur": { "value": 3, "unit": "px" }, "spread": { "value": 0, "unit": "px" } } ] } },
      "appearance": [{ "for": "button", "set": { "borderRadius": "{gap}" } }] }
    """##

  private static func sheet(_ options: RenderingOptions = RenderingOptions()) throws -> String {
    let library = Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))])
    #expect(!library.hasErrors, "\(library.problems.map(\.text))")
    let theme = try #require(try Catalog(library, images: .none).themes["trial"])
    return String(decoding: ThemeCSS.whole(theme, library, options), as: UTF8.self)
  }

  private static func has(_ lines: [String], in sheet: String) {
    for line in lines { #expect(sheet.contains("\(line)\n"), "\(line) in \(sheet)") }
  }

  @Test func `refers to other values wherever the theme does`() throws {
    let sheet = try Self.sheet()
    Self.has(
      [
        "--gap: var(--space-m);", "--line: var(--gap) solid var(--paper);", "--line--width: var(--gap);",
        "--rule: var(--line);", "--rule--width: var(--line--width);", "--rule--style: var(--line--style);",
        "--lift: var(--gap) var(--gap) 3px 0px #000000;", "--lift--0--offset-x: var(--gap);",
        "--button--border-radius: var(--gap);",
      ], in: sheet)
  }

  @Test func `has a comment on a deprecated value, which ends nowhere else`() throws {
    Self.has(["--space-m: 8px; /* deprecated: Use /* {space.l} * / */"], in: try Self.sheet())
  }

  @Test func `has a word before all names on request`() throws {
    let sheet = try Self.sheet(RenderingOptions(prefix: "acme"))
    Self.has(
      ["--acme-line: var(--acme-gap) solid var(--acme-paper);", "--acme-page: var(--acme-paper);"], in: sheet)
    #expect(!sheet.contains("--gap") && !sheet.contains("--button"))
    let rules = try Self.sheet(RenderingOptions(hasDeclarations: true, prefix: "acme"))
    Self.has(["    border-radius: var(--acme-button--border-radius);"], in: rules)
  }

  @Test func `has a color of both schemes once on request, if nothing else changes it`() throws {
    let sheet = try Self.sheet(RenderingOptions(hasLightDark: true))
    Self.has(["--paper: light-dark(#ffffff, #000000);", "--edge: #404040;", "--edge: #808080;"], in: sheet)
    #expect(!sheet.contains("--paper: #000000"))
    #expect(try Self.sheet().contains("--paper: #000000"))
  }
}
