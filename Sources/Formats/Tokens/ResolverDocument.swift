internal import Documents

/// The content of a resolver document: the sources of its tokens, in the order in which they count, and its modifiers.
struct ResolverDocument: Sendable {
  var title: String?
  /// The remarks on the whole document, by the names of a group's properties.
  var remarks: [String: JSONNode] = [:]
  var modifiers: [ResolverModifier] = []
  var sources: [ListedSource] = []

  /// Tokens that count if their conditions hold; a later source replaces tokens of an earlier one.
  struct ListedSource: Sendable {
    let conditions: TokenConditions
    /// The object itself, then the objects that it refers to: the members of the first win.
    let layers: [JSONNode]
  }
}

/// A choice among contexts, each with tokens of its own.
struct ResolverModifier: Sendable {
  let name: String
  /// The node for problems with it.
  let node: JSONNode
  let contexts: [ResolverContext]
  /// The number of the context that counts if a request chooses none.
  let defaultContext: Int
}

struct ResolverContext: Sendable {
  let name: String
  let key: JSONNode
}

/// The files of a resolver document, each parsed once.
struct ResolverFiles {
  let document: JSONNode?
  /// The name of the document's file.
  let name: String
  /// The document's folder, with a slash at its end. All files are in it or below.
  let folder: String
  private(set) var problems: [Problem]
  private var roots: [String: JSONNode?] = [:]
  /// The paths of files that are referred to and missing.
  private(set) var missing: Set<String> = []

  /// - Parameter file: the document, with its files if it has some.
  init(_ file: SourceFile) {
    let own = file.parts.first ?? file
    (name, folder) = (own.name, String(own.folder))
    (document, problems) = JSONReader.read(own, part: file.parts.isEmpty ? 0 : 1)
    roots[path(of: name)] = .some(document)
    for (index, part) in file.parts.enumerated().dropFirst() { add(part, number: index + 1) }
    if let document, file.parts.areTooMany {
      problems.append(
        document.problem(
          code: "too-many-files",
          "A resolver document is made of at most \(SourceFile.mostParts) files with 16 MiB together; this one has more."
        ))
    }
  }

  /// - Parameter number: the number of the file in the document, from 1.
  mutating func add(_ part: SourceFile, number: Int) {
    let (root, found) = JSONReader.read(part, part: number)
    problems += found
    let path = path(of: part.name)
    roots[path] = .some(root)
    missing.remove(path)
  }

  /// Returns the root of the file at a path from the document's folder; nil if it is missing, or no JSON.
  mutating func root(at path: String) -> JSONNode? {
    if !has(path) { missing.insert(path) }
    return roots[path] ?? nil
  }

  func has(_ path: String) -> Bool { roots[path] != nil }

  /// Returns the path of a file's folder, from the document's.
  func folder(of node: JSONNode) -> Substring {
    let path = path(of: node.document.text.file.name)
    return path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  func path(of name: String) -> String {
    name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
  }

  /// Returns the root of the file that a node is in.
  static func root(of node: JSONNode) -> JSONNode { JSONNode(document: node.document, index: 0) }
}
