import Documents
import Renderings
import Resolution
import TestSupport
import Testing
import Themes

/// Tests the language of templates.
@Suite struct `A template` {
  private static let theme = """
    { "kit": "web", "colors": { "ink": { "light": "#102030", "dark": "#f0f0f580" }, "in": "#ffffff" }, "values": {
      "gap": { "type": "dimension", "value": { "value": 1.5, "unit": "rem" } },
      "odd": { "type": "fontFamily", "value": ["A\\"; $x", "serif"] } } }
    """

  private static func render(_ template: String, of text: String = theme) throws -> String {
    let library = Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: [SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))])
    let theme = try #require(try Catalog(library, images: .none).themes["trial"])
    return try ThemeTemplate(template).render(theme)
  }

  @Test func `writes values, lists and choices, and no line of a tag alone`() throws {
    let text = try Self.render(
      """
      {{theme}}/{{kit}}{{! a remark }}
      {{#each colors}}
        {{camel}} {{light.hex}} {{dark.argb}} {{dark.opacity}}{{#unless last}},{{/unless}}
      {{/each}}
      {{#if hasDark}}
      dark
      {{/if}}
      {{#each sizes}}{{px}} {{css}}{{/each}}
      """)
    #expect(
      text == """
        trial/web
          in_ #ffffff FFFFFFFF 1.0,
          ink #102030 80F0F0F5 0.502
        dark
        24 1.5rem
        """)
  }

  @Test func `knows the parts, type and remarks of a name, and what it refers to`() throws {
    let text = try Self.render(
      """
      {{#each colors}}{{#if light.reference}}
      {{type}}{{#each parts}}/{{part}}{{/each}} = {{light.reference.kebab}} {{description}} ({{deprecated}})
      {{/if}}{{/each}}
      """,
      of: ##"""
        { "colors": { "ink": "#112233", "text.soft": {
          "value": "{ink}", "description": "Of */ texts", "deprecated": { "replacedBy": "ink", "since": "2.0" } } } }
        """##)
    #expect(
      text.contains("color/text/soft = ink Of * / texts (since 2.0; use {ink})"), "\(text)")
  }

  @Test func `has the values of all other types as style sheets have them`() throws {
    let text = try Self.render(
      "{{#each others}}{{type}} {{kebab}}: {{css}}{{#if ms}} {{ms}}{{/if}}{{#if number}} {{number}}{{unit}}{{/if}}\n{{/each}}",
      of: ##"""
        { "values": {
          "ease": { "type": "cubicBezier", "value": [0.2, 0, 0, 1] },
          "fast": { "type": "duration", "value": { "value": 0.15, "unit": "s" } },
          "line": { "type": "border", "value": { "color": "#112233", "width": { "value": 1, "unit": "px" }, "style": "solid" } },
          "order": { "type": "number", "value": 2 }, "space": { "type": "dimension", "value": { "value": 1, "unit": "px" } },
          "said": "don't", "tight": { "type": "dimension", "value": { "value": 2, "unit": "em" } },
          "weight": { "type": "fontWeight", "value": 500 } } }
        """##)
    #expect(
      text == """
        cubicBezier ease: cubic-bezier(0.2, 0, 0, 1)
        duration fast: 0.15s 150 0.15s
        border line: 1px solid #112233
        number order: 2 2
        dimension tight: 2em 2em
        fontWeight weight: 500 500

        """)
  }

  @Test func `writes no text that ends a string`() throws {
    #expect(try Self.render("{{#each families}}{{family}}|{{css}}{{/each}}") == "A ;  x|'A ;  x', serif")
  }

  @Test(arguments: [
    ("\n{{colour}}", 2, "There is no value 'colour' here; did you mean 'colors'?"),
    ("{{colors}}", 1, "'colors' is no text"), ("{{#each theme}}{{/each}}", 1, "'theme' is no list."),
    ("{{#if theme}}", 1, "'#if' has no '{{/if}}'."), ("x\n{{/if}}", 2, "ends nothing"),
    ("{{#each colors}}\n{{/if}}", 2, "ends nothing"), ("{{#with x}}", 1, "is no tag"),
    ("{{theme.x}}", 1, "There is no value 'theme.x' here"),
    (String(repeating: "{{#if theme}}", count: 17), 1, "at most 16 deep"),
    (String(repeating: "x", count: 300_000), 1, "at most 256 KiB"),
  ])
  func `with a mistake is refused, with its line`(template: String, line: Int, words: String) throws {
    let failure = #expect(throws: ThemeTemplate.Failure.self) { try Self.render(template) }
    #expect(
      failure?.line == line && failure?.sentence.contains(words) == true, "\(String(describing: failure))")
  }
}
