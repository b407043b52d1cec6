import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Values of a type in style sheets and resources, beyond what golden files show.
@Suite struct `Typed values` {
  private static func sheet(
    _ text: String, _ pairs: [(name: String, value: String)]? = nil
  ) throws -> String {
    let source = SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [source])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    let theme = try #require(try Catalog(library, images: .none).themes["trial"])
    guard let pairs else {
      return String(decoding: ThemeCSS.whole(theme, library, RenderingOptions()), as: UTF8.self)
    }
    let resolved = theme.context(try TraitValues(pairs, kit: theme.kit.definition)).resolved(asWritten: true)
    return String(decoding: ThemeCSS.one(resolved, theme.kit.names, RenderingOptions()), as: UTF8.self)
  }

  @Test func `never end a style sheet's string, whatever a font is called`() throws {
    let text = try Self.sheet(
      #"{ "values": { "face": { "type": "fontFamily", "value": ["a\"; ) b, 'c'", "*/", "SERIF"] } } }"#)
    #expect(text.contains(#"--face: "a\22 ; ) b", "c", "*/", SERIF;"#), "\(text)")
  }

  @Test func `lean on the colors that they refer to through other values, too`() throws {
    let text = try Self.sheet(
      """
      { "colors": { "ink": "#102030" }, "values": {
          "line": { "type": "border", "value": { "color": "{ink}", "width": { "value": 1, "unit": "px" }, "style": "solid" } },
          "same": { "type": "border", "value": "{line}" },
          "low": { "type": "shadow", "value": [{ "color": "{ink/50%}", "offsetX": { "value": 0, "unit": "px" },
            "offsetY": { "value": 0, "unit": "px" }, "blur": { "value": 1, "unit": "px" }, "spread": { "value": 0, "unit": "px" } }] },
          "high": { "type": "shadow", "value": ["{low}", "{low}"] } } }
      """, [])
    for line in [
      "--same: var(--line);", "--same--color: var(--line--color);", "--same--width: var(--line--width);",
      "--high: 0px 0px 1px 0px #10203080, 0px 0px 1px 0px #10203080;",
      "--high: 0px 0px 1px 0px color-mix(in srgb, var(--ink) 50%, transparent), 0px 0px 1px 0px color-mix(in srgb, "
        + "var(--ink) 50%, transparent);",
      "--high--1--color: color-mix(in srgb, var(--ink) 50%, transparent);",
    ] { #expect(text.contains(line), "\(line) in \(text)") }
  }

  @Test func `are gone where a trait takes them away`() throws {
    let text = try Self.sheet(
      """
      { "traits": { "density": { "values": ["regular", "compact"], "default": "regular" } }, "values": {
          "ease": { "type": "cubicBezier", "value": [0, 0, 1, 1], "when": [{ "traits": { "density": "compact" }, "value": null }] } } }
      """)
    #expect(text.contains("--ease: cubic-bezier(0, 0, 1, 1);"), "\(text)")
    #expect(text.contains("[data-density=\"compact\"]"), "\(text)")
    #expect(text.contains("--ease: initial;"), "\(text)")
  }

  @Test func `without a type and with parts are named in a comment, which they can't end`() throws {
    let one = try Self.sheet(#"{ "values": { "a*/b": [1] } }"#, [])
    #expect(
      one.contains("/* 1 value with parts is not here, without a type that says how: 'a* /b'. */"), "\(one)")
    let names = (0..<10).map { "\"v\($0)\": { \"value\": { \"x\": 1 } }" }.joined(separator: ", ")
    let many = try Self.sheet("{ \"values\": { \(names) } }", [])
    #expect(many.contains("10 values with parts are not here"), "\(many)")
    #expect(many.contains("'v7' and others."), "\(many)")
  }
}
