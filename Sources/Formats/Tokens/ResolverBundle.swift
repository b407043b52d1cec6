internal import Documents

/// A resolver document and its files in one document: the files are under `$defs`, by their paths, their text unchanged
/// except for the references from one file to another.
struct ResolverBundle {
  private(set) var text = GatheredText()
  /// The names of files under `$defs` that differ from their paths, by path.
  private var names: [String: String] = [:]
  private let files: ResolverFiles

  init(
    _ parts: [SourceFile], following references: [ResolverReader.FollowedReference], in files: ResolverFiles
  ) {
    self.files = files
    let paths = parts.dropFirst().map { files.path(of: $0.name) }
    nameFreely(paths)
    let byFile = Dictionary(grouping: references) { $0.node.document.text.file.name }
    let document = text(of: parts[0], byFile[parts[0].name] ?? [])
    let bodies = zip(paths, parts.dropFirst()).map { path, part in
      (
        name: "\"\(JSONWriter.content(of: names[path] ?? path))\": ",
        text: text(of: part, byFile[part.name] ?? [])
      )
    }
    write(document, bodies)
  }

  /// Names the files so that the document's own `$defs` keep their names.
  private mutating func nameFreely(_ paths: [String]) {
    guard let own = files.document?["$defs"] else { return }
    var taken = Set(own.members.map(\.name))
    for path in paths {
      var name = path
      while !taken.insert(name).inserted { name = "./" + name }
      if name != path { names[path] = name }
    }
  }

  /// Returns a file's text with its references as they are in the bundle; each stays in its line.
  private func text(of part: SourceFile, _ references: [ResolverReader.FollowedReference]) -> [UInt8] {
    var text: [UInt8] = []
    var done = 0
    var seen: Set<Int> = []
    for reference in references.sorted(by: { $0.node.index < $1.node.index })
    where files.has(reference.path) && seen.insert(reference.node.index).inserted {
      let token = reference.node.document.tape[reference.node.index]
      let isOwn = reference.path == files.path(of: files.name)
      let place = isOwn ? [] : ["$defs", names[reference.path] ?? reference.path]
      let pointer = FileReference.pointer(place + reference.steps)
      text += part.bytes[done...token.start]
      text += JSONWriter.content(of: pointer).utf8
      done = token.end
    }
    return text + part.bytes[done...]
  }

  /// Puts the bodies at the document's end, or at the beginning of its own `$defs`.
  private mutating func write(_ document: [UInt8], _ bodies: [(name: String, text: [UInt8])]) {
    let (root, _) = JSONReader.read(SourceFile(name: "", bytes: document))
    guard let root, root.kind == .object, let end = document.lastIndex(of: UInt8(ascii: "}")) else {
      return text.add(document, of: 0, depth: 0)
    }
    let own = root["$defs"].flatMap { $0.kind == .object ? $0 : nil }
    let split = own.map { $0.document.tape[$0.index].start + 1 } ?? end
    text.add(document[..<split], of: 0, depth: 0)
    text.add(own == nil ? "\(root.members.isEmpty ? "" : ",")\n\"$defs\": {\n".utf8 : "\n".utf8)
    for (index, body) in bodies.enumerated() {
      if index > 0 { text.add(",\n".utf8) }
      text.add(body.text, named: body.name, of: index + 1, depth: 2)
    }
    if let own { text.add(own.members.isEmpty ? "\n".utf8 : ",".utf8) } else { text.add("\n}\n".utf8) }
    let (line, column) = Lines(of: document).position(of: split, in: document)
    text.add(document[split...], of: 0, from: TextPosition(line: line, column: column), depth: 0)
  }
}
