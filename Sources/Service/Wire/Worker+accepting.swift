internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// Taking connections in, as far as limits and descriptors go.
extension Worker {
  /// Takes what is there, but no more than a share at a time, so that those inside are not kept waiting.
  func accept() {
    guard let listener, acceptAgain == nil else { return }
    for _ in 0..<256 {
      switch shared.accepting.withLock({ _ in listener.accept() }) {
      case .connection(let number, let address): admit(number, address)
      case .none: return
      case .exhausted: return refuseWithSpare(listener)
      }
    }
  }

  private func admit(_ number: Int32, _ address: PeerAddress) {
    counters.update { $0.accepted += 1 }
    guard shared.admit(address) else { return turnAway(Descriptor(owning: number), .tooManyConnections()) }
    counters.update { $0.connections += 1 }
    greet(Arrival(Descriptor(owning: number), address, deadline: now + shared.idleTime))
  }

  /// Hands a connection to the daemon once its first bytes are there. To a line of one word, or of more than three, the
  /// library closes the connection without a word, so such a line is answered here.
  func greet(_ arrival: Arrival) {
    switch shared.isEncrypted ? .plausible : Socket.opening(of: arrival.number) {
    case .silent: expect(arrival)
    case .plausible: hand(arrival)
    case .broken:
      leave(arrival)
      if let descriptor = arrival.descriptor.take() { turnAway(descriptor, .malformed) }
    case .end: leave(arrival)
    }
  }

  private func expect(_ arrival: Arrival) {
    arrivals[arrival.number] = arrival
    let isWatched = epoll.watch(arrival.number, [.readable, .once], token: Token.arrival(arrival.number))
    if !isWatched { leave(arrival) }
  }

  private func hand(_ arrival: Arrival) {
    arrivals[arrival.number] = nil
    arriving = arrival.address
    if let number = arrival.descriptor.take()?.release() { daemon?.add(number, from: arrival.address) }
    // Still set when the library took the connection without telling: it refused it.
    if arriving != nil { leave(arrival) }
    arriving = nil
  }

  /// The connection has not come to be.
  func leave(_ arrival: Arrival) {
    arrivals[arrival.number] = nil
    shared.release(arrival.address.text)
    counters.update { $0.connections -= 1 }
  }

  /// Says why, then lets the client's bytes run out before closing.
  private func turnAway(_ descriptor: consuming Descriptor, _ refusal: WireRefusal) {
    counters.update { $0.refusals[refusal.status, default: 0] += 1 }
    if !shared.isEncrypted { Socket.send(descriptor.number, refusal.message) }
    lingering.add(descriptor, now: now, epoll: epoll) { Token.lingering($0) }
  }

  /// Descriptors have run out: the spare one lets a few waiting clients be told so. Then accepting rests for a
  /// moment, since the listening socket stays readable and the loop would spin.
  private func refuseWithSpare(_ listener: Listener) {
    shared.accepting.withLock { _ in
      for _ in 0..<16 where spare.take() != nil {
        if case .connection(let number, _) = listener.accept() { refuseAtOnce(Descriptor(owning: number)) }
        spare = Descriptor.spare()
      }
    }
    try? epoll.modify(listener.descriptor, [], token: Token.listener)
    acceptAgain = now + .milliseconds(100)
  }

  /// Without lingering, which would keep the descriptor.
  private func refuseAtOnce(_ descriptor: consuming Descriptor) {
    counters.update { $0.refusals[503, default: 0] += 1 }
    if !shared.isEncrypted { Socket.send(descriptor.number, WireRefusal.tooManyConnections().message) }
    Socket.stopWriting(descriptor.number)
    while case .some = Socket.discard(descriptor.number) {}
  }

  func resumeAccepting() {
    acceptAgain = nil
    if spare == nil { spare = Descriptor.spare() }
    guard let listener else { return }
    try? epoll.modify(listener.descriptor, .readable, token: Token.listener)
  }
}

/// A connection that has sent nothing yet; it costs little before it does.
final class Arrival {
  let number: Int32
  var descriptor: Descriptor?
  let address: PeerAddress
  let deadline: MonotonicTime

  init(_ descriptor: consuming Descriptor, _ address: PeerAddress, deadline: MonotonicTime) {
    number = descriptor.number
    self.descriptor = consume descriptor
    self.address = address
    self.deadline = deadline
  }
}

/// The life of a connection in the daemon.
extension Worker: DaemonHost {
  func opened(descriptor: Int32) -> (any DaemonClient)? {
    guard let address = arriving else { return nil }
    arriving = nil
    progress += 1
    let slot = freeSlots.popLast() ?? clients.count
    if slot == clients.count { clients.append(nil) }
    generations = (generations &+ 1) & 0x7fff_ffff
    connectionCount += 1
    let client = Client(
      of: self, slot: slot, descriptor: descriptor, generation: generations,
      peer: Request.Peer(address: address.text, isLoopback: address.isLoopback),
      deadline: now + shared.idleTime, now: now)
    // In the open, it is here because its first bytes are.
    if !shared.isEncrypted { client.beginHead(within: shared.headerTime, from: now) }
    clients[slot] = client
    return client
  }

  func refused(_ descriptor: Int32, status: Int) -> Response? {
    let refusal = WireRefusal(status: status, shared.configuration)
    counters.update { $0.refusals[status, default: 0] += 1 }
    guard !shared.isEncrypted else { return PreparedAnswers.answer(refusal.reply)?.response }
    Socket.send(descriptor, refusal.message)
    return nil
  }

  func closed(_ client: Client) {
    if client.hold != nil { unhold(client) }
    shared.receiving.wrappingSubtract(client.body.count, ordering: .relaxed)
    clients[client.slot] = nil
    freeSlots.append(client.slot)
    connectionCount -= 1
    shared.release(client.peer.address)
    counters.update { $0.connections -= 1 }
    guard Socket.hasUnread(client.descriptor), let copy = Descriptor.duplicate(client.descriptor) else {
      return
    }
    lingering.add(copy, now: now, epoll: epoll) { Token.lingering($0) }
  }
}
