import CMalloc
import Foundation

/// The resources of this process.
struct Belongings: CustomStringConvertible {
  private let descriptors: Int
  private let threads: Int
  /// The bytes that were allocated and not freed.
  private let memory: Int

  init() {
    descriptors = Self.count("/proc/self/fd")
    threads = Self.count("/proc/self/task")
    memory = Int(mallinfo2().uordblks)
  }

  /// A connection or two may be on its way, with what it reads into; five hundred that are left are more.
  func isMore(than other: Belongings) -> Bool {
    descriptors > other.descriptors + 3 || threads > other.threads + 3 || memory > other.memory + 400_000
  }

  var description: String { "\(descriptors) descriptors, \(threads) threads, \(memory) bytes" }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }
}
