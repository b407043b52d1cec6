internal import Bindings
internal import Changes

/// What a second file knows about the log, so that an old copy of the log is not taken for the log itself.
///
/// It is noted before and after each commit and says how far the log has come. A log that has not come as far, or has
/// come there on another way, or lies in another file than before, or in one that somebody else has touched, is a copy:
/// it goes on under a new epoch.
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

  init(_ state: LogState, inode: UInt64, _ trace: WitnessTrace) {
    self.init(
      epoch: state.epoch, revision: state.head, fingerprint: state.fingerprint, inode: inode, trace: trace)
  }

  private static let name = "livery-witness"
  /// How many words a line of each format has.
  private static let wordCounts = ["1": 7, "2": 12, "3": 13]

  /// One line, padded so that it fills its place. Two of them are written for each commit: as texts joined together
  /// they cost 36 000 of a switch's 429 000 instructions.
  /// - Parameter number: of the note that the line is.
  func line(number: UInt64) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(WitnessMemory.noteSize)
    line.append(contentsOf: "\(Self.name) 3".utf8)
    line.append(word: String(number))
    line.append(word: epoch.word)
    line.append(word: String(revision))
    line.append(word: fingerprint.word)
    line.append(word: String(inode))
    trace?.write(to: &line)
    line.append(word: Self.sum(line))
    let rest = WitnessMemory.noteSize - 1 - line.count
    line.append(contentsOf: repeatElement(UInt8(ascii: " "), count: rest))
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// A line with its number, which is 0 in the formats that had one note; nil for anything torn or foreign.
  static func read(_ line: [UInt8]) -> (witness: Witness, number: UInt64)? {
    let words = line.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }
    guard words.count > 2, String(decoding: words[0], as: UTF8.self) == name,
      wordCounts[String(decoding: words[1], as: UTF8.self)] == words.count,
      sum(of: words) == UInt64(hex16: words[words.count - 1])
    else { return nil }
    var texts = words.dropFirst(2).dropLast().map { String(decoding: $0, as: UTF8.self) }[...]
    var number: UInt64? = 0
    if words.count == wordCounts["3"] { number = texts.popFirst().flatMap { UInt64($0) } }
    guard let number, let witness = Witness(words: Array(texts)) else { return nil }
    return (witness, number)
  }

  private init?(words: [String]) {
    guard let epoch = Epoch(hexadecimal: words[0].utf8), let revision = UInt64(words[1]),
      let fingerprint = UInt64(hex16: words[2].utf8), let inode = UInt64(words[3])
    else { return nil }
    let trace = WitnessTrace(words: words[4...])
    guard words.count == 4 || trace != nil else { return nil }
    self.init(
      epoch: epoch, revision: revision, fingerprint: Fingerprint(word: fingerprint), inode: inode,
      trace: trace)
  }

  private static func sum(_ bytes: [UInt8]) -> UInt64 {
    var sum = Fingerprint()
    sum.add(bytes)
    return sum.word
  }

  /// Of the words of a line that was read; the first formats left the name and their number out.
  private static func sum(of words: [ArraySlice<UInt8>]) -> UInt64 {
    let isNumbered = words.count == wordCounts["3"]
    let summed = words.dropLast().dropFirst(isNumbered ? 0 : 2)
    return sum(Array(summed.joined(separator: [UInt8(ascii: " ")])))
  }
}

extension [UInt8] {
  /// Adds a word of a line, after a space.
  mutating func append(word: String) {
    append(UInt8(ascii: " "))
    append(contentsOf: word.utf8)
  }

  mutating func append(word: UInt64) {
    append(UInt8(ascii: " "))
    append(hex16: word)
  }
}
