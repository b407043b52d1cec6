internal import Changes
internal import Themes

/// Finds the endpoint of each request, refuses what no endpoint would take, gives every answer what all answers have.
package struct Router: Responder {
  private let shared: SharedServices
  private let endpoints: [any Endpoint]
  let operations: [Operation]
  let table: RouteTable
  private let reports: StatusReports

  package init(_ endpoints: [any Endpoint], services: Services) {
    shared = SharedServices(services)
    self.endpoints = endpoints
    operations = endpoints.map(\.operation)
    table = RouteTable(operations.map { ($0.method, $0.pattern) })
    reports = StatusReports(among: endpoints)
  }

  package var services: Services { shared.services }

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    guard let publisher = services.sharedLog else { return answer(request, in: services.now()) }
    return answer(request, from: publisher)
  }

  func answer(_ request: Request, in snapshot: Snapshot) -> (outcome: Outcome, route: String) {
    guard let match = table.match(request.path) else {
      return (finish(.reply(reply(toUnknown: request)), request, isReading: true, snapshot), "none")
    }
    let route = table.resources[match.resource].pattern
    if request.method == .options { return (.reply(preflight(request, match.resource)), route) }
    let showing = request.showing ?? services.gate.showing(by: request)
    let index = table.endpoint(match.resource, request.method)
    let operation = index.map { operations[$0] }
    let isWrite = operation?.isWrite ?? false
    let subject = isWrite ? WriteSubject(name: match.captures.first) : nil
    var outcome: Outcome
    do throws(Refusal) {
      guard let index, let operation else { throw methodNotAllowed(request.method, match.resource) }
      let author = try services.gate.admit(request, showing: showing, to: operation)
      try QueryCheck.check(request.query, operation)
      outcome = try endpoints[index].answer(
        Call(
          request: request, showing: showing, author: author, captures: match.captures,
          operation: operation, shared: shared, subject: subject, snapshot: snapshot))
    } catch {
      outcome = .reply(error.reply)
    }
    if let operation, let subject { outcome = recorded(outcome, subject, operation, showing, request) }
    let finished = finish(outcome, request, isReading: !isWrite, snapshot)
    return (paced(finished, showing, request, snapshot), route)
  }

  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    switch head.method {
    case .get, .head: ready(head)
    case .post, .put, .delete: refusal(early: head)
    case .options: nil
    }
  }

  /// The same, told to the log once its reply is there.
  private func recorded(
    _ outcome: Outcome, _ subject: WriteSubject, _ operation: Operation, _ showing: Gate.Showing,
    _ caller: some Caller
  ) -> Outcome {
    let author = services.gate.name(of: caller, showing, operation)
    let address = services.gate.client(of: caller).address
    let tell = { @Sendable [onWrite = services.onWrite] (reply: Reply) in
      if let record = subject.record(of: operation, by: author, from: address, reply) { onWrite(record) }
    }
    switch outcome {
    case .reply(let reply): tell(reply)
    case .offload(let work):
      return .offload(
        work.then { reply in
          tell(reply)
          return reply
        })
    case .watch, .stream: break
    }
    return outcome
  }

  /// Whoever goes on sending tokens that nobody knows waits for what they get.
  private func paced(
    _ outcome: Outcome, _ showing: Gate.Showing, _ request: Request, _ snapshot: Snapshot
  ) -> Outcome {
    guard showing == .unknownToken, case .reply(let reply) = outcome,
      services.gate.wrongTokens.note(from: services.gate.client(of: request).address, at: services.clock())
    else { return outcome }
    return .watch(
      .init(channel: Outcome.Watch.noChannel, since: snapshot.cursor.revision, wait: WrongTokens.pause) { _ in
        .reply(reply)
      })
  }
}

/// Refusals that need no endpoint.
extension Router {
  private func reply(toUnknown request: Request) -> Reply {
    guard [.get, .head].contains(request.method), let page = DocsGuide.page(before: request.path) else {
      return notFound(request.path).reply
    }
    return Reply(status: 308, headers: [.init("Location", page)])
  }

  private func notFound(_ path: String) -> Refusal {
    let nearest = NearestName.question(path, among: table.candidates(for: path).filter { $0 != path })
    return Refusal(.notFound, "There is nothing at '\(path.shown)'\(nearest)")
  }

  private func methodNotAllowed(_ method: Request.Method, _ resource: Int) -> Refusal {
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

  private func refusal(early head: any RequestHead) -> (reply: Reply, route: String)? {
    guard let path = head.target.plainPath else { return nil }
    let refusal: Refusal?
    var route = "none"
    var operation: Operation?
    var name: String?
    if let match = table.match(path) {
      route = table.resources[match.resource].pattern
      if let index = table.endpoint(match.resource, head.method) {
        if isGuessing(head) { return nil }
        (operation, name) = (operations[index], match.captures.first)
        refusal = admit(head, to: operations[index])
      } else {
        refusal = methodNotAllowed(head.method, match.resource)
      }
    } else {
      refusal = notFound(String(path))
    }
    guard let refusal else { return nil }
    if head.showing == .unknownToken {
      _ = services.gate.wrongTokens.note(from: services.gate.client(of: head).address, at: services.clock())
    }
    if let operation, operation.isWrite {
      _ = recorded(.reply(refusal.reply), WriteSubject(name: name), operation, showing(by: head), head)
    }
    let common = CommonHeaders(
      isReading: true, isVersioned: path.hasPrefix(Self.versioned), origin: head.header("Origin"), services)
    return (common.added(toFresh: refusal.reply, services.now()), route)
  }
}

/// What every answer gets, and the answers that are ready before anything is asked.
extension Router {
  /// What the paths begin with whose answers tell where the log stood.
  static let versioned = "/v1/"

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
    // What the client has seen may be news here.
    if services.sharedLog != nil, head.header(CursorWanted.header) != nil { return nil }
    // Where they sit is found out only for those to whom it makes a difference: it takes many headers.
    let readsEverything = !services.gate.guardsReads || showing(by: head).readsEverything
    let reader = readsEverything ? nil : self.reader(head)
    guard readsEverything || reader?.has(.read) ?? false else { return nil }
    return services.representations.reply(to: head, in: services.now()) { audience in
      readsEverything && audience.isForAllReaders
        || (reader ?? self.reader(head)).map(audience.admits) ?? false
    }
  }

  /// Nil for a token that nobody knows where it makes a difference whether it is known: that answer may have to come
  /// late.
  private func reader(_ head: any RequestHead) -> Author? {
    let showing = showing(by: head)
    guard showing != .unknownToken else { return nil }
    return services.gate.author(of: head, showing, for: .read, isWrite: false)
  }

  /// Nil, or why not.
  private func admit(_ head: any RequestHead, to operation: Operation) -> Refusal? {
    do throws(Refusal) {
      _ = try services.gate.admit(head, showing: showing(by: head), to: operation)
      return nil
    } catch { return error }
  }

  /// Whether the answer would have to come late, which one by the head alone can't.
  private func isGuessing(_ head: any RequestHead) -> Bool {
    showing(by: head) == .unknownToken
      && services.gate.wrongTokens.isLate(from: services.gate.client(of: head).address, at: services.clock())
  }

  private func showing(by head: any RequestHead) -> Gate.Showing {
    if let known = head.showing { return known }
    let showing = services.gate.showing(by: head)
    head.showing = showing
    return showing
  }

  func finish(_ outcome: Outcome, _ request: Request, isReading: Bool, _ snapshot: Snapshot)
    -> Outcome
  {
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

/// The headers that every answer has: where the log stood, and who may read it.
private struct CommonHeaders: Sendable {
  /// What holds when the answer is given, which may be later than the question.
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

  /// A reply whose bytes name the cursor has them already: it was rendered whole, to be shared.
  func added(to reply: Reply, _ snapshot: Snapshot) -> Reply {
    reply.content.headers.contains(where: Self.isCursor) ? reply : added(toFresh: reply, snapshot)
  }

  /// The same for a reply that was made for this request alone.
  func added(toFresh reply: Reply, _ snapshot: Snapshot) -> Reply {
    var fields = reply.headers
    if isVersioned, !fields.contains(where: Self.isCursor) {
      fields.append(.init("Livery-Cursor", snapshot.cursor.description))
    }
    // Not appended to nothing: most answers share the array.
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
