internal import Documents
internal import Themes

/// What the objects of a resolver document refer to.
extension ResolverReader {
  /// An object and what it refers to, the nearest first; the object alone where it refers to nothing that is there.
  /// - Parameter fromOrder: whether it may refer to a modifier.
  mutating func followed(_ node: JSONNode, fromOrder: Bool) -> [JSONNode] {
    var layers = [node]
    while let last = layers.last, last.kind == .object, let pointer = tables.child("$ref", of: last) {
      guard takes(1, at: pointer),
        let target = target(of: pointer, fromOrder: fromOrder && layers.count == 1)
      else { break }
      let isAround =
        target.document === pointer.document && target.index < pointer.index && pointer.index < target.end
      guard !isAround, !layers.contains(where: { NodeKey($0) == NodeKey(target) }) else {
        form.findings.error(pointer, "reference-cycle", "This refers to itself, or to what it stands in.")
        break
      }
      guard layers.count < JSONReader.deepest else {
        form.findings.error(
          pointer, "too-deep",
          "References lead from one to the next over more than \(JSONReader.deepest) steps here.")
        break
      }
      layers.append(target)
    }
    return layers
  }

  /// A member of the nearest of these that has it.
  mutating func member(_ name: String, of layers: [JSONNode]) -> JSONNode? {
    for layer in layers where layer.kind == .object {
      if let found = tables.child(name, of: layer) { return found }
    }
    return nil
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
    if let target = place(at: reference.steps, in: root) { return target }
    let advice = NearestName.question(nearest(to: reference.steps, in: root))
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
    guard isNear(path, to: node) else { return nil }
    references.append(FollowedReference(node: node, path: path, steps: reference.steps))
    guard !files.has(path) else { return files.root(at: path) }
    _ = files.root(at: path)
    form.findings.error(
      node, "missing-file",
      "There is no file \(Quoted.name(file)) here. Put it beside this one; what is uploaded as one document has its files "
        + "in '$defs', or comes as a package.")
    return nil
  }

  /// Whether a file is not too many files away from the document.
  private mutating func isNear(_ path: String, to node: JSONNode) -> Bool {
    let steps = (fileSteps[files.path(of: node.document.text.file.name)] ?? 0) + 1
    guard steps <= Self.mostFileSteps else {
      form.findings.error(
        node, "too-deep", "Files refer to one another over more than \(Self.mostFileSteps) steps here.")
      return false
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
    guard !form.findings.isFull, let last = steps.last,
      let around = place(at: Array(steps.dropLast()), in: root), around.count <= NearestName.mostCandidates,
      let right = form.findings.nearest(last, among: around.members.map(\.name))
    else { return nil }
    return FileReference.pointer(steps.dropLast() + [right])
  }
}
