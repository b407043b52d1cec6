import Documents
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// Token documents that are read and written again say the same, as tokens and in Livery's own form.
@Suite struct `A token document` {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func theme(_ text: String, _ file: String) throws -> (Theme, CompiledTheme) {
    let source = SourceFile(name: "themes/\(file)", bytes: Array(text.utf8))
    let library = Library.read(kits: kits, themes: [source])
    #expect(library.problems.map(\.text) == [], "\(text)")
    let catalog = try Catalog(library, images: .none)
    return (try #require(library.themes["t"]), try #require(catalog.themes["t"]))
  }

  private static func tokens(_ theme: CompiledTheme) throws -> String {
    let traits = TraitValues(defaultsOf: theme.kit.definition)
    let bytes = ThemeTokens.render(
      theme.context(traits).resolved(asWritten: true), kit: theme.kit.names, RenderingOptions())
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func root(_ text: String) throws -> JSONNode {
    try #require(JSONReader.read(SourceFile(name: "text", bytes: Array(text.utf8))).root)
  }

  /// JSON with its members in order.
  private static func plain(_ node: JSONNode) -> String {
    switch node.kind {
    case .object:
      let members = node.members.map { ($0.name, plain($0.value)) }.sorted { $0.0 < $1.0 }
      return "{\(members.map { "\($0):\($1)" }.joined(separator: ","))}"
    case .array: return "[\(node.items.map(plain).joined(separator: ","))]"
    case .string: return "'\(node.string ?? "")'"
    case .number: return JSONWriter.shortest(node.number ?? .nan)
    case .bool: return "\(node.bool ?? false)"
    case .null: return "null"
    }
  }

  private static func contents(_ theme: Theme) -> [String] {
    theme.colors.map { "\($0) \($1.contents)" }.sorted()
      + theme.values.map { "\($0) \($1.contents)" }.sorted()
      + theme.remarks.map { "\($0) \($1)" }.sorted() + theme.groups.map { "\($0) \($1)" }.sorted()
      + [theme.about.extensions.map { "\($0)" } ?? ""]
  }

  /// The example of the design, at its first source.
  @Test func `is served with its colors as hex and its values with their types`() throws {
    let (_, theme) = try Self.theme(
      ProjectFiles.text("Tests/Fixtures/formats/shop.tokens.json"), "t.tokens.json")
    let traits = TraitValues(defaultsOf: theme.kit.definition)
    let json = try Self.root(
      String(
        decoding: ThemeJSON.render(theme.context(traits).resolved(), kit: theme.kit.definition), as: UTF8.self
      ))
    #expect(
      try Self.plain(#require(json["colors"]))
        == "{color.accent:'#ff4c1b',color.accent.soft:'#d4896e4d',color.ink:'#1a1a1f',color.text:'#1a1a1f'}")
    let values = try #require(json["values"])
    #expect(
      try Self.plain(#require(values["font.body"])) == "{type:'fontFamily',value:['Inter','sans-serif']}")
    #expect(
      try Self.plain(#require(values["line.thin"]))
        == "{type:'border',value:{color:'#1a1a1f',style:'solid',width:{unit:'px',value:1}}}")
    #expect(try Self.plain(#require(values["space.m"])) == "{type:'dimension',value:{unit:'rem',value:1}}")
    let root = try Self.root(try Self.tokens(theme))
    let color = try #require(root["color"])
    #expect(
      try Self.plain(#require(color["ink"]))
        == "{$type:'color',$value:{colorSpace:'srgb',components:[0.1,0.1,0.12]}}")
    #expect(try Self.plain(#require(color["text"])) == "{$type:'color',$value:'{color.ink}'}")
    #expect(
      try Self.plain(#require(color["accent"]?["$root"]))
        == "{$type:'color',$value:{colorSpace:'display-p3',components:[1,0.3,0.1]}}")
    #expect(root["line"]?["$description"]?.string == "Hair lines")
    #expect(root["motion"]?["quick"]?["$deprecated"]?.string == "Use {motion.fast}.")
  }

  @Test func `is named where a value is explained, with the chain of its references`() throws {
    let text = """
      { "color": { "$type": "color", "ink": { "$value": { "colorSpace": "srgb", "components": [0, 0, 0] } },
          "text": { "$value": "{color.ink}" } },
        "wide": { "$type": "dimension", "$value": { "value": 1, "unit": "px" } },
        "line": { "$type": "border", "$value": { "color": "{color.text}", "width": "{wide}", "style": "solid" } } }
      """
    let source = SourceFile(name: "themes/t.tokens.json", bytes: Array(text.utf8))
    let library = Library.read(kits: Self.kits, themes: [source])
    let theme = try #require(try Catalog(library, images: .none).themes["t"])
    let traits = TraitValues(defaultsOf: theme.kit.definition)
    var json = JSONWriter()
    json.object {
      DefinitionExplanation(of: "line", .value, theme, traits, library, all: false).writeMembers(to: &$0)
    }
    let root = try Self.root(json.text)
    #expect(root["winner"]?["file"]?.string == "themes/t.tokens.json")
    let chain = (root["references"].map { Array($0.items) } ?? []).map {
      "\($0["name"]?.string ?? "") \($0["line"]?.integer ?? 0)"
    }
    #expect(chain == ["color.text 2", "wide 3", "color.ink 1"])
  }

  @Test(arguments: 1...40)
  func `made by chance says the same when it is written again`(seed: UInt64) throws {
    var sample = RandomTokens(seed: seed, count: 3 + Int(seed))
    let (theme, compiled) = try Self.theme(sample.document(), "t.tokens.json")
    let written = try Self.tokens(compiled)
    let root = try Self.root(written)
    for token in sample.tokens {
      let node = try #require(token.path.reduce(JSONNode?.some(root)) { $0?[$1] }, "\(token.path)")
      #expect(node["$type"]?.string == token.type)
      #expect(try Self.plain(#require(node["$value"])) == Self.plain(Self.root("[\(token.value)]")).unlisted)
      #expect(node["$description"]?.string == token.description)
    }
    let (again, _) = try Self.theme(written, "t.tokens.json")
    #expect(Self.contents(again) == Self.contents(theme))
  }

  @Test(arguments: 1...20)
  func `made by chance says the same in Livery's own form`(seed: UInt64) throws {
    var sample = RandomTokens(seed: seed, count: 3 + Int(seed))
    let (theme, compiled) = try Self.theme(sample.document(), "t.tokens.json")
    let own = ThemeWriter.document(of: theme, kit: compiled.kit.definition)
    let (again, other) = try Self.theme(String(decoding: own, as: UTF8.self), "t.json")
    #expect(Self.contents(again) == Self.contents(theme))
    #expect(try Self.tokens(other) == Self.tokens(compiled))
  }
}

extension String {
  /// The text in the outermost brackets.
  fileprivate var unlisted: String { String(dropFirst().dropLast()) }
}
