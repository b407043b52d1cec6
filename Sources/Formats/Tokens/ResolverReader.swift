internal import Documents

/// A reader of a resolver document: its sets, its modifiers, and the order in which they count.
struct ResolverReader {
  var decoder = ObjectDecoder()
  var files: ResolverFiles
  var document = ResolverDocument()
  /// The `$ref`s between sets and modifiers that were followed, with their targets.
  var references: [FollowedReference] = []
  /// The lists that are being read, so that none contains itself.
  var open: [NodeKey] = []
  /// The sources of the lists that were read: a set can be named many times.
  var lists: [NodeKey: [[JSONNode]]] = [:]
  var contextTables: [NodeKey: ContextTable] = [:]
  var tables = NodeTables()
  /// The readers of pointers, by the file that the pointers lead into.
  var places: [NodeKey: TokenPointers] = [:]
  /// The number of steps from file to file that lead to each file, by its path.
  var fileSteps: [String: Int]
  /// The number of each modifier, by the node that it is read from.
  private var numbers: [NodeKey: Int] = [:]
  private var inlineNames: Set<String> = []
  private var left = mostLooks

  typealias FollowedReference = (node: JSONNode, path: String, steps: [String])

  static let version = "2025.10"
  private static let members = [
    "$schema", "name", "version", "description", "sets", "modifiers", "resolutionOrder", "$extensions",
    "$defs",
  ]
  static let setMembers = ["sources", "description", "$extensions", "$ref"]
  static let modifierMembers = ["contexts", "default", "description", "$extensions", "$ref"]
  /// The most sets, modifiers, contexts and sources that are read. A set can be made of others, and these of others.
  private static let mostLooks = 50_000
  private static let mostModifiers = 64
  static let mostFileSteps = 16

  init(_ files: ResolverFiles) {
    self.files = files
    fileSteps = [files.path(of: files.name): 0]
  }

  /// Returns nil for a file that is no resolver document.
  mutating func read() -> ResolverDocument? {
    guard let root = files.document else { return nil }
    guard let found = decoder.members(of: root, "a resolver document", allowed: Self.members) else {
      return nil
    }
    checkVersion(found["version"], root)
    document.title = found["name"].flatMap { decoder.string($0, "'name'") }
    if let text = found["description"], decoder.string(text, "'description'") != nil {
      document.remarks["$description"] = text
    }
    document.remarks["$extensions"] = found["$extensions"]
    // Sets and modifiers that the order does not name are checked as well.
    for member in entries(of: found["sets"], "'sets'") { _ = sources(ofSet: member.value) }
    for member in entries(of: found["modifiers"], "'modifiers'") {
      _ = modifier(member.value, named: member.name, fromOrder: false)
    }
    guard let order = found["resolutionOrder"] else {
      return decoder.refuse(
        root, "missing-key",
        "A resolver document needs 'resolutionOrder': its sets and modifiers, in the order in which they count."
      )
    }
    for item in decoder.items(order, "'resolutionOrder'") ?? [] { add(item) }
    return document
  }

  private mutating func checkVersion(_ node: JSONNode?, _ root: JSONNode) {
    guard let node else {
      return decoder.diagnostics.error(
        root, "missing-key", "A resolver document needs \"version\": \"\(Self.version)\".")
    }
    guard let version = decoder.string(node, "'version'"), version != Self.version else { return }
    decoder.diagnostics.error(
      node, "bad-value", "The version \(Quoted.name(version)) is not known; it is \"\(Self.version)\".")
  }

  mutating func entries(of node: JSONNode?, _ what: String) -> [JSONNode.Member] {
    guard let node else { return [] }
    guard node.kind == .object else { return decoder.wrongKind(node, what, "an object") ?? [] }
    return Array(node.members)
  }

  /// Counts sets, modifiers, contexts and sources. Returns false if there are too many, which is reported once.
  mutating func takes(_ count: Int, at node: JSONNode) -> Bool {
    guard left > 0 else { return false }
    left -= count
    if left > 0 { return true }
    decoder.diagnostics.error(
      node, "too-many-sources",
      "A resolver document has at most \(Self.mostLooks) sets, modifiers, contexts and sources, those of sets in sets "
        + "counted again.")
    return false
  }

  private mutating func add(_ item: JSONNode) {
    guard item.kind == .object else {
      return decoder.wrongKind(item, "an item of 'resolutionOrder'", "a reference, a set or a modifier")
    }
    guard let pointer = item["$ref"] else { return addInline(item) }
    let layers = followed(item, fromOrder: true)
    guard layers.count > 1 else { return }
    let text = pointer.string ?? ""
    if member("contexts", of: layers) != nil || text.contains("#/modifiers/") {
      if let found = modifier(item, named: Self.name(atEndOf: text), fromOrder: true) { include(found) }
    } else {
      add(sources(ofSet: item), when: .always)
    }
  }

  private mutating func addInline(_ item: JSONNode) {
    for (key, rule) in [("name", "a name of its own"), ("type", "\"set\" or \"modifier\"")]
    where item[key] == nil {
      decoder.diagnostics.error(
        item, "missing-key",
        "A set or modifier that is written into 'resolutionOrder' needs '\(key)': \(rule).")
    }
    guard let nameNode = item["name"], let name = decoder.string(nameNode, "'name'"),
      let typeNode = item["type"], let type = decoder.string(typeNode, "'type'")
    else { return }
    if !inlineNames.insert(name).inserted {
      decoder.diagnostics.error(
        nameNode, "duplicate-name", "\(Quoted.name(name)) stands in 'resolutionOrder' twice; rename one.")
    }
    switch type {
    case "set": add(sources(ofSet: item, isInline: true), when: .always)
    case "modifier":
      if let found = modifier(item, named: name, fromOrder: true, isInline: true) { include(found) }
    default:
      let advice = decoder.diagnostics.question(type, among: ["set", "modifier"])
      decoder.diagnostics.error(
        typeNode, "bad-value", "'type' is \"set\" or \"modifier\", not \(Quoted.name(type))\(advice)")
    }
  }

  /// Returns the last step of a pointer, or a file's name without its ending.
  private static func name(atEndOf text: String) -> String {
    guard case .success(let reference) = FileReference.read(text) else { return text }
    if let last = reference.steps.last { return last }
    let base = reference.file?.split(separator: "/").last ?? ""
    return String(base.prefix { $0 != "." })
  }

  private mutating func add(_ sources: [[JSONNode]], when conditions: TokenConditions) {
    guard let first = sources.first?.first, takes(sources.count, at: first) else { return }
    for layers in sources {
      document.sources.append(ResolverDocument.ListedSource(conditions: conditions, layers: layers))
    }
  }

  private mutating func include(_ found: ReadModifier) {
    let mark = found.modifier.node["$extensions"]?[SchemePairs.mark]?["schemes"]
    if mark?.bool == true, let pairs = SchemePairs(found.modifier.contexts.map(\.name)) {
      return include(found, pairs)
    }
    guard let number = number(of: found.modifier) else { return }
    for (index, sources) in found.sources.enumerated() {
      add(sources, when: TokenConditions([number: index]))
    }
  }

  /// Adds a modifier of brands and one of light and dark.
  private mutating func include(_ found: ReadModifier, _ pairs: SchemePairs) {
    let (node, contexts) = (found.modifier.node, found.modifier.contexts)
    let brands = ResolverModifier(
      name: found.modifier.name, node: node,
      contexts: zip(pairs.names, pairs.themes).map { name, themes in
        let word = name.split(separator: " ").joined(separator: "-")
        return ResolverContext(name: word, key: contexts[themes[false] ?? 0].key)
      }, defaultContext: 0)
    let schemes = ResolverModifier(
      name: "scheme", node: node,
      contexts: ["light", "dark"].map { ResolverContext(name: $0, key: contexts[contexts.count - 1].key) },
      defaultContext: 0)
    guard let brand = number(of: brands), let scheme = number(of: schemes) else { return }
    for (index, themes) in pairs.themes.enumerated() {
      for (isDark, context) in themes.sorted(by: { $0.value < $1.value }) {
        add(found.sources[context], when: TokenConditions([brand: index, scheme: isDark ? 1 : 0]))
      }
    }
  }

  private mutating func number(of modifier: ResolverModifier) -> Int? {
    let key = NodeKey(modifier.contexts[0].key)
    if let known = numbers[key] { return known }
    guard document.modifiers.count < Self.mostModifiers else {
      return decoder.refuse(
        modifier.node, "too-many-modifiers",
        "A resolver document has at most \(Self.mostModifiers) modifiers in its order.")
    }
    if document.modifiers.contains(where: { $0.name == modifier.name }) {
      decoder.diagnostics.error(
        modifier.node, "duplicate-name",
        "Two modifiers are called \(Quoted.name(modifier.name)); rename one.")
    }
    numbers[key] = document.modifiers.count
    document.modifiers.append(modifier)
    return document.modifiers.count - 1
  }
}
