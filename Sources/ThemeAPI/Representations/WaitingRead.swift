internal import Changes

/// The part of a GET that says what the client has already, and how long it would wait for something else.
struct ReadCondition: Sendable {
  /// The value of `If-None-Match`.
  fileprivate var tags: String?
  /// The number of seconds that the client is willing to wait; 0 if it is not.
  let wait: Int
  /// Indicates whether caches may keep themes.
  private let isKept: Bool
  fileprivate var hasWaited = false

  init(_ call: Call) {
    isKept = call.services.caching.isUsed
    tags = call.request.header("If-None-Match")
    wait = tags == nil ? 0 : Preference.wait(call.request.header("Prefer")) ?? 0
  }

  /// Indicates whether the client has the representation with this tag.
  func isMet(by tag: EntityTag) -> Bool { tags.map { tag.matches(ifNoneMatch: $0) } ?? false }

  /// Returns the reply with a header that says that the wait was honored, if the client has waited. Caches must not keep
  /// the reply to a client that waits, or the next one that wants to wait would get it immediately.
  func reply(_ reply: Reply) -> Reply {
    let reply = isKept && wait > 0 ? reply.unkept : reply
    return hasWaited ? reply.adding([Preference.applied(wait)]) : reply
  }
}

/// The parts of a GET that are kept while its client waits. They are small, whatever the client waits for.
struct WaitingRead: Sendable {
  let target: RawTarget
  let principal: Principal
  private(set) var condition: ReadCondition
  private let path: String
  private let captures: [String]
  private let query: [Request.Field]
  private let headers: [Request.Field]
  private let peer: Request.Peer

  init(_ call: Call, _ condition: ReadCondition, headers: [Request.Field]? = nil) {
    let request = call.request
    (target, path, query, peer) = (request.target, request.path, request.query, request.peer)
    self.headers = headers ?? request.headers
    (principal, captures) = (call.principal, call.captures)
    self.condition = condition
  }

  /// Keeps only the headers by which the representation was chosen, or by which one of another theme may be chosen.
  /// Returns nil if the client does not wait, or if the request is so long that it is answered immediately.
  /// - Parameter unchanged: the representation that the client has.
  init?(_ call: Call, _ condition: ReadCondition, until unchanged: UnchangedReply) {
    guard condition.wait > 0, !condition.hasWaited else { return nil }
    let headers = call.request.headers.filter { field in
      unchanged.varyHeaders.contains { $0.equalsIgnoringASCIICase(field.name) }
        || field.name.beginsIgnoringASCIICase(with: "sec-ch-")
    }
    self.init(call, condition, headers: headers)
    self.condition.hasWaited = true
    // `*` matches every representation: here the one that was current when the client came.
    if condition.tags == "*" { self.condition.tags = unchanged.tag.description }
    guard size <= Self.largest else { return nil }
  }

  /// The size of its texts in bytes.
  private var size: Int {
    (query + headers).reduce(target.text.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
      + captures.reduce(0) { $0 + $1.utf8.count } + (condition.tags?.utf8.count ?? 0)
  }

  private static let largest = 1024

  /// Returns the first value of a header, or nil if it was not sent.
  func header(_ name: String) -> String? {
    headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  var takesGzip: Bool { Negotiation.takesGzip(acceptEncoding: header("Accept-Encoding")) }

  /// Returns the call again, to be answered from another snapshot.
  func call(of operation: Operation, in snapshot: Snapshot, _ shared: SharedServices) -> Call {
    Call(
      request: Request(
        method: .get, target: target, path: path, query: query, headers: headers, peer: peer),
      credential: .nothing, principal: principal, captures: captures, operation: operation, shared: shared,
      snapshot: snapshot)
  }
}
