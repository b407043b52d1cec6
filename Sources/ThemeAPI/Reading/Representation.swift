package import Renderings

/// The description of a response to a GET: how its bytes are rendered, and what they depend on.
package struct Representation {
  package enum Caching: Sendable, Hashable {
    /// A cache revalidates it before each use.
    case revalidated
    /// Caches may keep it for the time in the settings.
    case kept
    /// A browser or a calendar revalidates it before each use.
    case checked
    /// Its URL names its bytes.
    case immutable
    /// It is the answer to all clients that waited at one address.
    case crowd
    /// No cache keeps it: it has secrets.
    case never

    func header(isPrivate: Bool, _ policy: CachePolicy = CachePolicy()) -> String {
      let directives =
        switch self {
        case .revalidated: CachePolicy().directives(isPrivate: isPrivate)
        case .kept: policy.directives(isPrivate: isPrivate)
        case .checked: "no-cache"
        case .crowd: "max-age=5"
        case .immutable: "max-age=31536000, immutable"
        case .never: "private, no-store"
        }
      if self == .never || self == .checked { return directives }
      return "\(isPrivate ? "private" : "public"), \(directives)"
    }
  }

  /// Everything that the bytes depend on beside the catalog. Two representations with one key are the same.
  package private(set) var key: String
  package let type: MediaType
  /// The headers by which it was chosen, without `Accept-Encoding`.
  package var vary: [String]
  /// The client hints by which it may be chosen once the channel shows another theme.
  var laterHints: [String] = []
  package var caching: Caching
  /// The headers by which it was chosen and that are a part of the URL, so that `Vary` need not name them.
  package var addressHeaders: [String] = []
  /// Indicates whether the reply does not depend on the sender, so that it is cached by target and headers.
  package var isKeptByTarget = true
  /// Indicates whether it is for one client alone, so that no shared cache may keep it.
  package var isPrivate = false
  /// Indicates whether it depends on what the principal may see, and is cached for no other.
  var isPersonal = false
  var audience: Audience
  package var headers: [Request.Field]
  /// The channel whose changes can alter it, or nil if any change can.
  package var channel: String?
  /// The entity tag of the theme at the servers with newer files, if those give it another look.
  var newerTag: EntityTag?
  /// The address that `Livery-Next` leads to; nil for none.
  var next: CrowdAddress?
  /// Indicates whether rendering may take long, so that no worker should do it.
  package var isSlow = false
  package let render: @Sendable () throws(Refusal) -> [UInt8]

  init(
    key: String, type: MediaType, vary: [String] = [], caching: Caching = .revalidated,
    headers: [Request.Field] = [], channel: String? = nil, audience: Audience? = nil,
    render: @escaping @Sendable () throws(Refusal) -> [UInt8]
  ) {
    self.key = key
    self.type = type
    self.vary = vary
    self.caching = caching
    self.headers = headers
    self.channel = channel
    self.audience = audience ?? channel.map { .readersOf([$0]) } ?? .readers
    self.render = render
  }

  /// Applies the access of the operation to the audience.
  mutating func guarded(by access: Operation.Access, _ gate: Gate) {
    switch access {
    case .open: audience = .everybody
    case .read: break
    case .watch, .operate, .author:
      if audience.isForAllReaders { audience = .watchers(of: channel) }
    }
    isPrivate = isPersonal || !audience.isForAllReaders || gate.isPrivate(access)
  }

  /// Has it be for the clients that see every theme, if it has all; else for this client alone.
  mutating func limit(toOverseers isWhole: Bool) {
    (audience, isPersonal) = isWhole ? (.overseers, false) : (.readers, true)
  }

  /// Has the reply depend on the host that the client requested.
  mutating func addressed(by call: Call) {
    let gate = call.services.gate
    key += " \(call.publicURL)"
    addressHeaders = PublicAddress.headers(gate)
    isKeptByTarget = !gate.trustsProxies || !PublicAddress.isForwarded { call.header($0) }
  }

  /// Indicates whether a cache may show it without asking.
  func isKept(by policy: CachePolicy) -> Bool { caching == .kept && policy.isUsed }
}

/// The times, in seconds, for which caches may show a theme without asking, from the settings.
package struct CachePolicy: Sendable, Hashable {
  package var maxAge = 0
  /// The time for shared caches; 0 means `maxAge`.
  package var sharedMaxAge = 0
  package var staleWhileRevalidate = 0
  package var staleIfError = 0

  package init() {}

  /// Indicates whether any cache may show a theme without asking.
  var isUsed: Bool { self != CachePolicy() }

  func directives(isPrivate: Bool) -> String {
    var words = ["max-age=\(maxAge)"]
    if sharedMaxAge > 0, !isPrivate { words.append("s-maxage=\(sharedMaxAge)") }
    if staleWhileRevalidate > 0 { words.append("stale-while-revalidate=\(staleWhileRevalidate)") }
    if staleIfError > 0 { words.append("stale-if-error=\(staleIfError)") }
    if staleWhileRevalidate == 0, staleIfError == 0 { words.append("must-revalidate") }
    return words.joined(separator: ", ")
  }
}
