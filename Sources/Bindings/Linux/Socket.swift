internal import CLinux
internal import Glibc

/// What can be done to a connected socket beside its owner.
package enum Socket {
  /// No more is read from it; its owner sees the end of the stream.
  package static func stopReading(_ number: Int32) { _ = shutdown(number, Int32(SHUT_RD)) }

  /// No more is sent; the peer sees the end of the stream.
  package static func stopWriting(_ number: Int32) { _ = shutdown(number, Int32(SHUT_WR)) }

  /// Both ways closed, whatever is under way.
  package static func cut(_ number: Int32) { _ = shutdown(number, Int32(SHUT_RDWR)) }

  /// Whether bytes lie there that nobody has read: closing it now would reset the connection.
  package static func hasUnread(_ number: Int32) -> Bool { livery_unread_bytes(number) > 0 }

  /// Sends what the socket takes at once; never waits, raises no signal.
  @discardableResult
  package static func send(_ number: Int32, _ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes {
      unsafe Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
        == bytes.count
    }
  }

  /// How a connection begins, as far as its first bytes tell.
  package enum Opening { case silent, plausible, broken, end }

  /// Looks at what has arrived without taking it: a first line that is not three words is told from others.
  package static func opening(of number: Int32) -> Opening {
    unsafe withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { room in
      let count = unsafe recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT | MSG_PEEK))
      guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .silent : .end }
      let line = unsafe room[..<count].drop { $0 == 0x0d || $0 == 0x0a }
      guard let end = unsafe line.firstIndex(of: 0x0a) else { return .plausible }
      let spaces = unsafe line[..<end].count { $0 == 0x20 }
      return unsafe spaces == 2 && line.first != 0x20 ? .plausible : .broken
    }
  }

  /// The same for a connection that is to be encrypted: its first byte says whether it begins with a handshake.
  package static func encryptedOpening(of number: Int32) -> Opening {
    var first: UInt8 = 0
    let count = unsafe recv(number, &first, 1, Int32(MSG_DONTWAIT | MSG_PEEK))
    guard count > 0 else { return count < 0 && (errno == EAGAIN || errno == EINTR) ? .silent : .end }
    return first == 0x16 ? .plausible : .broken
  }

  /// Throws away what has arrived.
  package enum Discarded { case some(Int), none, end }

  package static func discard(_ number: Int32) -> Discarded {
    unsafe withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { room in
      let count = unsafe recv(number, room.baseAddress, room.count, Int32(MSG_DONTWAIT))
      if count > 0 { return .some(count) }
      return count < 0 && (errno == EAGAIN || errno == EINTR) ? .none : .end
    }
  }
}
