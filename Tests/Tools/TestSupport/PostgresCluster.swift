internal import Foundation
internal import Synchronization

/// A PostgreSQL for tests in a temporary folder, reached by sockets there and by no port. When the object is released or
/// the process of the tests ends, PostgreSQL stops and the folder is removed.
package final class PostgresCluster: Sendable {
  /// The folder of the primary's socket: libpq takes it for a host.
  package let primary: String
  /// The socket folders of its standby and of a pooler before it, if it has them.
  package let standby: String?
  package let pooler: String?
  private let lock = Mutex(())
  private let engine: OrderedProcess

  package struct Failed: Error, CustomStringConvertible {
    package let description: String
  }

  /// A cluster for all tests that only need databases. Its data need not survive a power cut.
  package static let shared = Result { try PostgresCluster(["fsync=off"]) }

  /// - Parameter arguments: the arguments of `Scripts/engine`.
  package init(_ arguments: [String]) throws {
    engine = try OrderedProcess("Scripts/engine", arguments)
    var folders: [Substring: String] = [:]
    while true {
      let line = try engine.line()
      if line == "ready" { break }
      guard !line.hasPrefix("engine: ") else { throw Failed(description: line) }
      let words = line.split(separator: " ", maxSplits: 1)
      folders[words.first ?? ""] = words.last.map(String.init)
    }
    guard let primary = folders["primary"] else { throw Failed(description: "There is no primary") }
    (self.primary, standby, pooler) = (primary, folders["standby"], folders["pooler"])
  }

  /// Sends an order to `Scripts/engine`, and waits until it is done.
  package func order(_ word: String) throws { try engine.order(word) }

  /// The URL of a new database.
  package func database() throws -> String { url(of: try newDatabase()) }

  /// The name of a new database.
  package func newDatabase() throws -> String {
    let name = "t" + UUID().uuidString.prefix(13).lowercased().filter { $0 != "-" }
    // PostgreSQL can't create two databases from one template at the same time, nor while a session is connected to the
    // template, such as autovacuum. No session ever connects to template0.
    try lock.withLock { _ in _ = try run("CREATE DATABASE \(name) TEMPLATE template0") }
    return name
  }

  package func url(of database: String) -> String { url(of: database, at: [primary]) }

  /// - Parameter hosts: folders of sockets, or hosts with ports.
  package func url(of database: String, at hosts: [String]) -> String {
    let list = hosts.map { $0.replacingOccurrences(of: "/", with: "%2F") }.joined(separator: ",")
    return "postgres://livery@\(list)/\(database)?sslmode=disable"
  }

  /// Runs a statement by psql and returns what it prints, a line a row.
  @discardableResult
  package func run(_ sql: String, in database: String = "postgres", at host: String? = nil) throws -> String {
    let (psql, output) = (Process(), Pipe())
    psql.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    psql.arguments = [
      "psql", "-h", host ?? primary, "-U", "livery", "-d", database, "-qAtX", "-v", "ON_ERROR_STOP=1", "-c",
      sql,
    ]
    psql.standardOutput = output
    psql.standardError = output
    psql.standardInput = FileHandle.nullDevice
    try psql.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    psql.waitUntilExit()
    guard psql.terminationStatus == 0 else { throw Failed(description: text) }
    return text
  }
}
