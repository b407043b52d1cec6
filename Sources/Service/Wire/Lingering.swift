internal import Bindings

/// Connections that were answered before all that they sent was read. Closed at once, they would be reset, and the
/// answer might be lost on its way; so what still comes is thrown away for a moment.
struct Lingering: ~Copyable {
  private static let room = 256
  private static let time = Duration.seconds(2)
  private var sockets: [Int32: LingeringSocket] = [:]

  var isEmpty: Bool { sockets.isEmpty }

  /// Takes the socket over, or closes it where too many linger already.
  mutating func add(
    _ descriptor: consuming Descriptor, now: MonotonicTime, epoll: Epoll, token: (Int32) -> UInt64
  ) {
    let number = descriptor.number
    Socket.stopWriting(number)
    guard sockets.count < Self.room, epoll.watch(number, .readable, token: token(number)) else {
      return
    }
    sockets[number] = LingeringSocket(descriptor, deadline: now + Self.time)
  }

  /// Reads on; the socket is closed at the end of what comes, or when enough has come.
  mutating func read(_ number: Int32) {
    guard let socket = sockets[number] else { return }
    while socket.allowance > 0 {
      switch Socket.discard(number) {
      case .some(let count): socket.allowance -= count
      case .none: return
      case .end: socket.allowance = 0
      }
    }
    sockets[number] = nil
  }

  /// Closes those whose time is up.
  mutating func sweep(now: MonotonicTime) {
    guard !sockets.isEmpty else { return }
    sockets = sockets.filter { $0.value.deadline > now }
  }
}

/// What is left of such a connection.
private final class LingeringSocket {
  let descriptor: Descriptor
  let deadline: MonotonicTime
  /// How many bytes are thrown away before it is closed all the same.
  var allowance = 1 << 20

  init(_ descriptor: consuming Descriptor, deadline: MonotonicTime) {
    self.descriptor = descriptor
    self.deadline = deadline
  }
}
