internal import Documents
internal import Themes

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
  let name: String
  /// The document's folder, with a slash at its end. All files are in it or below.
  let folder: String
  private(set) var problems: [Problem]
  private var roots: [String: JSONNode?] = [:]
  /// The paths of files that are referred to and missing.
  private(set) var missing: Set<String> = []

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

  static func root(of node: JSONNode) -> JSONNode { JSONNode(document: node.document, index: 0) }
}

/// The target of a `$ref` in a resolver document: a place in the same file, or in one beside or below it.
struct FileReference {
  /// The path from the file with the reference, as it is written; nil for a place in that file itself.
  let file: String?
  let steps: [String]

  private static let slash = UInt8(ascii: "/")

  /// Reads `#/sets/base`, `base.json`, `base.json#/color` or `base.json#color`.
  static func read(_ text: String) -> Result<FileReference, ValueRefusal> {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let pointer = parts.count == 2 ? String(parts[1]) : ""
    let isWhole = pointer.isEmpty || pointer.utf8.first == slash
    guard let steps = TokenPointer.steps(of: "#\(isWhole ? "" : "/")\(pointer)") else {
      return refuse("\(Quoted.name(text)) has a pointer with an escape that stands for nothing.")
    }
    guard let path = parts.first, !path.isEmpty else {
      guard isWhole, !steps.isEmpty else {
        return refuse("\(Quoted.name(text)) is no pointer; it begins with '#/', as in '#/sets/base'.")
      }
      return .success(FileReference(file: nil, steps: steps))
    }
    if isFetched(path) {
      return refuse("\(Quoted.name(text)): Livery fetches nothing; put the file beside this one.")
    }
    guard let file = String(path).percentDecoded, Self.isName(file) else {
      return refuse("\(Quoted.name(path)) can't be the name of a file.")
    }
    return .success(FileReference(file: file, steps: steps))
  }

  /// Indicates whether a path names a protocol or a host.
  private static func isFetched(_ path: some StringProtocol) -> Bool {
    if path.hasPrefix("//") { return true }
    guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
    return path.utf8[..<colon].allSatisfy { $0.isAlphanumeric || "+-.".utf8.contains($0) }
  }

  private static func isName(_ file: String) -> Bool {
    !file.isEmpty && file.utf8.count <= 1024 && file.unicodeScalars.allSatisfy { !$0.isObeyed }
  }

  private static func refuse(_ sentence: Message) -> Result<FileReference, ValueRefusal> {
    .failure(ValueRefusal(code: "bad-reference", sentence: sentence))
  }

  /// Returns a path from the document's folder; nil for one that leads out of it.
  /// - Parameter folder: The folder of the file with the reference, from the document's, with a slash at its end.
  static func path(to file: String, from folder: some StringProtocol) -> String? {
    guard file.utf8.first != slash else { return nil }
    var steps: [Substring] = []
    for step in (folder + file).split(separator: "/") where step != "." {
      guard step == ".." else {
        steps.append(step)
        continue
      }
      guard steps.popLast() != nil else { return nil }
    }
    return steps.isEmpty ? nil : steps.joined(separator: "/")
  }

  static func pointer(_ steps: some Sequence<String>) -> String {
    "#" + steps.map { step in "/" + TokenPointer.escaped(step).written { $0 == "%" ? "%25" : nil } }.joined()
  }
}
