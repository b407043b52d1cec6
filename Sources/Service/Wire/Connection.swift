internal import Bindings
internal import Changes
internal import Synchronization
internal import ThemeAPI

/// A connection as its worker knows it, with its current request.
final class Connection {
  let worker: Worker
  /// The library's side of the connection. It releases this object when it closes.
  let transport: DaemonConnection
  let key: ConnectionKey
  let peer: Request.Peer
  let isTrustedProxy: Bool

  private(set) var state: ConnectionState
  var method = Request.Method.get
  /// The target of this request, or of the previous one until the next has come: most connections send one target only.
  var target = RawTarget.unknown
  var body: [UInt8] = []
  /// The credential of this request, once the gate has read it.
  var credential: Credential?
  /// Indicates whether the gate has found no signal that this request comes from elsewhere.
  var isKnownLocal = false
  /// The snapshot in which no reply for the target is cached.
  var missed: Snapshot?
  /// The length of the body as its head announces it; 0 if it does not.
  var announced: UInt32 = 0
  /// The client that a trusted proxy names, if that was looked for.
  var client: String?
  /// The refusal of the request, to be sent once it is complete.
  var refusal: WireRefusal?
  var parked: ParkedRequest?
  /// The claim for the bytes of the response, if they are many.
  var sending: SendingBytes.Claim?
  /// The image that the response sends.
  var image: OpenImage?
  /// Indicates whether the socket is watched for the departure of the client. It stays so until it fires.
  var isWatchedForDeparture = false
  /// The state in which the client is counted.
  var counted = CountedClient()

  init(
    of worker: Worker, _ transport: DaemonConnection, _ key: ConnectionKey, peer: Request.Peer,
    state: ConnectionState
  ) {
    self.worker = worker
    self.transport = transport
    self.key = key
    self.peer = peer
    isTrustedProxy = worker.context.configuration.trustedProxies.contains(peer.address)
    self.state = state
  }

  var descriptor: Int32 { transport.descriptor }

  /// Reports an event to the state. Returns the actions to perform.
  func advance(_ event: ConnectionEvent, at now: MonotonicTime) -> ConnectionActions {
    // Changed in place, it would be guarded against a second access at run time: 2 % of a small GET.
    var next = state
    defer { state = next }
    return next.handle(event, at: now, limits: worker.context.limits)
  }

  /// Indicates whether the request has one of these tokens, or one that the gate has not read.
  func usesToken(among tokens: Set<AccessToken>) -> Bool {
    if case .token(let token)? = credential { return tokens.contains(token) }
    return credential == nil && header("Authorization") != nil
  }

  func forgetHead() { (credential, isKnownLocal, missed) = (nil, false, nil) }

  /// Discards everything that belongs to the request.
  func forgetRequest() {
    worker.context.receiving.wrappingSubtract(body.count, ordering: .relaxed)
    if !body.isEmpty { body = [] }
    forgetHead()
    refusal = nil
    if let client { worker.context.release(from: client) }
    client = nil
  }
}

extension Request.Peer {
  /// The peer of a connection with this descriptor. Only a user of this machine is ever looked up.
  init(_ address: SocketAddress, on descriptor: Int32) {
    guard address.isLoopback else {
      self.init(address: address.text, isLoopback: false)
      return
    }
    let user = PeerUser {
      let server = PeerOwner.ownUser
      return switch PeerOwner(of: descriptor) {
      case .user(0), .user(server): .trusted
      case .user(let user): .other(user, server: server)
      case .unknown(let reason): .unknown(reason)
      }
    }
    self.init(address: address.text, isLoopback: true, user: user)
  }
}

/// The head of the current request, valid during the callbacks of the library and while the request is parked.
extension Connection: RequestHead {
  func header(_ name: String) -> String? { transport.header(name) }

  func list(_ name: String) -> String? {
    var joined: String?
    transport.forEachHeader { each, value in
      if each.equalsIgnoringASCIICase(name) { joined = joined.map { "\($0), \(value)" } ?? value }
    }
    return joined
  }

  func headerName(beginningWith prefix: String) -> String? { transport.headerName(beginningWith: prefix) }

  func remember(_ fact: HeadFact) {
    switch fact {
    case .credential(let credential): self.credential = credential
    case .isLocal: isKnownLocal = true
    case .missed(let snapshot): missed = snapshot
    }
  }
}

/// The name of a connection of a worker.
struct ConnectionKey: Hashable {
  /// The place among the worker's connections, which is reused after a connection has closed.
  let slot: Int
  /// A number that distinguishes the connection from an earlier one in the same slot.
  let generation: UInt32

  /// The number of generations before they begin again.
  static let generations: UInt32 = 1 << 31
}

/// The connections of a worker, by their slots.
struct ConnectionTable {
  private(set) var slots: [Connection?] = []
  private var freeSlots: [Int] = []
  private var lastGeneration: UInt32 = 0
  private(set) var count = 0
  /// The slots of the connections that are being sent files.
  var sendingFiles: Set<Int> = []

  subscript(slot: Int) -> Connection? { slots[slot] }

  /// Returns the connection in a slot, or nil if it is another one or none.
  func find(_ key: ConnectionKey) -> Connection? {
    guard key.slot < slots.count, let connection = slots[key.slot], connection.key == key else { return nil }
    return connection
  }

  /// Makes a connection for a free slot and a new generation.
  mutating func add(_ make: (ConnectionKey) -> Connection) -> Connection {
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(nil) }
    lastGeneration = (lastGeneration + 1) % ConnectionKey.generations
    count += 1
    let connection = make(ConnectionKey(slot: slot, generation: lastGeneration))
    slots[slot] = connection
    return connection
  }

  mutating func remove(_ connection: Connection) {
    slots[connection.key.slot] = nil
    freeSlots.append(connection.key.slot)
    count -= 1
  }
}

/// The performance of the actions that the states of connections return.
extension Worker {
  /// Reports an event to a connection's state, and performs its actions.
  func notify(_ connection: Connection, _ event: ConnectionEvent) {
    let actions = connection.advance(event, at: now)
    if !actions.isEmpty { perform(actions, on: connection) }
  }

  func notifyAll(_ event: ConnectionEvent) {
    for case let connection? in connections.slots { notify(connection, event) }
  }

  func perform(_ actions: ConnectionActions, on connection: Connection) {
    if actions.contains(.refuseAsTooSlow) { refuseDirectly(.tooSlow, on: connection.descriptor) }
    if actions.contains(.interrupt) { interrupt(connection) }
    if actions.contains(.dropParked) { dropParked(connection) }
    if actions.contains(.stopReading) { Socket.stopReading(connection.descriptor) }
    if actions.contains(.cut) { Socket.cut(connection.descriptor) }
  }

  /// Sends a refusal without the daemon, which takes no response at that moment. On an encrypted connection nothing can be
  /// sent that way.
  func refuseDirectly(_ refusal: WireRefusal, on descriptor: Int32) {
    counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    if !context.isEncrypted { Socket.send(descriptor, refusal.message) }
  }
}
