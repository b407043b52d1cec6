internal import Documents

/// The traits that a theme adds to its kit.
extension ThemeReader {
  mutating func readOwnTraits(_ node: JSONNode) -> [String: Kit.Trait] {
    guard node.kind == .object else {
      values.form.wrongKind(node, "'traits'", "an object")
      return [:]
    }
    let kit = kit.definition
    var traits: [String: Kit.Trait] = [:]
    for member in node.members {
      guard let name = values.form.word(member.key, "a trait"), let trait = readOwnTrait(member.value, name)
      else { continue }
      if Name.parameters.contains(name) {
        findings.error(
          member.key, "bad-name", "'\(name)' can't name a trait: a question has a parameter of that name.")
      } else if let known = kit.traits[name], known.domain != trait.domain {
        findings.error(
          member.key, "duplicate-trait",
          "The kit '\(kit.name)', or a parent, has a trait '\(name)' with other values; call this one "
            + "otherwise.")
      } else {
        traits[name] = trait
      }
    }
    return traits
  }

  private mutating func readOwnTrait(_ node: JSONNode, _ name: String) -> Kit.Trait? {
    guard let found = values.form.members(of: node, "a trait", allowed: ["values", "default"]) else {
      return nil
    }
    guard let list = found["values"] else {
      findings.error(node, "missing-key", "The trait '\(name)' needs 'values': the values it can have.")
      return nil
    }
    guard let names = readOwnValues(list, name) else { return nil }
    guard let standard = found["default"] else { return Kit.Trait(domain: .values(names), isOwn: true) }
    switch TraitValue.read(standard, .values(names)) {
    case .success(let value): return Kit.Trait(domain: .values(names), defaultValue: value, isOwn: true)
    case .failure(let refusal):
      findings.error(standard, "unknown-value", "'default' \(refusal.sentence)")
      return nil
    }
  }

  private mutating func readOwnValues(_ node: JSONNode, _ name: String) -> [String]? {
    guard let items = values.form.items(node, "'values'") else { return nil }
    let words = items.compactMap { values.form.string($0, "a value of '\(name)'") }
    guard words.count == items.count else { return nil }
    guard !words.isEmpty, Set(words).count == words.count, words.allSatisfy(TraitValue.isText) else {
      findings.error(
        node, "bad-value",
        "The values of '\(name)' should be words in 1 to 64 characters, one at least and each once.")
      return nil
    }
    return words
  }
}
