internal import Foundation
internal import Synchronization
internal import Themes

/// `Tests/Tools/misbehaving-server`, started for a test; it ends with the process of the tests.
package final class MisbehavingServer: Sendable {
  /// One for all tests that have a room of their own.
  package static var shared: MisbehavingServer { get throws { try started.get() } }
  private static let started = Result { try MisbehavingServer() }
  private static let rooms = Atomic<Int>(0)

  package let port: UInt16
  private let process: Mutex<Process>
  /// The server listens until this ends.
  private let input = Pipe()

  package init() throws {
    let process = Process()
    let output = Pipe()
    process.executableURL =
      URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../misbehaving-server").standardized
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = ""
    while !line.hasSuffix("\n") {
      let data = output.fileHandleForReading.availableData
      guard !data.isEmpty else { throw RunningServer.NotStarted(description: "It ended: \(line)") }
      line += String(decoding: data, as: UTF8.self)
    }
    let digits = line.split(separator: ":").last.map { $0.filter(\.isNumber) }
    guard let port = digits.flatMap({ UInt16($0) }) else { throw RunningServer.NotStarted(description: line) }
    self.port = port
    self.process = Mutex(process)
  }

  deinit {
    process.withLock { process in
      // The test runner may have blocked other signals, and child processes inherit that.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
  }

  /// A room of the test's own that behaves so.
  package func room(_ behavior: String) -> MisbehavingRoom {
    let number = Self.rooms.add(1, ordering: .relaxed).newValue
    return MisbehavingRoom(name: "\(behavior).\(number)", port: port)
  }
}
