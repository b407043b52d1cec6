internal import Bindings
internal import Changes

/// By what a witness knows the files again: whoever puts older ones in their place leaves other traces.
struct WitnessTrace: Sendable, Equatable {
  /// How the log's file was left, as far as this process knows.
  enum LogCondition: Sendable, Equatable {
    /// A commit is under way: the file may be written at any moment.
    case changing
    /// Between two commits: the file and its write-ahead log changed at this time or before.
    case settled(Int64)
    /// The store has been let go of, all of it in one file, which changed last at this time.
    case closed(Int64)
  }

  /// A word that this start drew; the log holds it as well.
  let start: UInt64
  /// The start before, which the log names until it has been told of this one.
  let former: UInt64
  /// The kernel's run; a dash where that is not known.
  let boot: String
  var log: LogCondition

  init(start: UInt64, former: UInt64, log: LogCondition) {
    self.start = start
    self.former = former
    self.log = log
    boot = SystemBoot.current?.word ?? "-"
  }

  /// Adds its words to a witness's line.
  func write(to line: inout [UInt8]) {
    line.append(word: start)
    line.append(word: former)
    line.append(word: boot)
    switch log {
    case .changing: line.append(word: "changing 0")
    case .settled(let time): line.append(word: "settled \(time)")
    case .closed(let time): line.append(word: "closed \(time)")
    }
  }

  init?(words: ArraySlice<String>) {
    let words = Array(words)
    guard words.count == 5, let start = UInt64(hex16: words[0].utf8),
      let former = UInt64(hex16: words[1].utf8),
      let time = Int64(words[4])
    else { return nil }
    switch words[3] {
    case "changing": log = .changing
    case "settled": log = .settled(time)
    case "closed": log = .closed(time)
    default: return nil
    }
    (self.start, self.former, boot) = (start, former, words[2])
  }

  /// What speaks against these being the files that were left; nil for nothing. The log is known to have come as far
  /// as the witness says, on the same way.
  /// - Parameters:
  ///   - changedAt: when the file or its write-ahead log changed last.
  ///   - start: the word in the log.
  ///   - hasGoneOn: whether the log has come further than the witness.
  func doubt(
    _ stamp: FileStamp, changedAt: Int64, start: UInt64?, hasGoneOn: Bool, in boot: SystemBoot?
  ) -> String? {
    if let start, start != self.start, start != former { return "its witness file is of another start" }
    switch log {
    case .closed(let time):
      return time == stamp.changedAt && !hasGoneOn ? nil : "somebody touched its files since they were closed"
    // Nothing that was written is lost with a process.
    case .settled(let time) where boot?.word == self.boot:
      return time >= changedAt && !hasGoneOn ? nil : "somebody touched its files since the last commit"
    case .changing where boot?.word == self.boot: return nil
    // With the machine some of it may be, but what ran before this boot has written nothing since.
    case .settled, .changing:
      guard let boot, self.boot != "-", changedAt / 1_000_000_000 > boot.began + Self.clockMargin else {
        return nil
      }
      return "somebody touched its files since the machine was started"
    }
  }

  /// By how many seconds the time of a boot may be told wrongly.
  private static let clockMargin: Int64 = 2
}
