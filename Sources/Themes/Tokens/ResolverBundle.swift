/// A resolver document and its files as one document that stands alone: the files under `$defs`, by their paths, their text
/// as it is but for the references that lead from one of them to another.
struct ResolverBundle {
  private(set) var bytes: [UInt8] = []
  /// The paths of the files by name under `$defs`, where that is not the path itself.
  private var names: [String: String] = [:]
  private let files: ResolverFiles

  /// - Parameter parts: the document, then its files.
  init(
    _ parts: [SourceFile], following references: [ResolverReader.FollowedReference], in files: ResolverFiles
  ) {
    self.files = files
    let paths = parts.dropFirst().map { files.path(of: $0.name) }
    nameFreely(paths)
    let byFile = Dictionary(grouping: references) { $0.node.document.text.file.name }
    let document = text(of: parts[0], byFile[parts[0].name] ?? [])
    let bodies = zip(paths, parts.dropFirst()).map { path, part in
      Array("\"\(JSONWriter.content(of: name(of: path)))\": ".utf8) + text(of: part, byFile[part.name] ?? [])
    }
    write(document, bodies)
  }

  private func name(of path: String) -> String { names[path] ?? path }

  /// What the document has under `$defs` already keeps its name.
  private mutating func nameFreely(_ paths: [String]) {
    guard let own = files.document?["$defs"] else { return }
    var taken = Set(own.members.map(\.name))
    for path in paths {
      var name = path
      while !taken.insert(name).inserted { name = "./" + name }
      if name != path { names[path] = name }
    }
  }

  /// A file's text with its references as they are in the bundle.
  private func text(of part: SourceFile, _ references: [ResolverReader.FollowedReference]) -> [UInt8] {
    var text: [UInt8] = []
    var done = 0
    var seen: Set<Int> = []
    for reference in references.sorted(by: { $0.node.index < $1.node.index })
    where files.has(reference.path) && seen.insert(reference.node.index).inserted {
      let token = reference.node.document.tape[reference.node.index]
      let isOwn = reference.path == files.path(of: files.name)
      let place = isOwn ? [] : ["$defs", name(of: reference.path)]
      let pointer = FileReference.pointer(place + reference.steps)
      text += part.bytes[done...token.start]
      text += JSONWriter.content(of: pointer).utf8
      done = token.end
    }
    return text + part.bytes[done...]
  }

  /// Puts the bodies at the document's end, or at the beginning of its own `$defs`.
  private mutating func write(_ document: [UInt8], _ bodies: [[UInt8]]) {
    let (root, _) = JSONReader.read(SourceFile(name: "", bytes: document))
    guard let root, root.kind == .object, let end = document.lastIndex(of: UInt8(ascii: "}")) else {
      bytes = document
      return
    }
    bytes.reserveCapacity(document.count + bodies.reduce(64) { $0 + $1.count + 2 })
    if let own = root["$defs"], own.kind == .object {
      let start = own.document.tape[own.index].start + 1
      bytes += document[..<start] + Array("\n".utf8)
      bytes += bodies.joined(separator: Array(",\n".utf8))
      bytes += (own.members.isEmpty ? "\n" : ",").utf8
      bytes += document[start...]
    } else {
      bytes += document[..<end]
      bytes += "\(root.members.isEmpty ? "" : ",")\n\"$defs\": {\n".utf8
      bytes += bodies.joined(separator: Array(",\n".utf8))
      bytes += "\n}\n".utf8
      bytes += document[end...]
    }
  }
}
