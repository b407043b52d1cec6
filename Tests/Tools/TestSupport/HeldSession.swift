internal import Foundation

/// A session outside of any server that holds a lock until the test releases it, by default that of a log.
package final class HeldSession: Sendable {
  private let input: FileHandle
  private let output: FileHandle
  private let psql: Process

  /// - Parameter statement: returns `held`.
  package init(
    _ cluster: PostgresCluster, in database: String, as role: String = "livery",
    _ statement: String = "SELECT 'held' FROM livery.log FOR UPDATE"
  ) throws {
    let (psql, input, output) = (Process(), Pipe(), Pipe())
    psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    psql.arguments = ["psql", "-h", cluster.primary, "-U", role, "-d", database, "-qAtX"]
    (psql.standardInput, psql.standardOutput, psql.standardError) = (input, output, output)
    try psql.run()
    (self.psql, self.input, self.output) = (psql, input.fileHandleForWriting, output.fileHandleForReading)
    try self.input.write(contentsOf: Data("BEGIN; \(statement);\n".utf8))
    let line = self.output.availableData
    guard String(decoding: line, as: UTF8.self).hasPrefix("held") else {
      throw PostgresCluster.Failed(description: String(decoding: line, as: UTF8.self))
    }
  }

  package func release() throws {
    try input.close()
    psql.waitUntilExit()
  }
}
