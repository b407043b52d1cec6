internal import Synchronization

/// The threads that share work on many elements. The libraries below the server start no threads: their callers pass a
/// pool.
package struct WorkerPool: Sendable {
  private let gather: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// - Parameter gather: calls its argument on several threads at once, and returns when all calls have returned.
  package init(gathering gather: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.gather = gather
  }

  package static let caller = WorkerPool { $0() }

  package func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result
  ) -> [Result] {
    guard elements.count > SharedWork<Element, Result>.share else { return elements.map(transform) }
    let work = SharedWork(elements, transform)
    gather { work.run() }
    return work.results
  }
}

/// The elements. Each thread takes the next few until none is left.
private final class SharedWork<Element: Sendable, Result: Sendable>: Sendable {
  private let elements: [Element]
  private let transform: @Sendable (Element) -> Result
  private let taken = Atomic<Int>(0)
  private let done = Mutex<[(first: Int, results: [Result])]>([])

  /// The number of elements that a thread takes at a time.
  static var share: Int { 16 }

  init(_ elements: [Element], _ transform: @escaping @Sendable (Element) -> Result) {
    (self.elements, self.transform) = (elements, transform)
  }

  func run() {
    while true {
      let first = taken.add(Self.share, ordering: .relaxed).oldValue
      guard first < elements.count else { return }
      let results = elements[first..<min(first + Self.share, elements.count)].map(transform)
      done.withLock { $0.append((first, results)) }
    }
  }

  var results: [Result] {
    let done = done.withLock { $0 }
    return done.sorted { $0.first < $1.first }.flatMap(\.results)
  }
}
