/// Reads a kit from its file.
struct KitReader {
  private let name: String
  var form = ObjectDecoder()
  /// Names as written, for what a kit's parts say of each other.
  private var axes: [String: Kit.Axis] = [:]
  private var traits: [String: Kit.Trait] = [:]
  private var classes: [String: Kit.Class] = [:]
  private var superclasses: [String: JSONNode] = [:]
  /// What classes exclude, as it is written.
  var excluded: [(name: String, node: JSONNode)] = []

  /// The kit, as far as it could be read, with every problem of its file.
  static func read(_ file: SourceFile) -> (kit: Kit?, problems: [Problem]) {
    let (root, problems) = JSONReader.read(file)
    guard let root else { return (nil, problems) }
    let base = file.baseName
    let name = base.hasSuffix(".json") ? String(base.dropLast(5)) : String(base)
    var reader = KitReader(name: name)
    if !Name.isValid(name) {
      reader.form.findings.error(root, "bad-name", "\(Quoted.name(name)) can't name a kit: \(Name.rule)")
    }
    let kit = reader.read(root)
    return (kit, problems + reader.form.findings.problems)
  }

  private init(name: String) { self.name = name }

  private mutating func read(_ root: JSONNode) -> Kit? {
    let allowed = ["$schema", "title", "classes", "axes", "traits", "contrasts"]
    guard let members = form.members(of: root, "a kit", allowed: allowed) else { return nil }
    let title = members["title"].flatMap { form.string($0, "'title'") }
    if let node = members["axes"] { readAxes(node) }
    if let node = members["traits"] { readTraits(node) }
    if let node = members["classes"] {
      readClasses(node)
    } else {
      form.findings.error(root, "missing-key", "A kit needs 'classes': the classes that themes can name.")
    }
    checkSuperclasses()
    let bare = Kit(name: name, title: title ?? name, classes: classes, axes: axes, traits: traits)
    let index = KitIndex(bare)
    checkExcluded(index)
    let contrasts = members["contrasts"].map { readContrasts($0, index) } ?? []
    return Kit(
      name: name, title: title ?? name, classes: classes, axes: axes, traits: traits, contrasts: contrasts)
  }

  // MARK: Axes

  private mutating func readAxes(_ node: JSONNode) {
    guard node.kind == .object else { return form.wrongKind(node, "'axes'", "an object") }
    for member in node.members {
      let name = form.word(member.key, "an axis")
      guard let axis = readAxis(member.value), let name else { continue }
      axes[name] = axis
    }
  }

  private mutating func readAxis(_ node: JSONNode) -> Kit.Axis? {
    guard let members = form.members(of: node, "an axis", allowed: ["values", "combine", "fallback"]) else {
      return nil
    }
    guard let valuesNode = members["values"] else {
      form.findings.error(node, "missing-key", "An axis needs 'values': the values it can have.")
      return nil
    }
    let values = readValues(valuesNode, areWords: true)
    let combines = members["combine"].flatMap { form.bool($0, "'combine'") } ?? false
    let fallback = members["fallback"].flatMap { readChoice($0, "'fallback'", among: values) }
    return Kit.Axis(values: values, combines: combines, fallback: fallback)
  }

  private mutating func readValues(_ node: JSONNode, areWords: Bool) -> [String] {
    guard let items = form.items(node, "'values'") else { return [] }
    var values: [String] = []
    var seen: Set<String> = []
    if items.isEmpty { form.findings.error(node, "bad-value", "'values' names no value.") }
    for item in items {
      guard let value = areWords ? form.word(item, "a value of an axis") : traitText(item) else { continue }
      if seen.insert(value).inserted {
        values.append(value)
      } else {
        form.findings.error(item, "duplicate-value", "\(Quoted.name(value)) stands twice in these values.")
      }
    }
    return values
  }

  private mutating func readChoice(_ node: JSONNode, _ what: String, among values: [String]) -> String? {
    guard let value = form.string(node, what) else { return nil }
    guard !values.contains(value) else { return value }
    form.findings.error(
      node, "unknown-value",
      "\(what) is \(Quoted.name(value)), which is not among the values"
        + NearestName.question(value, among: values))
    return nil
  }

  // MARK: Traits

  private mutating func readTraits(_ node: JSONNode) {
    guard node.kind == .object else { return form.wrongKind(node, "'traits'", "an object") }
    for member in node.members {
      let name = form.word(member.key, "a trait")
      guard let trait = readTrait(member.value), let name else { continue }
      traits[name] = trait
    }
  }

  private mutating func readTrait(_ node: JSONNode) -> Kit.Trait? {
    let allowed = ["values", "kind", "default", "hint", "hintValues"]
    guard let members = form.members(of: node, "a trait", allowed: allowed),
      let domain = readDomain(node, members)
    else { return nil }
    let standard = members["default"].flatMap { readDefault($0, domain) }
    let hint = members["hint"].flatMap { readHint($0) }
    let hintValues = members["hintValues"].map { readHintValues($0, domain) } ?? [:]
    if let node = members["hintValues"], members["hint"] == nil {
      form.findings.error(node, "bad-value", "'hintValues' needs a 'hint' whose words it explains.")
    }
    return Kit.Trait(domain: domain, defaultValue: standard, hint: hint, hintValues: hintValues)
  }

  private mutating func readDomain(_ node: JSONNode, _ members: FoundMembers) -> Kit.Trait.Domain? {
    switch (members["values"], members["kind"]) {
    case (let values?, nil): return .values(readValues(values, areWords: false))
    case (nil, let kind?):
      guard let word = form.string(kind, "'kind'") else { return nil }
      if word == "number" { return .number }
      if word == "text" { return .text }
      form.findings.error(
        kind, "unknown-kind",
        "A trait's kind is 'number' or 'text', not \(Quoted.name(word)).")
    case (nil, nil):
      form.findings.error(node, "missing-key", "A trait needs 'values' or a 'kind' (number or text).")
    case (_?, let kind?):
      form.findings.error(kind, "bad-value", "A trait has 'values' or a 'kind', not both.")
    }
    return nil
  }

  private mutating func readDefault(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> String? {
    switch TraitValue.read(node, domain) {
    case .success(let value): return value
    case .failure(let refusal):
      form.findings.error(node, "unknown-value", "'default' \(refusal.sentence)")
      return nil
    }
  }

  /// A header's name: visible ASCII letters, digits and hyphens.
  private mutating func readHint(_ node: JSONNode) -> String? {
    guard let hint = form.string(node, "'hint'") else { return nil }
    guard Name.isWord(hint), !hint.contains("_") else {
      form.findings.error(node, "bad-name", "\(Quoted.name(hint)) can't be the name of a header.")
      return nil
    }
    return hint
  }

  private mutating func readHintValues(_ node: JSONNode, _ domain: Kit.Trait.Domain) -> [String: String] {
    guard node.kind == .object else {
      form.wrongKind(node, "'hintValues'", "an object")
      return [:]
    }
    var values: [String: String] = [:]
    for member in node.members {
      switch TraitValue.read(member.value, domain) {
      case .success(let value): values[member.name] = value
      case .failure(let refusal):
        form.findings.error(
          member.value, "unknown-value", "\(Quoted.name(member.name)) \(refusal.sentence)")
      }
    }
    return values
  }

  private mutating func traitText(_ node: JSONNode) -> String? {
    guard let value = form.string(node, "a value of a trait") else { return nil }
    guard TraitValue.isText(value) else {
      form.findings.error(
        node, "bad-value", "A trait's value has 1 to 64 characters, none of them a control character.")
      return nil
    }
    return value
  }

  // MARK: Classes

  private mutating func readClasses(_ node: JSONNode) {
    guard node.kind == .object else { return form.wrongKind(node, "'classes'", "an object") }
    for member in node.members {
      let name = form.word(member.key, "a class")
      guard let name, let read = readClass(name, member.value) else { continue }
      classes[name] = read
    }
  }

  private mutating func readClass(_ name: String, _ node: JSONNode) -> Kit.Class? {
    let allowed = ["superclass", "appearance", "container", "properties", "excludes", "selector"]
    guard let members = form.members(of: node, "a class", allowed: allowed) else { return nil }
    var superclass: String?
    if let node = members["superclass"], !node.isNull {
      superclass = form.string(node, "'superclass'")
      superclasses[name] = node
    }
    let isThemeable = members["appearance"].flatMap { form.bool($0, "'appearance'") }
    let isContainer = members["container"].flatMap { form.bool($0, "'container'") }
    let properties = members["properties"].map { readProperties($0, of: name) } ?? []
    let selector = members["selector"].flatMap { readSelector($0) }
    return Kit.Class(
      name: name, superclass: superclass, isThemeable: isThemeable ?? true,
      isContainer: isContainer ?? true, properties: properties,
      excludes: members["excludes"].map { readExcludes($0) } ?? [], selector: selector)
  }

  private mutating func readSelector(_ node: JSONNode) -> String? {
    guard let text = form.string(node, "'selector'") else { return nil }
    if StyleSelector.isValid(text) { return text }
    form.findings.error(
      node, "bad-selector", "\(Quoted.name(text)) is no selector: \(StyleSelector.rule)")
    return nil
  }

  private mutating func readProperties(_ node: JSONNode, of className: String) -> [Kit.Property] {
    var reader = PropertyReader(form: form, axes: axes)
    let properties = reader.read(node, of: className)
    form = reader.form
    return properties
  }

  // MARK: What the parts say of each other

  /// Every superclass is there, and none is its own ancestor.
  private mutating func checkSuperclasses() {
    var isSound: [String: Bool] = [:]
    for name in classes.keys.sorted() {
      var path: [String] = []
      var onPath: Set<String> = []
      var next: String? = name
      while let current = next, isSound[current] == nil {
        if !onPath.insert(current).inserted {
          reportCycle(through: path[(path.firstIndex(of: current) ?? 0)...])
          break
        }
        path.append(current)
        next = superclass(of: current)
      }
      for name in path { isSound[name] = true }
    }
    for name in brokenNames { classes[name] = classes[name].map { $0.withoutSuperclass } }
  }

  private var brokenNames: [String] = []

  private mutating func superclass(of name: String) -> String? {
    guard let superclass = classes[name]?.superclass else { return nil }
    guard classes[superclass] != nil else {
      let advice = NearestName.question(superclass, among: classes.keys)
      if let node = superclasses[name] {
        form.findings.error(
          node, "unknown-class", "The kit has no class \(Quoted.name(superclass))\(advice)")
      }
      brokenNames.append(name)
      return nil
    }
    return superclass
  }

  private mutating func reportCycle(through cycle: ArraySlice<String>) {
    guard let first = cycle.min(), let node = superclasses[first] else { return }
    brokenNames.append(first)
    guard cycle.count > 1 else {
      let sentence = "\(Quoted.name(first)) can't be its own superclass."
      return form.findings.error(node, "class-cycle", sentence)
    }
    let shown = cycle.prefix(8).map { Quoted.name($0) }.joined(separator: ", ")
    form.findings.error(
      node, "class-cycle", "These classes are each other's superclasses: \(shown). One must come first.")
  }
}

extension Kit.Class {
  fileprivate var withoutSuperclass: Kit.Class {
    Kit.Class(
      name: name, superclass: nil, isThemeable: isThemeable, isContainer: isContainer,
      properties: properties, excludes: excludes, selector: selector)
  }
}
