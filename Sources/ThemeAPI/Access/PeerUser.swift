internal import Synchronization

/// The user of the process at the other end of a connection. It is looked up once, when a request first needs more rights
/// than every client has.
package final class PeerUser: Sendable {
  package enum Standing: Sendable, Hashable {
    /// The user of the server, or root.
    case trusted
    case other(UInt32, server: UInt32)
    /// The kernel does not say; the reason.
    case unknown(String)
  }

  private enum State {
    case open(@Sendable () -> Standing)
    case known(Standing)
  }

  private let state: Mutex<State>

  /// The user of a connection from another machine.
  package static let elsewhere = PeerUser(.known(.unknown("the connection comes from another machine")))

  private init(_ state: State) { self.state = Mutex(state) }

  /// - Parameter lookUp: called once at most, on any thread, and never after `end()`.
  package convenience init(lookUp: @escaping @Sendable () -> Standing) { self.init(.open(lookUp)) }

  package var standing: Standing {
    state.withLock { state in
      switch state {
      case .known(let standing): return standing
      case .open(let lookUp):
        let standing = lookUp()
        state = .known(standing)
        return standing
      }
    }
  }

  /// Ends looking up. Call it before the connection's descriptor is closed.
  package func end() {
    state.withLock { if case .open = $0 { $0 = .known(.unknown("the connection was closed")) } }
  }
}
