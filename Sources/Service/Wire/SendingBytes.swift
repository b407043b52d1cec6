internal import Synchronization
internal import ThemeAPI

/// The large answers that are being sent, counted once each however many clients get them: who does not read holds what
/// he was to be sent.
final class SendingBytes: Sendable {
  /// One client's part in an answer. The answer itself is not held by it.
  struct ClaimedBytes: Sendable {
    fileprivate let number: UInt64
    fileprivate let count: Int
  }

  /// What all of them may take together. One that alone is larger is sent while there is no other.
  static let limit = 64 << 20

  private struct Answers {
    var total = 0
    /// To how many clients each is being sent.
    var clients: [UInt64: Int] = [:]
  }

  private let answers = Mutex(Answers())

  /// Nil where it would be too much. Only large answers count.
  func claim(_ content: Content) -> ClaimedBytes? {
    let claim = ClaimedBytes(number: content.number, count: content.bytes.count)
    return answers.withLock { answers in
      let clients = answers.clients[claim.number, default: 0]
      guard clients > 0 || answers.total == 0 || answers.total + claim.count <= Self.limit else { return nil }
      if clients == 0 { answers.total += claim.count }
      answers.clients[claim.number] = clients + 1
      return claim
    }
  }

  /// The client has got all of it, or left.
  func end(_ claim: ClaimedBytes) {
    answers.withLock { answers in
      let clients = answers.clients[claim.number, default: 1] - 1
      answers.clients[claim.number] = clients == 0 ? nil : clients
      if clients == 0 { answers.total -= claim.count }
    }
  }
}
