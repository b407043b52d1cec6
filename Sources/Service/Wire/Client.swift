internal import Bindings
internal import ThemeAPI

/// A connection as its worker knows it, with the one request that it has under way.
final class Client {
  enum Stage {
    /// Between two requests, or before the first.
    case idle
    case head, body, responder
    /// Held until something happens: a change, a deadline, work that is done.
    case watching, offloaded, streaming
  }

  /// Lets go of the client when the connection closes.
  let worker: Worker
  /// Its place among the worker's clients, which is another's once the connection has closed.
  let slot: Int
  let descriptor: Int32
  /// Unlike any other connection's of this worker, before or after.
  let generation: UInt32
  let peer: Request.Peer

  var stage = Stage.idle
  /// When it is cut off, unless something happens before.
  var deadline: MonotonicTime
  /// When the request line had come.
  var start: MonotonicTime
  var method = Request.Method.get
  /// Of this request, or of the one before while the next has not come: most connections ask for one thing only.
  var target = RawTarget.unknown
  var body: [UInt8] = []
  /// What the gate said to the head of this request.
  var admission: Gate.Admission?
  /// What the request will be refused with once it is complete.
  var refusal: Refused?
  var hold: Hold?
  /// Whether its socket is watched for departure; once asked for, it stays so until it fires.
  var isWatchedForDeparture = false
  var hasServed = false

  init(
    of worker: Worker, slot: Int, descriptor: Int32, generation: UInt32, peer: Request.Peer,
    deadline: MonotonicTime, now: MonotonicTime
  ) {
    self.worker = worker
    self.slot = slot
    self.descriptor = descriptor
    self.generation = generation
    self.peer = peer
    self.deadline = deadline
    start = now
  }

  func beginHead(within time: MonotonicTime.Span, from now: MonotonicTime) {
    stage = .head
    start = now
    deadline = now + time
  }

  /// Lets go of what belongs to the request that is done.
  func reset(deadline: MonotonicTime) {
    stage = .idle
    self.deadline = deadline
    if !body.isEmpty { body = [] }
    admission = nil
    refusal = nil
    hold = nil
    hasServed = true
  }
}

/// What the daemon tells of a connection is told to the worker whose it is.
extension Client: DaemonClient {
  func began(target: borrowing TargetBytes) { worker.began(self, target: target) }
  func headed(_ head: RequestLines) -> Answer? { worker.headed(self, head) }
  func received(_ piece: borrowing BodyPiece) -> Bool { worker.received(self, piece) }
  func completed(_ exchange: consuming Exchange) { worker.completed(self, exchange) }
  func finished() { worker.finished(self) }
  func closed() { worker.closed(self) }
}

/// A refusal that waits for the end of its request; a box, since nearly every client has none.
final class Refused {
  let refusal: WireRefusal

  init(_ refusal: WireRefusal) { self.refusal = refusal }
}

/// The head under way, as endpoints look into it.
extension Client: RequestHead {
  func header(_ name: String) -> String? { worker.lines?.header(name) }
}

/// A client that is held, with what will end it: its exchange where it waits for its answer, its open answer where
/// it has been given one.
final class Hold {
  final class Stream {
    let stream: Outcome.Stream
    let answer: OpenAnswer
    /// The revision that the client knows.
    var since: UInt64
    let end: MonotonicTime

    init(_ stream: Outcome.Stream, _ answer: OpenAnswer, since: UInt64, end: MonotonicTime) {
      self.stream = stream
      self.answer = answer
      self.since = since
      self.end = end
    }
  }

  var exchange: ParkedExchange?
  let watch: Outcome.Watch?
  let stream: Stream?
  let deadline: MonotonicTime
  var ticket: WatchTicket?
  let route: String
  /// What the request took until it was held; being held does not count as latency.
  let spent: MonotonicTime.Span

  init(
    _ exchange: consuming ParkedExchange, watch: Outcome.Watch?, deadline: MonotonicTime, route: String,
    spent: MonotonicTime.Span
  ) {
    self.exchange = consume exchange
    self.watch = watch
    stream = nil
    self.deadline = deadline
    self.route = route
    self.spent = spent
  }

  init(_ stream: Stream, deadline: MonotonicTime, route: String) {
    exchange = nil
    watch = nil
    self.stream = stream
    self.deadline = deadline
    self.route = route
    spent = MonotonicTime.Span(.zero)
  }
}
