internal import Bindings

/// A connection to a server, plain or over TLS.
enum ServerSocket {
  case plain(ClientSocket)
  case secure(TLSSocket)

  func send(_ bytes: [UInt8], deadline: MonotonicTime) throws(TLSSocket.Failure) {
    switch self {
    case .plain(let socket):
      do throws(SystemError) { try socket.send(bytes, deadline: deadline) } catch { throw .system(error) }
    case .secure(let socket): try socket.send(bytes, deadline: deadline)
    }
  }

  /// What has arrived, at least one byte; empty when the server has closed.
  func receive(deadline: MonotonicTime) throws(TLSSocket.Failure) -> [UInt8] {
    switch self {
    case .plain(let socket):
      do throws(SystemError) { return try socket.receive(deadline: deadline) } catch { throw .system(error) }
    case .secure(let socket): return try socket.receive(deadline: deadline)
    }
  }
}
