internal import Glibc

/// The end of the process.
package enum ProcessEnd {
  /// Ends it in the middle of whatever its threads do.
  package static func atOnce(_ code: Int32) -> Never { _exit(code) }
}
