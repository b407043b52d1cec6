internal import Themes

/// A request as the endpoints see it: decoded, within its limits, its body complete.
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

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  package let method: Method
  /// `unknown` where nobody kept it.
  package let target: RawTarget
  /// Percent-decoded, valid UTF-8 without NUL, beginning with `/`.
  package let path: String
  /// Percent-decoded, in the order given; a parameter without `=` has an empty value.
  package let query: [Field]
  /// In the order given, the names as the client wrote them.
  package let headers: [Field]
  package let body: [UInt8]
  package let peer: Peer
  /// What the gate has seen already with the head alone.
  package let showing: Gate.Showing?
  package let isKnownLocal: Bool

  /// Who asks, as far as the socket tells.
  package struct Peer: Sendable, Hashable {
    package let address: String
    package let isLoopback: Bool

    package init(address: String, isLoopback: Bool) {
      self.address = address
      self.isLoopback = isLoopback
    }
  }

  package init(
    method: Method, target: RawTarget = .unknown, path: String, query: [Field] = [], headers: [Field] = [],
    body: [UInt8] = [], peer: Peer, showing: Gate.Showing? = nil, isKnownLocal: Bool = false
  ) {
    self.method = method
    self.target = target
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
    self.showing = showing
    self.isKnownLocal = isKnownLocal
  }

  /// All values of a header joined by `, `, as RFC 9110 joins them; nil where it was not sent.
  package func header(_ name: String) -> String? {
    var joined: String?
    for field in headers where field.name.equalsIgnoringASCIICase(name) {
      joined = joined.map { "\($0), \(field.value)" } ?? field.value
    }
    return joined
  }
}

extension String {
  /// Whether two names are the same but for the case of ASCII letters, as header names are compared.
  package func equalsIgnoringASCIICase(_ other: String) -> Bool {
    let (own, others) = (utf8.span, other.utf8.span)
    guard own.count == others.count else { return false }
    for index in own.indices where own[index].asciiLowercased != others[index].asciiLowercased {
      return false
    }
    return true
  }
}
