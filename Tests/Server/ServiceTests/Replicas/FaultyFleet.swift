import Foundation
import Synchronization
import TestServer
import TestSupport

/// Servers over one database, each behind a cable of its own, and all that can happen to them one after another.
final class FaultyFleet: Sendable {
  private let cluster: PostgresCluster
  private let links: [EngineLink]
  private let servers: Mutex<[FaultyServer]>
  private let ports: Mutex<[UInt16]>

  /// The faults. All of them pass by themselves, or are repaired by `mend`.
  enum Fault: CaseIterable, Sendable {
    case silence, cut, deafness, forgottenCommit, endedSessions, killedServer, killedDatabase
  }

  init(_ count: Int) throws {
    let cluster = try PostgresCluster(["fsync=off"])
    let database = try cluster.newDatabase()
    let links = try (0..<count).map { _ in try EngineLink(to: cluster.primary) }
    let servers = try links.enumerated().map { index, link in
      try FaultyServer(
        host: Self.host(index), environment: ["LIVERY_STORE": cluster.url(of: database, at: [link.host])])
    }
    (self.cluster, self.links) = (cluster, links)
    ports = Mutex(servers.map(\.port))
    self.servers = Mutex(servers)
  }

  var count: Int { links.count }

  /// Where a server is reached at the moment: one that was killed comes back elsewhere.
  func replica(_ index: Int) -> Replica {
    let number = index % count
    return Replica(host: Self.host(number), port: ports.withLock { $0[number] })
  }

  /// One that no other test uses: at a port that was given back another server may be found.
  private static func host(_ index: Int) -> String { "127.0.16.\(index + 1)" }

  func apply(_ fault: Fault, at index: Int) throws {
    switch fault {
    case .silence: try links[index].become(.silent)
    case .cut: try links[index].become(.cut)
    case .deafness: try links[index].become(.deaf)
    case .forgottenCommit: try links[index].become(.forget)
    case .endedSessions:
      try cluster.run(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'livery' AND pid <> pg_backend_pid()"
      )
    case .killedServer:
      let port = try servers.withLock { try $0[index].killAndStart() }
      ports.withLock { $0[index] = port }
    case .killedDatabase:
      try cluster.order("kill")
      try cluster.order("revive")
    }
  }

  func mend() throws {
    for link in links { try link.become(.pass) }
  }
}

/// A server that is killed and started again, with the folders that it had.
struct FaultyServer {
  private let host: String
  private let environment: [String: String]
  private let folder: Folder
  private var server: RunningServer

  init(host: String, environment: [String: String]) throws {
    self.host = host
    folder = try Folder()
    try folder.write(Fleet.themes)
    self.environment = environment.merging(["LIVERY_STATE": folder.state]) { $1 }
    server = try RunningServer(files: [:], config: folder.config, environment: self.environment, host: host)
  }

  var port: UInt16 { server.port }

  /// Returns the port where it listens from now on.
  mutating func killAndStart() throws -> UInt16 {
    server.signal(SIGKILL)
    _ = server.ending()
    server = try RunningServer(files: [:], config: folder.config, environment: environment, host: host)
    return server.port
  }
}
