internal import Bindings

/// The time between two tries.
package enum Pause {
  /// Does nothing on this thread for so long.
  package static func wait(for time: Duration) { SystemThread.sleep(for: time) }
}
