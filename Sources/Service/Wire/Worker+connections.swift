internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// From opening to closing: what the states of connections ask for is performed here.
extension Worker {
  /// Tells a connection's state what has happened, and does what it asks for.
  func tell(_ connection: Connection, _ event: ConnectionEvent) {
    let actions = connection.advance(event, at: now, limits)
    if !actions.isEmpty { perform(actions, on: connection) }
  }

  /// Tells every connection.
  func tellAll(_ event: ConnectionEvent) {
    for case let connection? in connections { tell(connection, event) }
  }

  func perform(_ actions: ConnectionActions, on connection: Connection) {
    if actions.contains(.refuseAsTooSlow) { refuseDirectly(.tooSlow, on: connection.descriptor) }
    if actions.contains(.interrupt) { interrupt(connection) }
    if actions.contains(.dropParked) { dropParked(connection) }
    if actions.contains(.stopReading) { Socket.stopReading(connection.descriptor) }
    if actions.contains(.cut) { Socket.cut(connection.descriptor) }
  }

  /// Sends a refusal past the daemon, which takes no answer at that moment. Into an encrypted stream nothing can be
  /// sent that way.
  func refuseDirectly(_ refusal: WireRefusal, on descriptor: Int32) {
    counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    if !context.isEncrypted { Socket.send(descriptor, refusal.message) }
  }
}

extension Worker: DaemonHost {
  func opened(descriptor: Int32, _ handshake: TLSHandshake) -> (any DaemonConnectionDelegate)? {
    guard let address = addressBeingAdopted else { return nil }
    addressBeingAdopted = nil
    progress += 1
    let slot = freeSlots.popLast() ?? connections.count
    if slot == connections.count { connections.append(nil) }
    lastGeneration = (lastGeneration + 1) % WatchToken.generations
    connectionCount += 1
    // It is here because its first bytes are.
    let state = ConnectionState(
      openedAt: now, beginning: context.isEncrypted ? .handshake : .head, limits: limits)
    let connection = Connection(
      of: self, slot: slot, descriptor: descriptor, generation: lastGeneration,
      peer: Request.Peer(address: address.text, isLoopback: address.isLoopback), state: state)
    if context.isEncrypted { connection.handshake = handshake }
    connections[slot] = connection
    return connection
  }

  func refused(_ descriptor: Int32, status: Int) -> Response? {
    let refusal = WireRefusal.ofLibrary(status: status, context.configuration)
    refuseDirectly(refusal, on: descriptor)
    return context.isEncrypted ? refusal.reply.answer?.response : nil
  }

  func closed(_ connection: Connection) {
    endSending(connection)
    tell(connection, .closed)
    context.receiving.wrappingSubtract(connection.body.count, ordering: .relaxed)
    connection.forgetRequest()
    connections[connection.slot] = nil
    freeSlots.append(connection.slot)
    connectionCount -= 1
    context.release(connection.peer.address)
    counters.update { $0.connections -= 1 }
    guard Socket.hasUnread(connection.descriptor),
      let copy = Descriptor.duplicate(connection.descriptor)
    else { return }
    linger(copy)
  }

  func linger(_ descriptor: consuming Descriptor) {
    lingering.add(descriptor, now: now, epoll: epoll) { WatchToken(.lingering($0)).rawValue }
  }
}
