package import Changes
internal import Synchronization

/// What the process knows about how it is: for health checks, metrics and the log.
package final class ProcessStatus: Sendable {
  package enum ProcessPhase: String, Sendable {
    case starting, serving, draining
  }

  /// The last attempt to load the config folder.
  package struct Loading: Sendable {
    /// When what is served was loaded.
    package var loadedAt: Timestamp
    /// What kept the last attempt from being served; empty when it is what is served.
    package var refused: [String] = []
    package var refusedAt: Timestamp?
    package var reloads: UInt64 = 0
    package var refusals: UInt64 = 0
  }

  package struct ProcessState: Sendable {
    package var phase = ProcessPhase.starting
    package var startedAt: Timestamp
    package var loading: Loading
  }

  private let state: Mutex<ProcessState>

  package init(startedAt: Timestamp) {
    state = Mutex(ProcessState(startedAt: startedAt, loading: Loading(loadedAt: startedAt)))
  }

  package var now: ProcessState { state.withLock { $0 } }

  package func update(_ change: (inout ProcessState) -> Void) { state.withLock { change(&$0) } }
}
