internal import Documents
internal import Themes

extension ResolverReader {
  /// A modifier with the sources of each context.
  typealias ReadModifier = (modifier: ResolverModifier, sources: [[[JSONNode]]])

  /// The contexts of a modifier with the sources of each.
  typealias ContextTable = (contexts: [ResolverContext], sources: [[[JSONNode]]])

  /// The maximum number of contexts of a modifier: one token may depend on so many choices.
  private static let mostContexts = ModifierTraits.mostChoices

  mutating func sources(ofSet node: JSONNode, isInline: Bool = false) -> [[JSONNode]] {
    let allowed = Self.setMembers + (isInline ? ["name", "type"] : [])
    guard takes(1, at: node), decoder.members(of: node, "a set", allowed: allowed) != nil else { return [] }
    let layers = followed(node, fromOrder: false)
    guard let list = member("sources", of: layers) else {
      if node["$ref"] == nil || layers.count > 1 {
        decoder.diagnostics.error(
          node, "missing-key", "A set needs 'sources': files with tokens, or tokens themselves.")
      }
      return []
    }
    return sources(list, "'sources'")
  }

  /// - Parameter fromOrder: Indicates whether it is in 'resolutionOrder', from where another one may be referred to.
  mutating func modifier(
    _ node: JSONNode, named name: String, fromOrder: Bool, isInline: Bool = false
  ) -> ReadModifier? {
    let allowed = Self.modifierMembers + (isInline ? ["name", "type"] : [])
    guard takes(1, at: node), decoder.members(of: node, "a modifier", allowed: allowed) != nil else {
      return nil
    }
    let layers = followed(node, fromOrder: fromOrder)
    guard let table = member("contexts", of: layers) else {
      return decoder.refuse(
        node, "missing-key", "A modifier needs 'contexts': what can be chosen.")
    }
    let known = contextTables[NodeKey(table)] ?? contexts(table, of: name, layers[layers.count - 1])
    contextTables[NodeKey(table)] = known
    guard !known.contexts.isEmpty else { return nil }
    let modifier = ResolverModifier(
      name: name, node: layers[layers.count - 1], contexts: known.contexts,
      defaultContext: standard(member("default", of: layers), of: name, layers, known.contexts))
    return (modifier, known.sources)
  }

  private mutating func contexts(_ table: JSONNode, of name: String, _ node: JSONNode) -> ContextTable {
    let members = entries(of: table, "'contexts'")
    if members.isEmpty, table.kind == .object {
      decoder.diagnostics.error(
        table, "bad-value", "The modifier \(Quoted.name(name)) has no context to choose.")
    }
    if members.count == 1 {
      decoder.diagnostics.warning(
        node, "one-context",
        "The modifier \(Quoted.name(name)) has one context only, so there is nothing to choose; make it a set."
      )
    }
    guard members.count <= Self.mostContexts else {
      decoder.diagnostics.error(
        node, "too-many-contexts",
        "The modifier \(Quoted.name(name)) has \(members.count) contexts; \(Self.mostContexts) is the most.")
      return ([], [])
    }
    let contexts = members.map { ResolverContext(name: $0.name, key: $0.key) }
    reportTwins(contexts)
    return (contexts, members.map { sources($0.value, "the context \(Quoted.name($0.name))") })
  }

  /// Reports names of contexts that differ in case alone: requests may write them in any case.
  private mutating func reportTwins(_ contexts: [ResolverContext]) {
    var seen: Set<String> = []
    for context in contexts where !seen.insert(context.name.lowercased()).inserted {
      decoder.diagnostics.error(
        context.key, "duplicate-name",
        "There is a context \(Quoted.name(context.name)) already, in other letters; requests may write any.")
    }
  }

  private mutating func standard(
    _ node: JSONNode?, of name: String, _ layers: [JSONNode], _ contexts: [ResolverContext]
  ) -> Int {
    guard let node else {
      if contexts.count > 1 {
        decoder.diagnostics.note(
          layers[layers.count - 1], "no-default",
          "The modifier \(Quoted.name(name)) has no 'default'; where a request says nothing it is "
            + "\(Quoted.name(contexts[0].name)), the first.")
      }
      return 0
    }
    guard let word = decoder.string(node, "'default'") else { return 0 }
    if let number = contexts.firstIndex(where: { $0.name == word }) { return number }
    let advice = decoder.diagnostics.question(word, among: contexts.map(\.name))
    decoder.diagnostics.error(
      node, "unknown-value",
      "The modifier \(Quoted.name(name)) has no context \(Quoted.name(word)) to be the default\(advice)")
    return 0
  }

  mutating func sources(_ node: JSONNode, _ what: String) -> [[JSONNode]] {
    let key = NodeKey(node)
    if let known = lists[key] { return known }
    guard let items = decoder.items(node, what) else { return [] }
    guard !open.contains(key) else {
      return decoder.refuse(node, "set-cycle", "A set can't have a part in itself.") ?? []
    }
    guard open.count < JSONReader.deepest else {
      return decoder.refuse(
        node, "too-deep", "Sets have parts in one another over more than \(JSONReader.deepest) steps here.")
        ?? []
    }
    open.append(key)
    defer { open.removeLast() }
    var found: [[JSONNode]] = []
    for item in items {
      let more = source(item)
      guard takes(1 + more.count, at: item) else { break }
      found += more
    }
    lists[key] = found
    return found
  }

  private mutating func source(_ item: JSONNode) -> [[JSONNode]] {
    guard item.kind == .object else {
      let advice = item.string.map { "; write { \"$ref\": \"\($0.printable)\" }." } ?? "."
      decoder.diagnostics.error(
        item, "wrong-kind",
        "A source should be tokens, or a reference to some, not \(ObjectDecoder.kind(item))\(advice)")
      return []
    }
    let layers = followed(item, fromOrder: false)
    guard layers.count > 1 || member("$ref", of: layers) == nil else { return [] }
    // This is a set; a group of tokens of that name would be an object.
    if let list = member("sources", of: layers), list.kind == .array { return sources(list, "'sources'") }
    return [layers]
  }
}

extension ResolverReader {
  /// Returns an object and the objects that it refers to, the nearest first.
  /// - Parameter fromOrder: Indicates whether it may refer to a modifier.
  mutating func followed(_ node: JSONNode, fromOrder: Bool) -> [JSONNode] {
    var layers = [node]
    while let last = layers.last, last.kind == .object, let pointer = tables.child("$ref", of: last) {
      guard takes(1, at: pointer),
        let target = target(of: pointer, fromOrder: fromOrder && layers.count == 1)
      else { break }
      let isAround =
        target.document === pointer.document && target.index < pointer.index && pointer.index < target.end
      guard !isAround, !layers.contains(where: { NodeKey($0) == NodeKey(target) }) else {
        decoder.diagnostics.error(
          pointer, "reference-cycle", "This refers to itself, or to what it stands in.")
        break
      }
      guard layers.count < JSONReader.deepest else {
        decoder.diagnostics.error(
          pointer, "too-deep",
          "References lead from one to the next over more than \(JSONReader.deepest) steps here.")
        break
      }
      layers.append(target)
    }
    return layers
  }

  /// Returns a member of the nearest layer that has it.
  mutating func member(_ name: String, of layers: [JSONNode]) -> JSONNode? {
    for layer in layers where layer.kind == .object {
      if let found = tables.child(name, of: layer) { return found }
    }
    return nil
  }

  private mutating func target(of node: JSONNode, fromOrder: Bool) -> JSONNode? {
    guard let text = decoder.string(node, "'$ref'") else { return nil }
    let reference: FileReference
    switch FileReference.read(text) {
    case .success(let read): reference = read
    case .failure(let refusal): return decoder.refuse(node, refusal.code, refusal.sentence)
    }
    guard let root = root(reference, node), isAllowed(reference, root, node, fromOrder: fromOrder) else {
      return nil
    }
    if let target = place(at: reference.steps, in: root) { return target }
    let advice = NearestName.question(nearest(to: reference.steps, in: root))
    return decoder.refuse(node, "unknown-value", "Nothing is at \(Quoted.name(text))\(advice)")
  }

  /// Returns the root of the file that a reference leads to; nil if there is no such file.
  private mutating func root(_ reference: FileReference, _ node: JSONNode) -> JSONNode? {
    guard let file = reference.file else {
      if node.document !== files.document?.document {
        let path = files.path(of: node.document.text.file.name)
        references.append((node, path, reference.steps))
      }
      return ResolverFiles.root(of: node)
    }
    guard let path = FileReference.path(to: file, from: files.folder(of: node)) else {
      return decoder.refuse(node, "bad-reference", "\(Quoted.name(file)) leads out of the folder.")
    }
    guard isNear(path, to: node) else { return nil }
    references.append((node, path, reference.steps))
    if let root = files.root(at: path) { return root }
    guard !files.has(path) else { return nil }
    return decoder.refuse(
      node, "missing-file",
      "There is no file \(Quoted.name(file)) here. Put it beside this one; what is uploaded as one document has its files "
        + "in '$defs', or comes as a package.")
  }

  /// Indicates whether a file is near enough to the document; reports it if not.
  private mutating func isNear(_ path: String, to node: JSONNode) -> Bool {
    let steps = (fileSteps[files.path(of: node.document.text.file.name)] ?? 0) + 1
    guard steps <= Self.mostFileSteps else {
      return decoder.refuse(
        node, "too-deep", "Files refer to one another over more than \(Self.mostFileSteps) steps here.")
        ?? false
    }
    fileSteps[path] = min(fileSteps[path] ?? steps, steps)
    return true
  }

  private mutating func place(at steps: [String], in root: JSONNode) -> JSONNode? {
    places[NodeKey(root), default: TokenPointers([root])].place(at: steps)
  }

  private mutating func isAllowed(
    _ reference: FileReference, _ root: JSONNode, _ node: JSONNode, fromOrder: Bool
  ) -> Bool {
    guard member("resolutionOrder", of: [root]) != nil else { return true }
    if reference.steps.first == "resolutionOrder" {
      return decoder.refuse(
        node, "bad-reference",
        "Nothing may refer into 'resolutionOrder'; put the set or modifier under 'sets' or 'modifiers'.")
        ?? false
    }
    guard !fromOrder, reference.steps.first == "modifiers" else { return true }
    return decoder.refuse(
      node, "bad-reference",
      "Only 'resolutionOrder' may refer to a modifier; a set or a context has sets and tokens.") ?? false
  }

  /// Returns the pointer with its last step corrected.
  private mutating func nearest(to steps: [String], in root: JSONNode) -> String? {
    guard !decoder.diagnostics.isFull, let last = steps.last,
      let around = place(at: Array(steps.dropLast()), in: root), around.count <= NearestName.mostCandidates,
      let right = decoder.diagnostics.nearest(last, among: around.members.map(\.name))
    else { return nil }
    return FileReference.pointer(steps.dropLast() + [right])
  }
}
