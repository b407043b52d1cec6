/// The properties of classes: each stands once, with the class and the kit that have it first.
extension KitSchema {
  /// The definitions with what can be set on a class, those of its superclasses and of the kits below among them.
  func parts(of className: String) -> [String] {
    index.chain(of: className).flatMap { name in
      ([kit] + ancestors).filter { !Self.added(to: name, by: $0, over: below($0)).isEmpty }
        .map { Self.name(of: name, in: $0) }
    }
  }

  var ownProperties: [(String, SchemaNode)] {
    kit.classes.keys.sorted().compactMap { name in
      let added = Self.added(to: name, by: kit, over: ancestors.first)
      guard !added.isEmpty else { return nil }
      return (Self.name(of: name, in: kit), keys(of: Array(added)))
    }
  }

  /// The kit that one of the lineage extends.
  private func below(_ other: Kit) -> Kit? {
    let lineage = [kit] + ancestors
    return lineage.firstIndex { $0.name == other.name }.flatMap { lineage.dropFirst($0 + 1).first }
  }

  private static func name(of className: String, in kit: Kit) -> String { "\(kit.name):set:\(className)" }

  /// Returns the properties that a kit adds to a class of the kit below: they come last.
  private static func added(to name: String, by kit: Kit, over below: Kit?) -> ArraySlice<Kit.Property> {
    (kit.classes[name]?.properties ?? []).dropFirst(below?.classes[name]?.properties.count ?? 0)
  }

  /// More keys than these are told by a pattern alone.
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
    let node: SchemaNode = ["properties": .table(named)]
    return patterns.isEmpty ? node : node.adding("patternProperties", .table(patterns))
  }

  /// Returns the schema of a value. Words of the property are offered; another one is no error.
  private func value(of property: Kit.Property) -> SchemaNode {
    let value = SchemaNode.reference(
      KindSchemas.name(of: property.kind, family: kit.ancestors.last ?? kit.name))
    return property.words.isEmpty ? value : ["anyOf": [["enum": .words(property.words)], value]]
  }

  /// `:normal:default` and all others, one value of each axis.
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
