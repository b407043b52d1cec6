internal import Bindings
package import Changes

/// The standard streams of the process.
package enum Console {
  /// Writes to standard output.
  package static func print(_ text: String) { StandardStream.output.write(Array(text.utf8)) }

  /// Writes to standard error.
  package static func printError(_ text: String) { StandardStream.error.write(Array(text.utf8)) }

  /// Indicates whether standard output is a terminal.
  package static var outputIsTerminal: Bool { StandardStream.output.isTerminal }

  /// Indicates whether standard error is a terminal.
  package static var isWatched: Bool { StandardStream.error.isTerminal }
}

/// The environment variables of the process.
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
}

/// The version of Livery.
package enum Version {
  package static let number = "0.2.0"
}
