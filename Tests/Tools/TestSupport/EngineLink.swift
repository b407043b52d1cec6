/// A proxy between servers and a PostgreSQL, which a test can interrupt.
package final class EngineLink: Sendable {
  private let link: OrderedProcess
  package let port: UInt16

  /// - Parameter folder: where the socket of the PostgreSQL is.
  package init(to folder: String) throws {
    link = try OrderedProcess("Tests/Tools/engine-link", ["\(folder)/.s.PGSQL.5432"])
    let line = try link.line()
    guard let port = UInt16(line) else { throw PostgresCluster.Failed(description: line) }
    self.port = port
  }

  package enum LinkMode: String, Sendable { case pass, silent, cut, deaf, forget }

  package func become(_ mode: LinkMode) throws { try link.order(mode.rawValue) }

  /// Returns the number of portions of statements that PostgreSQL has answered since the last call.
  package func count() throws -> Int { Int(try link.order("count")) ?? 0 }

  /// As a host in a URL.
  package var host: String { "127.0.0.1:\(port)" }
}
