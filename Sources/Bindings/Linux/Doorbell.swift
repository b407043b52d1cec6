internal import CLinux

/// A doorbell that any thread rings to wake the one that waits for it.
package final class Doorbell: Sendable {
  private let owned: Descriptor

  package init() throws(SystemError) {
    let number = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard number >= 0 else { throw SystemError("eventfd") }
    owned = Descriptor(owning: number)
  }

  /// For watching.
  package var descriptor: Int32 { owned.number }

  package func ring() { _ = eventfd_write(owned.number, 1) }

  /// Silences it until it is rung again.
  package func quiet() {
    var count: UInt64 = 0
    _ = unsafe eventfd_read(owned.number, &count)
  }
}
