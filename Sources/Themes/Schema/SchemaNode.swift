internal import Documents

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
