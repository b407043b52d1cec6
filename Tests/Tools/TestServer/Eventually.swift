internal import Bindings

/// The error of a test whose condition never became true.
package struct NeverHappened: Error {}

/// Waits until something holds. The bound is for what never will.
package func eventually(within time: Duration = .seconds(240), _ holds: () throws -> Bool) throws {
  let end = MonotonicTime.now + time
  while try !holds() {
    guard MonotonicTime.now < end else { throw NeverHappened() }
    SystemThread.sleep(for: .milliseconds(20))
  }
}
