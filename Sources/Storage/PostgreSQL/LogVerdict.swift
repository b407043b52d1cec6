internal import Changes

/// The judgment about the log that a server finds, by the position that it remembers.
enum LogVerdict: Sendable, Equatable {
  /// The log continues from the remembered position. `isMoved` indicates that it is on another server than before.
  case known(isMoved: Bool)
  /// The log is another one, or its epoch was renewed already: all of it is read again.
  case other
  /// Changes may have been lost: a new epoch begins, so that no cursor is valid in two histories.
  case renew(String)

  /// - Parameter then: the fingerprint of the log at the remembered head, if it was read.
  init(_ log: PostgresLog, remembering memory: LogMemory?, then: Fingerprint? = nil) {
    guard let memory else {
      self =
        log.isMoved ? .renew("it moved to another server, and nobody remembers it") : .known(isMoved: false)
      return
    }
    guard memory.name == log.name else {
      self = .other
      return
    }
    if let loss = Self.loss(log, memory.position, then) {
      self = .renew(loss)
    } else if memory.position.epoch != log.position.epoch {
      self = log.isMoved ? .renew("it moved to another server, and was renewed before") : .other
    } else if log.isMoved, !log.isSynced {
      // Only a synchronous standby is sure to have everything that was acknowledged.
      self = .renew("it moved to another server without a synchronous standby")
    } else {
      self = .known(isMoved: log.isMoved)
    }
  }

  /// Returns the evidence that the log lacks changes that were seen in it; nil for none.
  private static func loss(_ log: PostgresLog, _ seen: LogPosition, _ then: Fingerprint?) -> String? {
    let present = log.position
    guard log.epochs.contains(seen.epoch) else { return "it is an older copy" }
    guard seen.epoch == present.epoch else { return nil }
    if present.head < seen.head { return "it ends at revision \(present.head), but had reached \(seen.head)" }
    if present.version < seen.version { return "it is older than it was" }
    // An equal head proves nothing: the log may have continued with other changes.
    let known = present.head == seen.head ? present.fingerprint : then
    if let known, known != seen.fingerprint { return "revision \(seen.head) is another than it was" }
    return nil
  }
}

/// The newest position of a log that a server has seen.
struct LogMemory: Sendable, Hashable {
  let name: String
  let position: LogPosition

  private static let size = 192

  /// The content of the file: a line, padded so that it overwrites the earlier one.
  var bytes: [UInt8] {
    let fields =
      "\(name) \(position.epoch) \(position.version) \(position.head) \(position.fingerprint.word.hex16)"
    let line = Array("livery-standing 1 \(fields) \(Self.sum(fields).hex16)".utf8)
    let padding = Array(repeating: UInt8(ascii: " "), count: max(0, Self.size - 1 - line.count))
    return line + padding + [UInt8(ascii: "\n")]
  }

  private static func sum(_ fields: String) -> UInt64 {
    var sum = Fingerprint()
    sum.add(fields)
    return sum.word
  }
}

extension LogMemory {
  /// Returns nil if the bytes are torn or no position.
  init?(bytes: [UInt8]) {
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 8, words[0] == "livery-standing", words[1] == "1",
      let epoch = Epoch(hexadecimal: words[3].utf8), let version = UInt64(words[4]),
      let head = UInt64(words[5]), let fingerprint = UInt64(hex16: words[6].utf8),
      words[7] == Self.sum(words[2...6].joined(separator: " ")).hex16
    else { return nil }
    let position = LogPosition(
      epoch: epoch, version: version, head: head, fingerprint: Fingerprint(word: fingerprint))
    self.init(name: words[2], position: position)
  }
}
