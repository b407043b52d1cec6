/// The traits of a kit, and the entries that vary by them.
struct TraitSchemas {
  private let kit: Kit
  private let family: String
  /// Words that stand for one trait's value each, in their order, by the trait.
  private let words: [(trait: String, words: [TraitWord.Spelled])]

  init(_ kit: Kit, family: String) {
    (self.kit, self.family) = (kit, family)
    let sole = TraitWord.all(in: kit).compactMap { word, meanings in
      meanings.count == 1 && word != "value" && word != "when"
        ? TraitWord.Spelled(word: word, meaning: meanings[0]) : nil
    }
    words = Dictionary(grouping: sole, by: \.meaning.trait).sorted { $0.key < $1.key }
      .map { ($0.key, $0.value.sorted { $0.word < $1.word }) }
  }

  var definitions: [(String, SchemaNode)] {
    [
      ("\(kit.name):traits", traits),
      ("\(kit.name):colorEntry", entry(.reference("\(family):color"), alone: .reference("\(family):color"))),
      ("\(kit.name):imageEntry", entry(.reference("image"), alone: .reference("image"))),
      (
        "\(kit.name):valueEntry",
        entry(.reference("value"), alone: ["type": ["string", "number", "boolean", "array"]])
      ),
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
      "description": "Traits of the kit, all of which must have exactly these values.", "type": "object",
      "additionalProperties": false, "properties": .table(table),
    ]
  }

  /// A value alone, or with others where traits hold.
  private func entry(_ content: SchemaNode, alone: SchemaNode) -> SchemaNode {
    let spelled = words.flatMap(\.words)
    let members: [(String, SchemaNode)] =
      [("value", content), ("when", variants(content))] + spelled.map { ($0.word, content) }
    let plain = spelled.filter(\.meaning.isPlain).map(\.word)
    let sole: [SchemaNode] = words.map { trait in
      ["propertyNames": ["enum": .words(["value", "when"] + trait.words.map(\.word))]]
    }
    return [
      "anyOf": [
        alone,
        [
          "description":
            "What holds where no variant does, with variants: in 'when', or by a trait's values alone.",
          "type": "object", "additionalProperties": false, "properties": .table(members),
          "allOf": [
            ["anyOf": .array((["value"] + plain).map { ["required": [.string($0)]] })],
            ["anyOf": .array(sole + [["propertyNames": ["enum": ["value", "when"]]]])],
          ],
        ],
      ]
    ]
  }

  private func variants(_ content: SchemaNode) -> SchemaNode {
    [
      "description":
        "What it is instead where every trait named has that value. More traits win, then the later entry.",
      "type": "array",
      "items": [
        "type": "object", "additionalProperties": false, "required": ["traits", "value"],
        "properties": [
          "traits": ["$ref": .string("#/$defs/\(kit.name):traits"), "minProperties": 1], "value": content,
        ],
      ],
    ]
  }
}

extension TraitWord {
  /// A word with what it stands for.
  struct Spelled {
    let word: String
    let meaning: TraitWord
  }
}
