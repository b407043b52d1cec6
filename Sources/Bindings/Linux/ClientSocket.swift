internal import Glibc

/// A connection to a server, for one thread that sends, waits and receives.
package final class ClientSocket: Sendable {
  private let owned: Descriptor

  /// Connects to the first of the host's addresses that answers in time.
  package init(host: String, port: UInt16, deadline: MonotonicTime) throws(SystemError) {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    unsafe hints.ai_flags = AI_NUMERICSERV
    var found: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0 else {
      throw SystemError("getaddrinfo", code: EADDRNOTAVAIL)
    }
    defer { if let found = unsafe found { unsafe freeaddrinfo(found) } }
    var last = SystemError("connect", code: EADDRNOTAVAIL)
    var address = unsafe found
    while let candidate = unsafe address {
      do throws(SystemError) {
        owned = unsafe try Self.connect(candidate, deadline)
        return
      } catch { last = error }
      unsafe address = unsafe candidate.pointee.ai_next
    }
    throw last
  }

  /// Sends all bytes, waiting for room up to the deadline.
  package func send(_ bytes: [UInt8], deadline: MonotonicTime) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(owned.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        try Self.await(owned.number, POLLOUT, deadline)
      } else if errno != EINTR {
        throw SystemError("send")
      }
    }
  }

  /// Returns the bytes that have arrived, at least one. Returns an empty array if the server has closed the
  /// connection.
  package func receive(deadline: MonotonicTime) throws(SystemError) -> [UInt8] {
    var room = [UInt8](repeating: 0, count: 16_384)
    while true {
      // A server that always has more to send would otherwise never run into the deadline.
      guard MonotonicTime.now < deadline else { throw SystemError("recv", code: ETIMEDOUT) }
      let count = unsafe room.withUnsafeMutableBytes {
        unsafe recv(owned.number, $0.baseAddress, $0.count, 0)
      }
      if count >= 0 { return Array(room[..<count]) }
      if errno == EAGAIN {
        try Self.await(owned.number, POLLIN, deadline)
      } else if errno != EINTR {
        throw SystemError("recv")
      }
    }
  }

  /// Ends the sending direction; the server sees the end of the stream.
  package func finishSending() { _ = shutdown(owned.number, Int32(SHUT_WR)) }

  private static func connect(
    _ candidate: UnsafeMutablePointer<addrinfo>, _ deadline: MonotonicTime
  ) throws(SystemError) -> Descriptor {
    let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let number = unsafe socket(candidate.pointee.ai_family, flags, 0)
    guard number >= 0 else { throw SystemError("socket") }
    let descriptor = Descriptor(owning: number)
    if unsafe Glibc.connect(number, candidate.pointee.ai_addr, candidate.pointee.ai_addrlen) != 0 {
      guard errno == EINPROGRESS else { throw SystemError("connect") }
      try Self.await(number, POLLOUT, deadline)
      var code: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      _ = unsafe getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size)
      guard code == 0 else { throw SystemError("connect", code: code) }
    }
    return descriptor
  }

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
