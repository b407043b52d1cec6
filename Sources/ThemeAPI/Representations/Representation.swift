/// What a GET is about to show: how its bytes come about, with what they depend on.
package struct Representation {
  package enum Caching: Sendable, Hashable {
    /// A cache asks before it shows it again.
    case revalidated
    /// For as long as the settings let caches keep a theme.
    case kept
    /// A browser asks before it shows it again.
    case checked
    /// Its address names its bytes.
    case immutable

    /// The `Cache-Control` of it.
    func header(isPrivate: Bool, _ policy: CachePolicy = CachePolicy()) -> String {
      let directives =
        switch self {
        case .revalidated: CachePolicy().directives(isPrivate: isPrivate)
        case .kept: policy.directives(isPrivate: isPrivate)
        case .checked: "no-cache"
        case .immutable: "max-age=31536000, immutable"
        }
      if isPrivate { return "private, \(directives)" }
      return self == .checked ? directives : "public, \(directives)"
    }
  }

  /// Everything that the bytes depend on beside the catalog; two representations with one key are the same.
  package let key: String
  package let type: MediaType
  /// The headers, `Accept-Encoding` aside, that it was chosen by.
  package var vary: [String]
  package var caching: Caching
  /// The headers that it was chosen by and that are part of the address, so that no cache need be told.
  package var addressHeaders: [String] = []
  /// Whether a reply is kept for whoever asks for the same with the same headers. Not where it depends on who sends
  /// them.
  package var isKeptByTarget = true
  /// Whether it is for the one client that asks, so that no cache may give it to another.
  package var isPrivate = false
  /// Whether it was made by what its author may see, and is kept for nobody else.
  var isPersonal = false
  /// Who may be given it.
  var audience: Audience
  /// Further headers of the answer.
  package var headers: [Request.Field]
  /// The channel whose changes can alter it; nil where any change can.
  package var channel: String?
  /// Whether rendering may take more than a moment, so that no worker should do it.
  package var isSlow = false
  /// Renders the bytes.
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

  /// Takes over what the operation says of who may ask for it.
  mutating func guarded(by access: Operation.Access, _ gate: Gate) {
    switch access {
    case .open: audience = .everybody
    case .read: break
    case .operate, .author: if audience.isForAllReaders { audience = .operators(in: channel) }
    }
    isPrivate = isPersonal || !audience.isForAllReaders || gate.isPrivate(access)
  }

  /// Whether a cache may show it without asking, by this policy.
  func isKept(by policy: CachePolicy) -> Bool { caching == .kept && policy.lets }
}
