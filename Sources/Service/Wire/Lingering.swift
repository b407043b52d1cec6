internal import Bindings

/// Connections that were answered before all that they sent was read. Closed at once, they would be reset, and the
/// answer might be lost on its way; so what still comes is thrown away for a moment.
struct Lingering: ~Copyable {
  private final class Socket {
    let descriptor: Descriptor
    let deadline: MonotonicTime
    var allowance = 1 << 20

    init(_ descriptor: consuming Descriptor, deadline: MonotonicTime) {
      self.descriptor = descriptor
      self.deadline = deadline
    }
  }

  private static let room = 256
  private static let patience = Duration.seconds(2)
  private var sockets: [Int32: Socket] = [:]

  var isEmpty: Bool { sockets.isEmpty }

  /// Takes the socket over, or closes it where too many linger already.
  mutating func add(
    _ descriptor: consuming Descriptor, now: MonotonicTime, epoll: Epoll, token: (Int32) -> UInt64
  ) {
    let number = descriptor.number
    Bindings.Socket.stopWriting(number)
    guard sockets.count < Self.room, epoll.watch(number, .readable, token: token(number)) else {
      return
    }
    sockets[number] = Socket(descriptor, deadline: now + Self.patience)
  }

  /// Reads on; the socket is closed at the end of what comes, or when enough has come.
  mutating func read(_ number: Int32) {
    guard let socket = sockets[number] else { return }
    while socket.allowance > 0 {
      switch Bindings.Socket.discard(number) {
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
