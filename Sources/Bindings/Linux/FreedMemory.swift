internal import CLinux

/// Memory that this process has freed, and that the C library keeps for it.
package enum FreedMemory {
  /// Gives it back to the system where it is much. That takes milliseconds; no worker should do it.
  package static func giveBack() { livery_give_back(least) }

  private static let least = 16 << 20
}
