internal import Bindings
package import ServerAccess

/// Requests to a running server.
extension RunningServer {
  package func get(_ target: String, headers: [(String, String)] = []) throws -> HTTPClient.ServerReply {
    try send("GET", target, headers: headers)
  }

  package func post(
    _ target: String, _ body: String, type: String = "application/json", headers: [(String, String)] = []
  ) throws -> HTTPClient.ServerReply {
    try send("POST", target, headers: [("Content-Type", type)] + headers, body: body)
  }

  package func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: String? = nil
  ) throws -> HTTPClient.ServerReply {
    try send(method, target, headers: headers, bytes: body.map { Array($0.utf8) })
  }

  /// The same with a body that need not be text.
  package func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], bytes: [UInt8]?
  ) throws -> HTTPClient.ServerReply {
    let client = HTTPClient(address: ServerAddress(ListenAddress(host: host, port: port)))
    return try client.send(method, target, headers: headers, body: bytes, within: .seconds(60))
  }

  /// Waits until so many clients are parked.
  package func waitForParked(_ count: Int, headers: [(String, String)] = []) throws {
    try eventually {
      try get("/metrics", headers: headers).text.contains("livery_parked_clients \(count)\n")
    }
  }

  /// A connection on which a test sends whatever bytes it likes.
  package func connect() throws -> TestConnection { try TestConnection(port: port) }
}
