internal import Glibc

/// A connection to a server, for one thread that sends, waits and receives.
package final class ClientSocket: Sendable {
  private let owned: Descriptor

  /// Connects to a Unix socket, or to the first of a host's addresses that answers in time.
  package init(to endpoint: ListenAddress, deadline: MonotonicTime) throws(SystemError) {
    let addresses: [SocketAddress]
    switch endpoint {
    case .inet(let host, let port):
      addresses = host.isEmpty ? [] : SocketAddress.all(of: host, port, AI_NUMERICSERV)
    case .unix(let path):
      guard let address = SocketAddress(path: path) else { throw SystemError("connect", code: ENAMETOOLONG) }
      addresses = [address]
    }
    var last = SystemError(addresses.isEmpty ? SystemError.lookUp : "connect", code: EADDRNOTAVAIL)
    for address in addresses {
      do throws(SystemError) {
        owned = try Self.connect(to: address, deadline)
        return
      } catch { last = error }
    }
    throw last
  }

  package convenience init(host: String, port: UInt16, deadline: MonotonicTime) throws(SystemError) {
    try self.init(to: .inet(host: host, port: port), deadline: deadline)
  }

  private init(_ owned: consuming Descriptor) { self.owned = owned }

  /// Makes two connected sockets. The caller owns the second one.
  package static func pair() throws(SystemError) -> (client: ClientSocket, server: Int32) {
    let ends = try SocketPair()
    let server = ends.server
    return (ClientSocket(ends.client), server)
  }

  private static func connect(
    to address: SocketAddress, _ deadline: MonotonicTime
  ) throws(SystemError) -> Descriptor {
    let descriptor = try Descriptor("socket", socket(address.family, Socket.stream, 0))
    let number = descriptor.number
    if address.connect(number) != 0 {
      guard errno == EINPROGRESS else { throw SystemError("connect") }
      try Self.await(number, POLLOUT, deadline)
      var code: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      _ = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size)
      guard code == 0 else { throw SystemError("connect", code: code) }
    }
    // A request follows the end of a TLS handshake immediately, not once that was acknowledged: 40 ms later.
    Listener.set(number, Int32(IPPROTO_TCP), TCP_NODELAY)
    return descriptor
  }

  /// Sends all bytes, waiting for room up to the deadline.
  package func send(_ bytes: [UInt8], deadline: MonotonicTime) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(owned.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 { rest = rest.dropFirst(count) } else { try recover("send", POLLOUT, deadline) }
    }
  }

  /// Returns the bytes that have arrived, at least one. Returns an empty array if the server has closed the connection.
  package func receive(deadline: MonotonicTime) throws(SystemError) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 16_384)
    while true {
      // A server that always has more to send would otherwise never run into the deadline.
      guard MonotonicTime.now < deadline else { throw SystemError("recv", code: ETIMEDOUT) }
      let count = unsafe room.withUnsafeMutableBytes {
        unsafe recv(owned.number, $0.baseAddress, $0.count, 0)
      }
      if count >= 0 { return Array(room[..<count]) }
      try recover("recv", POLLIN, deadline)
    }
  }

  /// Waits for the socket if a failed call can be repeated then.
  private func recover(_ call: String, _ events: Int32, _ deadline: MonotonicTime) throws(SystemError) {
    switch errno {
    case EAGAIN: try Self.await(owned.number, events, deadline)
    case EINTR: break
    case let code: throw SystemError(call, code: code)
    }
  }

  /// Ends the sending direction; the server sees the end of the stream.
  package func finishSending() { Socket.stopWriting(owned.number) }

  /// The descriptor of the connection, for TLS.
  var descriptor: Int32 { owned.number }

  /// Waits until more can be sent or has arrived.
  func await(isSending: Bool, deadline: MonotonicTime) throws(SystemError) {
    try Self.await(owned.number, isSending ? POLLOUT : POLLIN, deadline)
  }

  private static func await(_ number: Int32, _ events: Int32, _ deadline: MonotonicTime) throws(SystemError) {
    var polled = [pollfd(fd: number, events: Int16(events), revents: 0)]
    guard Poll.wait(for: &polled, until: deadline) else { throw SystemError("poll", code: ETIMEDOUT) }
  }
}
