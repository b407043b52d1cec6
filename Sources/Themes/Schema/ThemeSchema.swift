internal import Documents

/// The JSON Schema of themes in the words of kits, for editors to complete and check by.
///
/// It refuses what is misspelled, and may let through what only a whole look at a theme and its parents tells, such as a
/// reference to no color.
package struct ThemeSchema: Sendable {
  /// The size from which the part of a kit is left out: such a kit's themes are checked for their form only.
  package static let mostBytes = 4 << 20

  private var definitions: [(name: String, json: [UInt8])] = []
  private var size = 0
  let kits: [Kit]

  /// - Parameters:
  ///   - kits: those that themes can name.
  ///   - styles: targets with their styles, such as `UIButton.primary`, for editors to offer.
  ///   - addedTraits: those that themes add to their kits.
  package init(
    of kits: some Collection<Kit>, styles: Set<String> = [], addedTraits: [String: Kit.Trait] = [:]
  ) {
    self.kits = kits.sorted { $0.name < $1.name }
    for (name, definition) in Self.shared { add([(name, definition)]) }
    let byName = Dictionary(self.kits.map { ($0.name, $0) }) { first, _ in first }
    var left: Set<String> = []
    for kit in self.kits.sorted(by: { ($0.ancestors.count, $0.name) < ($1.ancestors.count, $1.name) }) {
      let schema = KitSchema(kit, among: byName, styles: styles, addedTraits: addedTraits)
      // What it has from a kit that is left out stands nowhere.
      let isWhole = left.isDisjoint(with: kit.ancestors)
      if isWhole, add(schema.definitions()) { continue }
      left.insert(kit.name)
      add([(KitSchema.name(of: kit.name), ["$comment": "Too large to be here."])])
    }
  }

  /// False, with nothing added, where it would be too much.
  @discardableResult
  private mutating func add(_ new: [(String, SchemaNode)]) -> Bool {
    let written = new.map { (name: $0.0, json: $0.1.compact) }
    let more = written.reduce(0) { $0 + $1.name.utf8.count + $1.json.count }
    guard size + more <= Self.mostBytes else { return false }
    definitions += written
    size += more
    return true
  }

  /// The document, a definition a line.
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
      json.member("properties") { json in
        json.object { json in
          for (name, property) in properties { json.member(name) { $0.raw(property.compact) } }
        }
      }
      json.name("allOf")
      json.raw(SchemaNode.array([choice]).compact)
      json.member("$defs") { json in
        json.object { json in
          for definition in definitions { json.member(definition.name) { $0.raw(definition.json) } }
        }
      }
    }
    return json.finished()
  }

  /// The kit that a theme's words are of: the one that it names, else that of its parent, which is any, else `uikit`.
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

/// A piece of a JSON Schema, written down as it looks in JSON.
enum SchemaNode: Sendable, Hashable {
  case object([SchemaMember])
  case array([SchemaNode])
  case string(String)
  case integer(Int)
  case bool(Bool)
  /// JSON as it stands.
  case json(String)

  struct SchemaMember: Sendable, Hashable {
    let name: String
    let value: SchemaNode
  }

  /// Returns a reference to a definition.
  static func reference(_ name: String) -> SchemaNode { ["$ref": .string("#/$defs/\(name)")] }

  static func words(_ words: some Sequence<String>) -> SchemaNode { .array(words.map { .string($0) }) }

  static func table(_ members: some Sequence<(String, SchemaNode)>) -> SchemaNode {
    .object(members.map { SchemaMember(name: $0.0, value: $0.1) })
  }

  /// Returns the same node with one more member.
  func adding(_ name: String, _ value: SchemaNode) -> SchemaNode {
    guard case .object(let members) = self else { return self }
    return .object(members + [SchemaMember(name: name, value: value)])
  }

  func write(to json: inout JSONWriter) {
    switch self {
    case .object(let members):
      json.object { json in for member in members { json.member(member.name) { member.value.write(to: &$0) } }
      }
    case .array(let items): json.array { json in for item in items { item.write(to: &json) } }
    case .string(let text): json.string(text)
    case .integer(let number): json.number(number)
    case .bool(let flag): json.bool(flag)
    case .json(let text): json.raw(text.utf8)
    }
  }

  /// On one line.
  var compact: [UInt8] {
    var json = JSONWriter()
    write(to: &json)
    return json.finished()
  }
}

extension SchemaNode: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringInterpolation,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral members: (String, SchemaNode)...) { self = .table(members) }
  init(arrayLiteral items: SchemaNode...) { self = .array(items) }
  init(stringLiteral text: String) { self = .string(text) }
  init(integerLiteral number: Int) { self = .integer(number) }
  init(booleanLiteral flag: Bool) { self = .bool(flag) }
}

extension Library {
  /// The traits that themes add to their kits; where two add one of the same name, both have its values.
  package func addedTraits(of names: some Sequence<String>) -> [String: Kit.Trait] {
    var seen: Set<String> = []
    var values: [String: Set<String>] = [:]
    for name in names {
      for theme in lineage(of: name) where seen.insert(theme.name).inserted {
        for (name, trait) in theme.ownTraits {
          if case .values(let own) = trait.domain { values[name, default: []].formUnion(own) }
        }
      }
    }
    let first = values.sorted { $0.key < $1.key }.prefix(Self.mostOffered)
    return Dictionary(uniqueKeysWithValues: first.map { ($0, Kit.Trait(domain: .values($1.sorted()))) })
  }

  /// Nobody looks through more of them.
  private static let mostOffered = 500

  /// The targets with a style that themes and their ancestors have rules for, such as `UIButton.primary`.
  package func styledTargets(of names: some Sequence<String>) -> Set<String> {
    var seen: Set<String> = []
    var targets: Set<String> = []
    for name in names {
      for theme in lineage(of: name) where seen.insert(theme.name).inserted {
        for rule in theme.rules where rule.target.style != nil { targets.insert(rule.target.description) }
      }
    }
    return targets.count <= Self.mostOffered ? targets : Set(targets.sorted().prefix(Self.mostOffered))
  }
}
