internal import Synchronization

/// The way from the parts that a server answers through back to the server, tied once it is made.
final class ServerLink: Sendable {
  private let server = Mutex<Server?>(nil)

  func tie(to made: Server) { server.withLock { $0 = made } }

  var statistics: WireStatistics { server.withLock { $0 }?.statistics() ?? WireStatistics() }
}
