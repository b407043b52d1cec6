/// All patterns of the interface as one tree in flat arrays, children in the order of resolution: words before names.
struct RouteTable: Sendable {
  /// A node's word; nil for one that takes any segment.
  private var words: [[UInt8]?] = [[]]
  private var firstChild: [Int32] = [none]
  private var nextSibling: [Int32] = [none]
  /// Which resource ends here.
  private var resource: [Int32] = [none]

  /// What stands under one pattern.
  struct Resource: Sendable {
    let pattern: String
    /// The endpoint of each method, in the order of `Request.Method.allCases`; -1 where there is none.
    var endpoints: [Int32]
  }

  private(set) var resources: [Resource] = []

  struct Match: Sendable {
    let resource: Int
    let captures: [String]
  }

  init(_ routes: [(method: Request.Method, pattern: String)]) {
    var tree = RouteTree()
    for (index, route) in routes.enumerated() { tree.add(route.pattern, route.method, endpoint: index) }
    resources = tree.resources
    serialize(tree)
  }

  /// The resource of a path; nil where there is none.
  func match(_ path: some StringProtocol) -> Match? {
    // An array, since a string's bytes are slow to walk one by one.
    let bytes = Array(path.utf8)
    guard bytes.first == UInt8(ascii: "/") else { return nil }
    var captures: [String] = []
    var node: Int32 = 0
    for segment in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      guard let next = child(of: node, segment) else { return nil }
      if words[Int(next)] == nil { captures.append(Self.name(in: segment)) }
      node = next
    }
    let found = resource[Int(node)]
    return found == none ? nil : Match(resource: Int(found), captures: captures)
  }

  /// The path that is matched has its slashes and per cent signs still encoded, those that are no part of a name apart.
  private static func name(in segment: ArraySlice<UInt8>) -> String {
    guard segment.contains(UInt8(ascii: "%")) else { return String(decoding: segment, as: UTF8.self) }
    var name: [UInt8] = []
    var rest = segment
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.starts(with: "2F".utf8) || rest.starts(with: "25".utf8) {
        name.append(rest.starts(with: "2F".utf8) ? UInt8(ascii: "/") : byte)
        rest = rest.dropFirst(2)
      } else {
        name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// The endpoint of a resource for a method; HEAD is answered by GET's.
  func endpoint(_ resource: Int, _ method: Request.Method) -> Int? {
    let found = resources[resource].endpoints[(method == .head ? .get : method).ordinal]
    return found == none ? nil : Int(found)
  }

  /// What a resource can be asked with.
  func methods(_ resource: Int) -> [Request.Method] {
    Request.Method.allCases.filter { $0 == .options || endpoint(resource, $0) != nil }
  }

  /// Paths that could have been meant: every pattern, its names taken from the path asked for.
  func candidates(for path: String) -> [String] {
    let asked = path.split(separator: "/", omittingEmptySubsequences: false)
    return resources.map { resource in
      let segments = resource.pattern.split(separator: "/", omittingEmptySubsequences: false)
      return segments.enumerated().map { index, segment in
        segment.hasPrefix("{") && index < asked.count ? asked[index] : segment
      }.joined(separator: "/")
    }
  }

  private func child(of node: Int32, _ segment: ArraySlice<UInt8>) -> Int32? {
    var child = firstChild[Int(node)]
    while child != none {
      if words[Int(child)]?.elementsEqual(segment) ?? !segment.isEmpty { return child }
      child = nextSibling[Int(child)]
    }
    return nil
  }

  private mutating func serialize(_ tree: RouteTree) {
    for node in tree.nodes.dropFirst() {
      words.append(node.word)
      firstChild.append(none)
      nextSibling.append(none)
      resource.append(none)
    }
    for (index, node) in tree.nodes.enumerated() {
      resource[index] = node.resource
      let children = node.children.sorted {
        tree.nodes[Int($0)].word != nil && tree.nodes[Int($1)].word == nil
      }
      firstChild[index] = children.first ?? none
      for (child, next) in zip(children, children.dropFirst()) { nextSibling[Int(child)] = next }
    }
  }
}

/// No index.
private let none: Int32 = -1

/// The tree while it grows.
private struct RouteTree {
  struct Branch {
    let word: [UInt8]?
    var children: [Int32] = []
    var resource: Int32 = none
  }

  var nodes = [Branch(word: [])]
  var resources: [RouteTable.Resource] = []

  mutating func add(_ pattern: String, _ method: Request.Method, endpoint: Int) {
    var node = 0
    for segment in pattern.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    {
      node = child(of: node, word: segment.first == UInt8(ascii: "{") ? nil : Array(segment))
    }
    if nodes[node].resource == none {
      nodes[node].resource = Int32(resources.count)
      resources.append(
        .init(pattern: pattern, endpoints: Array(repeating: none, count: Request.Method.allCases.count)))
    }
    resources[Int(nodes[node].resource)].endpoints[method.ordinal] = Int32(endpoint)
  }

  private mutating func child(of node: Int, word: [UInt8]?) -> Int {
    if let found = nodes[node].children.first(where: { nodes[Int($0)].word == word }) { return Int(found) }
    nodes.append(Branch(word: word))
    nodes[node].children.append(Int32(nodes.count - 1))
    return nodes.count - 1
  }
}

extension Request.Method {
  /// Its place among all methods.
  fileprivate var ordinal: Int {
    switch self {
    case .get: 0
    case .head: 1
    case .post: 2
    case .put: 3
    case .delete: 4
    case .options: 5
    }
  }
}
