/// What the objects of a resolver document refer to.
extension ResolverReader {
  /// An object and what it refers to, the nearest first; the object alone where it refers to nothing that is there.
  /// - Parameter fromOrder: whether it may refer to a modifier.
  mutating func followed(_ node: JSONNode, fromOrder: Bool) -> [JSONNode] {
    var layers = [node]
    while let last = layers.last, last.kind == .object, let pointer = last["$ref"] {
      guard let target = target(of: pointer, fromOrder: fromOrder && layers.count == 1) else { break }
      let isAround =
        target.document === pointer.document && target.index < pointer.index && pointer.index < target.end
      guard !isAround, !layers.contains(where: { NodeKey($0) == NodeKey(target) }) else {
        form.findings.error(pointer, "reference-cycle", "This refers to itself, or to what it stands in.")
        break
      }
      layers.append(target)
    }
    return layers
  }

  private mutating func target(of node: JSONNode, fromOrder: Bool) -> JSONNode? {
    guard let text = form.string(node, "'$ref'") else { return nil }
    let reference: FileReference
    switch FileReference.read(text) {
    case .success(let read): reference = read
    case .failure(let refusal):
      form.findings.error(node, refusal.code, refusal.sentence)
      return nil
    }
    guard let root = root(reference, node), isAllowed(reference, root, node, fromOrder: fromOrder) else {
      return nil
    }
    var places = TokenPointers([root])
    if let target = places.place(at: reference.steps) { return target }
    let advice = nearest(to: reference.steps, in: root).map { "; did you mean '\($0)'?" } ?? "."
    form.findings.error(node, "unknown-value", "Nothing is at \(Quoted.name(text))\(advice)")
    return nil
  }

  /// The file that a reference leads to; nil where it is not there.
  private mutating func root(_ reference: FileReference, _ node: JSONNode) -> JSONNode? {
    guard let file = reference.file else {
      if node.document !== files.document?.document {
        let path = files.path(of: node.document.text.file.name)
        references.append(FollowedReference(node: node, path: path, steps: reference.steps))
      }
      return ResolverFiles.root(of: node)
    }
    guard let path = FileReference.path(to: file, from: files.folder(of: node)) else {
      form.findings.error(node, "bad-reference", "\(Quoted.name(file)) leads out of the folder.")
      return nil
    }
    references.append(FollowedReference(node: node, path: path, steps: reference.steps))
    guard !files.has(path) else { return files.root(at: path) }
    _ = files.root(at: path)
    form.findings.error(
      node, "missing-file",
      "There is no file \(Quoted.name(file)) here. Put it beside this one; what is uploaded as one document has its files "
        + "in '$defs', or comes as a package.")
    return nil
  }

  private mutating func isAllowed(
    _ reference: FileReference, _ root: JSONNode, _ node: JSONNode, fromOrder: Bool
  ) -> Bool {
    guard root["resolutionOrder"] != nil else { return true }
    if reference.steps.first == "resolutionOrder" {
      form.findings.error(
        node, "bad-reference",
        "Nothing may refer into 'resolutionOrder'; put the set or modifier under 'sets' or 'modifiers'.")
      return false
    }
    guard !fromOrder, reference.steps.first == "modifiers" else { return true }
    form.findings.error(
      node, "bad-reference",
      "Only 'resolutionOrder' may refer to a modifier; a set or a context has sets and tokens.")
    return false
  }

  /// The pointer with its last step corrected.
  private mutating func nearest(to steps: [String], in root: JSONNode) -> String? {
    var places = TokenPointers([root])
    guard let last = steps.last, let around = places.place(at: Array(steps.dropLast())),
      let right = form.findings.nearest(last, among: around.members.map(\.name))
    else { return nil }
    return FileReference.pointer(steps.dropLast() + [right])
  }
}
