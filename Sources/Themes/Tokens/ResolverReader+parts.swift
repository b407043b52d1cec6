/// The sets and modifiers of a resolver document.
extension ResolverReader {
  struct ReadModifier {
    let modifier: ResolverModifier
    /// By context.
    let sources: [[[JSONNode]]]
  }

  /// The sources of a set, each as the layers that it is made of.
  mutating func sources(ofSet node: JSONNode, isInline: Bool = false) -> [[JSONNode]] {
    let allowed = Self.setMembers + (isInline ? ["name", "type"] : [])
    guard form.members(of: node, "a set", allowed: allowed) != nil else { return [] }
    let layers = followed(node, fromOrder: false)
    guard let list = Self.member("sources", of: layers) else {
      if node["$ref"] == nil || layers.count > 1 {
        form.findings.error(
          node, "missing-key", "A set needs 'sources': files with tokens, or tokens themselves.")
      }
      return []
    }
    return sources(list, "'sources'")
  }

  /// - Parameter fromOrder: whether it stands in 'resolutionOrder', from where another one may be referred to.
  mutating func modifier(
    _ node: JSONNode, named name: String, fromOrder: Bool, isInline: Bool = false
  ) -> ReadModifier? {
    let allowed = Self.modifierMembers + (isInline ? ["name", "type"] : [])
    guard form.members(of: node, "a modifier", allowed: allowed) != nil else { return nil }
    let layers = followed(node, fromOrder: fromOrder)
    guard let table = Self.member("contexts", of: layers) else {
      form.findings.error(node, "missing-key", "A modifier needs 'contexts': what can be chosen.")
      return nil
    }
    let members = entries(of: table, "'contexts'")
    guard !members.isEmpty else {
      if table.kind == .object {
        form.findings.error(table, "bad-value", "The modifier \(Quoted.name(name)) has no context to choose.")
      }
      return nil
    }
    if members.count == 1 {
      form.findings.warning(
        layers[layers.count - 1], "one-context",
        "The modifier \(Quoted.name(name)) has one context only, so there is nothing to choose; make it a set."
      )
    }
    let contexts = members.map { ResolverContext(name: $0.name, key: $0.key) }
    reportTwins(contexts)
    let modifier = ResolverModifier(
      name: name, node: layers[layers.count - 1], contexts: contexts,
      defaultContext: standard(Self.member("default", of: layers), of: name, layers, contexts))
    return ReadModifier(
      modifier: modifier,
      sources: members.map { sources($0.value, "the context \(Quoted.name($0.name))") })
  }

  /// Requests may write a context's name in any case.
  private mutating func reportTwins(_ contexts: [ResolverContext]) {
    var seen: Set<String> = []
    for context in contexts where !seen.insert(context.name.lowercased()).inserted {
      form.findings.error(
        context.key, "duplicate-name",
        "There is a context \(Quoted.name(context.name)) already, in other letters; requests may write any.")
    }
  }

  private mutating func standard(
    _ node: JSONNode?, of name: String, _ layers: [JSONNode], _ contexts: [ResolverContext]
  ) -> Int {
    guard let node else {
      if contexts.count > 1 {
        form.findings.add(
          layers[layers.count - 1].problem(
            .note, code: "no-default",
            "The modifier \(Quoted.name(name)) has no 'default'; where a request says nothing it is "
              + "\(Quoted.name(contexts[0].name)), the first."))
      }
      return 0
    }
    guard let word = form.string(node, "'default'") else { return 0 }
    if let number = contexts.firstIndex(where: { $0.name == word }) { return number }
    let advice = form.findings.question(word, among: contexts.map(\.name))
    form.findings.error(
      node, "unknown-value",
      "The modifier \(Quoted.name(name)) has no context \(Quoted.name(word)) to be the default\(advice)")
    return 0
  }

  // MARK: Sources

  mutating func sources(_ node: JSONNode, _ what: String) -> [[JSONNode]] {
    guard let items = form.items(node, what) else { return [] }
    guard !open.contains(where: { NodeKey($0) == NodeKey(node) }) else {
      form.findings.error(node, "set-cycle", "A set can't have a part in itself.")
      return []
    }
    open.append(node)
    defer { open.removeLast() }
    var found: [[JSONNode]] = []
    for item in items {
      found += source(item)
      guard found.count <= Self.mostSources else {
        form.findings.error(
          node, "too-many-sources",
          "A document has at most \(Self.mostSources) sources, sets in sets counted again.")
        return []
      }
    }
    return found
  }

  private mutating func source(_ item: JSONNode) -> [[JSONNode]] {
    guard item.kind == .object else {
      let advice = item.string.map { "; write { \"$ref\": \"\($0.printable)\" }." } ?? "."
      form.findings.error(
        item, "wrong-kind",
        "A source should be tokens, or a reference to some, not \(ObjectDecoder.kind(item))\(advice)")
      return []
    }
    let layers = followed(item, fromOrder: false)
    guard item["$ref"] == nil || layers.count > 1 else { return [] }
    // A set; a group of tokens of that name would be an object.
    if let list = Self.member("sources", of: layers), list.kind == .array {
      return sources(list, "'sources'")
    }
    return [layers]
  }

  static func member(_ name: String, of layers: [JSONNode]) -> JSONNode? {
    layers.lazy.compactMap { $0[name] }.first
  }
}
