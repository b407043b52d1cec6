internal import Foundation

/// The program under test, as the build put it beside the tests.
package enum Livery {
  /// `LIVERY_BINARY` names another one.
  package static let path: String = {
    if let path = ProcessInfo.processInfo.environment["LIVERY_BINARY"] { return path }
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("livery").path
  }()

  /// Runs a command to its end.
  package static func run(_ arguments: String...) throws -> RunningServer.Ending { try run(arguments) }

  package static func run(
    _ arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
    program: String = Livery.path
  ) throws -> RunningServer.Ending {
    try run(arguments: arguments, environment: environment, in: folder, program: program)
  }

  /// The same with the words as a list.
  package static func run(
    arguments: [String], environment: [String: String] = [:], in folder: String? = nil,
    program: String = Livery.path
  ) throws -> RunningServer.Ending {
    let process = process(arguments, environment: environment, program: program)
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return RunningServer.Ending(
      code: process.terminationStatus, errors: String(decoding: complaints, as: UTF8.self),
      output: String(decoding: text, as: UTF8.self))
  }

  /// The environment without settings of the user that runs the tests.
  static func process(
    _ arguments: [String], environment: [String: String], descriptors: Int? = nil, isDiskFull: Bool = false,
    program: String = Livery.path
  ) -> Process {
    let process = Process()
    // Only a shell can lower limits before the program begins.
    let limits = (descriptors.map { ["ulimit -n \($0)"] } ?? []) + (isDiskFull ? ["ulimit -S -f 0"] : [])
    process.executableURL = URL(fileURLWithPath: limits.isEmpty ? program : "/bin/sh")
    let script = (limits + ["exec \"$0\" \"$@\""]).joined(separator: "; ")
    process.arguments = (limits.isEmpty ? [] : ["-c", script, program]) + arguments
    let inherited = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("LIVERY_") }
    process.environment = inherited.merging(environment) { _, given in given }
    process.standardInput = FileHandle.nullDevice
    return process
  }
}
