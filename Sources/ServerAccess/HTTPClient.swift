internal import Bindings

/// One HTTP/1.1 exchange with a Livery server: what the commands ask it with.
package struct HTTPClient: Sendable {
  package let address: ServerAddress
  package let token: String?

  package init(address: ServerAddress, token: String? = nil) {
    self.address = address
    self.token = token
  }

  package struct ServerReply: Sendable, Equatable {
    package let status: Int
    /// In the order given, names in lower case.
    package let headers: [Header]
    package let body: [UInt8]

    package struct Header: Sendable, Hashable {
      package let name: String
      package let value: String
    }

    /// The first value of a header, its name in lower case.
    package subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  package enum RequestError: Error, Hashable, CustomStringConvertible {
    case unreachable(ServerAddress, cause: String)
    case timedOut(ServerAddress)
    case notHTTP(ServerAddress)
    case notTLS(ServerAddress)

    package var description: String {
      switch self {
      case .unreachable(let address, let cause): "No server answers at \(address): \(cause)."
      case .timedOut(let address): "The server at \(address) did not answer in time."
      case .notHTTP(let address): "What answers at \(address) does not speak HTTP."
      case .notTLS(let address): "What answers at \(address.authority) does not speak TLS."
      }
    }
  }

  /// Sends the request on a connection of its own and waits for the whole answer.
  package func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    within time: Duration = .seconds(10)
  ) throws(RequestError) -> ServerReply {
    let deadline = MonotonicTime.now + time
    do throws(SystemError) {
      let socket = try ClientSocket(host: address.host, port: address.port, deadline: deadline)
      try socket.send(request(method, target, headers, body), deadline: deadline)
      var reader = AnswerReader()
      while true {
        reader.take(try socket.receive(deadline: deadline))
        switch reader.next(toHead: method == "HEAD") {
        case .more: continue
        case .answer(let answer): return answer
        case .malformed: throw SystemError("http", code: reader.isCutShort ? SystemError.reset : 0)
        }
      }
    } catch {
      if error.code == 0 { throw .notHTTP(address) }
      if error.code == SystemError.timedOut { throw .timedOut(address) }
      throw .unreachable(address, cause: error.cause)
    }
  }

  private func request(
    _ method: String, _ target: String, _ headers: [(String, String)], _ body: [UInt8]?
  ) -> [UInt8] {
    var head =
      "\(method) \(address.path)\(target) HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n"
    if let token { head += "Authorization: Bearer \(token)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    if let body { head += "Content-Length: \(body.count)\r\n" }
    return Array((head + "\r\n").utf8) + (body ?? [])
  }
}
