import Foundation

/// What this process holds of the system.
struct Belongings: CustomStringConvertible {
  private let descriptors: Int
  private let threads: Int

  init() {
    descriptors = Self.count("/proc/self/fd")
    threads = Self.count("/proc/self/task")
  }

  /// A connection or two may be on its way; five hundred that are left are more.
  func isMore(than other: Belongings) -> Bool {
    descriptors > other.descriptors + 3 || threads > other.threads + 3
  }

  var description: String { "\(descriptors) descriptors, \(threads) threads" }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }
}
