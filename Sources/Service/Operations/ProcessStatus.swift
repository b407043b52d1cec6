package import Changes
internal import Synchronization

/// The state of the process, for health checks, metrics and the log.
package final class ProcessStatus: Sendable {
  package enum Phase: String, Sendable {
    case starting, serving, draining
  }

  /// The last attempt to load the config folder.
  package struct Loading: Sendable {
    /// The time when the served files were loaded.
    package var loadedAt: Timestamp
    /// The problems of the last attempt; empty if it succeeded.
    package var refused: [String] = []
    package var refusedAt: Timestamp?
    package var reloads: UInt64 = 0
    package var refusals: UInt64 = 0
  }

  package struct State: Sendable {
    package var phase = Phase.starting
    package var startedAt: Timestamp
    package var loading: Loading
  }

  private let state: Mutex<State>

  package init(startedAt: Timestamp) {
    state = Mutex(State(startedAt: startedAt, loading: Loading(loadedAt: startedAt)))
  }

  package var now: State { state.withLock { $0 } }

  package func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
}
