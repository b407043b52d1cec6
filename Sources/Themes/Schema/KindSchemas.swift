/// The kinds of values, with what is inside them, for the kits of a family.
struct KindSchemas {
  private(set) var definitions: [(String, SchemaNode)] = []
  private let family: String
  /// Objects that stand in several places are defined once.
  private var names: [ValueSchema: String] = [:]

  /// - Parameter kinds: those that its properties have.
  init(family: String, _ kinds: Set<Kit.PropertyKind>) {
    self.family = family
    for kind in Kit.PropertyKind.allCases where kinds.contains(kind) {
      let value = node(ValueSchema.of(kind), "\(family):\(kind.rawValue)")
      definitions.append(
        (
          Self.name(of: kind, family: family),
          [
            "description": .string("\(kind.meaning.prefix(1).uppercased())\(kind.meaning.dropFirst())."),
            "anyOf": [value, ["type": "null"]], "examples": [.json(kind.example)],
          ]
        ))
    }
  }

  /// A value of the kind in a rule, where null blocks.
  static func name(of kind: Kit.PropertyKind, family: String) -> String { "\(family):value:\(kind.rawValue)" }

  private mutating func node(_ schema: ValueSchema, _ path: String) -> SchemaNode {
    switch schema {
    case .color: .reference("\(family):color")
    case .image: .reference("image")
    case .number: .reference("number")
    case .integer: .reference("integer")
    case .bool: ["type": "boolean"]
    case .string: ["type": "string"]
    case .word: ["type": "string", "minLength": 1, "maxLength": 64]
    case .list(let item): ["type": "array", "items": node(item, path)]
    case .either(let forms): ["anyOf": .array(forms.map { node($0, path) })]
    case .object(let members, let needed): object(schema, members, needed, path)
    case .named(_, let form): ["anyOf": [node(form, path), .reference("reference")]]
    }
  }

  private mutating func object(
    _ schema: ValueSchema, _ members: [String: ValueSchema], _ needed: [String], _ path: String
  ) -> SchemaNode {
    if let name = names[schema] { return .reference(name) }
    names[schema] = path
    let table = members.sorted { $0.key < $1.key }.map { ($0.key, node($0.value, "\(path).\($0.key)")) }
    let object: SchemaNode = [
      "type": "object", "additionalProperties": false, "minProperties": 1, "properties": .table(table),
    ]
    definitions.append((path, needed.isEmpty ? object : object.adding("required", .words(needed))))
    return .reference(path)
  }
}
