/// The traits of a kit, and the entries that vary by them.
struct TraitSchemas {
  private let kit: Kit
  private let family: String
  /// The words that stand for one trait's value each, in ascending order, by the trait.
  private let words: [[(word: String, meaning: TraitWord)]]
  /// The traits that themes add, for editors to offer.
  private let added: [String: Kit.Trait]

  init(_ kit: Kit, family: String, added: [String: Kit.Trait]) {
    (self.kit, self.family, self.added) = (kit, family, added)
    let reserved = ["value", "when"] + EntrySort.value.members
    let sole = TraitWord.all(in: kit).filter { $1.count == 1 && !reserved.contains($0) }
      .map { (word: $0, meaning: $1[0]) }
    words = Dictionary(grouping: sole, by: \.meaning.trait).sorted { $0.key < $1.key }
      .map { $0.value.sorted { $0.word < $1.word } }
  }

  static func known(of kit: String) -> String { "\(kit):known" }

  var definitions: [(String, SchemaNode)] {
    let color = SchemaNode.reference("\(family):color")
    let image = SchemaNode.reference("image")
    let alone: SchemaNode = ["type": ["string", "number", "boolean", "array"]]
    return [
      ("\(kit.name):traits", traits), ("\(kit.name):colorEntry", entry(.color, color, alone: color)),
      ("\(kit.name):imageEntry", entry(.image, image, alone: image)),
      ("\(kit.name):valueEntry", entry(.value, .reference("value"), alone: alone)),
      (Self.known(of: kit.name), known),
    ]
  }

  private var traits: SchemaNode {
    let table = kit.traits.sorted { $0.key < $1.key }.map { name, trait -> (String, SchemaNode) in
      switch trait.domain {
      case .values(let values): (name, ["enum": .words(values)])
      case .number: (name, ["type": "number"])
      case .text: (name, ["type": "string", "minLength": 1, "maxLength": 64])
      }
    }
    return [
      "description": "Traits of the kit and of the theme, all of which must have exactly these values.",
      "type": "object", "properties": .object(table), "additionalProperties": ["type": "string"],
    ]
  }

  /// Returns the schema of a value alone, or with others where traits hold. The value of a word that the kit does not have,
  /// which is one of a trait that the theme adds, has the same schema.
  private func entry(_ sort: EntrySort, _ content: SchemaNode, alone: SchemaNode) -> SchemaNode {
    let spelled = words.flatMap(\.self)
    let varied: SchemaNode = sort.canBeAbsent ? ["anyOf": [content, ["type": "null"]]] : content
    let members: [(String, SchemaNode)] =
      [("value", content), ("when", variants(varied))]
      + ThemeSchema.said.filter { sort.members.contains($0.0) } + spelled.map { ($0.word, varied) }
    let object: SchemaNode = [
      "description":
        "The value if no variant applies, with the variants: in 'when', or by a trait's values alone.",
      "type": "object", "properties": .object(members), "additionalProperties": varied,
      "allOf": .array(
        conditions(sort)
          + (sort.hasTypes ? [.reference(KindSchemas.conditions(family: family))] : [])),
    ]
    return ["anyOf": [alone, object]]
  }

  /// Returns the conditions of an entry: it has a value where nothing else holds, and all words are of one trait.
  private func conditions(_ sort: EntrySort) -> [SchemaNode] {
    let reserved = ["value", "when"] + sort.members
    let spelled = words.flatMap(\.self)
    let plain = spelled.filter(\.meaning.isPlain).map(\.word)
    let words = spelled.map(\.word)
    let isVaried: SchemaNode = ["required": ["when"], "properties": ["when": ["minItems": 1]]]
    let hasOther: SchemaNode = ["not": ["propertyNames": ["enum": .words(reserved + words)]]]
    let sole: [SchemaNode] = self.words.map { trait in
      ["propertyNames": ["enum": .words(reserved + trait.map(\.word))]]
    }
    let bases = (["value"] + plain).map { name -> SchemaNode in ["required": [.string(name)]] }
    return [
      ["anyOf": .array(bases + (sort.canBeAbsent ? [isVaried] : []) + [hasOther])],
      ["anyOf": .array(sole + [["propertyNames": ["not": ["enum": .words(words)]]]])],
    ]
  }

  private func variants(_ content: SchemaNode) -> SchemaNode {
    [
      "description":
        "The value if all named traits have these values. More traits win, then the later entry.",
      "type": "array",
      "items": [
        "type": "object", "additionalProperties": false, "required": ["traits", "value"],
        "properties": [
          "traits": ["$ref": .string("#/$defs/\(kit.name):traits"), "minProperties": 1], "value": content,
        ],
      ],
    ]
  }

  /// The traits, and the words for their values, of the kit and of the loaded themes. Without this, any misspelled one would
  /// be one that the theme adds.
  private var known: SchemaNode {
    let names: SchemaNode = [
      "properties": [
        "traits": ["propertyNames": ["enum": .words(Set(kit.traits.keys).union(added.keys).sorted())]]
      ]
    ]
    let own = added.values.flatMap { trait -> [String] in
      if case .values(let values) = trait.domain { values } else { [] }
    }
    let words = Set(words.flatMap(\.self).map(\.word)).union(own)
    func table(_ sort: EntrySort) -> SchemaNode {
      let members = ["value", "when"] + sort.members + words.subtracting(sort.members).sorted()
      return [
        "additionalProperties": [
          "propertyNames": ["enum": .words(members)], "properties": ["when": ["items": names]],
        ]
      ]
    }
    return [
      "properties": [
        "colors": table(.color), "images": table(.image), "values": table(.value),
        "appearance": ["items": names],
      ]
    ]
  }
}
