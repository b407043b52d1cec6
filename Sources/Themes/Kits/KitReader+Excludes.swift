internal import Documents

/// The classes that a class never contains.
extension KitReader {
  mutating func readExcludes(_ node: JSONNode) -> [String] {
    guard let items = form.items(node, "'excludes'") else { return [] }
    return items.compactMap { item in
      guard let name = form.string(item, "a class of 'excludes'") else { return nil }
      excluded.append((name, item))
      return name
    }
  }

  mutating func checkExcluded(_ index: KitIndex) {
    for (name, node) in excluded where index.definition.classes[name] == nil {
      form.findings.error(node, "unknown-class", index.noClass(name))
    }
  }
}
