internal import Changes
internal import Documents
internal import Themes

/// The router: it finds the endpoint of each request, refuses requests that no endpoint would take, and adds the headers
/// that all responses have.
package struct Router: Responder {
  private let shared: SharedServices
  private let endpoints: [any Endpoint]
  let operations: [Operation]
  let table: RouteTable
  /// The endpoints that answer all clients by the head alone.
  private let reports: [any StatusEndpoint]
  private let longestReportPath: Int

  package init(_ endpoints: [any Endpoint], services: Services) {
    shared = SharedServices(services)
    self.endpoints = endpoints
    operations = endpoints.map(\.operation)
    table = RouteTable(operations.map { ($0.method, $0.pattern) })
    reports = endpoints.compactMap { $0 as? any StatusEndpoint }.filter { $0.operation.access == .open }
    longestReportPath = reports.map(\.operation.pattern.utf8.count).max() ?? 0
  }

  package var services: Services { shared.services }

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    let snapshot = request.missed ?? services.now()
    let request = services.placed(request, in: snapshot)
    guard let publisher = services.sharedLog, !services.isOfCrowd(request) else {
      return answer(request, in: snapshot)
    }
    return answer(request, from: publisher)
  }

  func answer(_ request: Request, in snapshot: Snapshot) -> (outcome: Outcome, route: String) {
    guard let (resource, captures) = table.match(request.path) else {
      return (
        .reply(commonHeaders(request.path, request).added(to: reply(toUnknown: request), snapshot)), "none"
      )
    }
    let request = request.namesDraft ? request.withoutTarget : request
    if request.method == .options {
      let reply = preflight(request, resource)
      return (.reply(request.namesDraft ? reply.ofDraft(nil) : reply), resource.pattern)
    }
    let credential = credential(of: request)
    let index = resource.endpoint(request.method)
    let operation = index.map { operations[$0] }
    let isWrite = operation?.isWrite ?? false
    var outcome: Outcome
    var isGuess = credential == .unknownToken
    do throws(Refusal) {
      guard let index else { throw methodNotAllowed(request.method, resource) }
      outcome = try self.outcome(of: request, credential, captures, at: index, in: snapshot)
    } catch {
      outcome = .reply(error.reply)
      if error.code == .unknownDraft, request.namesDraft { isGuess = true }
    }
    if let operation, isWrite {
      outcome = recorded(outcome, about: captures.first, operation, credential, request)
    }
    var common = commonHeaders(request.path, request, isReading: !isWrite)
    common.draft = request.draftID(in: snapshot)
    common.isByHost = request.host != nil && operation?.followsHost ?? false
    outcome = common.added(to: outcome, snapshot)
    return (isGuess ? paced(outcome, request, snapshot) : outcome, resource.pattern)
  }

  private func outcome(
    of request: Request, _ credential: Credential, _ captures: [String], at index: Int, in snapshot: Snapshot
  ) throws(Refusal) -> Outcome {
    let operation = operations[index]
    let isPreview = operation.takesDraft && request.namesDraft
    let principal =
      isPreview
      ? services.gate.principal(of: request, credential, for: .read, isWrite: false)
      : try services.gate.admit(request, credential, to: operation)
    try operation.check(request.query)
    if let host = request.host, operation.followsHost, !isPreview, principal.has(.read, in: host.channel),
      snapshot.activation(of: host.channel) == nil
    {
      throw .noChannel(of: host)
    }
    var call = Call(
      request: request, credential: credential, principal: principal, captures: captures,
      operation: operation, shared: shared, snapshot: snapshot)
    let isUnshared = try call.takeCrowd()
    let outcome = try isPreview ? preview(call, by: endpoints[index]) : endpoints[index].answer(call)
    return isUnshared ? outcome.then { $0.caching("private, no-store") } : outcome
  }

  func credential(of head: some RequestHead) -> Credential {
    if let known = head.credential { return known }
    let credential = services.gate.credential(of: head)
    head.remember(.credential(credential))
    return credential
  }

  /// Returns an outcome whose reply is reported to the log of writes.
  /// - Parameter name: the first name in the path, if any.
  private func recorded(
    _ outcome: Outcome, about name: String?, _ operation: Operation, _ credential: Credential,
    _ head: some RequestHead
  ) -> Outcome {
    let author = services.gate.name(of: head, credential, operation)
    let address = services.gate.client(of: head).address
    let trace = TraceContext(of: head)
    return outcome.then { [onWrite = services.onWrite] reply in
      if let record = WriteRecord(
        of: reply, to: operation, about: name, by: author, from: address, in: trace)
      {
        onWrite(record)
      }
      return reply
    }
  }

  /// Delays the reply to a client that has sent many unknown tokens or keys of drafts.
  private func paced(_ outcome: Outcome, _ request: Request, _ snapshot: Snapshot) -> Outcome {
    guard case .reply(let reply) = outcome,
      services.gate.wrongTokens.note(from: services.gate.client(of: request).address, at: services.clock())
    else { return outcome }
    var watch = Outcome.Watch(
      channel: Outcome.Watch.noChannel, since: snapshot.cursor.revision, wait: WrongTokens.pause
    ) { _ in reply }
    watch.isPenalty = true
    return .watch(watch)
  }
}

/// The responses that the head of a request decides: cached ones, the state of the server, and some refusals.
extension Router {
  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    switch head.method {
    case .get, .head: ready(head)
    case .post, .put, .delete: refusal(early: head)
    case .options: nil
    }
  }

  private func ready(_ head: any RequestHead) -> (reply: Reply, route: String)? {
    let target = head.target.text
    // Nearly all targets are longer than those of reports.
    if target.utf8.count <= longestReportPath,
      let endpoint = reports.first(where: { $0.operation.pattern == target })
    {
      return report(of: endpoint, to: head).map { ($0, target) }
    }
    // The client's cursor may be newer than this server's snapshot. What a token opens leads to no address for all.
    if services.sharedLog != nil && head.header(CursorWanted.header) != nil || services.isExcepted(head) {
      // Remembered for the time when the token is taken out.
      _ = credential(of: head)
      return nil
    }
    // The location of the client is found out only if it makes a difference, since it takes many headers.
    let readsEverything = !services.gate.guardsReads || credential(of: head).readsEverything
    let reader = readsEverything ? nil : self.reader(head)
    guard readsEverything || reader?.has(.read) ?? false else { return nil }
    let snapshot = services.now()
    let cached = services.representations.reply(
      for: services.hosts.cacheTarget(of: head, services.gate, in: snapshot), in: snapshot,
      slot: services.slot
    ) {
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

  private func report(of endpoint: any StatusEndpoint, to head: any RequestHead) -> Reply? {
    let snapshot = services.now()
    var isGuess = false
    let reply = endpoint.report(snapshot) {
      let reader = self.reader(head)
      isGuess = reader == nil
      return reader?.seesEveryTheme ?? false
    }
    let isVersioned = CommonHeaders.isVersioned(endpoint.operation.pattern)
    let common = CommonHeaders(isVersioned: isVersioned, origin: head.header("Origin"), shared)
    return isGuess ? nil : common.added(toFresh: reply, snapshot)
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
    let (gate, match) = (services.gate, table.match(path))
    let operation = match?.resource.endpoint(head.method).map { operations[$0] }
    let refusal: Refusal
    if let operation {
      // The key of a draft may be enough.
      if operation.takesDraft, head.namesDraft { return nil }
      let credential = credential(of: head)
      // A response to the head can't be delayed.
      if credential == .unknownToken,
        gate.wrongTokens.isLate(from: gate.client(of: head).address, at: services.clock())
      {
        return nil
      }
      do throws(Refusal) {
        _ = try gate.admit(head, credential, to: operation)
        return nil
      } catch { refusal = error }
    } else {
      refusal = match.map { methodNotAllowed(head.method, $0.resource) } ?? notFound(String(path))
    }
    let reply = refusal.reply
    if head.credential == .unknownToken {
      _ = gate.wrongTokens.note(from: gate.client(of: head).address, at: services.clock())
    }
    if let operation, operation.isWrite {
      _ = recorded(.reply(reply), about: match?.captures.first, operation, credential(of: head), head)
    }
    return (
      commonHeaders(path, head).added(toFresh: reply, services.now()), match?.resource.pattern ?? "none"
    )
  }

  /// Answers as a new request would be answered if the token allows nothing of the kind now, or else asks for a new request.
  package func answer(revoked head: any RequestHead, at route: String) -> Reply {
    var reply = Refusal.otherGrants.reply
    let credential = services.gate.credential(of: head)
    if let index = table.match(route)?.resource.endpoint(.get) {
      do throws(Refusal) { _ = try services.gate.admit(head, credential, to: operations[index]) } catch {
        reply = error.reply
      }
    }
    // The target, which may name a draft, is not kept during a wait.
    return commonHeaders(route, head).added(toFresh: reply, services.now()).ofDraft(nil)
  }

  func commonHeaders(
    _ path: some StringProtocol, _ head: some RequestHead, isReading: Bool = true
  ) -> CommonHeaders {
    var headers = CommonHeaders(
      isVersioned: CommonHeaders.isVersioned(path), origin: head.header("Origin"),
      isReading: isReading && !CommonHeaders.isOfPage(path), shared)
    headers.isOfDraft = head.namesDraft
    return headers
  }
}

extension Router {
  private func reply(toUnknown request: Request) -> Reply {
    guard [.get, .head].contains(request.method), let page = DocsGuide.page(before: request.path) else {
      return notFound(request.path).reply
    }
    return Reply(status: 308, headers: [.init("Location", page)])
  }

  private func notFound(_ path: String) -> Refusal {
    let path = RawTarget(path).withoutKeys()
    if let start = path.ranges(of: "/v1/").last?.lowerBound, start > path.startIndex,
      table.match(path[start...]) != nil
    {
      let (here, prefix) = (String(path[start...]).shown, String(path[..<start]).shown)
      return Refusal(
        .notFound,
        "There is nothing at '\(path.shown)', but at '\(here)': leave out '\(prefix)', or have the proxy remove it."
      )
    }
    let nearest = NearestName.question(path, among: table.candidates(for: path).filter { $0 != path })
    return Refusal(.notFound, "There is nothing at '\(path.shown)'\(nearest)")
  }

  private func methodNotAllowed(_ method: Request.Method, _ resource: RouteTable.Resource) -> Refusal {
    Refusal(
      .methodNotAllowed,
      "\(method.rawValue) is not allowed on '\(resource.pattern)'; use \(resource.allow).",
      headers: [.init("Allow", resource.allow)])
  }

  private func preflight(_ request: Request, _ resource: RouteTable.Resource) -> Reply {
    let open = resource.methods.filter { resource.endpoint($0).map { !operations[$0].isWrite } ?? false }
    return services.crossOrigin.preflight(request, methods: open, allow: resource.allow)
  }
}

/// The headers that every response has: the position of the log, and the origins that may read it.
struct CommonHeaders: Sendable {
  private let isVersioned: Bool
  private let headers: [Request.Field]
  private let shared: SharedServices
  /// Indicates whether the request names a draft.
  var isOfDraft = false
  /// Indicates whether the answer depends on the host, which caches then have to heed.
  var isByHost = false
  /// The identifier of the draft; nil if there is none with the key.
  var draft: String?

  // Passed as a value, all services would be copied for each request.
  init(isVersioned: Bool, origin: String?, isReading: Bool = true, _ shared: SharedServices) {
    self.isVersioned = isVersioned
    self.shared = shared
    var headers = isReading ? shared.services.crossOrigin.headers(origin: origin) : []
    if shared.services.crossOrigin.varies, isReading { headers.append(.init("Vary", "Origin")) }
    self.headers = headers
  }

  /// Indicates whether responses at this path have the position of the log.
  static func isVersioned(_ path: some StringProtocol) -> Bool { path.hasPrefix("/v1/") }

  /// Indicates whether the live page is there, or one of its files: only the page itself reads them.
  static func isOfPage(_ path: some StringProtocol) -> Bool { path == "/" || path.hasPrefix("/page/") }

  /// The current state. The response may be given later than the request came.
  private var now: Snapshot { shared.services.now() }

  func added(to outcome: Outcome, _ snapshot: Snapshot) -> Outcome {
    switch outcome {
    case .reply(let reply): return .reply(added(to: reply, snapshot))
    case .watch(let watch): return .watch(added(to: watch))
    case .offload(let work): return .offload(work.then { added(to: $0, now) })
    case .stream(let stream):
      let cursor = Request.Field("Livery-Cursor", snapshot.cursor.description)
      var answered = stream
      answered.headers += [cursor] + all
      return .stream(answered)
    }
  }

  /// Returns a reply unchanged if its content has the cursor: then it is complete and shared.
  func added(to reply: Reply, _ snapshot: Snapshot) -> Reply {
    guard reply.content.headers.contains(where: Self.isCursor) else {
      return added(toFresh: reply, snapshot)
    }
    let varies = reply.content.headers.contains { $0.name == "Vary" && $0.value.hasSuffix("Host") }
    let complete = isByHost && !varies ? reply.adding([Self.varyHost]) : reply
    return isOfDraft ? complete.ofDraft(draft) : complete
  }

  private static let varyHost = Request.Field("Vary", "Host")

  private var all: [Request.Field] { isByHost ? headers + [Self.varyHost] : headers }

  /// Adds the headers to a reply that was made for this request alone.
  func added(toFresh reply: Reply, _ snapshot: Snapshot) -> Reply {
    var fields = reply.headers
    if isVersioned, !fields.contains(where: Self.isCursor) {
      fields.append(.init("Livery-Cursor", snapshot.cursor.description))
    }
    // Nothing is appended to an empty array: most responses share `headers`.
    fields = fields.isEmpty ? all : fields + all
    var complete = reply
    complete.headers = fields
    return isOfDraft ? complete.ofDraft(draft) : complete
  }

  private static func isCursor(_ field: Request.Field) -> Bool { field.name == "Livery-Cursor" }

  private func added(to watch: Outcome.Watch) -> Outcome.Watch {
    // Kept for each client that waits: no more than is needed.
    var answered = watch
    answered.next = { [next = watch.next] end in
      switch next(end) {
      case .reply(let reply): .reply(added(to: reply, now))
      case .stay: .stay
      case .move(let other): .move(added(to: other))
      case .offload(let work): .offload(work.then { added(to: $0, now) })
      }
    }
    return answered
  }
}
