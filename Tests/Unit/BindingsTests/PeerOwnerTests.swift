import Glibc
import Testing

@testable import Bindings

/// Looks up the owner of connections whose other end belongs to this process, or to none.
@Suite struct `The owner of the other end of a connection` {
  /// A connection over loopback, seen from the server's end.
  private final class Connection {
    var client: ClientSocket?
    let server: Int32
    let port: UInt16

    init(listeningOn host: String = "127.0.0.1", connectingTo target: String = "127.0.0.1") throws {
      let endpoint = try #require(SocketAddress(host: host, port: 0))
      let listener = try Listener(on: endpoint)
      let deadline = MonotonicTime.now + .seconds(30)
      client = try ClientSocket(host: target, port: try #require(listener.address.port), deadline: deadline)
      var accepted: (Int32, SocketAddress)?
      while accepted == nil {
        if case .connection(let number, let address) = listener.accept() { accepted = (number, address) }
      }
      let (number, address) = try #require(accepted)
      (server, port) = (number, address.port)
    }

    deinit { close(server) }

    var owner: PeerOwner { PeerOwner(of: server) }

    /// Waits until this end has received what the other end did.
    func awaitEnd() { while case .none = Socket.discard(server) {} }
  }

  @Test(arguments: [("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("::", "127.0.0.1"), ("::", "::1")])
  func `is this user, over each kind of address`(listening: String, target: String) throws {
    #expect(try Connection(listeningOn: listening, connectingTo: target).owner == .user(getuid()))
  }

  @Test func `is this user on a Unix socket`() throws {
    let pair = try SocketPair()
    #expect(PeerOwner(of: pair.server) == .user(getuid()))
    close(pair.server)
  }

  @Test func `is known while a client that has sent everything waits for the response`() throws {
    let connection = try Connection()
    connection.client?.finishSending()
    connection.awaitEnd()
    #expect(connection.owner == .user(getuid()))
  }

  /// The kernel counts a closed end as root's until the connection is over.
  @Test func `is unknown once the other end is closed`() throws {
    let connection = try Connection()
    connection.client = nil
    connection.awaitEnd()
    #expect(connection.owner == .unknown("the connection was closed"))
  }

  @Test func `is not the owner of a listener that has the port of a client that is gone`() throws {
    // Another test may take the port first, so this tries several.
    for _ in 1...50 {
      let connection = try Connection()
      // Closed with unread bytes, the client's end is reset and forgotten at once.
      #expect(Socket.send(connection.server, [1, 2, 3]))
      connection.client = nil
      connection.awaitEnd()
      let address = try #require(SocketAddress(host: "127.0.0.1", port: connection.port))
      guard let listener = try? Listener(on: address) else { continue }
      return try withExtendedLifetime(listener) {
        let owner = connection.owner
        guard case .unknown = owner else { throw SystemError("owner \(owner)") }
      }
    }
    Issue.record("no port of a client that is gone was free")
  }

  @Test func `is unknown for what is no connection`() throws {
    let descriptor = try Doorbell()
    guard case .unknown = PeerOwner(of: descriptor.descriptor) else { throw SystemError("owner") }
  }
}
