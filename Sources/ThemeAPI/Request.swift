package import Changes
internal import Documents
internal import Themes

/// The head of a request: nothing is decoded yet, and each header is looked up when it is needed.
package protocol RequestHead {
  var method: Request.Method { get }
  var target: RawTarget { get }
  var peer: Request.Peer { get }
  /// Returns the first value of a header, or nil if it was not sent.
  func header(_ name: String) -> String?
  /// Returns all values of a header joined by commas, in the order in which they were sent, or nil if there is none.
  func list(_ name: String) -> String?
  /// Returns the name of a header that begins with a prefix in any case of letters, or nil if there is none.
  func headerName(beginningWith prefix: String) -> String?

  /// The credential of the request, once the gate has read it.
  var credential: Credential? { get }
  /// Indicates whether the gate has found no signal that the request comes from elsewhere.
  var isKnownLocal: Bool { get }
  /// Indicates whether the query names a draft, so that no cache may keep the response.
  var namesDraft: Bool { get }
  /// Stores a fact about the request, so that it is determined once.
  func remember(_ fact: HeadFact)
}

extension RequestHead {
  package var namesDraft: Bool { target.namesDraft }
}

extension TraceContext {
  /// The trace of a request; nil if it names none, or if its header is malformed.
  package init?(of head: some RequestHead) {
    // Without the header, nothing is allocated. A second one makes it malformed.
    guard head.header("traceparent") != nil, let parent = head.list("traceparent") else { return nil }
    self.init(parent: parent, state: head.list("tracestate"))
  }
}

/// A fact that the router has determined from the head of a request.
package enum HeadFact {
  case credential(Credential)
  /// No signal in the head says that the request comes from elsewhere.
  case isLocal
  /// No reply for the target is cached in this snapshot.
  case missed(Snapshot)
}

/// A request as endpoints receive it: decoded, within the limits, with its whole body.
package struct Request: Sendable {
  package enum Method: String, Sendable, Hashable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case delete = "DELETE"
    case options = "OPTIONS"
  }

  package struct Field: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
  }

  package struct Peer: Sendable {
    /// The numeric address, or `unix` for all clients of Unix sockets.
    package let address: String
    /// Indicates whether the client is on this machine.
    package let isLoopback: Bool
    package let user: PeerUser

    package init(address: String, isLoopback: Bool, user: PeerUser = .elsewhere) {
      (self.address, self.isLoopback, self.user) = (address, isLoopback, user)
    }
  }

  package let method: Method
  /// The target as it was sent, or `unknown`.
  package internal(set) var target: RawTarget
  /// The channel of its host, if the query names none and hosts stand for channels.
  var host: HostTable.Choice?
  /// The path, percent-decoded: valid UTF-8 without NUL that begins with `/`.
  package let path: String
  /// The parameters, percent-decoded, in the order given. A parameter without `=` has an empty value.
  package let query: [Field]
  /// The headers in the order given, with the names as the client wrote them.
  package let headers: [Field]
  package let body: [UInt8]
  package let peer: Peer
  package let credential: Credential?
  package let isKnownLocal: Bool
  /// The snapshot in which no reply for the target is cached, or nil if the cache was not asked.
  let missed: Snapshot?

  package init(
    method: Method, target: RawTarget = .unknown, path: String, query: [Field] = [], headers: [Field] = [],
    body: [UInt8] = [], peer: Peer, credential: Credential? = nil, isKnownLocal: Bool = false,
    missed: Snapshot? = nil
  ) {
    (self.method, self.target, self.path, self.query) = (method, target, path, query)
    (self.headers, self.body, self.peer) = (headers, body, peer)
    (self.credential, self.isKnownLocal, self.missed) = (credential, isKnownLocal, missed)
  }
}

extension Request: RequestHead {
  /// Returns all values of a header joined by `, `, as RFC 9110 joins them, or nil if it was not sent.
  package func header(_ name: String) -> String? {
    var joined: String?
    for field in headers where field.name.equalsIgnoringASCIICase(name) {
      joined = joined.map { "\($0), \(field.value)" } ?? field.value
    }
    return joined
  }

  package func list(_ name: String) -> String? { header(name) }

  package var namesDraft: Bool { query.contains { $0.name == "draft" } }

  /// The request without its target, so that nothing is cached by it.
  var withoutTarget: Request {
    Request(
      method: method, path: path, query: query, headers: headers, body: body, peer: peer,
      credential: credential, isKnownLocal: isKnownLocal)
  }

  package func headerName(beginningWith prefix: String) -> String? {
    headers.first { $0.name.beginsIgnoringASCIICase(with: prefix) }?.name
  }

  /// Does nothing: a request is made with the facts of its head.
  package func remember(_ fact: HeadFact) {}
}

/// A request target as it was sent, including the query. It stores its hash because a request looks it up more than once,
/// and a connection that sends the same target again reuses it.
package struct RawTarget: Hashable, Sendable {
  package let text: String
  private let hashOfText: Int

  /// A target that no request has.
  package static let unknown = RawTarget("")

  package init(_ text: String) {
    self.text = text
    hashOfText = text.hashValue
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hashOfText) }

  /// The path, or nil if it contains escapes or follows a host, and can't be compared as it is.
  var plainPath: Substring? {
    guard text.utf8.first == UInt8(ascii: "/") else { return nil }
    let end = text.utf8.firstIndex(of: UInt8(ascii: "?")) ?? text.endIndex
    let path = text[..<end]
    return path.utf8.contains(UInt8(ascii: "%")) ? nil : path
  }
}

extension String {
  /// Indicates whether two header names are equal: the case of ASCII letters does not matter.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let (own, others) = (utf8.span, other.utf8.span)
    guard own.count == others.count else { return false }
    for index in own.indices where own[index].asciiLowercased != others[index].asciiLowercased {
      return false
    }
    return true
  }

  /// Indicates whether a header name begins with a prefix: the case of ASCII letters does not matter.
  package func beginsIgnoringASCIICase(with prefix: String) -> Bool {
    utf8.count >= prefix.utf8.count
      && zip(utf8, prefix.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension RawTarget {
  /// Indicates whether its query names a draft.
  package var namesDraft: Bool { parameters.contains { $0.isDraft } }

  /// Indicates whether its query names a channel, without escapes.
  var namesChannel: Bool { parameters.contains { $0.prefix { $0 != "=" } == "channel" } }

  /// Returns the target without the keys of drafts, as a log may have it. A key may stand where a program has escaped a link
  /// once more, or in place of an id.
  /// - Parameter isKey: returns whether a word is a key that is known, wherever it stands.
  package func withoutKeys(_ isKey: (String) -> Bool = { _ in false }) -> String {
    let parts = text.split(separator: "&", omittingEmptySubsequences: false).map { part in
      part.hasKey(isKey) ? part.firstIndex(of: "=").map { "\(part[...$0])…" } ?? "…" : String(part)
    }
    var steps = parts.joined(separator: "&").split(separator: "/", omittingEmptySubsequences: false)
    for index in steps.indices.dropFirst() {
      let step = steps[index].prefix { $0 != "?" }
      guard steps[index - 1] == "drafts" && step.isDraftKey || isKey(String(step)) else { continue }
      steps[index] = "…" + steps[index].dropFirst(step.count)
    }
    return steps.joined(separator: "/")
  }

  private var query: Substring? {
    text.utf8.firstIndex(of: UInt8(ascii: "?")).map { text[text.index(after: $0)...] }
  }

  private var parameters: [Substring] {
    query?.split(separator: "&", omittingEmptySubsequences: false) ?? []
  }
}

extension Substring {
  fileprivate var isDraft: Bool { String(prefix { $0 != "=" }).percentDecoded == "draft" }

  /// Returns whether it may have the key of a draft, for a request or for a page that shows one, or a known one under any
  /// name.
  fileprivate func hasKey(_ isKey: (String) -> Bool) -> Bool {
    guard let words = String(self).percentDecoded else { return contains("=") }
    return words.lowercased().contains("draft=")
      || words.split(whereSeparator: { "=?;".contains($0) }).contains { isKey(String($0)) }
  }
}

extension StringProtocol {
  /// Indicates whether it is written as keys of drafts are.
  var isDraftKey: Bool { utf8.count == 22 && utf8.allSatisfy(\.isWordByte) }
}
