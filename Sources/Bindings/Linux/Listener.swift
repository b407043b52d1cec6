internal import CLinux
internal import Glibc

/// A listening socket of one worker, sharing its port with the other workers of this process.
package final class Listener: Sendable {
  private let owned: Descriptor
  package let port: UInt16

  /// Binds and listens. Sharing lets several listeners of one user take the same port, so probe it first.
  package init(on endpoint: SocketAddress, sharing: Bool) throws(SystemError) {
    let number = socket(
      endpoint.family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    guard number >= 0 else { throw SystemError("socket") }
    owned = Descriptor(owning: number)
    Self.set(number, SOL_SOCKET, SO_REUSEADDR)
    if sharing { Self.set(number, SOL_SOCKET, SO_REUSEPORT) }
    // Inherited by what is accepted: small answers leave at once.
    Self.set(number, Int32(IPPROTO_TCP), TCP_NODELAY)
    guard endpoint.bind(number) == 0 else { throw SystemError("bind") }
    guard listen(number, 4096) == 0 else { throw SystemError("listen") }
    port = SocketAddress.port(of: number)
  }

  /// For watching.
  package var descriptor: Int32 { owned.number }

  /// What came of trying to accept.
  package enum Accepted: ~Copyable {
    case connection(Int32, PeerAddress)
    case none
    /// The process or the system has no descriptor left.
    case exhausted
  }

  package func accept() -> Accepted {
    while true {
      var address = PeerAddress()
      let number = unsafe address.withSockaddr { unsafe livery_accept(owned.number, $0, $1) }
      if number >= 0 { return .connection(number, address) }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .none
      }
    }
  }

  private static func set(_ number: Int32, _ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    _ = unsafe setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}
