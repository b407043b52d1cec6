internal import Foundation

/// A command of the program that goes on until a test ends it.
package final class RunningCommand {
  private let process: Process
  private let output = Pipe()
  private var text = ""

  /// Its output includes standard error.
  /// - Parameter program: another one that the build put beside the tests.
  package init(
    program: String? = nil, _ arguments: String..., environment: [String: String] = [:],
    in workingFolder: String? = nil
  ) throws {
    let folder = URL(fileURLWithPath: Livery.path).deletingLastPathComponent()
    let path = program.map { folder.appendingPathComponent($0).path } ?? Livery.path
    process = Livery.process(arguments, environment: environment, program: path)
    if let workingFolder { process.currentDirectoryURL = URL(fileURLWithPath: workingFolder) }
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  deinit { stop() }

  package func stop() {
    // The test runner may have blocked other signals, and child processes inherit that.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Waits until it ends by itself. Returns its exit code and all of its output.
  package func ending() -> (code: Int32, output: String) {
    let rest = (try? output.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, text + String(decoding: rest, as: UTF8.self))
  }

  /// Its lines so far, once so many of them hold this text.
  @discardableResult
  package func lines(with needle: String, times: Int = 1) throws -> [String] {
    while true {
      let lines = text.split(separator: "\n").map(String.init)
      if text.hasSuffix("\n"), lines.count(where: { $0.contains(needle) }) >= times { return lines }
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw RunningServer.NotStarted(description: text) }
      text += String(decoding: data, as: UTF8.self)
    }
  }
}
