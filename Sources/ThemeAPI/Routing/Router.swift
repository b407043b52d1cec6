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
  let reports: StatusReports

  package init(_ endpoints: [any Endpoint], services: Services) {
    shared = SharedServices(services)
    self.endpoints = endpoints
    operations = endpoints.map(\.operation)
    table = RouteTable(operations.map { ($0.method, $0.pattern) })
    reports = StatusReports(among: endpoints)
  }

  package var services: Services { shared.services }

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    guard let publisher = services.sharedLog else {
      return answer(request, in: request.missed ?? services.now())
    }
    return answer(request, from: publisher)
  }

  func answer(_ request: Request, in snapshot: Snapshot) -> (outcome: Outcome, route: String) {
    guard let match = table.match(request.path) else {
      return (finish(.reply(reply(toUnknown: request)), request, isReading: true, snapshot), "none")
    }
    let route = table.resources[match.resource].pattern
    if request.method == .options { return (.reply(preflight(request, match.resource)), route) }
    let credential = request.credential ?? services.gate.credential(of: request)
    let index = table.endpoint(match.resource, request.method)
    let operation = index.map { operations[$0] }
    let isWrite = operation?.isWrite ?? false
    var outcome: Outcome
    do throws(Refusal) {
      guard let index, let operation else { throw methodNotAllowed(request.method, match.resource) }
      let principal = try services.gate.admit(request, credential, to: operation)
      try operation.check(request.query)
      outcome = try endpoints[index].answer(
        Call(
          request: request, credential: credential, principal: principal, captures: match.captures,
          operation: operation, shared: shared, snapshot: snapshot))
    } catch {
      outcome = .reply(error.reply)
    }
    if let operation, isWrite {
      outcome = recorded(outcome, about: match.captures.first, operation, credential, request)
    }
    let finished = finish(outcome, request, isReading: !isWrite, snapshot)
    return (paced(finished, credential, request, snapshot), route)
  }

  /// Returns an outcome whose reply is reported to the log of writes.
  /// - Parameter name: the first name in the path, if any.
  func recorded(
    _ outcome: Outcome, about name: String?, _ operation: Operation, _ credential: Credential,
    _ head: some RequestHead
  ) -> Outcome {
    let author = services.gate.name(of: head, credential, operation)
    let address = services.gate.client(of: head).address
    return outcome.then { [onWrite = services.onWrite] reply in
      if let record = WriteRecord(of: reply, to: operation, about: name, by: author, from: address) {
        onWrite(record)
      }
      return reply
    }
  }

  /// Delays the reply to a client that has sent many unknown tokens.
  private func paced(
    _ outcome: Outcome, _ credential: Credential, _ request: Request, _ snapshot: Snapshot
  ) -> Outcome {
    guard credential == .unknownToken, case .reply(let reply) = outcome,
      services.gate.wrongTokens.note(from: services.gate.client(of: request).address, at: services.clock())
    else { return outcome }
    return .watch(
      .init(channel: Outcome.Watch.noChannel, since: snapshot.cursor.revision, wait: WrongTokens.pause) { _ in
        .reply(reply)
      })
  }

  /// Adds the headers that all responses have.
  func finish(
    _ outcome: Outcome, _ request: Request, isReading: Bool, _ snapshot: Snapshot
  ) -> Outcome {
    let common = CommonHeaders(
      isReading: isReading, isVersioned: request.path.hasPrefix(Self.versioned),
      origin: request.header("Origin"), services)
    switch outcome {
    case .reply(let reply): return .reply(common.added(to: reply, snapshot))
    case .watch(let watch): return .watch(common.added(to: watch))
    case .offload(let work):
      return .offload(work.then { common.added(to: $0, common.now()) })
    case .stream(let stream): return .stream(common.added(to: stream, snapshot))
    }
  }
}

/// The refusals that need no endpoint.
extension Router {
  private func reply(toUnknown request: Request) -> Reply {
    guard [.get, .head].contains(request.method), let page = DocsGuide.page(before: request.path) else {
      return notFound(request.path).reply
    }
    return Reply(status: 308, headers: [.init("Location", page)])
  }

  func notFound(_ path: String) -> Refusal {
    let nearest = NearestName.question(path, among: table.candidates(for: path).filter { $0 != path })
    return Refusal(.notFound, "There is nothing at '\(path.shown)'\(nearest)")
  }

  func methodNotAllowed(_ method: Request.Method, _ resource: Int) -> Refusal {
    let allow = allow(resource)
    return Refusal(
      .methodNotAllowed,
      "\(method.rawValue) is not allowed on '\(table.resources[resource].pattern)'; use \(allow).",
      headers: [.init("Allow", allow)])
  }

  private func allow(_ resource: Int) -> String {
    table.methods(resource).map(\.rawValue).joined(separator: ", ")
  }

  private func preflight(_ request: Request, _ resource: Int) -> Reply {
    let open = table.methods(resource).filter { method in
      table.endpoint(resource, method).map { !operations[$0].isWrite } ?? false
    }
    return services.crossOrigin.preflight(request, methods: open, allow: allow(resource))
  }
}

/// The headers that every response has: where the log stood, and which origins may read it.
struct CommonHeaders: Sendable {
  /// Returns the current state. The response may be given later than the request came.
  let now: @Sendable () -> Snapshot
  private let isVersioned: Bool
  private let headers: [Request.Field]

  init(isReading: Bool, isVersioned: Bool, origin: String?, _ services: Services) {
    now = services.now
    self.isVersioned = isVersioned
    var headers = isReading ? services.crossOrigin.headers(origin: origin) : []
    if services.crossOrigin.varies, isReading { headers.append(.init("Vary", "Origin")) }
    self.headers = headers
  }

  /// Leaves a reply alone whose content names the cursor: it was made whole, to be shared.
  func added(to reply: Reply, _ snapshot: Snapshot) -> Reply {
    reply.content.headers.contains(where: Self.isCursor) ? reply : added(toFresh: reply, snapshot)
  }

  /// Adds the headers to a reply that was made for this request alone.
  func added(toFresh reply: Reply, _ snapshot: Snapshot) -> Reply {
    var fields = reply.headers
    if isVersioned, !fields.contains(where: Self.isCursor) {
      fields.append(.init("Livery-Cursor", snapshot.cursor.description))
    }
    // Nothing is appended to an empty array: most responses share `headers`.
    fields = fields.isEmpty ? headers : fields + headers
    return Reply(status: reply.status, headers: fields, content: reply.content)
  }

  private static func isCursor(_ field: Request.Field) -> Bool { field.name == "Livery-Cursor" }

  func added(to watch: Outcome.Watch) -> Outcome.Watch {
    Outcome.Watch(channel: watch.channel, since: watch.since, wait: watch.wait) { end in
      switch watch.next(end) {
      case .reply(let reply): .reply(added(to: reply, now()))
      case .stay: .stay
      case .move(let other): .move(added(to: other))
      }
    }
  }

  func added(to stream: Outcome.Stream, _ snapshot: Snapshot) -> Outcome.Stream {
    let cursor = Request.Field("Livery-Cursor", snapshot.cursor.description)
    return Outcome.Stream(
      channel: stream.channel, since: stream.since, headers: stream.headers + [cursor] + headers,
      heartbeat: stream.heartbeat, life: stream.life, piece: stream.piece)
  }
}
