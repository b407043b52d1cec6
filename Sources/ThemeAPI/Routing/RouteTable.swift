/// The patterns of the interface, each with the endpoints of its methods.
struct RouteTable: Sendable {
  struct Resource: Sendable {
    let pattern: String
    /// The words of the pattern, or nil for a name, which any segment matches that is not empty.
    fileprivate let segments: [[UInt8]?]
    fileprivate var endpoints: [Request.Method: Int] = [:]

    fileprivate init(_ pattern: String) {
      self.pattern = pattern
      segments = pattern.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false).map {
        $0.first == UInt8(ascii: "{") ? nil : Array($0)
      }
    }

    fileprivate func matches(_ path: [ArraySlice<UInt8>]) -> Bool {
      path.count == segments.count
        && zip(segments, path).allSatisfy { $0?.elementsEqual($1) ?? !$1.isEmpty }
    }
  }

  struct Match: Sendable {
    let resource: Int
    let captures: [String]
  }

  private(set) var resources: [Resource] = []
  /// The resources in the order in which a path is compared with them: words before names.
  private let order: [Int]

  init(_ routes: [(method: Request.Method, pattern: String)]) {
    var resources: [Resource] = []
    for (index, route) in routes.enumerated() {
      let known = resources.firstIndex { $0.pattern == route.pattern }
      if known == nil { resources.append(Resource(route.pattern)) }
      resources[known ?? resources.count - 1].endpoints[route.method] = index
    }
    self.resources = resources
    let keys = resources.map { $0.segments.map { $0 == nil ? "2" : "1" }.joined() }
    order = resources.indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
  }

  /// Returns the resource of a path, or nil if there is none.
  func match(_ path: some StringProtocol) -> Match? {
    // An array, since a string's bytes are slow to walk one by one.
    let bytes = Array(path.utf8)
    guard bytes.first == slash else { return nil }
    let path = bytes.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    guard let found = order.first(where: { resources[$0].matches(path) }) else { return nil }
    let captures = zip(resources[found].segments, path).compactMap { $0 == nil ? Self.name(in: $1) : nil }
    return Match(resource: found, captures: captures)
  }

  /// Decodes the slashes and percent signs of a name. They are still encoded in a path, so that they separate no segments.
  private static func name(in segment: ArraySlice<UInt8>) -> String {
    guard segment.contains(UInt8(ascii: "%")) else { return String(decoding: segment, as: UTF8.self) }
    var name: [UInt8] = []
    var rest = segment
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.starts(with: "2F".utf8) || rest.starts(with: "25".utf8) {
        name.append(rest.starts(with: "2F".utf8) ? slash : byte)
        rest = rest.dropFirst(2)
      } else {
        name.append(byte)
      }
    }
    return String(decoding: name, as: UTF8.self)
  }

  /// Returns the endpoint of a resource for a method, or nil if there is none. GET's endpoint answers HEAD.
  func endpoint(_ resource: Int, _ method: Request.Method) -> Int? {
    resources[resource].endpoints[method == .head ? .get : method]
  }

  /// Returns the methods of a resource.
  func methods(_ resource: Int) -> [Request.Method] {
    Request.Method.allCases.filter { $0 == .options || endpoint(resource, $0) != nil }
  }

  /// Returns the paths that the client could have meant: every pattern, with the names from the given path.
  func candidates(for path: String) -> [String] {
    let asked = path.split(separator: "/", omittingEmptySubsequences: false)
    return resources.map { resource in
      let segments = resource.pattern.split(separator: "/", omittingEmptySubsequences: false)
      return segments.enumerated().map { index, segment in
        segment.hasPrefix("{") && index < asked.count ? asked[index] : segment
      }.joined(separator: "/")
    }
  }
}

private let slash = UInt8(ascii: "/")
