internal import Bindings
package import Changes
internal import Synchronization

/// The standard streams of the process.
package enum Console {
  package static func print(_ text: String) { StandardStream.output.write(Array(text.utf8)) }

  package static func printError(_ text: String) { StandardStream.error.write(Array(text.utf8)) }

  package static var outputIsTerminal: Bool { StandardStream.output.isTerminal }

  package static var isWatched: Bool { StandardStream.error.isTerminal }
}

package enum ProcessEnvironment {
  package static let variables: [String: String] = Environment.variables
}

/// The shell, for command lines of the user.
package enum Shell {
  package struct LaunchError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Runs a command line and returns its exit code.
  package static func run(_ line: String, variables: [String: String]) throws(LaunchError) -> Int32 {
    do throws(SystemError) { return try ShellCommand.run(line, variables: variables) } catch {
      throw LaunchError(description: error.cause)
    }
  }
}

extension Timestamp {
  /// The current time of the real-time clock.
  package static var now: Timestamp { Timestamp(milliseconds: WallClock.milliseconds) }

  /// Returns the offset of this machine's time zone from UTC then, in seconds to the east, and the zone's name.
  package var zone: (offset: Int, name: String) { WallClock.zone(at: milliseconds / 1000) }
}

package enum Version {
  package static let number = "0.2.0"
}

/// The state of the process, for health checks, metrics and the log.
final class ProcessStatus: Sendable {
  enum Phase: String { case starting, serving, draining }

  /// The last attempt to load the config folder.
  struct Loading {
    /// The time at which the served files were loaded.
    var loadedAt: Timestamp
    /// The problems of the last attempt; empty if it succeeded.
    var refused: [String] = []
    var refusedAt: Timestamp?
    var reloads: UInt64 = 0
    var refusals: UInt64 = 0
  }

  struct State {
    var phase = Phase.starting
    var startedAt: Timestamp
    var loading: Loading
  }

  private let state: Mutex<State>

  init(startedAt: Timestamp) {
    state = Mutex(State(startedAt: startedAt, loading: Loading(loadedAt: startedAt)))
  }

  var now: State { state.withLock { $0 } }

  func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
}
