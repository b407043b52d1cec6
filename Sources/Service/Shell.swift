internal import Bindings

/// The shell that commands run other people's lines with.
package enum Shell {
  package struct LaunchError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Waits for the line's end and returns its exit code.
  package static func run(_ line: String, variables: [String: String]) throws(LaunchError) -> Int32 {
    do throws(SystemError) { return try ShellCommand.run(line, variables: variables) } catch {
      throw LaunchError(description: error.cause)
    }
  }
}
