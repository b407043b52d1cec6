internal import Changes

/// The responses that the head of a request decides: cached ones, the state of the server, and refusals for which no body
/// need be read.
extension Router {
  /// The prefix of the paths whose responses name the cursor.
  static let versioned = "/v1/"

  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    switch head.method {
    case .get, .head: ready(head)
    case .post, .put, .delete: refusal(early: head)
    case .options: nil
    }
  }

  private func ready(_ head: any RequestHead) -> (reply: Reply, route: String)? {
    if let report = reports.find(head.target) {
      let common = CommonHeaders(
        isReading: true, isVersioned: report.isVersioned, origin: head.header("Origin"), services)
      let snapshot = services.now()
      var isGuess = false
      let reply = report.endpoint.report(snapshot) {
        let reader = self.reader(head)
        isGuess = reader == nil
        return reader?.mayOperate ?? false
      }
      return isGuess ? nil : (common.added(toFresh: reply, snapshot), report.path)
    }
    // The client's cursor may be newer than this server's snapshot.
    if services.sharedLog != nil, head.header(CursorWanted.header) != nil { return nil }
    // The location of the client is found out only if it makes a difference, since it takes many headers.
    let readsEverything = !services.gate.guardsReads || credential(of: head).readsEverything
    let reader = readsEverything ? nil : self.reader(head)
    guard readsEverything || reader?.has(.read) ?? false else { return nil }
    let snapshot = services.now()
    let cached = services.representations.reply(for: head.target, in: snapshot) {
      head.header($0)
    } admits: { audience in
      readsEverything && audience.isForAllReaders
        || (reader ?? self.reader(head)).map(audience.admits) ?? false
    }
    guard let cached else {
      head.remember(.missed(snapshot))
      return nil
    }
    return cached.reply(to: head).map { ($0, cached.route) }
  }

  /// Returns the principal for reading, or nil for an unknown token where that makes a difference: that response may have
  /// to be delayed.
  private func reader(_ head: any RequestHead) -> Principal? {
    let credential = credential(of: head)
    guard credential != .unknownToken else { return nil }
    return services.gate.principal(of: head, credential, for: .read, isWrite: false)
  }

  private func refusal(early head: any RequestHead) -> (reply: Reply, route: String)? {
    guard let path = head.target.plainPath else { return nil }
    let refusal: Refusal?
    var route = "none"
    var operation: Operation?
    var name: String?
    if let match = table.match(path) {
      route = table.resources[match.resource].pattern
      if let index = table.endpoint(match.resource, head.method) {
        if isDelayed(head) { return nil }
        (operation, name) = (operations[index], match.captures.first)
        refusal = admit(head, to: operations[index])
      } else {
        refusal = methodNotAllowed(head.method, match.resource)
      }
    } else {
      refusal = notFound(String(path))
    }
    guard let refusal else { return nil }
    if head.credential == .unknownToken {
      _ = services.gate.wrongTokens.note(from: services.gate.client(of: head).address, at: services.clock())
    }
    if let operation, operation.isWrite {
      _ = recorded(
        .reply(refusal.reply), about: name, operation, credential(of: head), head)
    }
    let common = CommonHeaders(
      isReading: true, isVersioned: path.hasPrefix(Self.versioned), origin: head.header("Origin"), services)
    return (common.added(toFresh: refusal.reply, services.now()), route)
  }

  /// Returns the reason for which a request is not admitted, or nil if it is.
  private func admit(_ head: any RequestHead, to operation: Operation) -> Refusal? {
    do throws(Refusal) {
      _ = try services.gate.admit(head, credential(of: head), to: operation)
      return nil
    } catch { return error }
  }

  /// Indicates whether the response would be delayed, which a response to the head can't be.
  private func isDelayed(_ head: any RequestHead) -> Bool {
    credential(of: head) == .unknownToken
      && services.gate.wrongTokens.isLate(from: services.gate.client(of: head).address, at: services.clock())
  }

  private func credential(of head: any RequestHead) -> Credential {
    if let known = head.credential { return known }
    let credential = services.gate.credential(of: head)
    head.remember(.credential(credential))
    return credential
  }
}

/// The endpoints that answer all clients by the head alone.
struct StatusReports: Sendable {
  struct Report: Sendable {
    let path: String
    let isVersioned: Bool
    let endpoint: any StatusEndpoint
  }

  private let reports: [Report]
  private let longest: Int

  init(among endpoints: [any Endpoint]) {
    reports = endpoints.compactMap { endpoint in
      guard let report = endpoint as? any StatusEndpoint, report.operation.access == .open else { return nil }
      let path = report.operation.pattern
      return Report(path: path, isVersioned: path.hasPrefix(Router.versioned), endpoint: report)
    }
    longest = reports.map(\.path.utf8.count).max() ?? 0
  }

  /// Compares short targets alone: nearly all requests are for something longer.
  func find(_ target: RawTarget) -> Report? {
    guard target.text.utf8.count <= longest else { return nil }
    return reports.first { $0.path == target.text }
  }
}
