/// The kinds of values, and named values of each type, for the kits of a family: both may have colors of the platform.
struct KindSchemas {
  private(set) var definitions: [(String, SchemaNode)] = []
  private let family: String
  /// The names of objects that occur in several places and are defined once.
  private var names: [ValueSchema: String] = [:]

  init(family: String, _ kinds: Set<Kit.PropertyKind>) {
    self.family = family
    for kind in Kit.PropertyKind.allCases where kinds.contains(kind) {
      let value = node(ValueSchema.of(kind), "\(family):\(kind.rawValue)")
      let definition: SchemaNode = [
        "description": .string("\(kind.meaning.prefix(1).uppercased())\(kind.meaning.dropFirst())."),
        "anyOf": [value, ["type": "null"]], "examples": [.json(kind.example)],
      ]
      definitions.append((Self.name(of: kind, family: family), definition))
    }
    definitions += ValueType.allCases.map { (name(of: $0), node($0)) }
    let conditions: SchemaNode = ["allOf": .array(ValueType.allCases.map { condition($0) })]
    definitions.append((Self.conditions(family: family), conditions))
  }

  /// Returns the name of the definition for a value of a kind in a rule, where null blocks.
  static func name(of kind: Kit.PropertyKind, family: String) -> String { "\(family):value:\(kind.rawValue)" }

  static func conditions(family: String) -> String { "\(family):typed" }

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
    case .named(_, let decoder): ["anyOf": [node(decoder, path), .reference("reference")]]
    }
  }

  private mutating func object(
    _ schema: ValueSchema, _ members: [String: ValueSchema], _ needed: [String], _ path: String
  ) -> SchemaNode {
    if let name = names[schema] { return .reference(name) }
    names[schema] = path
    let table = members.sorted { $0.key < $1.key }.map { ($0.key, node($0.value, "\(path).\($0.key)")) }
    let object: SchemaNode = [
      "type": "object", "additionalProperties": false, "minProperties": 1, "properties": .object(table),
    ]
    definitions.append((path, needed.isEmpty ? object : object.adding("required", .words(needed))))
    return .reference(path)
  }

  private func name(of type: ValueType) -> String { "\(family):type:\(type.rawValue)" }

  private func condition(_ type: ValueType) -> SchemaNode {
    let value = SchemaNode.reference(name(of: type))
    let orAbsent: SchemaNode = ["anyOf": [value, ["type": "null"]]]
    let words = EntrySort.value.members.map { ($0, SchemaNode.bool(true)) }
    let members: [(String, SchemaNode)] =
      [("value", value), ("when", ["items": ["properties": ["value": orAbsent]]])] + words
    return [
      "if": ["required": ["type"], "properties": ["type": ["const": .string(type.rawValue)]]],
      "then": ["properties": .object(members), "additionalProperties": orAbsent],
    ]
  }

  private func node(_ type: ValueType) -> SchemaNode {
    switch type {
    case .dimension: Self.quantity(ValueReader.lengthUnits + ValueReader.otherUnits)
    case .duration: Self.quantity(ValueReader.durationUnits)
    case .number: .reference("number")
    case .fontFamily: ["anyOf": [Self.fontFamily, Self.list(of: Self.fontFamily)]]
    case .fontWeight:
      Self.orReference(
        ["type": "number", "minimum": 1, "maximum": 1000], ["enum": .words(FontWeight.words)])
    case .cubicBezier: Self.orReference(Self.curve)
    case .strokeStyle: Self.orReference(["enum": .words(ValueType.strokeStyles)], object(type))
    case .border, .transition, .typography: Self.orReference(object(type))
    case .shadow: Self.orReference(object(type), Self.list(of: Self.orReference(object(type))))
    case .gradient: Self.orReference(Self.list(of: Self.orReference(object(type))))
    case .any: .reference("value")
    }
  }

  private func object(_ type: ValueType) -> SchemaNode {
    [
      "type": "object", "additionalProperties": false,
      "required": .words(type.members.filter(\.isNeeded).map(\.name)),
      "properties": .object(type.members.map { ($0.name, part($0.part)) }),
    ]
  }

  private func part(_ part: ValueType.TypedPart) -> SchemaNode {
    switch part {
    case .color: .reference("\(family):color")
    case .value(let type): .reference(name(of: type))
    case .height: ["anyOf": [.reference("number"), .reference(name(of: .dimension))]]
    case .dashes: Self.list(of: .reference(name(of: .dimension)))
    case .flag: ["type": "boolean"]
    case .word(let words): ["enum": .words(words)]
    }
  }

  private static func orReference(_ forms: SchemaNode...) -> SchemaNode {
    ["anyOf": .array([.reference("reference")] + forms)]
  }

  private static func list(of item: SchemaNode) -> SchemaNode {
    ["type": "array", "minItems": 1, "maxItems": .integer(ValueReader.mostItems), "items": item]
  }

  private static func quantity(_ units: [String]) -> SchemaNode {
    orReference([
      "type": "object", "additionalProperties": false, "required": ["value", "unit"],
      "properties": ["value": ["type": "number"], "unit": ["enum": .words(units)]],
    ])
  }

  private static let fontFamily = orReference([
    "type": "string", "minLength": 1, "maxLength": .integer(ValueReader.longestText),
    "pattern": "^[^{]*$",
  ])

  private static let curve: SchemaNode = {
    let x: SchemaNode = ["type": "number", "minimum": 0, "maximum": 1]
    let y: SchemaNode = ["type": "number"]
    return ["type": "array", "minItems": 4, "maxItems": 4, "prefixItems": [x, y, x, y]]
  }()
}
