import Bindings
import Glibc
import Synchronization
import ThemeAPI

/// Clients whose answers take a while to make, and one that asks amid them.
final class SlowWaiters: Sendable {
  private let answered = Atomic<Int>(0)
  /// How many had been answered when somebody asked amid them.
  let answeredAtMark = Atomic<Int>(-1)
  /// Set by the test once it has asked.
  let hasAsked = Atomic<Bool>(false)
  /// Before this answer they wait for the test to ask.
  static let pause = 200

  var watch: Outcome.Watch {
    Outcome.Watch(channel: "slow", since: 0, wait: .seconds(50)) { [self] _ in
      if answered.add(1, ordering: .relaxed).newValue == Self.pause {
        while !hasAsked.load(ordering: .acquiring) { sched_yield() }
      }
      let end = MonotonicTime.now + .milliseconds(1)
      while MonotonicTime.now < end {}
      return Reply(status: 200)
    }
  }

  func mark() -> Reply {
    answeredAtMark.store(answered.load(ordering: .relaxed), ordering: .relaxed)
    return Reply(status: 200)
  }
}
