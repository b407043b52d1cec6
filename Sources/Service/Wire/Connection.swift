internal import Bindings
internal import Changes
internal import ThemeAPI

/// A connection as its worker knows it, with the one request that it has under way.
final class Connection {
  /// Lets go of the connection when it closes.
  let worker: Worker
  /// Its place among the worker's connections, which is another's once this one has closed.
  let slot: Int
  let descriptor: Int32
  /// Unlike any other connection's of this worker, before or after.
  let generation: UInt32
  let peer: Request.Peer

  private(set) var state: ConnectionState
  var method = Request.Method.get
  /// Of this request, or of the one before while the next has not come: most connections ask for one thing only.
  var target = RawTarget.unknown
  var body: [UInt8] = []
  /// The credential of this request, once the gate has read it.
  var credential: Credential?
  /// Indicates whether the gate has found no signal that this request comes from elsewhere.
  var isKnownLocal = false
  /// The snapshot in which no reply for the target is cached.
  var missed: Snapshot?
  /// How long its head says that the body is; 0 where it does not say.
  var announced: UInt32 = 0
  /// The client for whom a trusted proxy asks, where that was looked for.
  var client: String?
  /// What the request will be refused with once it is complete.
  var refusal: WireRefusal?
  var parked: ParkedRequest?
  /// Of an encrypted connection.
  var handshake: TLSHandshake?
  /// Its part in what is being sent, where that is large.
  var sending: SendingBytes.ClaimedBytes?
  /// What its answer is sent from.
  var image: OpenImage?
  /// Whether its socket is watched for departure; once asked for, it stays so until it fires.
  var isWatchedForDeparture = false

  init(
    of worker: Worker, slot: Int, descriptor: Int32, generation: UInt32, peer: Request.Peer,
    state: ConnectionState
  ) {
    self.worker = worker
    self.slot = slot
    self.descriptor = descriptor
    self.generation = generation
    self.peer = peer
    self.state = state
  }

  /// Takes note of an event; returns what is to be done about it.
  func advance(
    _ event: ConnectionEvent, at now: MonotonicTime, _ limits: ConnectionState.Limits
  ) -> ConnectionActions {
    // Changed where it is, it would be guarded against a second access at run time: 2 % of a small GET.
    var next = state
    defer { state = next }
    return next.handle(event, at: now, limits: limits)
  }

  /// Lets go of what belongs to the request that is done.
  func forgetRequest() {
    if !body.isEmpty { body = [] }
    forgetHead()
    refusal = nil
    if let client { worker.context.release(from: client) }
    client = nil
  }
}

extension Connection {
  /// Discards the facts about a head.
  func forgetHead() {
    (credential, isKnownLocal) = (nil, false)
    missed = nil
  }
}

/// What the daemon tells of a connection goes to the worker that owns it.
extension Connection: DaemonConnectionDelegate {
  func began(target: borrowing TargetBytes) { worker.began(self, target: target) }
  func headed(_ head: RequestLines) -> StatusResponse? { worker.headed(self, head) }
  func received(_ piece: borrowing BodyPiece) -> Bool { worker.received(self, piece) }
  func completed(_ exchange: consuming Exchange) { worker.completed(self, exchange) }
  func finished() { worker.finished(self) }
  func closed() { worker.closed(self) }
}

/// The head of a request as endpoints look into it, while the call lasts that brings it.
struct ArrivedHead: RequestHead {
  let connection: Connection
  let lines: RequestLines

  var method: Request.Method { connection.method }
  var target: RawTarget { connection.target }
  var peer: Request.Peer { connection.peer }
  var credential: Credential? { connection.credential }
  var isKnownLocal: Bool { connection.isKnownLocal }
  func remember(_ fact: HeadFact) {
    switch fact {
    case .credential(let credential): connection.credential = credential
    case .isLocal: connection.isKnownLocal = true
    case .missed(let snapshot): connection.missed = snapshot
    }
  }
  func header(_ name: String) -> String? { lines.header(name) }
  func list(_ name: String) -> String? {
    var joined: String?
    lines.forEachHeader { each, value in
      if each.equalsIgnoringASCIICase(name) { joined = joined.map { "\($0), \(value)" } ?? value }
    }
    return joined
  }
  func headerName(beginningWith prefix: String) -> String? { lines.headerName(beginningWith: prefix) }
}
