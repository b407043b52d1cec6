internal import Bindings
internal import Synchronization

/// What all workers share: how they are set up, and the few limits that count across them.
final class ServerContext: Sendable {
  let configuration: WireConfiguration
  let executors: BlockingExecutors
  let credentials: Daemon.Credentials?
  /// One worker accepts at a time, so that none takes the descriptor that another has given up for a moment.
  let accepting = Mutex(())
  /// Bytes of bodies under way.
  let receiving = Atomic<Int>(0)
  /// Answers that clients have not read yet.
  let sending = SendingBytes()
  private let connections = Atomic<Int>(0)
  private let parked = Atomic<Int>(0)
  private let perAddress = Mutex<[String: Int]>([:])

  init(configuration: WireConfiguration, credentials: Daemon.Credentials?) throws(SystemError) {
    self.configuration = configuration
    executors = try BlockingExecutors()
    self.credentials = credentials
  }

  var isEncrypted: Bool { credentials != nil }

  /// Counts a connection in, unless there are too many.
  func admit(_ address: PeerAddress) -> Bool {
    guard connections.wrappingAdd(1, ordering: .relaxed).newValue <= configuration.connectionLimit else {
      connections.wrappingSubtract(1, ordering: .relaxed)
      return false
    }
    guard let limit = configuration.connectionsPerAddressLimit else { return true }
    let text = address.text
    let isAdmitted = perAddress.withLock { counts in
      guard counts[text, default: 0] < limit else { return false }
      counts[text, default: 0] += 1
      return true
    }
    if !isAdmitted { connections.wrappingSubtract(1, ordering: .relaxed) }
    return isAdmitted
  }

  func release(_ address: String) {
    connections.wrappingSubtract(1, ordering: .relaxed)
    guard configuration.connectionsPerAddressLimit != nil else { return }
    perAddress.withLock { counts in
      counts[address, default: 1] -= 1
      if counts[address] == 0 { counts[address] = nil }
    }
  }

  /// A slot for a client that waits; false when all are taken.
  func reserveParkingSlot() -> Bool {
    guard parked.wrappingAdd(1, ordering: .relaxed).newValue <= configuration.parkedLimit else {
      releaseParkingSlot()
      return false
    }
    return true
  }

  /// A slot beyond the limit, for work that is offloaded: its lane's queue is bounded by itself.
  func reserveExtraParkingSlot() { parked.wrappingAdd(1, ordering: .relaxed) }

  func releaseParkingSlot() { parked.wrappingSubtract(1, ordering: .relaxed) }
}
