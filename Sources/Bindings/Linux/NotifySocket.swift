internal import CLinux
internal import Glibc

/// The socket on which a service manager receives the state of a process, as sd_notify(3) describes it.
package final class NotifySocket: Sendable {
  private let owned: Descriptor
  private let address: SocketAddress

  /// - Parameter name: a path, or the name of an abstract socket after `@`. Nil if it is neither.
  package init?(_ name: String) {
    let named = name.hasPrefix("@") ? SocketAddress(abstract: name.dropFirst()) : SocketAddress(path: name)
    let number = socket(AF_UNIX, Self.datagram, 0)
    guard let named, number >= 0 else { return nil }
    address = named
    owned = Descriptor(owning: number)
    // A manager that reads nothing must not hold up the server for longer.
    var limit = timeval(tv_sec: 1, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    _ = unsafe setsockopt(owned.number, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
  }

  private static let datagram = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)

  /// Sends a message. If the manager has too many unread ones, it waits a second for room, or not at all.
  package func send(_ message: String, waits: Bool = true) {
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    let bytes = Array(message.utf8)
    _ = unsafe address.withSockaddr { address, length in
      unsafe bytes.withUnsafeBytes {
        unsafe sendto(owned.number, $0.baseAddress, $0.count, flags, address, length)
      }
    }
  }
}
