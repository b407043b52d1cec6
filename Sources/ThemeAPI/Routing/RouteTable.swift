/// The patterns of the interface, each with the endpoints of its methods.
struct RouteTable: Sendable {
  final class Resource: Sendable {
    let pattern: String
    /// The words of the pattern, or nil for a name, which any segment matches that is not empty.
    fileprivate let segments: [[UInt8]?]
    private let endpoints: [Request.Method: Int]

    fileprivate init(_ pattern: String, _ endpoints: [Request.Method: Int]) {
      self.pattern = pattern
      self.endpoints = endpoints
      segments = pattern.utf8.dropFirst().split(separator: slash, omittingEmptySubsequences: false).map {
        $0.first == UInt8(ascii: "{") ? nil : Array($0)
      }
    }

    fileprivate func matches(_ path: [ArraySlice<UInt8>]) -> Bool {
      path.count == segments.count
        && zip(segments, path).allSatisfy { $0?.elementsEqual($1) ?? !$1.isEmpty }
    }

    /// Returns the endpoint for a method, or nil if there is none. GET's endpoint answers HEAD.
    func endpoint(_ method: Request.Method) -> Int? { endpoints[method == .head ? .get : method] }

    var methods: [Request.Method] { Request.Method.allCases.filter { $0 == .options || endpoint($0) != nil } }

    var allow: String { methods.map(\.rawValue).joined(separator: ", ") }
  }

  /// The resources in the order in which a path is compared with them: words before names.
  private let resources: [Resource]
  private let patterns: [String]

  init(_ routes: [(method: Request.Method, pattern: String)]) {
    var patterns: [String] = []
    var endpoints: [String: [Request.Method: Int]] = [:]
    for (index, route) in routes.enumerated() {
      if endpoints[route.pattern] == nil { patterns.append(route.pattern) }
      endpoints[route.pattern, default: [:]][route.method] = index
    }
    self.patterns = patterns
    let keyed = patterns.enumerated().map { index, pattern in
      let resource = Resource(pattern, endpoints[pattern] ?? [:])
      return (key: resource.segments.map { $0 == nil ? "2" : "1" }.joined(), index: index, resource: resource)
    }
    resources = keyed.sorted { ($0.key, $0.index) < ($1.key, $1.index) }.map(\.resource)
  }

  /// Returns the resource of a path with the names in it, or nil if there is none.
  func match(_ path: some StringProtocol) -> (resource: Resource, captures: [String])? {
    // An array, since a string's bytes are slow to walk one by one.
    let bytes = Array(path.utf8)
    guard bytes.first == slash else { return nil }
    let path = bytes.dropFirst().split(separator: slash, omittingEmptySubsequences: false)
    guard let found = resources.first(where: { $0.matches(path) }) else { return nil }
    return (found, zip(found.segments, path).compactMap { $0 == nil ? Self.name(in: $1) : nil })
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

  /// Returns the paths that the client could have meant: every pattern, with the names from the given path.
  func candidates(for path: String) -> [String] {
    let asked = path.split(separator: "/", omittingEmptySubsequences: false)
    return patterns.map { pattern in
      let segments = pattern.split(separator: "/", omittingEmptySubsequences: false)
      return segments.enumerated().map { index, segment in
        segment.hasPrefix("{") && index < asked.count ? asked[index] : segment
      }.joined(separator: "/")
    }
  }
}

private let slash = UInt8(ascii: "/")
