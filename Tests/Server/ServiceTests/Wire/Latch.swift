import Foundation
import Synchronization

/// A latch at which threads wait until a test opens it.
final class Latch: Sendable {
  private let opening = DispatchSemaphore(value: 0)
  private let arrivals = Atomic<Int>(0)

  func wait() {
    arrivals.add(1, ordering: .relaxed)
    opening.wait()
    opening.signal()
  }

  func open() { opening.signal() }

  /// Returns once so many threads wait.
  func awaitWaiting(_ count: Int) {
    while arrivals.load(ordering: .relaxed) < count { sched_yield() }
  }
}
