import Changes

@testable import Storage

extension LogMemory {
  /// A log that stands at a version, under the epoch `a`.
  static func at(_ version: UInt64) -> LogMemory {
    LogMemory(
      name: "log",
      position: LogPosition(
        epoch: Epoch(word: 10), version: version, head: version, fingerprint: Fingerprint()))
  }
}
