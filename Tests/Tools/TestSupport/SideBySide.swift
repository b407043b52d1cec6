internal import Foundation
internal import Synchronization

/// Runs functions at one time, each on a thread of its own, until all have returned; throws what the first of them
/// threw. Tasks share a few threads: functions that wait for each other without suspending could block all of them.
package func sideBySide(_ functions: [@Sendable () throws -> Void]) throws {
  let failure = Mutex<(any Error)?>(nil)
  let running = DispatchGroup()
  for function in functions {
    running.enter()
    Thread {
      do { try function() } catch { failure.withLock { $0 = $0 ?? error } }
      running.leave()
    }.start()
  }
  running.wait()
  if let error = failure.withLock(\.self) { throw error }
}
