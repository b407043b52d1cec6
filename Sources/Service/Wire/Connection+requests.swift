internal import Bindings
internal import Changes
internal import Documents
internal import Synchronization
internal import ThemeAPI

// The way of a request from its first line to its outcome, by the callbacks of the library.

extension Connection: DaemonConnectionDelegate {
  func began(target bytes: borrowing TargetBytes) {
    worker.activity.progress += 1
    // A turn of the loop may take long: the time of a request is counted from now on.
    let actions = advance(.requestLine, at: .now)
    if !actions.isEmpty { worker.perform(actions, on: self) }
    // No target is empty, so an unreadable one differs from every other.
    if !bytes.equals(target.text) { target = RawTarget(bytes.text ?? "") }
  }

  func headed(_ check: HeaderCheck) -> StatusResponse? {
    forgetHead()
    worker.notify(self, .head(hasBody: check.hasBody))
    guard let answer = answerToHead(check) else { return nil }
    worker.notify(self, .answeredEarly)
    return answer
  }

  func received(_ piece: borrowing BodyPiece) -> Bool {
    let context = worker.context
    worker.activity.progress += 1
    worker.notify(self, .bodyPiece)
    guard body.count + piece.count <= bodyLimit else { return cutBody(.bodyTooLarge(bodyLimit)) }
    let (_, total) = context.receiving.wrappingAdd(piece.count, ordering: .relaxed)
    guard total <= context.configuration.bodiesLimit else {
      context.receiving.wrappingSubtract(piece.count, ordering: .relaxed)
      return cutBody(.busy("Too much is being uploaded at once."))
    }
    makeRoom(for: piece.count)
    piece.append(to: &body)
    return true
  }

  func completed(_ exchange: consuming Exchange) {
    worker.activity.progress += 1
    worker.notify(self, .requestComplete)
    // If the exchange is discarded unanswered, the connection closes.
    guard state.isAnswering else { return }
    if let refusal { return answer(exchange, refuse(refusal)) }
    if method == .options, target.text == "*" {
      // It asks about the server as a whole.
      return answer(exchange, prepare(Reply(status: 204, headers: [WireRefusal.allow]), route: "*"))
    }
    if body.isEmpty, let ready = readyAnswer() { return answer(exchange, ready) }
    do throws(WireRefusal) {
      let (outcome, route) = worker.responder.answer(try request())
      carryOut(outcome, exchange, route: route)
    } catch {
      answer(exchange, refuse(error))
    }
  }

  func finished() {
    endSending()
    worker.notify(self, .requestFinished(isDraining: worker.drain != nil))
    forgetRequest()
  }

  func closed() {
    endSending()
    peer.user.end()
    worker.countEnd(self)
    worker.notify(self, .closed)
    forgetRequest()
    worker.remove(self)
  }
}

/// The responses that the head decides.
extension Connection {
  /// The largest body of this request. A font may be larger than a document.
  private var bodyLimit: Int {
    max(worker.context.configuration.bodyLimit, target.text.hasPrefix("/v1/fonts/") ? FontFile.largest : 0)
  }

  /// Answers a request whose body need not be read. The library closes a connection whose head it has answered, so all
  /// others are answered when they are complete.
  private func answerToHead(_ check: HeaderCheck) -> StatusResponse? {
    do throws(WireRefusal) {
      try examine(check)
      guard check.hasBody else { return nil }
      if let refusal { throw refusal }
      let length = transport.header("Content-Length").map { Int($0) ?? .max } ?? 0
      guard length <= bodyLimit else { throw .bodyTooLarge(bodyLimit) }
      announced = UInt32(clamping: length)
    } catch { return refuse(error) }
    return method == .get || method == .head ? nil : readyAnswer()
  }

  /// Checks the head by itself. If the client may have meant it, the request is refused when it is complete, so that its
  /// connection stays; if it may be an attack, the request is refused immediately.
  private func examine(_ check: HeaderCheck) throws(WireRefusal) {
    guard check.isWellFormed, !check.isAmbiguous else { throw .malformed }
    if check.hasTransferEncoding { try examineCoding() }
    refusal = refusalOfLine()
    if check.hasPreference || check.isForwarded { countProxySigns(check) }
    if worker.context.looksForClients { try countClient() }
  }

  /// Counts the requests of each client behind a proxy: the limit for an address holds for them together.
  private func countClient() throws(WireRefusal) {
    let client = worker.context.configuration.trustedProxies.client(of: self)
    guard client.origin == .header else { return }
    guard worker.context.admit(from: client.address) else { throw .tooManyOfClient() }
    self.client = client.address
  }

  /// Accepts the transfer coding `chunked` alone, from HTTP/1.1 on.
  private func examineCoding() throws(WireRefusal) {
    guard transport.version != "HTTP/1.0" else { throw .malformed }
    guard transport.header("Transfer-Encoding")?.equalsIgnoringASCIICase("chunked") ?? false else {
      throw .notImplemented
    }
  }

  private func refusalOfLine() -> WireRefusal? {
    let configuration = worker.context.configuration
    if target.text.isEmpty { return .badTarget("it is not UTF-8, or holds a control character") }
    if target.text.utf8.count > configuration.targetLimit { return .targetTooLong(configuration.targetLimit) }
    if transport.headSize > configuration.headerLimit { return .headersTooLarge(configuration.headerLimit) }
    if transport.headCost > configuration.headRoom { return .tooManyHeaders }
    // In the order of their frequency. To make a string and look it up costs a small GET 1 % more instructions.
    guard let method = Request.Method.allCases.first(where: { transport.isMethod($0.rawValue) }) else {
      return transport.isMethodWellFormed ? .methodNotAllowed(transport.method) : .malformed
    }
    self.method = method
    return nil
  }

  private func readyAnswer() -> StatusResponse? {
    guard let (reply, route) = worker.responder.answer(early: self) else { return nil }
    worker.count(reply, to: self, route: route)
    return prepare(reply, route: route)
  }
}

extension Connection {
  /// Reserves room for the announced length once a part of the body has come: any client can announce much. An array that
  /// grows by itself is copied again and again, and leaves half of its memory behind.
  private func makeRoom(for count: Int) {
    guard body.count >= 64 << 10, body.count + count > body.capacity else { return }
    body.reserveCapacity(min(Int(announced), body.count * 64))
  }

  /// Sends a refusal directly and closes the connection: the library takes no response before the body has ended.
  private func cutBody(_ refusal: WireRefusal) -> Bool {
    worker.refuseDirectly(refusal, on: descriptor)
    return false
  }

  private func request() throws(WireRefusal) -> Request {
    let decoded = try RequestTarget(target.text)
    var headers: [Request.Field] = []
    transport.forEachHeader { headers.append(Request.Field($0, $1)) }
    return Request(
      method: method, target: target, path: decoded.path, query: decoded.query, headers: headers, body: body,
      peer: peer, credential: credential, isKnownLocal: isKnownLocal, missed: missed.take())
  }

  private func carryOut(_ outcome: Outcome, _ exchange: consuming Exchange, route: String) {
    switch outcome {
    case .reply(let reply):
      worker.watchFile(of: reply, on: self)
      worker.count(reply, to: self, route: route)
      answer(exchange, prepare(reply, route: route))
    case .watch(let watch): worker.park(self, exchange, watch, route: route)
    case .offload(let work): worker.park(self, exchange, work, route: route)
    case .stream(let stream): worker.park(self, exchange, stream, route: route)
    }
  }
}

extension Connection {
  func answer(_ exchange: consuming Exchange, _ answer: StatusResponse?) {
    worker.activity.lastAnswer = worker.now
    // Without memory for a response, the exchange is discarded unanswered and the connection closes.
    if let answer { exchange.answer(answer) }
  }

  /// Returns the response that sends a refusal, or nil if it is sent already.
  func refuse(_ refusal: WireRefusal) -> StatusResponse? {
    if refusal.status == WireRefusal.tooManyHeaders.status, !worker.context.isEncrypted,
      transport.headCost > worker.context.configuration.headRoom
    {
      // The library may have no room for a response, and would close the connection without one.
      worker.refuseDirectly(refusal, on: descriptor)
      Socket.cut(descriptor)
      return nil
    }
    worker.counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    return prepare(refusal.reply, route: "")
  }

  func prepare(_ reply: Reply, route: String) -> StatusResponse? {
    count(route: route, status: reply.status, took: timeSpent)
    return answer(sending: reply)
  }

  var timeSpent: MonotonicTime.Span { MonotonicTime.now.span(since: state.requestStart) }

  /// Returns the response that sends a reply, or a refusal if clients leave too much unread already.
  func answer(sending reply: Reply) -> StatusResponse? {
    guard reply.content.number != 0 else { return reply.answer }
    guard let claim = worker.context.sending.claim(reply.content) else {
      worker.counters.update { $0.refusals[503, default: 0] += 1 }
      return WireRefusal.tooMuchUnread(SendingBytes.limit).reply.answer
    }
    sending = claim
    return reply.answer
  }

  private func endSending() {
    worker.endFile(on: self)
    guard let claim = sending.take() else { return }
    worker.context.sending.end(claim)
  }

  /// Counts a response, and reports it to the log of requests.
  func count(route: String, status: Int, took: MonotonicTime.Span) {
    worker.counters.countRequest(route: route, status: status, took: took)
    guard let onAnswer = worker.context.onAnswer else { return }
    let keys = worker.current?.now.state.draftKeys
    onAnswer(
      AnsweredRequest(
        method: method.rawValue,
        target: target.text.isEmpty ? route : target.withoutKeys { keys?[$0] != nil },
        address: client ?? peer.address, status: status, microseconds: Int(took.nanoseconds / 1000),
        trace: TraceContext(of: self)))
  }
}
