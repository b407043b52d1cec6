internal import Bindings
internal import Changes
internal import Synchronization
internal import ThemeAPI

/// The configuration that all workers share, with the few limits that hold for all of them together.
final class ServerContext: Sendable {
  let configuration: WireConfiguration
  let limits: ConnectionState.Limits
  let executors: BlockingExecutors
  let credentials: Daemon.Credentials?
  /// Called with each response, or nil.
  let onAnswer: (@Sendable (AnsweredRequest) -> Void)?
  /// The log of signs of a misconfigured proxy, or nil.
  let proxySigns: ProxySignLog?
  /// Indicates whether the client behind a trusted proxy is looked up at the head of each request.
  let looksForClients: Bool
  /// One worker accepts at a time, so that none takes the descriptor that another has closed for a moment.
  let accepting = Mutex(())
  /// The bytes of all bodies that are being received.
  let receiving = Atomic<Int>(0)
  /// The responses that clients have not read yet.
  let sending = SendingBytes()
  /// The clients whose connections ended after they were notified of a change.
  let absent = AbsentClients()
  let startedAt = MonotonicTime.now
  private let connections = Atomic<Int>(0)
  private let parked = Atomic<Int>(0)
  private let penalized = Atomic<Int>(0)
  private let perAddress = Mutex<[String: Int]>([:])

  init(
    configuration: WireConfiguration, credentials: Daemon.Credentials?,
    onAnswer: (@Sendable (AnsweredRequest) -> Void)?, proxySigns: ProxySignLog?
  ) throws(SystemError) {
    (self.onAnswer, self.proxySigns) = (onAnswer, proxySigns)
    self.configuration = configuration
    limits = ConnectionState.Limits(configuration)
    looksForClients =
      !configuration.trustedProxies.isEmpty
      && (configuration.connectionsPerAddressLimit > 0 || onAnswer != nil)
    executors = try BlockingExecutors()
    self.credentials = credentials
  }

  var isEncrypted: Bool { credentials != nil }

  /// Counts a connection. Returns false if there are too many.
  func admit(_ address: SocketAddress) -> Bool {
    guard connections.wrappingAdd(1, ordering: .relaxed).newValue <= configuration.connectionLimit else {
      connections.wrappingSubtract(1, ordering: .relaxed)
      return false
    }
    guard configuration.connectionsPerAddressLimit > 0 else { return true }
    let text = address.text
    // Clients of a Unix socket have no addresses by which they could be counted.
    let isAdmitted = address.isUnix || configuration.trustedProxies.contains(text) || admit(from: text)
    if !isAdmitted { connections.wrappingSubtract(1, ordering: .relaxed) }
    return isAdmitted
  }

  func release(_ address: String) {
    connections.wrappingSubtract(1, ordering: .relaxed)
    if address != SocketAddress.unix, !configuration.trustedProxies.contains(address) {
      release(from: address)
    }
  }

  /// Counts a connection of an address, or a request that a proxy forwards for it. Returns false if there are too many.
  func admit(from address: String) -> Bool {
    let limit = configuration.connectionsPerAddressLimit
    guard limit > 0 else { return true }
    return perAddress.withLock { counts in
      guard counts[address, default: 0] < limit else { return false }
      counts[address, default: 0] += 1
      return true
    }
  }

  func release(from address: String) {
    guard configuration.connectionsPerAddressLimit > 0 else { return }
    perAddress.withLock { counts in
      counts[address, default: 1] -= 1
      if counts[address] == 0 { counts[address] = nil }
    }
  }

  enum ParkingSlot { case shared, penalty }

  /// The number of clients whose responses may be delayed as a penalty at the same time.
  private static let penaltyLimit = 1024

  /// Reserves a slot for a client that waits. Returns false if all are taken.
  func reserveParkingSlot(_ slot: ParkingSlot = .shared) -> Bool {
    let isFree =
      switch slot {
      case .shared: parked.wrappingAdd(1, ordering: .relaxed).newValue <= configuration.parkedLimit
      case .penalty: penalized.wrappingAdd(1, ordering: .relaxed).newValue <= Self.penaltyLimit
      }
    if !isFree { releaseParkingSlot(slot) }
    return isFree
  }

  /// Reserves a slot beyond the limit, for work that is offloaded: the queue of its lane has its own limit.
  func reserveExtraParkingSlot() { parked.wrappingAdd(1, ordering: .relaxed) }

  func releaseParkingSlot(_ slot: ParkingSlot = .shared) {
    switch slot {
    case .shared: parked.wrappingSubtract(1, ordering: .relaxed)
    case .penalty: penalized.wrappingSubtract(1, ordering: .relaxed)
    }
  }
}
