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
      + theme.remarks.map { "\($0) \($1)" }.sorted() + theme.groups.map { "\($0) \($1.remark)" }.sorted()
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
        == "{$value:{colorSpace:'srgb',components:[0.1,0.1,0.12]}}")
    #expect(try Self.plain(#require(color["text"])) == "{$value:'{color.ink}'}")
    #expect(
      try Self.plain(#require(color["accent"]?["$root"]))
        == "{$value:{colorSpace:'display-p3',components:[1,0.3,0.1]}}")
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
      let around = token.path.indices.map { token.path[..<$0].reduce(JSONNode?.some(root)) { $0?[$1] } }
      #expect((around + [node]).compactMap { $0?["$type"]?.string }.last == token.type)
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
    // That form has colors and values in two tables, each by its names.
    #expect(try Self.plain(Self.root(Self.tokens(other))) == Self.plain(Self.root(Self.tokens(compiled))))
  }

  /// JSON as it stands, without what Livery adds to a document.
  private static func text(_ node: JSONNode, isDocument: Bool = false) -> String {
    switch node.kind {
    case .object:
      let members = node.members.compactMap { member -> String? in
        guard isDocument, member.isNamed("$extensions") else {
          return "\"\(member.name)\":\(text(member.value))"
        }
        let own = member.value.members.filter { !$0.isNamed(Remark.ownExtension) }
        return own.isEmpty
          ? nil : "\"$extensions\":{\(own.map { "\"\($0.name)\":\(text($0.value))" }.joined(separator: ","))}"
      }
      return "{\(members.joined(separator: ","))}"
    case .array: return "[\(node.items.map { text($0) }.joined(separator: ","))]"
    case .string: return "\"\(node.string ?? "")\""
    case .number, .bool, .null: return plain(node)
    }
  }

  @Test(arguments: 1...60)
  func `with groups in any order is the same text when it is written again`(seed: UInt64) throws {
    var sample = RandomDocument(seed: seed)
    let text = sample.text()
    let (_, compiled) = try Self.theme(text, "t.tokens.json")
    let written = try Self.tokens(compiled)
    let same = try Self.text(Self.root(written), isDocument: true)
    #expect(same == text)
    let (_, again) = try Self.theme(written, "t.tokens.json")
    #expect(try Self.tokens(again) == written)
  }

  @Test func `has its opacities rounded once`() throws {
    let colors = ##"{ "colors": { "veil": "#11223381", "mist": "{veil/33.3%}" } }"##
    let first = try Self.tokens(Self.theme(colors, "t.json").1)
    #expect(first.contains(##""alpha":0.505882353,"##))
    #expect(try Self.tokens(Self.theme(first, "t.tokens.json").1) == first)
  }

  @Test func `has all tokens of a group whose inherited ones another theme replaces`() throws {
    let base = ##"""
      { "a": { "$type": "number", "x": { "$value": 1 }, "y": { "$value": 2 } }, "b": { "$extends": "{a}" } }
      """##
    let files = [
      SourceFile(name: "themes/s.tokens.json", bytes: Array(base.utf8)),
      SourceFile(
        name: "themes/t.json",
        bytes: Array(#"{ "extends": "s", "values": { "a.x": { "type": "number", "value": 3 } } }"#.utf8)),
    ]
    let library = Library.read(kits: Self.kits, themes: files)
    let catalog = try Catalog(library, images: .none)
    let whole = try Self.text(Self.root(Self.tokens(#require(catalog.themes["s"]))), isDocument: true)
    #expect(
      whole
        == #"{"a":{"$type":"number","x":{"$value":1},"y":{"$value":2}},"b":{"$extends":"{a}"}}"#)
    let child = try Self.text(Self.root(Self.tokens(#require(catalog.themes["t"]))), isDocument: true)
    #expect(
      child
        == #"{"a":{"$type":"number","x":{"$value":3},"y":{"$value":2}},"b":{"$extends":"{a}","x":{"$value":1}}}"#
    )
  }
}

/// A document made by chance, in the words in which Livery writes one: the type of a token stands at the nearest group if
/// that has one, and members of values are in order.
private struct RandomDocument {
  private var random: SeededGenerator
  /// The references to tokens that can be referred to, by type.
  private var known: [String: [String]] = [:]
  /// The groups that can be extended, with their types.
  private var bases: [(name: String, type: String?)] = []
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func isChosen(_ times: Int = 2) -> Bool { Int.random(in: 0..<times, using: &random) == 0 }

  mutating func text() -> String {
    var members: [String] = isChosen() ? [#""$description":"Of the house""#] : []
    if isChosen() { members.append(#""$extensions":{"com.example":{"a":1}}"#) }
    for _ in 0..<Int.random(in: 2...7, using: &random) {
      count += 1
      let name = "\(random.pick(["z", "m", "a b", "0"]))\(count)"
      if !bases.isEmpty, isChosen(3) {
        let base = random.pick(bases)
        members.append("\"\(name)\":\(extending(base))")
        bases.append((name, base.type))
      } else {
        let type = isChosen() ? random.pick(["number", "color"]) : nil
        members.append("\"\(name)\":\(group(name, type, set: type, depth: 0))")
        bases.append((name, type))
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func extending(_ base: (name: String, type: String?)) -> String {
    var members = ["\"$extends\":\"{\(base.name)}\""]
    if isChosen() { members.append(#""$description":"Like the other""#) }
    for number in 0..<Int.random(in: 0...2, using: &random) {
      members.append("\"own\(count) \(number)\":\(token(base.type))")
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func group(_ path: String, _ around: String?, set: String?, depth: Int) -> String {
    var members = set.map { ["\"$type\":\"\($0)\""] } ?? []
    if isChosen(4) { members.append(#""$description":"A group""#) }
    if isChosen(5) { members.append(#""$extensions":{"com.example":{"id":7}}"#) }
    if isChosen(5) { members.append("\"$root\":\(token(around))") }
    for number in (0..<Int.random(in: 0...4, using: &random)).shuffled(using: &random) {
      if depth < 3, isChosen(3) {
        let own = isChosen() ? random.pick(["number", "color", "dimension"]) : nil
        let inner = group("\(path).g\(number)", own ?? around, set: own, depth: depth + 1)
        members.append("\"g\(number)\":\(inner)")
      } else {
        members.append("\"t\(number)\":\(token(around, path: "\(path).t\(number)"))")
      }
    }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func token(_ around: String?, path: String? = nil) -> String {
    let type =
      around.flatMap { isChosen(4) ? nil : $0 } ?? random.pick(["number", "color", "dimension", "border"])
    var members = type == around ? [] : ["\"$type\":\"\(type)\""]
    if let others = known[type], isChosen(3) {
      members.append("\"$value\":\"{\(random.pick(others))}\"")
    } else {
      members.append("\"$value\":\(value(type))")
    }
    if isChosen(4) { members.append(#""$description":"Said""#) }
    if isChosen(5) { members.append(#""$deprecated":"Old.""#) }
    if let path { known[type, default: []].append(path) }
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func value(_ type: String) -> String {
    let color = ##"{"colorSpace":"srgb","components":[0.1,0.25,1],"alpha":0.3,"hex":"#1a40ff"}"##
    let width = #"{"value":1.5,"unit":"rem"}"#
    switch type {
    case "number": return random.pick(["1", "-0.5", "20"])
    case "color": return isChosen() ? color : #"{"colorSpace":"oklch","components":[0.7,0.1,"none"]}"#
    case "dimension": return width
    default: return "{\"color\":\(color),\"style\":\"solid\",\"width\":\(width)}"
    }
  }
}

extension String {
  /// The text in the outermost brackets.
  fileprivate var unlisted: String { String(dropFirst().dropLast()) }
}
