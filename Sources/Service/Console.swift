internal import Bindings

/// The two streams that a person or a script reads.
package enum Console {
  /// Writes to standard output.
  package static func print(_ text: String) { StandardStream.output.write(Array(text.utf8)) }

  /// Writes to standard error.
  package static func printError(_ text: String) { StandardStream.error.write(Array(text.utf8)) }

  /// Whether somebody reads standard output on a terminal.
  package static var outputIsTerminal: Bool { StandardStream.output.isTerminal }

  /// Whether somebody reads standard error on a terminal.
  package static var isWatched: Bool { StandardStream.error.isTerminal }
}

/// The variables that the process was started with.
package enum ProcessEnvironment {
  package static let variables: [String: String] = Environment.variables
}
