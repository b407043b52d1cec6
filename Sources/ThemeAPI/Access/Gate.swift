internal import Synchronization
internal import Themes

/// Who may do what, and under which name: every operation's access is checked here.
///
/// With no token for writing, whoever sits at this machine may do everything, and anybody else read what channels show.
/// Tokens are compared in a time that does not depend on where they differ, and appear in no answer.
package final class Gate: Sendable {
  private let tokens: Mutex<[AccessToken]>
  private let readToken: AccessToken?
  package let guardsReads: Bool
  /// Whether writing needs a token. Both stay so: no change of the tokens opens the server.
  package let guardsWrites: Bool
  package let wrongTokens = WrongTokens()
  private let proxies: TrustedProxies

  /// - Parameters:
  ///   - tokens: those with names of their own.
  ///   - readToken: one more, for reading alone.
  ///   - proxies: those whose word on who sends a request is taken.
  package init(
    tokens: [AccessToken] = [], readToken: String? = nil, behind proxies: TrustedProxies = .none
  ) {
    self.proxies = proxies
    self.tokens = Mutex(tokens)
    self.readToken = readToken.map {
      AccessToken(name: "reader", secret: $0, grants: Grants(read: .all), isForReading: true)
    }
    guardsReads = readToken != nil || tokens.contains(where: \.isForReading)
    guardsWrites = tokens.contains(where: \.isForWriting)
  }

  /// Whether answers with this access are for those alone who show a token.
  func isPrivate(_ access: Operation.Access) -> Bool { guardsReads && access != .open }

  /// Takes other tokens from now on, all of them at once; whether they differ from those before. The last for writing,
  /// or for reading, can't be taken away.
  package func replace(tokens next: [AccessToken]) throws(TokenFile.TokenFileError) -> Bool {
    guard next.contains(where: \.isForWriting) == guardsWrites,
      (readToken != nil || next.contains(where: \.isForReading)) == guardsReads
    else {
      throw TokenFile.TokenFileError(
        "whether reading and writing need a token is decided at the start; restart to change it")
    }
    return tokens.withLock { tokens in
      defer { tokens = next }
      return tokens != next
    }
  }

  /// Whether the word of any proxy is taken.
  var trustsProxies: Bool { !proxies.isEmpty }

  /// Whether a connection is that of a proxy whose word is taken.
  package func trusts(_ peer: Request.Peer) -> Bool { proxies.contains(peer.address) }

  /// Who sends a request.
  package func client(of caller: some Caller) -> Sender { proxies.client(of: caller) }

  private func foreignSign(of caller: some Caller) -> ForeignSign? {
    if caller.isKnownLocal { return nil }
    let sign = ForeignSign(of: caller, from: client(of: caller))
    if sign == nil { caller.noteLocal() }
    return sign
  }

  /// What a request shows of who sends it.
  package enum Showing: Sendable, Hashable {
    case nothing
    /// No token, but some other authorization.
    case other
    case unknownToken
    case token(Author)

    /// Whether it is a token to which every channel is open for reading, wherever it comes from.
    var readsEverything: Bool {
      if case .token(let author) = self { author.grants.scope(of: .read) == .all } else { false }
    }
  }

  /// The token is looked at here and nowhere else.
  package func showing(by caller: some Caller) -> Showing {
    guard guardsReads || guardsWrites, let authorization = caller.header("Authorization") else {
      return .nothing
    }
    guard let secret = Self.bearer(authorization) else { return .other }
    return find(secret).map { .token($0.author) } ?? .unknownToken
  }

  /// Who does it; refuses a client that may not do such a thing at all.
  package func admit(
    _ caller: some Caller, showing: Showing, to operation: Operation
  ) throws(Refusal) -> Author {
    let author = author(of: caller, showing, for: operation.access.role ?? .read, isWrite: operation.isWrite)
    guard let role = operation.access.role else { return author }
    if operation.isWrite, guardsWrites, let sign = ForeignSign(ofFormFrom: caller) {
      throw Refusal(
        .forbidden, "\(sign.sentence) A form or text of another site is never a write; send JSON.")
    }
    guard author.has(role) else { throw refusal(of: author, showing, caller, operation, lacking: role) }
    return author
  }

  /// Who sends a request, with what is theirs by their token and by where they sit.
  func author(of caller: some Caller, _ showing: Showing, for role: Role, isWrite: Bool) -> Author {
    if case .token(let author) = showing {
      guard !guardsWrites, foreignSign(of: caller) == nil else { return author }
      return Author(name: author.has(role) ? author.name : Author.local.name, grants: .everything)
    }
    if !isWrite, guardsReads { return .nobody }
    if !guardsWrites, foreignSign(of: caller) == nil { return .local }
    return isWrite ? .nobody : .anyone
  }

  /// The name of whoever sends a request, also one that is refused.
  func name(of caller: some Caller, _ showing: Showing, _ operation: Operation) -> String {
    author(of: caller, showing, for: operation.access.role ?? .read, isWrite: operation.isWrite).name
  }

  /// Looks at every token, so that the time does not tell which was near.
  private func find(_ secret: [UInt8]) -> AccessToken? {
    let digest = SHA256.hash(secret)
    var found: AccessToken?
    for token in tokens.withLock({ $0 }) where token.matches(digest: digest) { found = token }
    if let readToken, readToken.matches(digest: digest), found == nil { found = readToken }
    return found
  }

  /// Byte by byte: by characters it took 17 000 of the 62 000 instructions of a small GET with a token.
  private static func bearer(_ authorization: String) -> [UInt8]? {
    let parts = Array(authorization.utf8).split(separator: UInt8(ascii: " "))
    guard parts.count == 2, parts[0].elementsEqual("bearer".utf8, by: { $0.asciiLowercased == $1 }) else {
      return nil
    }
    return Array(parts[1])
  }
}

/// Why somebody is not admitted.
extension Gate {
  private func refusal(
    of author: Author, _ showing: Showing, _ caller: some Caller, _ operation: Operation, lacking role: Role
  ) -> Refusal {
    if case .token = showing { return author.lacking(role) }
    if !guardsWrites, operation.isWrite || !guardsReads, let sign = foreignSign(of: caller) {
      return Self.foreign(sign, operation)
    }
    switch showing {
    case .unknownToken: return Self.unknownToken
    case .other: return Self.unauthorized("The Authorization header should be 'Bearer' followed by a token.")
    case .nothing, .token: break
    }
    if operation.isWrite {
      return Self.unauthorized(
        "Writing needs a token; send 'Authorization: Bearer …' with the value of LIVERY_TOKEN.")
    }
    guard role == .read else { return author.lacking(role) }
    return Self.unauthorized("Reading needs a token on this server; send 'Authorization: Bearer …'.")
  }

  static let unknownToken = Refusal(
    .unauthorized, "The server does not know this token.", headers: [challenge(#", error="invalid_token""#)])

  private static func foreign(_ sign: ForeignSign, _ operation: Operation) -> Refusal {
    Refusal(
      .forbidden,
      "\(sign.sentence) Without a configured token, only the server's own machine may "
        + (operation.isWrite ? "write. " : "see this. ")
        + "Set one with LIVERY_TOKEN, or several with --tokens-file FILE, and send 'Authorization: Bearer …'."
    )
  }

  private static func unauthorized(_ detail: String) -> Refusal {
    Refusal(.unauthorized, detail, headers: [challenge()])
  }

  static func challenge(_ error: String = "") -> Request.Field {
    .init("WWW-Authenticate", #"Bearer realm="livery""# + error)
  }
}
