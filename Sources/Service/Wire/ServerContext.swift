internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// What all workers share: how they are set up, and the few limits that count across them.
final class ServerContext: Sendable {
  let configuration: WireConfiguration
  let executors: BlockingExecutors
  let credentials: Daemon.Credentials?
  /// Told of each answer; nil where nobody wants to know.
  let onAnswer: (@Sendable (AnsweredRequest) -> Void)?
  /// Whether it matters already at the head of a request for whom a trusted proxy asks.
  let looksForClients: Bool
  /// One worker accepts at a time, so that none takes the descriptor that another has given up for a moment.
  let accepting = Mutex(())
  /// Bytes of bodies under way.
  let receiving = Atomic<Int>(0)
  /// Answers that clients have not read yet.
  let sending = SendingBytes()
  private let connections = Atomic<Int>(0)
  private let parked = Atomic<Int>(0)
  private let perAddress = Mutex<[String: Int]>([:])

  init(
    configuration: WireConfiguration, credentials: Daemon.Credentials?,
    onAnswer: (@Sendable (AnsweredRequest) -> Void)?
  ) throws(SystemError) {
    self.onAnswer = onAnswer
    self.configuration = configuration
    looksForClients =
      !configuration.trustedProxies.isEmpty
      && (configuration.connectionsPerAddressLimit != nil || onAnswer != nil)
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
    guard configuration.connectionsPerAddressLimit != nil else { return true }
    let text = address.text
    let isAdmitted = configuration.trustedProxies.contains(text) || admit(from: text)
    if !isAdmitted { connections.wrappingSubtract(1, ordering: .relaxed) }
    return isAdmitted
  }

  func release(_ address: String) {
    connections.wrappingSubtract(1, ordering: .relaxed)
    if !configuration.trustedProxies.contains(address) { release(from: address) }
  }

  /// Counts one more of an address in, a connection or a request that a proxy brings, unless there are too many.
  func admit(from address: String) -> Bool {
    guard let limit = configuration.connectionsPerAddressLimit else { return true }
    return perAddress.withLock { counts in
      guard counts[address, default: 0] < limit else { return false }
      counts[address, default: 0] += 1
      return true
    }
  }

  func release(from address: String) {
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
