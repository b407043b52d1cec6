internal import Foundation
internal import Synchronization

/// A program of the project that takes orders, a line each, and answers each with `done`. It ends when its input does:
/// when this object is released or the process of the tests ends.
package final class OrderedProcess: Sendable {
  private let process = Process()
  private let input = Pipe()
  private let output: Mutex<PartialLines>

  /// - Parameter path: as the project has it.
  package init(_ path: String, _ arguments: [String]) throws {
    let pipe = Pipe()
    output = Mutex(PartialLines(handle: pipe.fileHandleForReading))
    process.executableURL = URL(fileURLWithPath: "\(ProjectFiles.root)/\(path)")
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// The next line that it prints.
  package func line() throws -> String { try output.withLock { try $0.next() } }

  /// Gives an order and waits until it is done.
  /// - Returns: the rest of the response.
  @discardableResult
  package func order(_ word: String) throws -> String {
    try output.withLock { output in
      try input.fileHandleForWriting.write(contentsOf: Data("\(word)\n".utf8))
      let words = try output.next().split(separator: " ", maxSplits: 1).map(String.init)
      guard words.first == "done" else { throw PostgresCluster.Failed(description: "\(word): \(words)") }
      return words.count > 1 ? words[1] : ""
    }
  }
}

/// The output of a process, a line at a time.
private struct PartialLines {
  let handle: FileHandle
  private var pending: [UInt8] = []

  init(handle: FileHandle) { self.handle = handle }

  mutating func next() throws -> String {
    while true {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending.removeSubrange(...end) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      let data = handle.availableData
      guard !data.isEmpty else {
        throw PostgresCluster.Failed(description: "It ended: \(String(decoding: pending, as: UTF8.self))")
      }
      pending += data
    }
  }
}
