import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Tests themes in Livery's own form as design tokens.
@Suite struct `Design tokens` {
  private static func tokens(
    _ text: String, _ pairs: [(name: String, value: String)] = []
  ) throws -> JSONNode {
    let source = SourceFile(name: "themes/trial.json", bytes: Array(text.utf8))
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [source])
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    let theme = try #require(try Catalog(library, images: .none).themes["trial"])
    let traits = try TraitValues(pairs, kit: theme.kit.definition)
    let bytes = ThemeTokens.render(
      theme.context(traits).resolved(asWritten: true), kit: theme.kit.names, RenderingOptions())
    let (root, problems) = JSONReader.read(SourceFile(name: "tokens", bytes: bytes))
    #expect(problems.map(\.text) == [])
    return try #require(root)
  }

  /// The value at a path, as JSON.
  private static func text(_ node: JSONNode, _ path: String) -> String? {
    let found = path.split(separator: "/").reduce(JSONNode?.some(node)) { $0?[String($1)] }
    guard let found else { return nil }
    var json = JSONWriter()
    write(found, to: &json)
    return json.text
  }

  private static func write(_ node: JSONNode, to json: inout JSONWriter) {
    switch node.kind {
    case .object:
      json.object { json in
        for member in node.members { json.member(member.name) { write(member.value, to: &$0) } }
      }
    case .array: json.array { json in for item in node.items { write(item, to: &json) } }
    case .string: json.string(node.string ?? "")
    case .number: json.number(node.number ?? .nan)
    case .bool: json.bool(node.bool ?? false)
    case .null: json.null()
    }
  }

  @Test func `keep references and exact opacities`() throws {
    let root = try Self.tokens(
      """
      { "colors": {
          "accent": "#f85825", "link": "{accent}", "soft": "{accent/30%}", "softer": "{soft/50%}",
          "wide": { "value": { "colorSpace": "display-p3", "components": [1, 0.3, 0.1] } }, "veil": "{wide/25%}" },
        "appearance": [{ "for": "UILabel", "set": { "textColor": "{link}", "tintColor": "{wide/25%}" } }] }
      """)
    #expect(Self.text(root, "link/$value") == #""{accent}""#)
    #expect(Self.text(root, "soft/$value/alpha") == "0.3")
    #expect(Self.text(root, "softer/$value/alpha") == "0.15")
    #expect(Self.text(root, "accent/$value/alpha") == nil)
    #expect(Self.text(root, "wide/$value") == #"{"colorSpace":"display-p3","components":[1,0.3,0.1]}"#)
    #expect(
      Self.text(root, "veil/$value") == #"{"colorSpace":"display-p3","components":[1,0.3,0.1],"alpha":0.25}"#)
    #expect(Self.text(root, "appearance/UILabel/textColor/$value") == #""{link}""#)
    #expect(Self.text(root, "appearance/UILabel/tintColor/$value/alpha") == "0.25")
    #expect(Self.text(root, "$extensions/org.livery/appearance") == nil)
  }

  @Test func `have a root where a name is a token and a group`() throws {
    let root = try Self.tokens(
      ##"{ "colors": { "accent": "#f85825", "accent.soft": "{accent}", "text": "{accent.soft}" } }"##)
    #expect(Self.text(root, "accent/$root/$type") == #""color""#)
    #expect(Self.text(root, "accent/soft/$value") == #""{accent.$root}""#)
    #expect(Self.text(root, "text/$value") == #""{accent.soft}""#)
  }

  @Test(arguments: [1, 15, 16, 17, 40])
  func `each have their place among many in a group`(count: Int) throws {
    let colors = (0..<count).flatMap { number in
      ["\"shade.s\(number)\": \"#0000\(10 + number)\"", "\"shade.s\(number).text\": \"{shade.s\(number)}\""]
    }
    let root = try Self.tokens("{ \"colors\": { \(colors.joined(separator: ", ")) } }")
    #expect(root["shade"].map { Array($0.members).count } == count)
    for number in 0..<count {
      #expect(Self.text(root, "shade/s\(number)/$root/$value/hex") == "\"#0000\(10 + number)\"")
      #expect(Self.text(root, "shade/s\(number)/text/$value") == "\"{shade.s\(number).$root}\"")
    }
  }

  @Test func `say lengths with units, and fonts as families or typography`() throws {
    let root = try Self.tokens(
      """
      { "transition": { "duration": 0.0705 },
        "appearance": [
          { "for": "UIButton", "set": { "contentEdgeInsets": { "top": 1, "left": 2, "bottom": 3, "right": 4.5 } } },
          { "for": "UILabel", "set": { "font": { "name": "Georgia", "size": 17, "weight": "semibold" }, "alpha": 0.5 } },
          { "for": "UILabel.a", "set": { "font": "Georgia" } },
          { "for": "UILabel.b", "set": { "font": { "size": 17, "textStyle": "body" } } } ] }
      """)
    #expect(
      Self.text(root, "appearance/UIButton/contentEdgeInsets/right")
        == #"{"$type":"dimension","$value":{"value":4.5,"unit":"px"}}"#)
    #expect(
      Self.text(root, "appearance/UILabel/font/$value")
        == #"{"fontFamily":"Georgia","fontSize":{"value":17,"unit":"px"},"fontWeight":600,"letterSpacing":{"value":0,"unit":"px"},"lineHeight":1.2}"#
    )
    #expect(Self.text(root, "appearance/UILabel/font/a") == nil)
    #expect(Self.text(root, "appearance/UILabel/a/font") == #"{"$type":"fontFamily","$value":"Georgia"}"#)
    #expect(Self.text(root, "appearance/UILabel/b/font/size/$type") == #""dimension""#)
    #expect(Self.text(root, "appearance/UILabel/alpha") == #"{"$type":"number","$value":0.5}"#)
    #expect(Self.text(root, "transition/duration/$value") == #"{"value":0.0705,"unit":"s"}"#)
    #expect(
      Self.text(root, "$extensions/org.livery/appearance")
        == #"[{"for":"UILabel.b","set":{"font":{"size":17,"textStyle":"body"}}}]"#)
  }

  @Test func `say under extensions what no token can say`() throws {
    let root = try Self.tokens(
      """
      { "properties": { "UILabel": [{ "name": "caption", "kind": "string" }] },
        "colors": { "a.$b": "#112233", "c": "{a.$b}" },
        "values": { "word": "thin", "on": true, "n": 3 },
        "appearance": [
          { "for": "UILabel", "set": { "textColor": null, "caption": "Hi", "adjustsFontForContentSizeCategory": false, "tintColor": "#ffffff" } },
          { "for": "UILabel", "in": "UIToolbar", "set": { "textColor": "{c}" } } ] }
      """)
    #expect(
      Self.text(root, "$extensions/org.livery/appearance")
        == ##"[{"for":"UILabel","set":{"adjustsFontForContentSizeCategory":false,"caption":"Hi","textColor":null}},{"for":"UILabel","in":"UIToolbar","set":{"textColor":"#112233"}}]"##
    )
    #expect(Self.text(root, "appearance/UILabel/tintColor/$type") == #""color""#)
    #expect(Self.text(root, "$extensions/org.livery/colors") == ##"{"a.$b":"#112233"}"##)
    #expect(Self.text(root, "c/$value/hex") == ##""#112233""##)
    #expect(Self.text(root, "$extensions/org.livery/values") == #"{"n":3,"on":true,"word":"thin"}"#)
    #expect(Self.text(root, "n") == #"{"$type":"number","$value":3}"#)
  }

  @Test func `have types, references and remarks as the theme has them`() throws {
    let text = ProjectFiles.text("Tests/Fixtures/accepted/themes/values-with-types.json")
    let root = try Self.tokens(text, [("density", "compact")])
    #expect(Self.text(root, "gap") == #"{"$type":"dimension","$value":"{space.m}"}"#)
    #expect(Self.text(root, "space/$description") == #""Distances""#)
    #expect(Self.text(root, "space/m/$value") == #"{"value":8,"unit":"px"}"#)
    #expect(Self.text(root, "weight/$value") == #""semi-bold""#)
    #expect(Self.text(root, "ink/$deprecated") == #""Use {text}.""#)
    #expect(Self.text(root, "ink/$extensions") == #"{"com.example":{"id":null}}"#)
    #expect(
      Self.text(root, "thin/$value") == #"{"color":"{text}","style":"{dashes}","width":"{gap}"}"#)
    #expect(Self.text(root, "low/$value/color/alpha") == "0.3")
    #expect(Self.text(root, "dawn/$value") != nil)
    #expect(Self.text(root, "gone") == nil)
    #expect(Self.text(root, "appearance/UILabel/font") == #"{"$type":"typography","$value":"{body}"}"#)
    #expect(Self.text(root, "appearance/UILabel/small/font/size/$value") == #""{space.m}""#)
  }
}
