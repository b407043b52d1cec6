internal import Documents

/// The classes of a kit with their properties.
extension KitReader {
  mutating func readClasses(_ node: JSONNode) {
    guard node.kind == .object else { return decoder.wrongKind(node, "'classes'", "an object") }
    for member in node.members {
      let name = decoder.word(member.key, "a class")
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
    guard let members = decoder.members(of: node, "a class", allowed: allowed) else { return nil }
    var superclass: String?
    if let node = members["superclass"], !node.isNull {
      superclass = decoder.string(node, "'superclass'")
      superclasses[name] = node
    } else if members["superclass"] == nil {
      noteLackingSuperclass(of: name, node)
    }
    propertyLists[name] = members["properties"]
    let use = ClassUse(
      isThemeable: members["appearance"].flatMap { decoder.bool($0, "'appearance'") },
      isContainer: members["container"].flatMap { decoder.bool($0, "'container'") })
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
    guard let below, decoder.diagnostics.problems.count < KitIndex.mostAdvised else { return }
    decoder.diagnostics.note(
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
      decoder.wrongKind(node, "a class", "an object")
      return []
    }
    for member in node.members where !member.isNamed("properties") {
      decoder.diagnostics.error(
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
    decoder.diagnostics.error(
      list, "duplicate-property",
      "\(className) has the property '\(property.name)' already, of kind \(known.kind.rawValue); leave it out, or find "
        + "another name.")
    return false
  }

  private mutating func readSelector(_ node: JSONNode) -> String? {
    guard let text = decoder.string(node, "'selector'") else { return nil }
    if StyleSelector.isValid(text) { return text }
    decoder.diagnostics.error(
      node, "bad-selector", "\(Quoted.name(text)) is not a selector: \(StyleSelector.rule)")
    return nil
  }

  private mutating func readProperties(_ node: JSONNode, of className: String) -> [Kit.Property] {
    var reader = PropertyReader(decoder: decoder, axes: axes)
    let properties = reader.read(node, of: className)
    decoder = reader.decoder
    return properties
  }
}

/// The superclasses of the classes of a kit.
extension KitReader {
  /// The maximum number of superclasses, since lookups walk along them.
  private static var mostSuperclasses: Int { 100 }

  /// Every superclass is there, none is its own ancestor, and no class has very many.
  mutating func checkSuperclasses() {
    var depths: [String: Int] = [:]
    for name in classes.keys.sorted() {
      var path: [String] = []
      var onPath: Set<String> = []
      var next: String? = name
      while let current = next, depths[current] == nil {
        if !onPath.insert(current).inserted {
          reportCycle(through: path[(path.firstIndex(of: current) ?? 0)...])
          break
        }
        path.append(current)
        next = superclass(of: current)
      }
      var depth = next.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      for name in path.reversed() {
        if depth > Self.mostSuperclasses {
          reportDepth(of: name)
          depth = 0
        }
        depths[name] = depth
        depth += 1
      }
    }
    for name in brokenNames { classes[name] = classes[name].map { $0.withoutSuperclass } }
  }

  /// A class of one's own is what its superclass is, unless it says otherwise: whether rules can be for it, or in it.
  mutating func inheritUses() {
    guard below != nil else { return }
    for name in uses.keys {
      let isThemeable = inherited(by: name) { $0.isThemeable } ?? classes[name]?.isThemeable
      let isContainer = inherited(by: name) { $0.isContainer } ?? classes[name]?.isContainer
      classes[name] = classes[name]?.used(asTarget: isThemeable ?? true, asContainer: isContainer ?? true)
    }
  }

  private func inherited(by name: String, _ part: (ClassUse) -> Bool?) -> Bool? {
    var next: String? = name
    while let current = next, let found = classes[current] {
      let use = uses[current] ?? ClassUse(isThemeable: found.isThemeable, isContainer: found.isContainer)
      if let said = part(use) { return said }
      next = found.superclass
    }
    return nil
  }

  private mutating func superclass(of name: String) -> String? {
    guard let superclass = classes[name]?.superclass else { return nil }
    guard classes[superclass] != nil else {
      let advice = NearestName.question(superclass, among: classes.keys)
      if let node = superclasses[name] {
        decoder.diagnostics.error(
          node, "unknown-class", "The kit has no class \(Quoted.name(superclass))\(advice)")
      }
      brokenNames.append(name)
      return nil
    }
    return superclass
  }

  /// The class is left without a superclass, so that what builds on it is told once for each such length.
  private mutating func reportDepth(of name: String) {
    brokenNames.append(name)
    guard let node = superclasses[name] else { return }
    decoder.diagnostics.error(
      node, "deep-class",
      "\(Quoted.name(name)) has more than \(Self.mostSuperclasses) superclasses, one above the other; let it, or one of "
        + "those, have one that is higher up.")
  }

  private mutating func reportCycle(through cycle: ArraySlice<String>) {
    guard let first = cycle.min(), let node = superclasses[first] else { return }
    brokenNames.append(first)
    guard cycle.count > 1 else {
      let sentence: Message = "\(Quoted.name(first)) can't be its own superclass."
      return decoder.diagnostics.error(node, "class-cycle", sentence)
    }
    let shown = cycle.prefix(8).map { Quoted.name($0) }.joined(separator: ", ")
    decoder.diagnostics.error(
      node, "class-cycle", "These classes are each other's superclasses: \(shown). One must come first.")
  }
}

extension Kit.Class {
  fileprivate var withoutSuperclass: Kit.Class {
    Kit.Class(
      name: name, superclass: nil, isThemeable: isThemeable, isContainer: isContainer,
      properties: properties, excludes: excludes, selector: selector)
  }

  fileprivate func used(asTarget isThemeable: Bool, asContainer isContainer: Bool) -> Kit.Class {
    Kit.Class(
      name: name, superclass: superclass, isThemeable: isThemeable, isContainer: isContainer,
      properties: properties, excludes: excludes, selector: selector)
  }
}

/// The classes that a class never contains.
extension KitReader {
  mutating func readExcludes(_ node: JSONNode) -> [String] {
    guard let items = decoder.items(node, "'excludes'") else { return [] }
    return items.compactMap { item in
      guard let name = decoder.string(item, "a class of 'excludes'") else { return nil }
      excluded.append((name, item))
      return name
    }
  }

  mutating func checkExcluded(_ index: KitIndex) {
    for (name, node) in excluded where index.definition.classes[name] == nil {
      decoder.diagnostics.error(node, "unknown-class", index.noClass(name))
    }
  }
}

/// The strings that can select elements inside a selector of a style sheet.
enum StyleSelector {
  /// Plain ASCII that opens and closes what it opens, so that nothing after it is read otherwise.
  package static func isValid(_ text: String) -> Bool {
    guard (1...256).contains(text.utf8.count), text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }),
      !text.utf8.contains(where: { "{};@\\<".utf8.contains($0) }), !text.contains("/*"), !text.contains("*/")
    else { return false }
    return isBalanced(text)
  }

  /// Ends the sentence that refuses one.
  package static let rule =
    "it is 1 to 256 characters of ASCII, its brackets and quotes closed, none of { } ; @ < \\."

  private static func isBalanced(_ text: String) -> Bool {
    var open: [UInt8] = []
    for byte in text.utf8 {
      if let last = open.last, last == UInt8(ascii: "\"") || last == UInt8(ascii: "'") {
        if byte == last { open.removeLast() }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): open.append(byte)
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"):
        guard open.popLast() == byte else { return false }
      default: break
      }
    }
    return open.isEmpty
  }
}
