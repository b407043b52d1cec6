internal import Documents
internal import Themes

/// A place in a log: its epoch and a revision. For clients it is an opaque word.
package struct Cursor: Sendable, Hashable, CustomStringConvertible {
  package let epoch: Epoch
  package let revision: UInt64

  package init(epoch: Epoch, revision: UInt64) {
    self.epoch = epoch
    self.revision = revision
  }

  /// Returns nil for any text that no log has ever issued.
  package init?(_ text: some StringProtocol) {
    let parts = Array(text.utf8).split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = Epoch(hexadecimal: parts[0]), parts[1].count <= 20,
      parts[1].allSatisfy(\.isDigit),
      parts[1].first != UInt8(ascii: "0") || parts[1].count == 1,
      let revision = UInt64(String(decoding: parts[1], as: UTF8.self))
    else { return nil }
    self.init(epoch: epoch, revision: revision)
  }

  package var description: String { "\(epoch)-\(revision)" }
}

extension Snapshot {
  /// Returns whether this snapshot is older than a cursor, or of another log, so that later changes are unknown.
  package func isBehind(_ cursor: Cursor) -> Bool {
    cursor.epoch != state.epoch || cursor.revision > state.head
  }
}

/// The identity of a log: a random word in it, so that a restored copy is not taken for it.
package struct Epoch: Sendable, Hashable, CustomStringConvertible {
  package let word: UInt64

  package init(word: UInt64) { self.word = word }

  /// Returns a new epoch, unlike any other.
  package static func random() -> Epoch { Epoch(word: .random(in: 1...UInt64.max)) }

  /// Reads sixteen lower-case hexadecimal digits; nil for anything else.
  package init?(hexadecimal digits: some Collection<UInt8>) {
    guard let word = UInt64(hex16: digits) else { return nil }
    self.word = word
  }

  package var description: String { word.hex16 }
}
