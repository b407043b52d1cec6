internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// Taking connections in, as far as limits and descriptors go.
extension Worker {
  /// Takes what is there, but no more than a share at a time, so that those inside are not kept waiting.
  func accept() {
    guard let listener, acceptAgain == nil else { return }
    for _ in 0..<256 {
      switch context.accepting.withLock({ _ in listener.accept() }) {
      case .connection(let number, let address): admit(number, address)
      case .none: return
      case .exhausted: return refuseWithReserve(listener)
      }
    }
  }

  private func admit(_ number: Int32, _ address: PeerAddress) {
    counters.update { $0.accepted += 1 }
    guard context.admit(address) else {
      return reject(Descriptor(owning: number), .tooManyConnections())
    }
    counters.update { $0.connections += 1 }
    inspect(PendingConnection(Descriptor(owning: number), address, deadline: now + limits.idle))
  }

  /// Hands a connection to the daemon once its first bytes are there. To a line of one word, or of more than three, the
  /// library closes the connection without a word, so such a line is answered here. What is to be encrypted takes a
  /// session of GnuTLS from then on, so it begins with a handshake.
  func inspect(_ connection: PendingConnection) {
    let number = connection.number
    switch context.isEncrypted ? Socket.encryptedOpening(of: number) : Socket.opening(of: number) {
    case .silent: awaitFirstBytes(connection)
    case .plausible: adopt(connection)
    case .broken:
      discard(connection)
      if let descriptor = connection.descriptor.take() { reject(descriptor, .malformed) }
    case .end: discard(connection)
    }
  }

  private func awaitFirstBytes(_ connection: PendingConnection) {
    pending[connection.number] = connection
    let token = WatchToken(.pending(connection.number)).rawValue
    if !epoll.watch(connection.number, [.readable, .once], token: token) { discard(connection) }
  }

  /// Hands the connection to the daemon.
  private func adopt(_ connection: PendingConnection) {
    pending[connection.number] = nil
    addressBeingAdopted = connection.address
    if let number = connection.descriptor.take()?.release() { daemon?.add(number, from: connection.address) }
    // Still set when the library took the connection without telling: it refused it.
    if addressBeingAdopted != nil { discard(connection) }
    addressBeingAdopted = nil
  }

  /// The connection has not come to be.
  func discard(_ connection: PendingConnection) {
    pending[connection.number] = nil
    context.release(connection.address.text)
    counters.update { $0.connections -= 1 }
  }

  /// Says why, then lets the client's bytes run out before closing.
  private func reject(_ descriptor: consuming Descriptor, _ refusal: WireRefusal) {
    refuseDirectly(refusal, on: descriptor.number)
    linger(descriptor)
  }

  /// Descriptors have run out: the one in reserve lets a few waiting clients be told so. Then accepting rests for a
  /// moment, since the listening socket stays readable and the loop would spin.
  private func refuseWithReserve(_ listener: Listener) {
    context.accepting.withLock { _ in
      for _ in 0..<16 where reserveDescriptor.take() != nil {
        if case .connection(let number, _) = listener.accept() { refuseAtOnce(Descriptor(owning: number)) }
        reserveDescriptor = Descriptor.spare()
      }
    }
    try? epoll.modify(listener.descriptor, [], token: WatchToken(.listener).rawValue)
    acceptAgain = now + .milliseconds(100)
  }

  /// Without lingering, which would keep the descriptor.
  private func refuseAtOnce(_ descriptor: consuming Descriptor) {
    refuseDirectly(.tooManyConnections(), on: descriptor.number)
    Socket.stopWriting(descriptor.number)
    while case .some = Socket.discard(descriptor.number) {}
  }

  func resumeAccepting() {
    acceptAgain = nil
    if reserveDescriptor == nil { reserveDescriptor = Descriptor.spare() }
    guard let listener else { return }
    try? epoll.modify(listener.descriptor, .readable, token: WatchToken(.listener).rawValue)
  }
}
