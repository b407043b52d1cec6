internal import Changes

/// The judgment about the log that a server finds, by the position that it remembers.
enum LogVerdict: Sendable, Equatable {
  /// The log continues from the remembered position.
  case known
  /// The log is on another server than before: what one server remembers does not show whether it is whole.
  case moved
  /// The log is another one, or its epoch was renewed already: all of it is read again.
  case other
  /// Changes may have been lost: a new epoch begins, so that no cursor is valid in two histories.
  case renew(String)

  /// - Parameter then: the fingerprint of the log at the remembered head, if it was read.
  init(_ log: PostgresLog, remembering memory: LogMemory?, then: Fingerprint? = nil) {
    if let memory, memory.name != log.name {
      self = .other
    } else if let loss = memory.flatMap({ Self.loss(log, $0.position, then) }) {
      self = .renew(loss)
    } else if log.isMoved {
      self = .moved
    } else {
      self = memory.map { $0.position.epoch == log.position.epoch } ?? true ? .known : .other
    }
  }

  /// Judges a log that moved.
  /// - Parameters:
  ///   - fleet: what the servers remember that used it before.
  ///   - then: the fingerprint of the log at the newest head that any of them remembers, if it was read.
  init(moved log: PostgresLog, by fleet: FleetMemory, then: Fingerprint? = nil) {
    let newest = fleet.newest(of: log)
    let loss = fleet.memories.lazy.filter { $0.name == log.name }
      .compactMap { Self.loss(log, $0.position, $0 == newest ? then : nil) }.first
    if let loss {
      self = .renew(loss)
    } else if !log.isSynced {
      // Only a synchronous standby may have everything that was acknowledged.
      self = .renew("it moved to another server without a synchronous standby")
    } else if newest == nil {
      self = .renew("it moved to another server, and nobody remembers it")
    } else if fleet.hasSilent {
      self = .renew("it moved to another server, and one that used it before does not report what it knew")
    } else {
      self = .known
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

/// The positions that the servers of a log report after it moved. A standby may lack the last commits that the former
/// primary acknowledged: the servers that made them remember them.
struct FleetMemory: Sendable {
  let memories: [LogMemory]
  /// Indicates whether a server that used the log shortly before has not reported.
  let hasSilent: Bool

  /// Returns the newest position under the present epoch; nil if no server remembers one.
  func newest(of log: PostgresLog) -> LogMemory? {
    memories.filter { $0.name == log.name && $0.position.epoch == log.position.epoch }
      .max { $0.position.version < $1.position.version }
  }
}

/// The newest position of a log that a server has seen.
struct LogMemory: Sendable, Hashable {
  let name: String
  let position: LogPosition

  private static let size = 192

  /// The content of the file: a line with the identifier of the server, padded so that it overwrites the earlier one.
  func bytes(of server: String) -> [UInt8] {
    let line = Array("\(line) \(server)".utf8)
    let padding = Array(repeating: UInt8(ascii: " "), count: max(0, Self.size - 1 - line.count))
    return line + padding + [UInt8(ascii: "\n")]
  }

  var line: String {
    let fields =
      "\(name) \(position.epoch) \(position.version) \(position.head) \(position.fingerprint.word.hex16)"
    return "livery-standing 1 \(fields) \(Self.sum(fields).hex16)"
  }

  private static func sum(_ fields: String) -> UInt64 {
    var sum = Fingerprint()
    sum.add(fields)
    return sum.word
  }
}

extension LogMemory {
  /// Returns the identifier of the server that wrote the file; nil if it names none.
  static func server(in bytes: [UInt8]) -> String? { words(bytes).dropFirst(8).first }

  private static func words(_ bytes: some Collection<UInt8>) -> [String] {
    bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns nil if the bytes are torn or no position.
  init?(bytes: some Collection<UInt8>) {
    let words = Self.words(bytes)
    guard words.count >= 8, words[0] == "livery-standing", words[1] == "1",
      let epoch = Epoch(hexadecimal: words[3].utf8), let version = UInt64(words[4]),
      let head = UInt64(words[5]), let fingerprint = UInt64(hex16: words[6].utf8),
      words[7] == Self.sum(words[2...6].joined(separator: " ")).hex16
    else { return nil }
    let position = LogPosition(
      epoch: epoch, version: version, head: head, fingerprint: Fingerprint(word: fingerprint))
    self.init(name: words[2], position: position)
  }
}
