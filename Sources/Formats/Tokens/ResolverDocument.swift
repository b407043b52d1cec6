internal import Documents

/// What a resolver document says: where its tokens come from, in the order in which they count, and what of that is a
/// matter of choice.
struct ResolverDocument: Sendable {
  var title: String?
  /// The properties of the whole document, by the names that a group has for them.
  var remarks: [String: JSONNode] = [:]
  var modifiers: [ResolverModifier] = []
  var sources: [ListedSource] = []

  /// Tokens that count where their conditions hold; a later source replaces tokens of an earlier one.
  struct ListedSource: Sendable {
    let conditions: TokenConditions
    /// The object itself, then what it refers to: the members of the first count.
    let layers: [JSONNode]
  }
}

/// A choice among contexts, each with tokens of its own.
struct ResolverModifier: Sendable {
  let name: String
  /// Where problems with it belong.
  let node: JSONNode
  let contexts: [ResolverContext]
  /// The number of the context that counts where nothing is said.
  let defaultContext: Int
}

struct ResolverContext: Sendable {
  let name: String
  let key: JSONNode
}

/// The files of a resolver document, each parsed once.
struct ResolverFiles {
  /// The document itself; nil where it can't be read.
  let document: JSONNode?
  /// Its file's name.
  let name: String
  /// The folder that it is in, with a slash at its end, and below which everything is that it refers to.
  let folder: String
  private(set) var problems: [Problem]
  private var roots: [String: JSONNode?] = [:]
  /// The paths that were requested and are not there.
  private(set) var missing: Set<String> = []

  /// - Parameter file: the document, with its files where it has some.
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

  /// - Parameter number: which of the document's files it is, from 1.
  mutating func add(_ part: SourceFile, number: Int) {
    let (root, found) = JSONReader.read(part, part: number)
    problems += found
    let path = path(of: part.name)
    roots[path] = .some(root)
    missing.remove(path)
  }

  /// Returns the root of the file at a path from the document's folder; nil if it is not there, or no JSON.
  mutating func root(at path: String) -> JSONNode? {
    if let known = roots[path] { return known }
    missing.insert(path)
    return nil
  }

  func has(_ path: String) -> Bool { roots[path] != nil }

  /// The path of a file's folder, from the document's.
  func folder(of node: JSONNode) -> Substring {
    let path = path(of: node.document.text.file.name)
    return path.lastIndex(of: "/").map { path[...$0] } ?? ""
  }

  func path(of name: String) -> String {
    name.hasPrefix(folder) ? String(name.dropFirst(folder.count)) : name
  }

  /// The whole file that a node is in.
  static func root(of node: JSONNode) -> JSONNode { JSONNode(document: node.document, index: 0) }
}
