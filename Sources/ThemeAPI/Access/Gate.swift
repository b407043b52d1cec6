internal import Changes
internal import Documents
internal import Synchronization
internal import Themes

/// The access control: it checks the access of each operation and names the principal behind each request.
///
/// Without a token for writing, the server's own user and root may do everything on its machine, and all other clients may
/// read the active themes.
/// Comparing tokens takes a time that does not depend on where they differ. No response contains a token.
package final class Gate: Sendable {
  private let access: Mutex<(tokens: [AccessToken], approvals: Approvals)>
  private let readToken: AccessToken?
  package let guardsReads: Bool
  /// Indicates whether writing needs a token. Like `guardsReads` it is fixed at the start, so that no
  /// change of the tokens opens the server.
  package let guardsWrites: Bool
  /// Indicates whether a token is needed to see what readers do not see.
  private let guardsWatching: Bool
  package let wrongTokens = WrongTokens()
  private let proxies: TrustedProxies

  /// - Parameter readToken: one more token, for reading alone.
  package init(
    tokens: [AccessToken] = [], approvals: Approvals = Approvals(), readToken: String? = nil,
    behind proxies: TrustedProxies = .none
  ) {
    self.proxies = proxies
    access = Mutex((tokens, approvals))
    self.readToken = readToken.map {
      AccessToken(name: "reader", secret: $0, grants: Grants(read: .all), isForReading: true)
    }
    guardsReads = readToken != nil || tokens.contains(where: \.isForReading)
    guardsWrites = tokens.contains(where: \.isForWriting)
    guardsWatching = guardsWrites || tokens.contains(where: \.isForWatching)
  }

  /// Indicates whether responses with this access are only for clients that send a token.
  func isPrivate(_ access: Operation.Access) -> Bool { guardsReads && access != .open }

  /// Replaces all tokens and approvals atomically. Returns the tokens that are no longer valid, or have other grants now; nil
  /// if nothing changed. Throws if this would change whether reading, watching or writing needs a token.
  package func replace(
    tokens next: [AccessToken], approvals: Approvals = Approvals()
  ) throws(TokenFile.TokenFileError) -> Set<AccessToken>? {
    let isForWriting = next.contains(where: \.isForWriting)
    guard isForWriting == guardsWrites,
      (isForWriting || next.contains(where: \.isForWatching)) == guardsWatching,
      (readToken != nil || next.contains(where: \.isForReading)) == guardsReads
    else {
      throw TokenFile.TokenFileError(
        "whether reading, watching and writing need a token is decided at the start; restart to change it")
    }
    return access.withLock { access in
      defer { access = (next, approvals) }
      return access == (next, approvals) ? nil : Set(access.tokens).subtracting(next)
    }
  }

  var trustsProxies: Bool { !proxies.isEmpty }

  package func trusts(_ peer: Request.Peer) -> Bool { proxies.contains(peer.address) }

  package func client(of head: some RequestHead) -> ClientAddress { proxies.client(of: head) }

  private func signal(in head: some RequestHead) -> CrossSiteSignal? {
    if head.isKnownLocal { return nil }
    let signal = CrossSiteSignal(of: head, from: client(of: head))
    if signal == nil { head.remember(.isLocal) }
    return signal
  }
}

/// The proof of identity in a request.
package enum Credential: Sendable, Hashable {
  case nothing
  /// An authorization that is no bearer token.
  case other
  case unknownToken
  case token(AccessToken)

  /// Indicates whether it is a token that may read every channel, wherever it comes from.
  var readsEverything: Bool {
    if case .token(let token) = self { token.grants.scope(of: .read) == .all } else { false }
  }
}

extension Gate {
  package func credential(of head: some RequestHead) -> Credential {
    guard guardsReads || guardsWatching, let authorization = head.header("Authorization") else {
      return .nothing
    }
    guard let secret = Self.bearer(authorization) else { return .other }
    return find(secret).map { .token($0) } ?? .unknownToken
  }

  /// Returns the principal of a request. Throws if it may not do such a thing at all.
  package func admit(
    _ head: some RequestHead, _ credential: Credential, to operation: Operation
  ) throws(Refusal) -> Principal {
    let role = operation.access.role
    let principal = principal(of: head, credential, for: role ?? .read, isWrite: operation.isWrite)
    guard let role else { return principal }
    if operation.isWrite, guardsWrites, let signal = CrossSiteSignal(ofFormFrom: head) {
      throw Refusal(
        .forbidden, "\(signal.sentence) A form or text of another site is never a write; send JSON.")
    }
    guard principal.has(role) else {
      throw refusal(of: principal, credential, operation, lacking: role)
    }
    return principal
  }

  /// Returns the principal of a request, with the grants of its token and of its user.
  func principal(
    of head: some RequestHead, _ credential: Credential, for role: Role, isWrite: Bool
  ) -> Principal {
    let isLocalEnough = !(isWrite ? guardsWrites : guardsWatching)
    if case .token(let token) = credential {
      let principal = token.principal
      guard isLocalEnough, signal(in: head) == nil else { return principal }
      return principal.trusting(head.peer.user, for: role)
    }
    if !isWrite, guardsReads { return .nobody }
    let principal = isWrite ? Principal.nobody : .anyone
    guard isLocalEnough else { return principal }
    if let sign = signal(in: head) { return principal.refused(by: sign) }
    return principal.trusting(head.peer.user, for: role)
  }

  /// Returns the principal of a token by its name, for what it has planned; nil if there is no such token now.
  func principal(named name: String) -> Principal? {
    guard guardsWrites else { return Principal(name: name, grants: .everything) }
    return tokens.first { $0.name == name }?.principal
  }

  private var tokens: [AccessToken] { access.withLock { $0.tokens } }

  package var approvals: Approvals { access.withLock { $0.approvals } }

  /// The persons with a token that may write.
  package var writers: Set<String> { Set(tokens.filter(\.isForWriting).map(\.person)) }

  /// Returns the person behind the token with a name now, or the name itself.
  func person(of name: String) -> String { tokens.first { $0.name == name }?.person ?? name }

  /// Returns the name of a request's principal, even if the request is refused.
  func name(of head: some RequestHead, _ credential: Credential, _ operation: Operation) -> String {
    principal(of: head, credential, for: operation.access.role ?? .read, isWrite: operation.isWrite).name
  }

  /// Compares every token, so that the time does not depend on which one is similar.
  private func find(_ secret: [UInt8]) -> AccessToken? {
    let digest = SHA256.hash(secret)
    var found: AccessToken?
    for token in tokens where token.matches(digest: digest) { found = token }
    if let readToken, readToken.matches(digest: digest), found == nil { found = readToken }
    return found
  }

  /// Works on bytes: working on characters took 17 000 of the 62 000 instructions of a small GET with a token.
  private static func bearer(_ authorization: String) -> [UInt8]? {
    let parts = Array(authorization.utf8).split(separator: UInt8(ascii: " "))
    guard parts.count == 2, parts[0].elementsEqual("bearer".utf8, by: { $0.asciiLowercased == $1 }) else {
      return nil
    }
    return Array(parts[1])
  }
}

extension Gate {
  private func refusal(
    of principal: Principal, _ credential: Credential, _ operation: Operation, lacking role: Role
  ) -> Refusal {
    if case .token = credential { return principal.lacking(role) }
    if let signal = principal.signal { return Self.refusal(of: signal, isWrite: operation.isWrite) }
    switch credential {
    case .unknownToken: return Self.unknownToken
    case .other: return Self.unauthorized("The Authorization header should be 'Bearer' followed by a token.")
    case .nothing, .token: break
    }
    if operation.isWrite {
      return Self.unauthorized(
        "Writing needs a token; send 'Authorization: Bearer …' with the value of LIVERY_TOKEN.")
    }
    guard role == .read else { return principal.lacking(role) }
    return Self.unauthorized("Reading needs a token on this server; send 'Authorization: Bearer …'.")
  }

  static let unknownToken = Refusal(
    .unauthorized, "The server does not know this token.", headers: [challenge(#", error="invalid_token""#)])

  static func refusal(of signal: CrossSiteSignal, isWrite: Bool) -> Refusal {
    Refusal(
      .forbidden,
      "\(signal.sentence) Without a configured token, only the server's own user and root may "
        + "\(isWrite ? "write" : "see this"), on its own machine\(signal.advice). "
        + "Or set a token with LIVERY_TOKEN, several with --tokens-file FILE, and send 'Authorization: Bearer …'."
    )
  }

  private static func unauthorized(_ detail: String) -> Refusal {
    Refusal(.unauthorized, detail, headers: [challenge()])
  }

  static func challenge(_ error: String = "") -> Request.Field {
    .init("WWW-Authenticate", #"Bearer realm="livery""# + error)
  }
}

/// The number of unknown tokens that each address sent recently. After ten in a minute, the address waits for each
/// response. The number of addresses is limited; the one that began first is replaced by a new one.
package final class WrongTokens: Sendable {
  package struct Figures: Sendable {
    package var refused: UInt64 = 0
    package var delayed: UInt64 = 0
  }

  private let guesses = Mutex(Guesses())
  private static let limit = 10

  /// The delay of a response to an address that sent too many.
  static let pause = Duration.seconds(1)

  package init() {}

  package var figures: Figures { guesses.withLock { $0.figures } }

  /// Counts one more. Returns whether its response is to be delayed.
  func note(from address: String, at now: Timestamp) -> Bool {
    guesses.withLock { guesses in
      guesses.figures.refused += 1
      let isLate = guesses.add(IPAddress.client(at: address), at: now) > Self.limit
      if isLate { guesses.figures.delayed += 1 }
      return isLate
    }
  }

  /// Indicates whether the response to one more would be delayed.
  func isLate(from address: String, at now: Timestamp) -> Bool {
    guesses.withLock { guesses in
      guard let known = guesses.byAddress[IPAddress.client(at: address)], known.isRecent(at: now) else {
        return false
      }
      return known.count >= Self.limit
    }
  }
}

private struct Guesses {
  struct Entry {
    let beganAt: Timestamp
    var count = 1

    /// Indicates whether its minute is not over. A clock that was set back ends it.
    func isRecent(at now: Timestamp) -> Bool {
      (0..<60_000).contains(now.milliseconds - beganAt.milliseconds)
    }
  }

  var figures = WrongTokens.Figures()
  private(set) var byAddress: [String: Entry] = [:]
  /// The addresses in the order in which they began, as a ring that starts at `oldest`.
  private var addresses: [String] = []
  private var oldest = 0
  private static let addressLimit = 4096

  /// Counts one more. Returns how many the address has sent in its minute.
  mutating func add(_ address: String, at now: Timestamp) -> Int {
    if let known = byAddress[address], known.isRecent(at: now) {
      byAddress[address]?.count += 1
      return known.count + 1
    }
    guard byAddress.updateValue(Entry(beganAt: now), forKey: address) == nil else { return 1 }
    if addresses.count < Self.addressLimit {
      addresses.append(address)
    } else {
      byAddress[addresses[oldest]] = nil
      addresses[oldest] = address
      oldest = (oldest + 1) % addresses.count
    }
    return 1
  }
}
