internal import Documents

/// The JSON Schema of themes in the words of kits, for editors to complete and check by.
///
/// It rejects misspelled words. It may accept mistakes that only show in a theme with its parents, such as a reference to no
/// color.
package struct ThemeSchema: Sendable {
  /// The maximum size. The kit that exceeds it is left out: its themes are checked for their form only.
  package static let mostBytes = 4 << 20

  private var definitions: [(name: String, json: [UInt8])] = []
  private var size = 0
  let kits: [Kit]

  /// - Parameters:
  ///   - kits: the kits that themes can name.
  ///   - styles: targets with their styles, such as `UIButton.primary`, for editors to offer.
  ///   - addedTraits: the traits that themes add to their kits.
  package init(
    of kits: some Collection<Kit>, styles: Set<String> = [], addedTraits: [String: Kit.Trait] = [:]
  ) {
    self.kits = kits.sorted { $0.name < $1.name }
    add(Self.shared)
    let byName = Dictionary(self.kits.map { ($0.name, $0) }) { first, _ in first }
    var left: Set<String> = []
    for kit in self.kits.sorted(by: { ($0.ancestors.count, $0.name) < ($1.ancestors.count, $1.name) }) {
      let schema = KitSchema(kit, among: byName, styles: styles, addedTraits: addedTraits)
      // The parts from a kit that is left out are not defined.
      let isWhole = left.isDisjoint(with: kit.ancestors)
      if isWhole, add(schema.definitions()) { continue }
      left.insert(kit.name)
      add([(KitSchema.name(of: kit.name), ["$comment": "Too large to be here."])])
    }
  }

  /// Returns false, with nothing added, if the schema would be too large.
  @discardableResult
  private mutating func add(_ new: [(String, SchemaNode)]) -> Bool {
    let written = new.map { (name: $0.0, json: $0.1.compact) }
    let more = written.reduce(0) { $0 + $1.name.utf8.count + $1.json.count }
    guard size + more <= Self.mostBytes else { return false }
    definitions += written
    size += more
    return true
  }

  /// Returns the document, with a definition on each line.
  package func document() -> [UInt8] {
    var json = JSONWriter(.pretty)
    json.object { json in
      json.member("$schema", "https://json-schema.org/draft/2020-12/schema")
      json.member("title", "Livery theme")
      json.member(
        "description",
        "Colors, images and rules in the words of a kit. The file's name is the theme's name. Every key is optional."
      )
      json.member("type", "object")
      json.member("additionalProperties", false)
      json.table("properties", properties) { $0.raw($1.compact) }
      json.name("allOf")
      json.raw(SchemaNode.array([choice]).compact)
      json.table("$defs", definitions.map { ($0.name, $0.json) }) { $0.raw($1) }
    }
    return json.finished()
  }

  /// The choice of a theme's kit: the one that it names, else that of its parent, which can be any, else `uikit`.
  private var choice: SchemaNode {
    let each: [SchemaNode] = kits.map { kit in
      [
        "if": ["properties": ["kit": ["const": .string(kit.name)]]],
        "then": .reference(KitSchema.name(of: kit.name)),
      ]
    }
    let standard: SchemaNode =
      kits.contains { $0.name == LibraryReader.standardKit }
      ? .reference(KitSchema.name(of: LibraryReader.standardKit)) : false
    return [
      "if": ["required": ["kit"]], "then": ["allOf": .array(each)],
      "else": [
        "if": ["required": ["extends"]],
        "then": ["anyOf": .array(kits.map { .reference(KitSchema.name(of: $0.name)) })],
        "else": standard,
      ],
    ]
  }
}

enum SchemaNode: Sendable {
  case object([(String, SchemaNode)])
  case array([SchemaNode])
  case string(String)
  case integer(Int)
  case bool(Bool)
  case json(String)

  init(_ node: JSONNode) {
    switch node.kind {
    case .object: self = .object(node.members.map { ($0.name, SchemaNode($0.value)) })
    case .array: self = .array(node.items.map { SchemaNode($0) })
    case .string: self = .string(node.string ?? "")
    case .number: self = .json(node.document.text(at: node.index))
    case .bool, .null: self = node.bool.map { .bool($0) } ?? .json("null")
    }
  }

  static func reference(_ name: String) -> SchemaNode { ["$ref": .string("#/$defs/\(name)")] }

  static func words(_ words: some Sequence<String>) -> SchemaNode { .array(words.map { .string($0) }) }

  func adding(_ name: String, _ value: SchemaNode) -> SchemaNode {
    guard case .object(let members) = self else { return self }
    return .object(members + [(name, value)])
  }

  private func write(to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object { json in for (name, value) in members { json.member(name) { value.write(to: &$0) } } }
    case .array(let items): json.array { json in for item in items { item.write(to: &json) } }
    case .string(let text): json.string(text)
    case .integer(let number): json.number(number)
    case .bool(let flag): json.bool(flag)
    case .json(let text): json.raw(text.utf8)
    }
  }

  var compact: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.finished()
  }
}

extension SchemaNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral members: (String, SchemaNode)...) { self = .object(members) }
  init(arrayLiteral items: SchemaNode...) { self = .array(items) }
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension Library {
  /// Returns the traits that themes add to their kits; where two add one of the same name, it has the values of both.
  package func addedTraits(of names: some Sequence<String>) -> [String: Kit.Trait] {
    var values: [String: Set<String>] = [:]
    for (name, trait) in families(of: names).flatMap(\.ownTraits) {
      if case .values(let own) = trait.domain { values[name, default: []].formUnion(own) }
    }
    let first = values.sorted { $0.key < $1.key }.prefix(Self.mostOffered)
    return Dictionary(uniqueKeysWithValues: first.map { ($0, Kit.Trait(domain: .values($1.sorted()))) })
  }

  /// The maximum number of added traits, or of styled targets, that editors offer.
  private static let mostOffered = 500

  /// Returns the targets with a style that themes and their ancestors have rules for, such as `UIButton.primary`.
  package func styledTargets(of names: some Sequence<String>) -> Set<String> {
    let targets = Set(
      families(of: names).flatMap { $0.rules.map(\.target).filter { $0.style != nil } }.map(\.description))
    return targets.count <= Self.mostOffered ? targets : Set(targets.sorted().prefix(Self.mostOffered))
  }

  private func families(of names: some Sequence<String>) -> [Theme] {
    var seen: Set<String> = []
    return names.flatMap { lineage(of: $0) }.filter { seen.insert($0.name).inserted }
  }
}
