internal import Documents
internal import Synchronization
internal import Themes

/// One attempt to change something, as the log tells it: who, from where, what, and what came of it.
package struct WriteRecord: Sendable {
  /// A word such as `switchTheme`.
  package let operation: String
  package let author: String
  package let address: String
  package let channel: String?
  /// The theme or the schedule that it is about.
  package let name: String?
  package let status: Int
  /// Where the log stands with it; nil where it was refused.
  package let cursor: String?
  /// Why it was refused; nil where it was not.
  package let refusal: String?
}

/// What a write is about, told by its endpoint as soon as it knows.
package final class WriteSubject: Sendable {
  private let told: Mutex<Words>

  private struct Words {
    var channel: String?
    var name: String?
  }

  init(name: String?) { told = Mutex(Words(name: name)) }

  func tell(channel: String, name: String? = nil) {
    told.withLock { told in
      told.channel = channel
      if let name { told.name = name }
    }
  }

  /// What the log is told of the write; nil for one that stores nothing and is not refused.
  func record(of operation: Operation, by author: String, from address: String, _ reply: Reply)
    -> WriteRecord?
  {
    let cursor = reply.headers.first { $0.name == "Livery-Cursor" }?.value
    let isRefused = reply.status >= 400
    guard isRefused || cursor != nil else { return nil }
    let told = told.withLock { $0 }
    return WriteRecord(
      operation: operation.id, author: author, address: address, channel: told.channel?.shown,
      name: told.name?.shown,
      status: reply.status, cursor: isRefused ? nil : cursor, refusal: isRefused ? reply.refusalDetail : nil)
  }
}

extension Reply {
  /// What a refusal says.
  fileprivate var refusalDetail: String {
    let (root, _) = JSONReader.read(SourceFile(name: "refusal", bytes: content.bytes))
    return root?["detail"]?.string ?? ""
  }
}

extension Call {
  /// Says which channel a write is about; refuses one that its author may not operate.
  func operate(in channel: String, showing theme: String? = nil) throws(Refusal) {
    subject?.tell(channel: channel, name: theme)
    try principal.check(.operate, in: channel)
  }
}
