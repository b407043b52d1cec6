internal import Documents

/// The classes of a kit with their properties.
extension KitReader {
  mutating func readClasses(_ node: JSONNode) {
    guard node.kind == .object else { return form.wrongKind(node, "'classes'", "an object") }
    for member in node.members {
      let name = form.word(member.key, "a class")
      if let name, let known = base?.classes[name] {
        classes[name] = known.adding(readAddition(to: known, member.value))
        continue
      }
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
    } else if members["superclass"] == nil {
      noteLackingSuperclass(of: name, node)
    }
    propertyLists[name] = members["properties"]
    let use = ClassUse(
      isThemeable: members["appearance"].flatMap { form.bool($0, "'appearance'") },
      isContainer: members["container"].flatMap { form.bool($0, "'container'") })
    uses[name] = use
    return Kit.Class(
      name: name, superclass: superclass, isThemeable: use.isThemeable ?? true,
      isContainer: use.isContainer ?? true,
      properties: members["properties"].map { readProperties($0, of: name) } ?? [],
      excludes: members["excludes"].map { readExcludes($0) } ?? [],
      selector: members["selector"].flatMap { readSelector($0) })
  }

  /// Notes a class without a superclass: in a kit that extends another it is nearly always a sort of one that is there.
  private mutating func noteLackingSuperclass(of name: String, _ node: JSONNode) {
    guard let below, form.findings.problems.count < KitIndex.mostAdvised else { return }
    form.findings.note(
      node, "no-superclass",
      "\(name) has no superclass, so it has no properties but its own; write "
        + "\"superclass\": \"\(below.likelySuperclass(of: name))\", or null where that is meant.")
  }

  /// The flags that the document sets for a class; nil for those that it does not set.
  struct ClassUse {
    package let isThemeable: Bool?
    let isContainer: Bool?
  }

  /// The properties that are added to a class of the kit which this one extends: nothing else of it can change.
  private mutating func readAddition(to known: Kit.Class, _ node: JSONNode) -> [Kit.Property] {
    guard node.kind == .object, let below else {
      form.wrongKind(node, "a class", "an object")
      return []
    }
    for member in node.members where !member.isNamed("properties") {
      form.findings.error(
        member.key, "known-class",
        "\(known.name) is a class of the kit '\(below.definition.name)'; here it can get 'properties' only.")
    }
    guard let list = node["properties"] else { return [] }
    return readProperties(list, of: known.name).filter { isNew($0, in: below, known.name, list) }
  }

  /// The classes of the document's own inherit what the kit below has, and can't say it anew either.
  mutating func checkRepeated(_ index: KitIndex) {
    guard let below else { return }
    for (name, list) in propertyLists.sorted(by: { $0.key < $1.key }) {
      guard let inherited = index.chain(of: name).first(where: below.hasClass) else { continue }
      for property in classes[name]?.properties ?? [] { _ = isNew(property, in: below, inherited, list) }
    }
  }

  /// Returns whether a class lacks a property. Properties with the name and other axes must be of the same kind.
  private mutating func isNew(
    _ property: Kit.Property, in kit: KitIndex, _ className: String, _ list: JSONNode
  ) -> Bool {
    let known = kit.properties(named: property.name, of: className).first {
      $0.axes.count == property.axes.count || $0.kind != property.kind
    }
    guard let known else { return true }
    form.findings.error(
      list, "duplicate-property",
      "\(className) has the property '\(property.name)' already, of kind \(known.kind.rawValue); leave it out, or find "
        + "another name.")
    return false
  }

  private mutating func readSelector(_ node: JSONNode) -> String? {
    guard let text = form.string(node, "'selector'") else { return nil }
    if StyleSelector.isValid(text) { return text }
    form.findings.error(
      node, "bad-selector", "\(Quoted.name(text)) is not a selector: \(StyleSelector.rule)")
    return nil
  }

  private mutating func readProperties(_ node: JSONNode, of className: String) -> [Kit.Property] {
    var reader = PropertyReader(form: form, axes: axes)
    let properties = reader.read(node, of: className)
    form = reader.form
    return properties
  }
}
