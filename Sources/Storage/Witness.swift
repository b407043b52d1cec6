internal import Bindings
internal import Changes

/// What a second file knows about the log, so that an old copy of the log is not taken for the log itself.
///
/// It is written over before and after each commit and says how far the log has come. A log that has not come as far,
/// or has come there on another way, or lies in another file than before, or in one that somebody else has touched, is
/// a copy: it goes on under a new epoch.
struct Witness: Sendable, Equatable {
  let epoch: Epoch
  let revision: UInt64
  let fingerprint: Fingerprint
  let inode: UInt64
  /// Nil in one that was written before there were traces.
  var trace: WitnessTrace?

  init(epoch: Epoch, revision: UInt64, fingerprint: Fingerprint, inode: UInt64, trace: WitnessTrace?) {
    self.epoch = epoch
    self.revision = revision
    self.fingerprint = fingerprint
    self.inode = inode
    self.trace = trace
  }

  init(_ ledger: Ledger, inode: UInt64, _ trace: WitnessTrace) {
    self.init(
      epoch: ledger.epoch, revision: ledger.head, fingerprint: ledger.fingerprint, inode: inode, trace: trace)
  }

  /// It is in the system's hands afterwards: that outlives this process, but not a power cut.
  func write(to file: WitnessFile) throws(StoreError) {
    do { try file.write(bytes) } catch { throw .failed("the witness file can't be written: \(error)") }
  }

  /// From here on it outlives a power cut.
  static func sync(_ file: WitnessFile) throws(StoreError) {
    do { try file.sync() } catch { throw .failed("the witness file can't be written: \(error)") }
  }

  private static let size = 256
  private static let name = "livery-witness"

  /// One line, padded so that each overwrites the one before.
  var bytes: [UInt8] {
    let standing = [epoch.description, String(revision), fingerprint.word.hex16, String(inode)]
    let fields = Self.line(standing + (trace?.words ?? []))
    var line = Self.line([Self.name, trace == nil ? "1" : "2"])
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: fields)
    line.append(UInt8(ascii: " "))
    line.append(contentsOf: Self.sum(fields).utf8)
    while line.count < Self.size - 1 { line.append(UInt8(ascii: " ")) }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Nil for anything torn or foreign.
  init?(bytes: [UInt8]) {
    let words = bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
      .map { String(decoding: $0, as: UTF8.self) }
    guard words.count == 7 || words.count == 12, words[0] == Self.name,
      words[1] == (words.count == 7 ? "1" : "2"), let epoch = Epoch(hexadecimal: words[2].utf8),
      let revision = UInt64(words[3]), let fingerprint = UInt64(hex16: words[4].utf8),
      let inode = UInt64(words[5]),
      words.last == Self.sum(Self.line(words[2..<(words.count - 1)]))
    else { return nil }
    var trace: WitnessTrace?
    if words.count == 12 {
      guard let read = WitnessTrace(words: words[6..<11]) else { return nil }
      trace = read
    }
    self.init(
      epoch: epoch, revision: revision, fingerprint: Fingerprint(word: fingerprint), inode: inode,
      trace: trace)
  }

  /// The words with a space between. It is written twice a commit: joined as texts, they cost three times as much.
  private static func line(_ words: some Sequence<String>) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(size)
    for word in words {
      if !line.isEmpty { line.append(UInt8(ascii: " ")) }
      line.append(contentsOf: word.utf8)
    }
    return line
  }

  private static func sum(_ fields: [UInt8]) -> String {
    var sum = Fingerprint()
    sum.add(fields)
    return sum.word.hex16
  }
}
