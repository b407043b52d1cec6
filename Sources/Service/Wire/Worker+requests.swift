internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// A request's way from its first line to its outcome.
extension Worker {
  func began(_ client: Client, target: borrowing TargetBytes) {
    progress += 1
    if client.stage != .head { client.beginHead(within: shared.headerTime, from: .now) }
    // No target is empty, so that one that is no UTF-8 is told from every other.
    if !target.spell(client.target.text) { client.target = RawTarget(target.text ?? "") }
  }

  func headed(_ client: Client, _ lines: RequestLines) -> Answer? {
    client.stage = .body
    client.admission = nil
    do throws(WireRefusal) {
      let shape = try examine(client, lines)
      guard shape.hasBody else { return nil }
      client.deadline = client.start + shared.bodyTime
      return try earlyAnswer(to: client, lines)
    } catch { return refuse(client, error) }
  }

  /// Looks at a head by itself. What a client may well have meant is refused when its request is complete, so that
  /// its connection stays; what may be meant to mislead, at once.
  private func examine(_ client: Client, _ lines: RequestLines) throws(WireRefusal) -> HeadShape {
    let shape = lines.shape
    guard shape.isSound, !shape.isAmbiguous else { throw .malformed }
    try examineCoding(lines, shape)
    if let refusal = refusal(of: client, lines) { client.refusal = Refused(refusal) }
    return shape
  }

  /// Chunks are the one coding of a body in transfer, from HTTP/1.1 on.
  private func examineCoding(_ lines: RequestLines, _ shape: HeadShape) throws(WireRefusal) {
    guard shape.hasTransferEncoding else { return }
    guard lines.version != "HTTP/1.0" else { throw .malformed }
    guard lines.header("Transfer-Encoding")?.equalsIgnoringASCIICase("chunked") ?? false else {
      throw .notImplemented
    }
  }

  private func refusal(of client: Client, _ lines: RequestLines) -> WireRefusal? {
    let configuration = shared.configuration
    if client.target.text.isEmpty { return .badTarget("it is not UTF-8") }
    if client.target.text.utf8.count > configuration.targetLimit {
      return .targetTooLong(configuration.targetLimit)
    }
    if lines.byteCount > configuration.headerLimit { return .headersTooLarge(configuration.headerLimit) }
    // The commonest first; making a string of it to look it up takes longer.
    guard let method = Request.Method.allCases.first(where: { lines.isMethod($0.rawValue) }) else {
      return .methodNotAllowed(lines.method)
    }
    client.method = method
    return nil
  }

  /// An answer that spares reading a body, where the head decides it already.
  private func earlyAnswer(to client: Client, _ lines: RequestLines) throws(WireRefusal) -> Answer? {
    if let refused = client.refusal { throw refused.refusal }
    let limit = shared.configuration.bodyLimit
    if let length = lines.header("Content-Length"), Int(length).map({ $0 > limit }) ?? true {
      throw .bodyTooLarge(limit)
    }
    return client.method == .get || client.method == .head ? nil : early(client, lines)
  }

  /// What the endpoints answer by the head alone.
  private func early(_ client: Client, _ lines: RequestLines) -> Answer? {
    self.lines = lines
    defer { self.lines = nil }
    guard let (reply, route) = responder.answer(early: client) else { return nil }
    return prepare(reply, client, route: route)
  }

  func received(_ client: Client, _ piece: borrowing BodyPiece) -> Bool {
    progress += 1
    guard client.body.count + piece.count <= shared.configuration.bodyLimit else {
      return cut(client, .bodyTooLarge(shared.configuration.bodyLimit))
    }
    let (_, total) = shared.receiving.wrappingAdd(piece.count, ordering: .relaxed)
    guard total <= shared.configuration.bodiesLimit else {
      shared.receiving.wrappingSubtract(piece.count, ordering: .relaxed)
      return cut(client, .busy("Too much is being uploaded at once."))
    }
    piece.append(to: &client.body)
    return true
  }

  /// In the midst of a body the library takes no answer: it is sent past it, and the connection closed.
  private func cut(_ client: Client, _ refusal: WireRefusal) -> Bool {
    counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    if !shared.isEncrypted { Socket.send(client.descriptor, refusal.message) }
    return false
  }

  func completed(_ client: Client, _ exchange: consuming Exchange) {
    progress += 1
    client.stage = .responder
    client.deadline = .distantFuture
    if let refused = client.refusal { return answer(exchange, refuse(client, refused.refusal)) }
    if client.method == .options, client.target.text == "*" {
      return answer(exchange, describeServer(to: client))
    }
    if client.body.isEmpty, let ready = early(client, exchange.lines) { return answer(exchange, ready) }
    do throws(WireRefusal) {
      let request = try request(of: client, exchange.lines)
      let (outcome, route) = responder.answer(request)
      carryOut(outcome, for: client, exchange, route: route)
    } catch {
      answer(exchange, refuse(client, error))
    }
  }

  /// `OPTIONS *` asks about the server as a whole.
  private func describeServer(to client: Client) -> Answer? {
    prepare(Reply(status: 204, headers: [WireRefusal.allow]), client, route: "*")
  }

  private func request(of client: Client, _ lines: RequestLines) throws(WireRefusal) -> Request {
    let target = try RequestTarget(client.target.text)
    var headers: [Request.Field] = []
    lines.forEachHeader { headers.append(Request.Field($0, $1)) }
    return Request(
      method: client.method, target: client.target, path: target.path, query: target.query, headers: headers,
      body: client.body, peer: client.peer, admission: client.admission)
  }

  private func carryOut(
    _ outcome: Outcome, for client: Client, _ exchange: consuming Exchange, route: String
  ) {
    switch outcome {
    case .reply(let reply): answer(exchange, prepare(reply, client, route: route))
    case .watch(let watch): hold(client, exchange, watch, route: route)
    case .offload(let work): hold(client, exchange, work, route: route)
    case .stream(let stream): hold(client, exchange, stream, route: route)
    }
  }

  func answer(_ exchange: consuming Exchange, _ answer: Answer?) {
    lastAnswer = now
    // Let go unanswered, the connection closes: memory for an answer has run out.
    if let answer { exchange.answer(answer) }
  }

  func refuse(_ client: Client, _ refusal: WireRefusal) -> Answer? {
    counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    return prepare(refusal.reply, client, route: "")
  }

  func prepare(_ reply: Reply, _ client: Client, route: String) -> Answer? {
    counters.countRequest(
      route: route, status: reply.status, took: MonotonicTime.now.span(since: client.start))
    return PreparedAnswers.answer(reply)
  }

  func finished(_ client: Client) {
    if client.hold != nil { unhold(client) }
    shared.receiving.wrappingSubtract(client.body.count, ordering: .relaxed)
    client.reset(deadline: now + shared.idleTime)
    if drain != nil { Socket.stopReading(client.descriptor) }
  }
}
