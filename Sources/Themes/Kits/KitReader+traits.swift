internal import Documents

/// The traits of a kit.
extension KitReader {
  mutating func readTraits(_ node: JSONNode) {
    readTable(node, "traits", of: "a trait", into: \.traits) { $0.readTrait($1) }
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

  mutating func traitText(_ node: JSONNode) -> String? {
    guard let value = form.string(node, "a value of a trait") else { return nil }
    guard TraitValue.isText(value) else {
      form.findings.error(
        node, "bad-value", "A trait's value has 1 to 64 characters, none of them a control character.")
      return nil
    }
    return value
  }
}
