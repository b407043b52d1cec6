internal import Documents

/// The part of the schema of themes that a kit adds. What it has from the kit that it extends is defined there.
struct KitSchema {
  private let kit: Kit
  private let index: KitIndex
  /// The kits that it builds on, the nearest first, each without what the one before it adds.
  private let ancestors: [Kit]
  /// The kit of the family that has the colors, and with them the kinds of values.
  private let root: String
  private let family: [Kit]
  private let styles: Set<String>
  private let addedTraits: [String: Kit.Trait]

  init(_ kit: Kit, among kits: [String: Kit], styles: Set<String>, addedTraits: [String: Kit.Trait]) {
    (self.kit, index, self.styles, self.addedTraits) = (kit, KitIndex(kit), styles, addedTraits)
    ancestors = kit.ancestors.compactMap { kits[$0] }
    root = kit.ancestors.last ?? kit.name
    family = kits.values.filter { [root] in $0.builds(on: root) }
  }

  static func name(of kit: String) -> String { "\(kit):theme" }

  private func own(_ part: String) -> String { "\(kit.name):\(part)" }

  /// The kit with these traits that the others of them build on.
  private var traitsKit: String { ([kit] + ancestors).last { $0.traits == kit.traits }?.name ?? kit.name }

  func definitions() -> [(String, SchemaNode)] {
    var all: [(String, SchemaNode)] = [(Self.name(of: kit.name), body)]
    if kit.name == root {
      all.append(("\(root):color", color))
      let kinds = Set(family.flatMap(\.classes.values).flatMap(\.properties).map(\.kind))
      all += KindSchemas(family: root, kinds).definitions
    }
    if kit.name == traitsKit {
      all += TraitSchemas(kit, family: root, added: addedTraits).definitions
    }
    all += ownProperties
    all += [(own("for"), target), (own("container"), container), (own("in"), containers)]
    return all + [(own("rule"), rule(isOpen: false)), (own("openRule"), rule(isOpen: true))]
  }

  /// The schema of a theme of this kit. If it adds properties to classes, or traits, no list has them all.
  private var body: SchemaNode {
    func appearance(_ rule: String) -> SchemaNode {
      ["properties": ["appearance": ["type": "array", "items": .reference(own(rule))]]]
    }
    return [
      "properties": [
        "colors": table("colorEntry"), "images": table("imageEntry"), "values": table("valueEntry"),
      ],
      "if": ["required": ["properties"]], "then": appearance("openRule"), "else": appearance("rule"),
      "allOf": [
        ["if": ["not": ["required": ["traits"]]], "then": .reference(TraitSchemas.known(of: traitsKit))]
      ],
    ]
  }

  private func table(_ entry: String) -> SchemaNode {
    [
      "type": "object", "propertyNames": .reference("entryName"),
      "additionalProperties": .reference("\(traitsKit):\(entry)"),
    ]
  }

  /// The platform's own colors are those of all kits of the family.
  private var color: SchemaNode {
    let names = Set(family.flatMap(\.colors.keys)).sorted()
    let forms: [SchemaNode] = [
      ["format": "color", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"],
      ["format": "color-hex", "pattern": "^#([0-9A-Fa-f]{4}|[0-9A-Fa-f]{8})$"],
      [
        "pattern":
          "^(([Rr][Gg][Bb]|[Hh][Ss][Ll])[Aa]?|[Hh][Ww][Bb]|([Oo][Kk])?[Ll]([Aa][Bb]|[Cc][Hh])|[Cc][Oo][Ll][Oo][Rr])\\([^()]*\\)$"
      ], .reference("cssColor"),
      ["pattern": "^\\{(?![^{}]*/[^/{}]*%\\}$)[^{}$][^{}]*\\}$"],
      ["pattern": "^\\{[^{}$][^{}]*/(100(\\.0+)?|[0-9]{1,2}(\\.[0-9]+)?)%\\}$"],
    ]
    return [
      "description":
        "#RGB, #RGBA, #RRGGBB, #RRGGBBAA, rgb(), hsl(), oklch() and other functions of CSS, a CSS color name, transparent, a color of the platform, or a reference: {accent}, with an opacity {accent/30%}; or a color in a space of its own.",
      "examples": ["#f85825", "{accent}", "{accent/30%}", "transparent"],
      "anyOf": [
        ["type": "string", "anyOf": .array(forms + (names.isEmpty ? [] : [["enum": .words(names)]]))],
        .reference("exactColor"),
      ],
    ]
  }

  private func rule(isOpen: Bool) -> SchemaNode {
    let anything: SchemaNode = [
      "description":
        "Values by property, axis values after colons: titleColor:highlighted. null leaves a property unset.",
      "type": "object",
      "propertyNames": ["pattern": "^[A-Za-z0-9_][A-Za-z0-9_-]*(:[A-Za-z0-9_][A-Za-z0-9_+-]*)*$"],
    ]
    let rule: SchemaNode = [
      "type": "object", "additionalProperties": false, "required": ["for", "set"],
      "properties": [
        "for": .reference(own("for")), "in": .reference(own("in")),
        "traits": .reference("\(traitsKit):traits"),
        "set": anything,
      ],
    ]
    return isOpen ? rule : rule.adding("allOf", .array(settings))
  }

  /// The schemas of settings: for each list of properties, the classes that have it.
  private var settings: [SchemaNode] {
    var classes: [[String]: [String]] = [:]
    for name in kit.classes.keys where kit.classes[name]?.isThemeable == true {
      classes[parts(of: name), default: []].append(name)
    }
    let groups = classes.map { (parts: $0.key, classes: $0.value.sorted()) }
    return groups.sorted { $0.classes[0] < $1.classes[0] }.map { group in
      let set: SchemaNode = ["unevaluatedProperties": false]
      let parts = group.parts.map { SchemaNode.reference($0) }
      return [
        "if": [
          "properties": ["for": ["pattern": .string("^(?:\(group.classes.joined(separator: "|")))(?:\\.|$)")]]
        ],
        "then": ["properties": ["set": parts.isEmpty ? set : set.adding("allOf", .array(parts))]],
      ]
    }
  }

  private var target: SchemaNode {
    let classes = kit.classes.values.filter(\.isThemeable).map(\.name).sorted()
    let known = styles.filter { kit.classes[String($0.prefix { $0 != "." })]?.isThemeable == true }.sorted()
    return [
      "description":
        "The class whose properties are set, with its subclasses; after a dot, the style that it must have.",
      "anyOf": [["enum": .words(classes + known)], Self.styled(classes)],
    ]
  }

  private var containerNames: [String] { kit.classes.values.filter(\.isContainer).map(\.name).sorted() }

  private var container: SchemaNode {
    ["anyOf": [["enum": .words(containerNames)], Self.styled(containerNames)]]
  }

  private var containers: SchemaNode {
    let step = "(?:\(containerNames.joined(separator: "|")))(?:\\.\(ThemeSchema.word))?"
    return [
      "description":
        "The containers that it must be in, outermost first, gaps allowed: separated by /, or as a list.",
      "anyOf": [
        .reference(own("container")), ["type": "string", "pattern": .string("^(?:\(step)(?:/(?=.)|$))+$")],
        [
          "type": "array", "minItems": 1, "maxItems": .integer(JSONReader.deepest),
          "items": .reference(own("container")),
        ],
      ],
    ]
  }

  private static func styled(_ classes: [String]) -> SchemaNode {
    ["type": "string", "pattern": .string("^(?:\(classes.joined(separator: "|")))\\.\(ThemeSchema.word)$")]
  }

  /// Returns the definitions with the properties of a class, of its superclasses and of the kits below.
  private func parts(of className: String) -> [String] {
    index.chain(of: className).flatMap { name in
      ([kit] + ancestors).filter { !Self.added(to: name, by: $0, over: below($0)).isEmpty }
        .map { Self.name(of: name, in: $0) }
    }
  }

  private var ownProperties: [(String, SchemaNode)] {
    kit.classes.keys.sorted().compactMap { name in
      let added = Self.added(to: name, by: kit, over: ancestors.first)
      guard !added.isEmpty else { return nil }
      return (Self.name(of: name, in: kit), keys(of: Array(added)))
    }
  }

  private func below(_ other: Kit) -> Kit? {
    let lineage = [kit] + ancestors
    return lineage.firstIndex { $0.name == other.name }.flatMap { lineage.dropFirst($0 + 1).first }
  }

  private static func name(of className: String, in kit: Kit) -> String { "\(kit.name):set:\(className)" }

  /// Returns the properties that a kit adds to a class of the kit below: they come last.
  private static func added(to name: String, by kit: Kit, over below: Kit?) -> ArraySlice<Kit.Property> {
    (kit.classes[name]?.properties ?? []).dropFirst(below?.classes[name]?.properties.count ?? 0)
  }

  /// The maximum number of keys that a property lists; more are described by a pattern alone.
  private static let mostKeys = 64

  private func keys(of properties: [Kit.Property]) -> SchemaNode {
    var named: [(String, SchemaNode)] = []
    var patterns: [(String, SchemaNode)] = []
    for property in properties {
      let value = value(of: property)
      let axes = property.axes.compactMap { kit.axes[$0] }
      let isShort = axes.reduce(1) { min($0 * $1.values.count, Self.mostKeys + 1) } <= Self.mostKeys
      if isShort { named += Self.single(axes).map { ("\(property.name)\($0)", value) } }
      if !isShort || axes.contains(where: \.combines) {
        patterns.append(("^\(property.name)\(axes.map(Self.pattern).joined())$", value))
      }
    }
    let node: SchemaNode = ["properties": .object(named)]
    return patterns.isEmpty ? node : node.adding("patternProperties", .object(patterns))
  }

  /// Returns the schema of a value. It offers the words of the property, and accepts others.
  private func value(of property: Kit.Property) -> SchemaNode {
    let value = SchemaNode.reference(KindSchemas.name(of: property.kind, family: root))
    return property.words.isEmpty ? value : ["anyOf": [["enum": .words(property.words)], value]]
  }

  /// Returns all combinations of one value of each axis: `:normal:default` and so on.
  private static func single(_ axes: [Kit.Axis]) -> [String] {
    axes.reduce([""]) { keys, axis in keys.flatMap { key in axis.values.map { "\(key):\($0)" } } }
  }

  private static func pattern(_ axis: Kit.Axis) -> String {
    guard axis.combines else { return ":(?:\(axis.values.joined(separator: "|")))" }
    let joined = axis.values.filter { $0 != axis.fallback }.joined(separator: "|")
    let alone = axis.fallback.map { "\($0)|" } ?? ""
    return ":(?:\(alone)(?:\(joined))(?:\\+(?:\(joined)))*)"
  }
}
