internal import CLinux
internal import Glibc

/// A listening socket: of one worker, which shares its port with those of the others, or of all workers.
package final class Listener: Sendable {
  private let owned: Descriptor
  /// The address to which it is bound, with its actual port.
  package let address: ListenAddress
  /// The file of a Unix socket, which is removed at the end.
  private let file: SocketFile?
  /// Indicates whether the parent process keeps the socket: clients that nobody accepts wait for the next process.
  package let isInherited: Bool

  /// Binds and listens. Several listeners of one user may take the same port, so probe the port first.
  package init(on endpoint: SocketAddress) throws(SystemError) {
    owned = try Descriptor("socket", socket(endpoint.family, Socket.stream, 0))
    let number = owned.number
    Self.set(number, SOL_SOCKET, SO_REUSEADDR)
    Self.set(number, SOL_SOCKET, SO_REUSEPORT)
    // Accepted sockets inherit this: small responses are sent immediately.
    Self.set(number, Int32(IPPROTO_TCP), TCP_NODELAY)
    guard endpoint.bind(number) == 0 else { throw SystemError("bind") }
    guard listen(number, 4096) == 0 else { throw SystemError("listen") }
    address = SocketAddress(of: number).listenAddress
    (file, isInherited) = (nil, false)
  }

  /// Throws if the address can't be taken for this process alone. No client gets in meanwhile, since nothing listens.
  package static func probe(_ endpoint: SocketAddress) throws(SystemError) {
    let trial = try Descriptor("socket", socket(endpoint.family, Socket.stream, 0))
    set(trial.number, SOL_SOCKET, SO_REUSEADDR)
    guard endpoint.bind(trial.number) == 0 else { throw SystemError("bind") }
  }

  /// Binds a Unix socket and listens. Its file is for its owner and group, and replaces the file of a server that is gone.
  package init(path: String) throws(SystemError) {
    guard let endpoint = SocketAddress(path: path) else { throw SystemError("bind", code: ENAMETOOLONG) }
    try SocketFile.removeAbandoned(path, endpoint)
    owned = try Descriptor("socket", socket(AF_UNIX, Socket.stream, 0))
    // The mode of the file is that of the socket, less the process's mask.
    _ = fchmod(owned.number, SocketFile.mode)
    guard endpoint.bind(owned.number) == 0 else { throw SystemError("bind") }
    _ = unsafe chmod(path, SocketFile.mode)
    guard listen(owned.number, 4096) == 0 else { throw SystemError("listen") }
    address = .unix(path: path)
    (file, isInherited) = (SocketFile(path), false)
  }

  /// The reason why an inherited descriptor is no listener, as it follows the name of the socket.
  package enum Unfit: String, Error {
    case noSocket = "is no open socket"
    case noStream = "is no stream socket"
    case silent = "does not listen"
    case otherFamily = "is neither an internet nor a Unix socket"
  }

  /// Takes over a socket on which the parent process has called listen.
  package init(inheriting number: Int32) throws(Unfit) {
    guard let type = Self.option(SO_TYPE, of: number) else { throw .noSocket }
    owned = Descriptor(owning: number)
    guard type == Int32(SOCK_STREAM.rawValue) else { throw .noStream }
    guard Self.option(SO_ACCEPTCONN, of: number) == 1 else { throw .silent }
    let family = Self.option(SO_DOMAIN, of: number) ?? -1
    guard [AF_INET, AF_INET6, AF_UNIX].contains(family) else { throw .otherFamily }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    _ = fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK)
    if family != AF_UNIX { Self.set(number, Int32(IPPROTO_TCP), TCP_NODELAY) }
    address = SocketAddress(of: number).listenAddress
    (file, isInherited) = (nil, true)
  }

  deinit { file?.remove() }

  package var descriptor: Int32 { owned.number }

  package enum Accepted: ~Copyable {
    case connection(Int32, SocketAddress)
    case none
    /// The process or the system has no descriptors left.
    case exhausted
  }

  package func accept() -> Accepted {
    while true {
      var address = SocketAddress()
      let number = unsafe address.fill { unsafe livery_accept(owned.number, $0, $1) }
      if number >= 0 { return .connection(number, address) }
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: continue
      case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
      default: return .none
      }
    }
  }

  /// Returns the value of an option of a socket, or nil if the descriptor is none.
  private static func option(_ option: Int32, of number: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return unsafe getsockopt(number, SOL_SOCKET, option, &value, &size) == 0 ? value : nil
  }

  static func set(_ number: Int32, _ level: Int32, _ option: Int32) {
    var on: Int32 = 1
    _ = unsafe setsockopt(number, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
  }
}

/// The file of a Unix socket.
private struct SocketFile: Sendable {
  static let mode: mode_t = 0o660

  private let path: String
  private let identity: UInt64?

  init(_ path: String) {
    self.path = path
    identity = FileStamp(of: path)?.inode
  }

  /// Removes the file, unless another has replaced it.
  func remove() { if identity != nil, FileStamp(of: path)?.inode == identity { unsafe unlink(path) } }

  /// Removes the file of a server that has ended without removing it. Throws if a server listens there, or if the file is
  /// no socket.
  static func removeAbandoned(_ path: String, _ endpoint: SocketAddress) throws(SystemError) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFSOCK else { throw SystemError("bind", code: ENOTSOCK) }
    let client = try Descriptor("socket", socket(AF_UNIX, Socket.stream, 0))
    guard endpoint.connect(client.number) != 0, errno == ECONNREFUSED else {
      throw SystemError("bind", code: errno == EACCES ? EACCES : EADDRINUSE)
    }
    unsafe unlink(path)
  }
}

/// Operations on a connected socket that belongs to another owner.
package enum Socket {
  /// The type of a stream socket that does not block.
  static let stream = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

  /// Ends the receiving direction; the owner sees the end of the stream.
  package static func stopReading(_ number: Int32) { _ = shutdown(number, Int32(SHUT_RD)) }

  /// Ends the sending direction; the peer sees the end of the stream.
  package static func stopWriting(_ number: Int32) { _ = shutdown(number, Int32(SHUT_WR)) }

  /// Ends both directions, whatever is being sent or received.
  package static func cut(_ number: Int32) { _ = shutdown(number, Int32(SHUT_RDWR)) }

  /// Indicates whether unread bytes are waiting. Closing the socket then would reset the connection.
  package static func hasUnread(_ number: Int32) -> Bool { livery_unread_bytes(number) > 0 }

  /// Sends as much as the socket takes immediately, without waiting and without a signal. Returns whether
  /// that was everything.
  @discardableResult
  package static func send(_ number: Int32, _ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        == bytes.count
    }
  }

  /// The kind of beginning of a connection, judged by its first bytes.
  package enum Opening { case silent, plausible, broken, end }

  /// Looks at the bytes that have arrived without reading them. A first line that is not three words, or has a control
  /// character, is broken.
  package static func opening(of number: Int32) -> Opening {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
      let count = unsafe recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT | MSG_PEEK))
      guard count > 0 else { return isSilent(count) ? .silent : .end }
      let line = unsafe room[..<count].drop { $0 == 0x0d || $0 == 0x0a }
      guard let end = unsafe line.firstIndex(of: 0x0a) else { return .plausible }
      let text = unsafe line[..<end].last == 0x0d ? line[..<(end - 1)] : line[..<end]
      let spaces = unsafe text.count { $0 == 0x20 }
      let isPrintable = unsafe text.allSatisfy { $0 >= 0x20 }
      return unsafe spaces == 2 && isPrintable && line.first != 0x20 ? .plausible : .broken
    }
  }

  /// Looks at the first byte of a connection that should be encrypted: it must begin a TLS handshake.
  package static func encryptedOpening(of number: Int32) -> Opening {
    var first: UInt8 = 0
    let count = unsafe recv(number, &first, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
    guard count > 0 else { return isSilent(count) ? .silent : .end }
    return first == 0x16 ? .plausible : .broken
  }

  package enum Discarded { case some(Int), none, end }

  /// Discards bytes that have arrived.
  package static func discard(_ number: Int32) -> Discarded {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { room in
      let count = unsafe recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
      return count > 0 ? .some(count) : isSilent(count) ? .none : .end
    }
  }

  /// Indicates whether a call that received nothing may be repeated.
  private static func isSilent(_ count: Int) -> Bool { count < 0 && (errno == EAGAIN || errno == EINTR) }
}
