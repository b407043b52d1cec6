package import Foundation
internal import Bindings
internal import ServerAccess
internal import Themes

/// A room of the misbehaving server: its behavior towards one client, and the requests of that client.
package struct MisbehavingRoom: Sendable {
  package let name: String
  let port: UInt16

  /// The address of the room, which the client uses as its server.
  package var url: URL { URL(string: "http://127.0.0.1:\(port)/\(name)") ?? URL(fileURLWithPath: "/") }

  /// The requests and connections of a room.
  package struct Report: Decodable, Sendable {
    package let count: Int
    package let open: Int
    /// The most that it held at one time.
    package let most: Int
    package let connections: Int
    /// How many of them are open.
    package let connected: Int
    package let requests: [Request]
  }

  package struct Request: Decodable, Sendable {
    /// Seconds by the server's clock.
    package let at: Double
    package let ended: Double?
    package let target: String
    package let headers: [String: String]
    package let status: Int?
  }

  package struct Unanswered: Error {
    let status: Int
  }

  /// Makes the room behave otherwise, also to the requests that it holds.
  package func set(_ settings: (String, String)...) async throws {
    let escaped = settings.map { name, value in
      "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
    }
    _ = try await ask("POST", "/-/\(name)", escaped.joined(separator: "&"))
  }

  /// Returns the report once there were so many requests, and at most so many are held and so many connections are open,
  /// or after so many seconds.
  package func report(
    requests: Int = 0, open: Int = 1_000_000, connected: Int = 1_000_000, within: Double = 300
  ) async throws -> Report {
    let conditions = "requests=\(requests)&open=\(open)&connected=\(connected)&within=\(within)"
    let answer = try await ask("GET", "/-/\(name)?\(conditions)")
    return try JSONDecoder().decode(Report.self, from: Data(answer))
  }

  /// Returns the first request that fits, as soon as it has arrived.
  ///
  /// While other tests hold all threads, a test may go on so late that its client's waits have ended and were repeated. So the
  /// number of a request after the first wait is not known.
  package func request(where fits: (Request) -> Bool) async throws -> Request {
    var count = 1
    while true {
      let requests = try await report(requests: count).requests
      if let found = requests.first(where: fits) { return found }
      count = requests.count + 1
    }
  }

  /// Waits on a thread of its own, since the clients under test need the threads that tests share.
  private func ask(_ method: String, _ target: String, _ body: String? = nil) async throws -> [UInt8] {
    let client = HTTPClient(address: ServerAddress(ListenAddress(host: "127.0.0.1", port: port)))
    let headers = body == nil ? [] : [("Content-Type", "application/x-www-form-urlencoded")]
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            let answer = try client.send(
              method, target, headers: headers, body: body.map { Array($0.utf8) }, within: .seconds(600))
            guard answer.status == 200 else { throw Unanswered(status: answer.status) }
            return answer.body
          })
      }
    }
  }
}
