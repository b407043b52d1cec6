internal import Bindings

/// What a test throws where something that it waits for never came about.
package struct NeverHappened: Error {}

/// Waits until something holds. The bound is for what never will.
package func eventually(within time: Duration = .seconds(240), _ holds: () throws -> Bool) throws {
  let end = MonotonicTime.now + time
  while try !holds() {
    guard MonotonicTime.now < end else { throw NeverHappened() }
    SystemThread.sleep(for: .milliseconds(20))
  }
}
