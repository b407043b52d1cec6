internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// A request's way from its first line to its outcome.
extension Worker {
  func began(_ connection: Connection, target: borrowing TargetBytes) {
    progress += 1
    // A turn may take long: what the request takes is counted from now on.
    let actions = connection.advance(.requestLine, at: .now, limits)
    if !actions.isEmpty { perform(actions, on: connection) }
    // No target is empty, so that one that can't be read is told from every other.
    if !target.equals(connection.target.text) { connection.target = RawTarget(target.text ?? "") }
  }

  func headed(_ connection: Connection, _ lines: RequestLines) -> StatusResponse? {
    connection.forgetHead()
    let check = lines.check
    tell(connection, .head(hasBody: check.hasBody))
    guard let answer = earlyAnswer(to: connection, lines, check) else { return nil }
    tell(connection, .answeredEarly)
    return answer
  }

  /// An answer that spares reading a body, where the head decides it already.
  private func earlyAnswer(
    to connection: Connection, _ lines: RequestLines, _ check: HeaderCheck
  ) -> StatusResponse? {
    do throws(WireRefusal) {
      try examine(connection, lines, check)
      guard check.hasBody else { return nil }
      if let refusal = connection.refusal { throw refusal }
      let limit = context.configuration.bodyLimit
      let length = lines.header("Content-Length").map { Int($0) ?? .max } ?? 0
      guard length <= limit else { throw .bodyTooLarge(limit) }
      connection.announced = UInt32(clamping: length)
    } catch { return refuse(connection, error) }
    return connection.method == .get || connection.method == .head ? nil : readyAnswer(to: connection, lines)
  }

  /// Looks at a head by itself. What a client may well have meant is refused when its request is complete, so that
  /// its connection stays; what may be meant to mislead, at once.
  private func examine(
    _ connection: Connection, _ lines: RequestLines, _ check: HeaderCheck
  ) throws(WireRefusal) {
    guard check.isWellFormed, !check.isAmbiguous else { throw .malformed }
    if check.hasTransferEncoding { try examineCoding(lines) }
    connection.refusal = refusal(of: connection, lines)
    if context.looksForClients { try count(ArrivedHead(connection: connection, lines: lines)) }
  }

  /// Behind a proxy the limit for each address holds for the requests that are under way.
  private func count(_ head: ArrivedHead) throws(WireRefusal) {
    let client = context.configuration.trustedProxies.client(of: head)
    guard client.origin == .header else { return }
    guard context.admit(from: client.address) else { throw .tooManyOfClient() }
    head.connection.client = client.address
  }

  /// Chunks are the one coding of a body in transfer, from HTTP/1.1 on.
  private func examineCoding(_ lines: RequestLines) throws(WireRefusal) {
    guard lines.version != "HTTP/1.0" else { throw .malformed }
    guard lines.header("Transfer-Encoding")?.equalsIgnoringASCIICase("chunked") ?? false else {
      throw .notImplemented
    }
  }

  private func refusal(of connection: Connection, _ lines: RequestLines) -> WireRefusal? {
    let configuration = context.configuration
    if connection.target.text.isEmpty { return .badTarget("it is not UTF-8, or holds a control character") }
    if connection.target.text.utf8.count > configuration.targetLimit {
      return .targetTooLong(configuration.targetLimit)
    }
    if lines.byteCount > configuration.headerLimit { return .headersTooLarge(configuration.headerLimit) }
    // The most frequent first. To make a string of it and look that up costs a small GET 1 % more instructions.
    guard let method = Request.Method.allCases.first(where: { lines.isMethod($0.rawValue) }) else {
      return lines.isMethodWellFormed ? .methodNotAllowed(lines.method) : .malformed
    }
    connection.method = method
    return nil
  }

  /// What the endpoints answer by the head alone.
  private func readyAnswer(to connection: Connection, _ lines: RequestLines) -> StatusResponse? {
    let head = ArrivedHead(connection: connection, lines: lines)
    guard let (reply, route) = responder.answer(early: head) else { return nil }
    return prepare(reply, connection, route: route)
  }

  func received(_ connection: Connection, _ piece: borrowing BodyPiece) -> Bool {
    progress += 1
    tell(connection, .bodyPiece)
    guard connection.body.count + piece.count <= context.configuration.bodyLimit else {
      return cutBody(of: connection, .bodyTooLarge(context.configuration.bodyLimit))
    }
    let (_, total) = context.receiving.wrappingAdd(piece.count, ordering: .relaxed)
    guard total <= context.configuration.bodiesLimit else {
      context.receiving.wrappingSubtract(piece.count, ordering: .relaxed)
      return cutBody(of: connection, .busy("Too much is being uploaded at once."))
    }
    makeRoom(for: piece.count, on: connection)
    piece.append(to: &connection.body)
    return true
  }

  /// A list that grows by itself is copied again and again, and leaves behind half of what it takes. For as much as was
  /// announced there is room once a part of it has come: anybody can announce much.
  private func makeRoom(for count: Int, on connection: Connection) {
    let come = connection.body.count
    guard come >= 64 << 10, come + count > connection.body.capacity else { return }
    connection.body.reserveCapacity(min(Int(connection.announced), come * 64))
  }

  /// In the midst of a body the library takes no answer: it is sent past it, and the connection closed.
  private func cutBody(of connection: Connection, _ refusal: WireRefusal) -> Bool {
    refuseDirectly(refusal, on: connection.descriptor)
    return false
  }

  func completed(_ connection: Connection, _ exchange: consuming Exchange) {
    progress += 1
    tell(connection, .requestComplete)
    // Let go unanswered, the connection closes.
    guard connection.state.isAnswering else { return }
    if let refusal = connection.refusal { return answer(exchange, refuse(connection, refusal)) }
    if connection.method == .options, connection.target.text == "*" {
      return answer(exchange, describeServer(to: connection))
    }
    if connection.body.isEmpty, let ready = readyAnswer(to: connection, exchange.lines) {
      return answer(exchange, ready)
    }
    do throws(WireRefusal) {
      let request = try request(of: connection, exchange.lines)
      let (outcome, route) = responder.answer(request)
      carryOut(outcome, for: connection, exchange, route: route)
    } catch {
      answer(exchange, refuse(connection, error))
    }
  }

  /// `OPTIONS *` asks about the server as a whole.
  private func describeServer(to connection: Connection) -> StatusResponse? {
    prepare(Reply(status: 204, headers: [WireRefusal.allow]), connection, route: "*")
  }

  private func request(of connection: Connection, _ lines: RequestLines) throws(WireRefusal) -> Request {
    let target = try RequestTarget(connection.target.text)
    var headers: [Request.Field] = []
    lines.forEachHeader { headers.append(Request.Field($0, $1)) }
    return Request(
      method: connection.method, target: connection.target, path: target.path, query: target.query,
      headers: headers, body: connection.body, peer: connection.peer, credential: connection.credential,
      isKnownLocal: connection.isKnownLocal, missed: connection.missed.take())
  }

  private func carryOut(
    _ outcome: Outcome, for connection: Connection, _ exchange: consuming Exchange, route: String
  ) {
    switch outcome {
    case .reply(let reply):
      watchFile(of: reply, on: connection)
      answer(exchange, prepare(reply, connection, route: route))
    case .watch(let watch): park(connection, exchange, watch, route: route)
    case .offload(let work): park(connection, exchange, work, route: route)
    case .stream(let stream): park(connection, exchange, stream, route: route)
    }
  }

  func answer(_ exchange: consuming Exchange, _ answer: StatusResponse?) {
    lastAnswer = now
    // Let go unanswered, the connection closes: memory for an answer has run out.
    if let answer { exchange.answer(answer) }
  }

  func refuse(_ connection: Connection, _ refusal: WireRefusal) -> StatusResponse? {
    counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    return prepare(refusal.reply, connection, route: "")
  }

  func prepare(_ reply: Reply, _ connection: Connection, route: String) -> StatusResponse? {
    count(
      connection, route: route, status: reply.status,
      took: MonotonicTime.now.span(since: connection.state.requestStart))
    return answer(sending: reply, on: connection)
  }

  /// The answer that sends a reply, or a refusal where clients leave too much unread already.
  func answer(sending reply: Reply, on connection: Connection) -> StatusResponse? {
    guard reply.content.number != 0 else { return reply.answer }
    guard let claim = context.sending.claim(reply.content) else {
      counters.update { $0.refusals[503, default: 0] += 1 }
      return WireRefusal.tooMuchUnread(SendingBytes.limit).reply.answer
    }
    connection.sending = claim
    return reply.answer
  }

  func endSending(_ connection: Connection) {
    endFile(on: connection)
    guard let claim = connection.sending.take() else { return }
    context.sending.end(claim)
  }

  /// Counts an answer, and tells the log where it wants to know.
  func count(_ connection: Connection, route: String, status: Int, took: MonotonicTime.Span) {
    counters.countRequest(route: route, status: status, took: took)
    guard let onAnswer = context.onAnswer else { return }
    let target = connection.target.text
    onAnswer(
      AnsweredRequest(
        method: connection.method.rawValue, target: target.isEmpty ? route : target,
        address: connection.client ?? connection.peer.address, status: status,
        microseconds: Int(took.nanoseconds / 1000)))
  }

  func finished(_ connection: Connection) {
    endSending(connection)
    tell(connection, .requestFinished(isDraining: drain != nil))
    context.receiving.wrappingSubtract(connection.body.count, ordering: .relaxed)
    connection.forgetRequest()
  }
}
