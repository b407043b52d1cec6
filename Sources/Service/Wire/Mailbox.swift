internal import Bindings
internal import Documents
internal import Synchronization
internal import ThemeAPI

/// The messages of other threads to a worker, with the doorbell that wakes it.
final class Mailbox: Sendable {
  enum Message: Sendable {
    case changed(channel: String, revision: UInt64)
    case newEpoch(head: UInt64)
    case performed(slot: Int, generation: UInt32, Reply)
    case drain(over: Duration)
    case stop
    case certificate(Daemon.Credentials)
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

  /// Removes and returns all messages, oldest first.
  func collect() -> [Message] {
    doorbell.quiet()
    return messages.withLock { messages in
      let collected = messages
      messages.removeAll(keepingCapacity: true)
      return collected
    }
  }
}
