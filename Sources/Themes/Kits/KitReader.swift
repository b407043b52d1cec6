internal import Documents

/// Reads a kit from its document.
struct KitReader {
  package let name: String
  /// The kit that it extends, by which what is there already is told.
  package let below: KitIndex?
  package var form = ObjectDecoder()
  /// Names as written, for what a kit's parts say of each other.
  package var axes: [String: Kit.Axis]
  package var traits: [String: Kit.Trait]
  package var classes: [String: Kit.Class]
  var superclasses: [String: JSONNode] = [:]
  /// The flags of the classes that this document has, not of those below.
  var uses: [String: ClassUse] = [:]
  /// The nodes of the properties of the document's own classes.
  var propertyLists: [String: JSONNode] = [:]
  /// The exclusions of classes, as they are written.
  var excluded: [(name: String, node: JSONNode)] = []
  var brokenNames: [String] = []

  /// The kit, as far as it could be read, with every problem of its document.
  package static func read(_ document: KitDocument, extending below: KitIndex?) -> (
    kit: Kit?, problems: [Problem]
  ) {
    guard let root = document.root else { return (nil, document.problems) }
    var reader = KitReader(name: document.name, extending: below)
    if !Name.isValid(document.name) {
      reader.form.findings.error(
        root, "bad-name", "\(Quoted.name(document.name)) can't name a kit: \(Name.rule)")
    }
    let kit = reader.read(root)
    return (kit, document.problems + reader.form.findings.problems)
  }

  package var base: Kit? { below?.definition }

  private init(name: String, extending below: KitIndex?) {
    (self.name, self.below) = (name, below)
    let base = below?.definition
    axes = base?.axes ?? [:]
    traits = base?.traits ?? [:]
    classes = base?.classes ?? [:]
  }

  private mutating func read(_ root: JSONNode) -> Kit? {
    let allowed = ["$schema", "title", "extends", "classes", "axes", "traits", "contrasts", "colors"]
    guard let members = form.members(of: root, "a kit", allowed: allowed) else { return nil }
    let title = members["title"].flatMap { form.string($0, "'title'") } ?? name
    if let node = members["extends"] { _ = form.string(node, "'extends'") }
    if let node = members["axes"] { readAxes(node) }
    if let node = members["traits"] { readTraits(node) }
    if let node = members["classes"] {
      readClasses(node)
    } else if base == nil {
      form.findings.error(root, "missing-key", "A kit needs 'classes': the classes that themes can name.")
    }
    checkSuperclasses()
    inheritUses()
    let index = KitIndex(kit(title, colors: base?.colors ?? [:]))
    checkExcluded(index)
    checkRepeated(index)
    let contrasts = members["contrasts"].map { readContrasts($0, index) } ?? []
    let colors = members["colors"].map { readColors($0, index) } ?? [:]
    return kit(
      title, contrasts: (base?.contrasts ?? []) + contrasts,
      colors: (base?.colors ?? [:]).merging(colors) { $1 })
  }

  private func kit(
    _ title: String, contrasts: [Kit.ContrastPair] = [],
    colors: [String: Theme.Variants<ColorExpression>] = [:]
  ) -> Kit {
    Kit(
      name: name, title: title, ancestors: base.map { [$0.name] + $0.ancestors } ?? [], classes: classes,
      axes: axes, traits: traits, contrasts: contrasts, colors: colors)
  }

  /// Reads a table that adds to the one of the kit below, and replaces nothing there.
  /// - Parameter what: one of its entries, such as `an axis`.
  mutating func readTable<Part>(
    _ node: JSONNode, _ name: String, of what: String,
    into table: WritableKeyPath<KitReader, [String: Part]>,
    _ read: (inout KitReader, JSONNode) -> Part?
  ) {
    guard node.kind == .object else { return form.wrongKind(node, "'\(name)'", "an object") }
    let known = self[keyPath: table]
    for member in node.members where !isKnown(member.key, what, among: known.keys) {
      let name = form.word(member.key, what)
      guard let part = read(&self, member.value), let name else { continue }
      self[keyPath: table][name] = part
    }
  }

  /// Returns whether the kit that it extends has one of this name, and reports that.
  mutating func isKnown(_ key: JSONNode, _ what: String, among known: some Collection<String>) -> Bool {
    guard let base, let name = key.string, known.contains(name) else { return false }
    let noun = what.drop { $0 != " " }.dropFirst()
    form.findings.error(
      key, "duplicate-\(noun)",
      "The kit '\(base.name)' has the \(noun) \(Quoted.name(name)) already; it needs no adding.")
    return true
  }
}
