import Bindings
import Foundation
import ServerAccess
import Service
import Synchronization
import TestServer

/// One server with the shipped config for all tests that only read; it ends with the process of the tests.
final class ShippedServer: Sendable {
  private static let shared = Result { try ShippedServer() }
  private static let pid = Atomic<Int32>(0)

  private let kept: Mutex<RunningServer>
  let port: UInt16
  private let address: ServerAddress

  static var running: ShippedServer { get throws { try shared.get() } }

  /// The config that ships with the program.
  static let config = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../../Config").standardized.path

  private init() throws {
    let server = try RunningServer(config: Self.config)
    port = server.port
    address = ServerAddress(ListenAddress(host: "127.0.0.1", port: port))
    Self.pid.store(server.pid, ordering: .relaxed)
    atexit { kill(ShippedServer.pid.load(ordering: .relaxed), SIGTERM) }
    kept = Mutex(server)
  }

  func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPClient.ServerReply {
    try HTTPClient(address: address).send(
      method, target, headers: headers, body: body.map { Array($0.utf8) }, within: .seconds(60))
  }

  func get(_ target: String, headers: [(String, String)] = []) throws -> HTTPClient.ServerReply {
    try send("GET", target, headers: headers)
  }

  func post(_ target: String, _ body: String) throws -> HTTPClient.ServerReply {
    try send("POST", target, headers: [("Content-Type", "application/json")], body: body)
  }
}
