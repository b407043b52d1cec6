internal import Bindings
internal import Changes

/// What a second file knows about the log, so that an old copy of the log is not taken for the log itself.
///
/// It is written over after each commit and says how far the log has come. A log that has not come as far, or has
/// come there on another way, or lies in another file than before, is a copy: it goes on under a new epoch.
struct Witness: Sendable, Equatable {
  let epoch: Epoch
  let revision: UInt64
  let fingerprint: Fingerprint
  let inode: UInt64

  init(epoch: Epoch, revision: UInt64, fingerprint: Fingerprint, inode: UInt64) {
    self.epoch = epoch
    self.revision = revision
    self.fingerprint = fingerprint
    self.inode = inode
  }

  private static let size = 128

  /// One line, padded so that each overwrites the one before.
  var bytes: [UInt8] {
    let fields = "\(epoch) \(revision) \(fingerprint.word.hex16) \(inode)"
    let line = Array("livery-witness 1 \(fields) \(Self.sum(fields).hex16)".utf8)
    return line + Array(repeating: UInt8(ascii: " "), count: Self.size - 1 - line.count) + [
      UInt8(ascii: "\n")
    ]
  }

  /// Nil for anything torn or foreign.
  init?(bytes: [UInt8]) {
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 7, words[0] == "livery-witness", words[1] == "1",
      let epoch = Epoch(hexadecimal: words[2].utf8), let revision = UInt64(words[3]),
      let fingerprint = UInt64(hex16: words[4].utf8), let inode = UInt64(words[5]),
      words[6] == Self.sum(words[2...5].joined(separator: " ")).hex16
    else { return nil }
    self.init(
      epoch: epoch, revision: revision, fingerprint: Fingerprint(word: fingerprint), inode: inode)
  }

  private static func sum(_ fields: String) -> UInt64 {
    var sum = Fingerprint()
    sum.add(fields)
    return sum.word
  }
}
