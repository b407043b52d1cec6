internal import Bindings

/// One HTTP/1.1 exchange with a server, over TLS where its address says so: what the commands ask Livery with, and
/// what Livery tells webhooks with.
package struct HTTPClient: Sendable {
  package let address: ServerAddress
  package let token: String?
  /// A PEM file of those who may vouch for the server; nil for the ones that the system trusts.
  package let authorities: String?

  package init(address: ServerAddress, token: String? = nil, authorities: String? = nil) {
    self.address = address
    self.token = token
    self.authorities = authorities
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
    case untrusted(ServerAddress, cause: String)
    case tooLarge(ServerAddress, limit: Int)

    package var description: String {
      switch self {
      case .unreachable(let address, let cause): "No server answers at \(address): \(cause)."
      case .timedOut(let address): "The server at \(address) did not answer in time."
      case .notHTTP(let address): "What answers at \(address) does not speak HTTP."
      case .notTLS(let address): "What answers at \(address.authority) does not speak TLS."
      case .untrusted(let address, let cause):
        "The server at \(address) is not trusted: \(cause) --ca FILE names who vouches for it."
      case .tooLarge(let address, let limit):
        "The server at \(address) sends more than \(limit >> 20) MiB in one answer, which Livery never does."
      }
    }
  }

  /// More than Livery sends: all uploaded images together have as much.
  package static let largestAnswer = 64 << 20

  /// Sends the request on a connection of its own and waits for the whole answer.
  /// - Parameter limit: the most bytes that are taken, interim answers and heads counted in.
  package func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    within time: Duration = .seconds(10), atMost limit: Int = largestAnswer
  ) throws(RequestError) -> ServerReply {
    let deadline = MonotonicTime.now + time
    var taken = 0
    do throws(TLSSocket.Failure) {
      let socket = try connection(deadline)
      try socket.send(request(method, target, headers, body), deadline: deadline)
      var reader = AnswerReader()
      while true {
        let bytes = try socket.receive(deadline: deadline)
        taken += bytes.count
        if taken > limit { break }
        reader.take(bytes)
        switch reader.next(toHead: method == "HEAD") {
        case .more: continue
        case .answer(let answer): return answer
        case .malformed: throw .system(SystemError("http", code: reader.isCutShort ? SystemError.reset : 0))
        }
      }
    } catch { throw reason(for: error) }
    throw .tooLarge(address, limit: limit)
  }

  func connection(_ deadline: MonotonicTime) throws(TLSSocket.Failure) -> ServerSocket {
    let socket: ClientSocket
    do throws(SystemError) {
      socket = try ClientSocket(host: address.host, port: address.port, deadline: deadline)
    } catch { throw .system(error) }
    guard address.isSecure else { return .plain(socket) }
    return .secure(
      try TLSSocket(over: socket, host: address.host, authorities: authorities, deadline: deadline))
  }

  func reason(for failure: TLSSocket.Failure) -> RequestError {
    switch failure {
    case .system(let error) where error.code == 0: .notHTTP(address)
    case .system(let error) where error.code == SystemError.timedOut: .timedOut(address)
    case .system(let error): .unreachable(address, cause: error.cause)
    case .untrusted(let cause): .untrusted(address, cause: cause)
    case .protocolError: .notTLS(address)
    }
  }

  func request(
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
