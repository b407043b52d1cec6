internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// The connections that the daemon does not have: refused ones, and ones that have sent nothing yet.
struct Accepting: ~Copyable {
  fileprivate(set) var listeners: [Listener]
  /// The connections that have sent nothing yet, by their descriptors.
  fileprivate(set) var pending: [Int32: PendingConnection] = [:]
  /// The addresses of the connections that were added to the daemon and that it has not reported yet, by their descriptors.
  fileprivate var added: [Int32: SocketAddress] = [:]
  var lingering = Lingering()
  /// A descriptor that is closed to accept and refuse a client when descriptors have run out.
  fileprivate var reserve = Descriptor.spare()
  /// The time at which accepting resumes after descriptors had run out.
  fileprivate(set) var resumesAt: MonotonicTime?

  init(_ listeners: [Listener]) { self.listeners = listeners }

  /// Indicates whether no connection is pending or lingering.
  var isIdle: Bool { pending.isEmpty && lingering.isEmpty }

  mutating func close() {
    listeners = []
    pending = [:]
  }
}

/// An accepted connection that has sent nothing yet. It holds a descriptor and no memory of the library.
final class PendingConnection {
  let number: Int32
  fileprivate var descriptor: Descriptor?
  fileprivate let address: SocketAddress
  let deadline: MonotonicTime

  init(_ descriptor: consuming Descriptor, _ address: SocketAddress, deadline: MonotonicTime) {
    number = descriptor.number
    self.descriptor = consume descriptor
    self.address = address
    self.deadline = deadline
  }
}

extension Worker {
  /// Accepts connections, up to a limit, so that those accepted before are not kept waiting.
  func accept() {
    for listener in accepting.listeners where accepting.resumesAt == nil { accept(from: listener) }
  }

  /// Accepts the connections that would be refused when the listeners close.
  func acceptLast() {
    guard accepting.resumesAt == nil else { return }
    for listener in accepting.listeners where !listener.isInherited { accept(from: listener) }
  }

  private func accept(from listener: Listener) {
    for _ in 0..<256 {
      switch context.accepting.withLock({ _ in listener.accept() }) {
      case .connection(let number, let address): admit(number, address)
      case .none: return
      case .exhausted: return refuseWithReserve(listener)
      }
    }
  }

  /// Takes over a connection, or refuses it if there are too many.
  func admit(_ number: Int32, _ address: SocketAddress) {
    counters.update { $0.accepted += 1 }
    guard context.admit(address) else { return reject(Descriptor(owning: number), .tooManyConnections()) }
    counters.update { $0.connections += 1 }
    inspect(PendingConnection(Descriptor(owning: number), address, deadline: now + context.limits.idle))
  }

  /// Adds a connection to the daemon once its first bytes are there. The library closes a connection without a response if
  /// the first line has one word or more than three, so such a line is answered here. An encrypted connection takes a session
  /// of GnuTLS from then on, so it must begin with a handshake.
  func inspect(_ connection: PendingConnection) {
    let number = connection.number
    switch context.isEncrypted ? Socket.encryptedOpening(of: number) : Socket.opening(of: number) {
    case .silent:
      accepting.pending[number] = connection
      let token = WatchToken(.pending(number)).rawValue
      if !epoll.watch(number, [.readable, .once], token: token) { discard(connection) }
    case .plausible: adopt(connection)
    case .broken:
      discard(connection)
      if let descriptor = connection.descriptor.take() { reject(descriptor, .malformed) }
    case .end: discard(connection)
    }
  }

  private func adopt(_ connection: PendingConnection) {
    let number = connection.number
    accepting.pending[number] = nil
    accepting.added[number] = connection.address
    if let number = connection.descriptor.take()?.release() {
      daemons.current?.add(number, from: connection.address)
    }
    // The library has refused a connection that it took without reporting it.
    if accepting.added.removeValue(forKey: number) != nil { discard(connection) }
  }

  /// Forgets a connection that the daemon never had.
  func discard(_ connection: PendingConnection) {
    accepting.pending[connection.number] = nil
    context.release(connection.address.text)
    counters.update { $0.connections -= 1 }
  }

  /// Sends a refusal, then reads the rest of the client's bytes before closing.
  private func reject(_ descriptor: consuming Descriptor, _ refusal: WireRefusal) {
    refuseDirectly(refusal, on: descriptor.number)
    linger(descriptor)
  }

  /// Refuses a few clients by the reserved descriptor when descriptors have run out, without lingering, which would keep it.
  /// Then accepting pauses for a moment, since the listening socket stays readable and the loop would spin.
  private func refuseWithReserve(_ listener: Listener) {
    context.accepting.withLock { _ in
      for _ in 0..<16 where accepting.reserve.take() != nil {
        if case .connection(let number, _) = listener.accept() { refuseAtOnce(Descriptor(owning: number)) }
        accepting.reserve = Descriptor.spare()
      }
    }
    watchListeners([])
    accepting.resumesAt = now + .milliseconds(100)
  }

  private func refuseAtOnce(_ descriptor: consuming Descriptor) {
    refuseDirectly(.tooManyConnections(), on: descriptor.number)
    Socket.stopWriting(descriptor.number)
    while case .some = Socket.discard(descriptor.number) {}
  }

  func resumeAccepting() {
    accepting.resumesAt = nil
    if accepting.reserve == nil { accepting.reserve = Descriptor.spare() }
    watchListeners(.readable)
  }

  private func watchListeners(_ interest: Epoll.Interest) {
    for listener in accepting.listeners {
      try? epoll.modify(listener.descriptor, interest, token: WatchToken(.listener).rawValue)
    }
  }

  func stopAccepting() {
    for listener in accepting.listeners { epoll.remove(listener.descriptor) }
    accepting.listeners = []
  }
}

extension Worker: DaemonHost {
  func opened(_ transport: DaemonConnection) -> (any DaemonConnectionDelegate)? {
    guard let address = accepting.added.removeValue(forKey: transport.descriptor) else { return nil }
    activity.progress += 1
    // The daemon has it because its first bytes have come.
    let state = ConnectionState(
      openedAt: now, beginning: context.isEncrypted ? .handshake : .head, limits: context.limits)
    return connections.add { key in
      Connection(
        of: self, transport, key, peer: Request.Peer(address, on: transport.descriptor), state: state)
    }
  }

  func refused(_ descriptor: Int32, status: Int) -> Response? {
    let refusal = WireRefusal.ofLibrary(status: status, context.configuration)
    refuseDirectly(refusal, on: descriptor)
    return context.isEncrypted ? refusal.reply.answer?.response : nil
  }

  /// Forgets a connection that is about to be closed.
  func remove(_ connection: Connection) {
    connections.remove(connection)
    context.release(connection.peer.address)
    counters.update { $0.connections -= 1 }
    guard Socket.hasUnread(connection.descriptor),
      let copy = Descriptor.duplicate(connection.descriptor)
    else { return }
    linger(copy)
  }

  private func linger(_ descriptor: consuming Descriptor) {
    accepting.lingering.add(descriptor, now: now, epoll: epoll) { WatchToken(.lingering($0)).rawValue }
  }
}

/// The connections that were answered before all their bytes were read. Closing them immediately would reset them, and the
/// response might be lost. So their bytes are read and discarded for a moment.
struct Lingering: ~Copyable {
  private var sockets: [Int32: LingeringSocket] = [:]

  var isEmpty: Bool { sockets.isEmpty }

  /// Takes over a socket, or closes it if too many linger already.
  mutating func add(
    _ descriptor: consuming Descriptor, now: MonotonicTime, epoll: Epoll, token: (Int32) -> UInt64
  ) {
    let number = descriptor.number
    Socket.stopWriting(number)
    guard sockets.count < 256, epoll.watch(number, .readable, token: token(number)) else { return }
    sockets[number] = LingeringSocket(descriptor, deadline: now + .seconds(2))
  }

  /// Reads from a socket. Closes it at the end of its bytes, or when enough have come.
  mutating func read(_ number: Int32) {
    guard let socket = sockets[number] else { return }
    while socket.allowance > 0 {
      switch Socket.discard(number) {
      case .some(let count): socket.allowance -= count
      case .none: return
      case .end: socket.allowance = 0
      }
    }
    sockets[number] = nil
  }

  /// Closes the sockets whose time is over.
  mutating func sweep(now: MonotonicTime) {
    guard !sockets.isEmpty else { return }
    sockets = sockets.filter { $0.value.deadline > now }
  }
}

/// The socket of such a connection.
private final class LingeringSocket {
  let descriptor: Descriptor
  let deadline: MonotonicTime
  /// The number of bytes to discard before it is closed in any case.
  var allowance = 1 << 20

  init(_ descriptor: consuming Descriptor, deadline: MonotonicTime) {
    self.descriptor = descriptor
    self.deadline = deadline
  }
}
