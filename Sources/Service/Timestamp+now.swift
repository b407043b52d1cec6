internal import Bindings
package import Changes

extension Timestamp {
  /// This moment, as the clock on the wall has it.
  package static var now: Timestamp { Timestamp(milliseconds: WallClock.milliseconds) }
}
