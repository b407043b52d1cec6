internal import Glibc

/// A line for the shell, run as a child of this process.
package enum ShellCommand {
  /// Runs the line with some more variables in its environment, and waits for it.
  /// - Returns: its exit code; as shells do, 128 and the signal's number where one ended it.
  package static func run(_ line: String, variables: [String: String]) throws(SystemError) -> Int32 {
    let inherited = Environment.variables.merging(variables) { $1 }
    let environment = inherited.map { "\($0.key)=\($0.value)" }
    var child: pid_t = 0
    let code = unsafe withStrings(["/bin/sh", "-c", line]) { arguments in
      unsafe withStrings(environment) { environment in
        unsafe posix_spawn(&child, "/bin/sh", nil, nil, arguments, environment)
      }
    }
    guard code == 0 else { throw SystemError("posix_spawn", code: code) }
    var status: Int32 = 0
    while unsafe waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw SystemError("waitpid") }
    }
    let signal = status & 0x7f
    return signal == 0 ? (status >> 8) & 0xff : 128 + signal
  }

  /// C strings that end with a null pointer, for as long as `body` runs.
  private static func withStrings<Value>(
    _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
  ) -> Value {
    var copies = unsafe strings.map { unsafe strdup($0) } + [nil]
    defer { unsafe copies.forEach { unsafe free($0) } }
    return unsafe body(&copies)
  }
}
