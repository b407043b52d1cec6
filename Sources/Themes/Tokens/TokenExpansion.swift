/// Carries `$extends` out: groups merge, a token replaces the one that it would inherit.
struct TokenExpansion {
  var form = ObjectDecoder()
  private let root: TokenTree
  /// Groups that are done, by path; the paths that are under way.
  private var known: [[String]: TokenTree] = [:]
  private var open: Set<[String]> = []
  /// How many groups are under way, one extending the next.
  private static let mostOpen = 256

  init(_ root: TokenTree) { self.root = root }

  mutating func expand() -> TokenTree { expanded(root, at: []) }

  /// - Parameter path: where the group stands in the document.
  private mutating func expanded(_ tree: TokenTree, at path: [String]) -> TokenTree {
    if let known = known[path] { return known }
    guard path.count <= JSONReader.deepest, open.count <= Self.mostOpen else {
      form.findings.error(
        tree.key, "too-deep", "Groups extend one another over more than \(Self.mostOpen) steps here.")
      return tree
    }
    open.insert(path)
    defer { open.remove(path) }
    var result = TokenTree(key: tree.key)
    if let node = tree.properties["$extends"] ?? tree.properties["$ref"], let base = base(node, of: path) {
      result = Self.merged(base, under: result)
    }
    var own = TokenTree(key: tree.key)
    own.root = tree.root
    own.properties = tree.properties
    own.unknown = tree.unknown
    for name in tree.names {
      guard let entry = tree.entries[name] else { continue }
      if case .group(let group) = entry {
        own.put(.group(expanded(group, at: path + [name])), named: name)
      } else {
        own.put(entry, named: name)
      }
    }
    result = Self.merged(result, under: own)
    known[path] = result
    return result
  }

  /// What a group inherits; nil where that can't be.
  private mutating func base(_ node: JSONNode, of path: [String]) -> TokenTree? {
    guard let text = form.string(node, "'$extends'") else { return nil }
    guard let target = Self.path(in: text) else {
      form.findings.error(
        node, "bad-reference",
        "\(Quoted.name(text)) refers to no group; write '{group.name}' or a pointer, '#/group/name'.")
      return nil
    }
    let shown = Quoted.reference(target.joined(separator: "."))
    guard !path.starts(with: target), !open.contains(target) else {
      form.findings.error(
        node, "group-cycle", "A group can't extend itself, or one that it is a part of: \(shown).")
      return nil
    }
    guard let group = root.group(at: target) else {
      form.findings.error(node, "unknown-group", "There is no group \(shown) to extend.")
      return nil
    }
    return expanded(group, at: target)
  }

  private static func path(in text: String) -> [String]? {
    if text.hasPrefix("{"), text.hasSuffix("}") {
      return text.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false).map(
        String.init)
    }
    return TokenPointer.steps(of: text)
  }

  /// A group over what it inherits.
  private static func merged(_ base: TokenTree, under own: TokenTree) -> TokenTree {
    var result = base
    result.root = own.root ?? base.root
    result.properties.merge(own.properties) { $1 }
    result.unknown += own.unknown
    for name in own.names {
      guard let entry = own.entries[name] else { continue }
      if case .group(let group) = entry, case .group(let inherited)? = base.entries[name] {
        result.put(.group(merged(inherited, under: group)), named: name)
      } else {
        result.put(entry, named: name)
      }
    }
    return result
  }
}
