internal import Bindings
internal import Changes
internal import Documents
internal import Synchronization
internal import ThemeAPI

/// The messages of other threads to a worker, with the doorbell that wakes it.
final class Mailbox: Sendable {
  enum Message: Sendable {
    case changed(ReachedRevision)
    case newEpoch(head: UInt64)
    case performed(ConnectionKey, Reply)
    case drain(over: Duration)
    case stop
    case certificate(Daemon.Credentials)
    case round(WorkerRound)
    case revoked(Set<AccessToken>)
  }

  let doorbell: Doorbell
  private let messages = Mutex<[Message]>([])

  init() throws(SystemError) { doorbell = try Doorbell() }

  func post(_ message: Message) { post([message]) }

  /// Posts messages, and wakes the worker once for all of them.
  func post(_ more: [Message]) {
    let wasEmpty = messages.withLock { messages in
      defer { messages += more }
      return messages.isEmpty
    }
    if wasEmpty { doorbell.ring() }
  }

  func collect() -> [Message] {
    doorbell.quiet()
    return messages.withLock { messages in
      let collected = messages
      messages.removeAll(keepingCapacity: true)
      return collected
    }
  }
}

/// A round of all workers through their loops, which shows that none of them hangs.
final class WorkerRound: Sendable {
  private let missing: Atomic<Int>
  private let finish: @Sendable () -> Void

  init(of workers: Int, then finish: @escaping @Sendable () -> Void) {
    missing = Atomic(workers)
    self.finish = finish
  }

  var isOver: Bool { missing.load(ordering: .relaxed) == 0 }

  /// Called by each worker once.
  func pass() { if missing.wrappingSubtract(1, ordering: .relaxed).newValue == 0 { finish() } }
}

/// The meaning of a watched descriptor, in the 64 bits that the kernel returns with it.
///
///     63 62 61            31 30             0
///     kind  slot             generation         a connection
///     kind  -                descriptor         one that is pending or lingering
///     kind  -                which              one of the worker's own
struct WatchToken: RawRepresentable, Hashable {
  let rawValue: UInt64

  init(rawValue: UInt64) { self.rawValue = rawValue }

  enum Source: Hashable {
    case daemon
    case mailbox
    case listener
    case connection(ConnectionKey)
    case pending(Int32)
    case lingering(Int32)
  }

  /// The bits of a slot, and of the value below it.
  private static let mask: UInt64 = 1 << 31 - 1

  init(_ source: Source) {
    let (kind, value): (UInt64, UInt64) =
      switch source {
      case .daemon: (0, 0)
      case .mailbox: (0, 1)
      case .listener: (0, 2)
      case .connection(let key): (1, UInt64(key.slot) << 31 | UInt64(key.generation) & Self.mask)
      case .pending(let number): (2, UInt64(number))
      case .lingering(let number): (3, UInt64(number))
      }
    rawValue = kind << 62 | value
  }

  var source: Source {
    let low = rawValue & Self.mask
    return switch rawValue >> 62 {
    case 0: low == 0 ? .daemon : low == 1 ? .mailbox : .listener
    case 1: .connection(ConnectionKey(slot: Int(rawValue >> 31 & Self.mask), generation: UInt32(low)))
    case 2: .pending(Int32(low))
    default: .lingering(Int32(low))
    }
  }
}

/// The parts of a worker that other threads use.
struct WorkerHandle: Sendable {
  let mailbox: Mailbox
  let counters = Counters()
  let clients: ClientTally

  init(_ context: ServerContext) throws(SystemError) {
    mailbox = try Mailbox()
    clients = ClientTally(absent: context.absent)
  }
}
