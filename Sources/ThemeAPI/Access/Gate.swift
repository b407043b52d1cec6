internal import Synchronization
internal import Themes

/// Who may read, who may write, and under which name.
///
/// With no token for writing, writes are taken from whoever sits at this machine alone. Tokens are compared in a time
/// that does not depend on where they differ, and appear in no answer.
package final class Gate: Sendable {
  private let tokens: Mutex<[AccessToken]>
  private let readToken: AccessToken?
  package let guardsReads: Bool
  /// Whether writing needs a token. It stays so: no change of the tokens opens the server.
  package let guardsWrites: Bool

  /// - Parameters:
  ///   - tokens: those that allow writing.
  ///   - readToken: when there is one, reading needs it or one that allows writing.
  package init(tokens: [AccessToken] = [], readToken: String? = nil) {
    self.tokens = Mutex(tokens)
    self.readToken = readToken.map { AccessToken(name: "reader", secret: $0) }
    guardsReads = readToken != nil
    guardsWrites = !tokens.isEmpty
  }

  /// Takes other tokens for writing from now on, all of them at once; whether they differ from those before. The last
  /// can't be taken away.
  package func replace(tokens next: [AccessToken]) throws(TokenFile.TokenFileError) -> Bool {
    guard next.isEmpty != guardsWrites else {
      throw TokenFile.TokenFileError(
        "whether writing needs a token is decided at the start; restart to change it")
    }
    return tokens.withLock { tokens in
      defer { tokens = next }
      return tokens != next
    }
  }

  /// That somebody may do such a thing.
  package struct Admission: Sendable, Hashable {
    let access: Operation.Access
    let author: Author
  }

  /// Who does it; refuses a client that may not do such a thing at all. The token is looked at here and nowhere else.
  package func admit(
    _ caller: some Caller, to access: Operation.Access
  ) throws(Refusal) -> Author {
    switch access {
    case .open: .anyone
    case .read: try reader(caller)
    case .write: try writer(caller)
    }
  }

  /// What somebody may do, without doing it.
  struct Permissions: Sendable, Hashable {
    let author: Author
    let mayRead: Bool
    let mayWrite: Bool
  }

  /// What a client may do with what it sends; refuses a token that is not known.
  func permissions(of caller: some Caller) throws(Refusal) -> Permissions {
    let reading = try? reader(caller)
    do throws(Refusal) {
      let author = try writer(caller)
      return Permissions(author: author, mayRead: reading != nil, mayWrite: true)
    } catch {
      let isKnown = reading.map { $0 != .anyone } ?? false
      guard caller.header("Authorization") == nil || isKnown || error.code != .unauthorized else {
        throw error
      }
      return Permissions(author: reading ?? .anyone, mayRead: reading != nil, mayWrite: false)
    }
  }

  private func writer(_ caller: some Caller) throws(Refusal) -> Author {
    guard guardsWrites else {
      if let sign = ForeignSign(of: caller) { throw Self.foreign(sign) }
      return Author(name: "local", channels: nil)
    }
    if let sign = ForeignSign(ofFormFrom: caller) {
      throw Refusal(
        .forbidden, "\(sign.sentence) A form or text of another site is never a write; send JSON.")
    }
    let authorization = caller.header("Authorization")
    guard let authorization else {
      throw Self.unauthorized(
        "Writing needs a token; send 'Authorization: Bearer …' with the value of LIVERY_TOKEN.")
    }
    guard let secret = Self.bearer(authorization) else {
      throw Self.unauthorized("The Authorization header should be 'Bearer' followed by a token.")
    }
    guard let token = find(secret) else {
      throw Self.unauthorized("The server does not know this token.", isWrong: true)
    }
    return token.author
  }

  private func reader(_ caller: some Caller) throws(Refusal) -> Author {
    guard let readToken else { return .anyone }
    guard let secret = caller.header("Authorization").flatMap(Self.bearer) else {
      throw Self.unauthorized("Reading needs a token on this server; send 'Authorization: Bearer …'.")
    }
    guard let token = find(secret, or: readToken) else {
      throw Self.unauthorized("The server does not know this token.", isWrong: true)
    }
    return token.author
  }

  /// Looks at every token, so that the time does not tell which was near.
  private func find(_ secret: [UInt8], or other: AccessToken? = nil) -> AccessToken? {
    let digest = SHA256.hash(secret)
    var found: AccessToken?
    for token in tokens.withLock({ $0 }) where token.matches(digest: digest) { found = token }
    if let other, other.matches(digest: digest) { found = other }
    return found
  }

  private static func bearer(_ authorization: String) -> [UInt8]? {
    let parts = authorization.split(separator: " ", omittingEmptySubsequences: true)
    guard parts.count == 2, String(parts[0]).equalsIgnoringASCIICase("Bearer") else { return nil }
    return Array(parts[1].utf8)
  }

  private static func foreign(_ sign: ForeignSign) -> Refusal {
    Refusal(
      .forbidden,
      "\(sign.sentence) Without a configured token, only the server's own machine may write. "
        + "Set one with LIVERY_TOKEN, or several with --tokens-file FILE, and send 'Authorization: Bearer …'."
    )
  }

  private static func unauthorized(_ detail: String, isWrong: Bool = false) -> Refusal {
    let challenge = #"Bearer realm="livery""# + (isWrong ? #", error="invalid_token""# : "")
    return Refusal(.unauthorized, detail, headers: [.init("WWW-Authenticate", challenge)])
  }
}
