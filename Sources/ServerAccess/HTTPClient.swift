internal import Bindings

/// A client that performs one HTTP/1.1 request per connection, over TLS if the address says so.
package struct HTTPClient: Sendable {
  package let address: ServerAddress
  package let token: String?
  /// A PEM file of trusted authorities; nil for the authorities that the system trusts.
  package let authorities: String?

  package init(address: ServerAddress, token: String? = nil, authorities: String? = nil) {
    (self.address, self.token, self.authorities) = (address, token, authorities)
  }

  package struct ServerReply: Sendable, Equatable {
    package let status: Int
    /// The headers in their order, with names in lower case.
    package let headers: [Header]
    package let body: [UInt8]

    package struct Header: Sendable, Hashable {
      package let name: String
      package let value: String
    }

    /// Returns the first value of a header. The name must be in lower case.
    package subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    package var text: String { String(decoding: body, as: UTF8.self) }
  }

  package enum RequestError: Error, Hashable, CustomStringConvertible {
    case unreachable(ServerAddress, cause: String)
    case timedOut(ServerAddress)
    case notHTTP(ServerAddress)
    case notTLS(ServerAddress)
    /// The server speaks TLS, and the address says `http://`.
    case onlyTLS(ServerAddress)
    case untrusted(ServerAddress, cause: String)
    case tooLarge(ServerAddress, limit: Int)

    package var description: String {
      switch self {
      case .unreachable(let address, let cause): "No server answers at \(address): \(cause)."
      case .timedOut(let address): "The server at \(address) did not answer in time."
      case .notHTTP(let address): "The server at \(address) does not speak HTTP."
      case .notTLS(let address):
        "The server at \(address.authority) does not speak TLS; if it is meant, write http://\(address.authority)."
      case .onlyTLS(let address): "The server at \(address) speaks TLS; write \(address.secured)."
      case .untrusted(let address, let cause):
        "The server at \(address) is not trusted: \(cause) --ca FILE names trusted authorities."
      case .tooLarge(let address, let limit):
        "The server at \(address) sends more than \(limit >> 20) MiB in one answer, which Livery never does."
      }
    }
  }

  /// More than Livery sends in one response: all uploaded images together may have this size.
  package static let largestAnswer = 64 << 20

  /// Sends a request on a new connection and waits for the whole response.
  /// - Parameter limit: the most bytes that are read, including interim responses and heads.
  package func send(
    _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
    within time: Duration = .seconds(10), atMost limit: Int = largestAnswer
  ) throws(RequestError) -> ServerReply {
    var reader = AnswerReader()
    do throws(TLSSocket.Failure) {
      let request = request(method, target, headers, body)
      // One byte more than the limit shows that the response is too large.
      let exchanged = try exchange(
        request, toHead: method == "HEAD", within: time, atMost: limit + 1, &reader)
      if let exchanged, exchanged.size <= limit { return exchanged.answer }
    } catch { throw askedPlainly(error) }
    throw .tooLarge(address, limit: limit)
  }

  /// Sends a request and waits for the status of the response. The body is read so that the server can end
  /// normally, but only up to the limit. If reading the body fails, the status still counts.
  package func status(
    of method: String, _ target: String, headers: [(String, String)], body: [UInt8],
    within time: Duration, atMost limit: Int
  ) throws(RequestError) -> Int {
    var reader = AnswerReader()
    do throws(TLSSocket.Failure) {
      let request = request(method, target, headers, body)
      if let exchanged = try exchange(request, within: time, atMost: limit, &reader) {
        return exchanged.answer.status
      }
      guard let status = reader.status else { throw reader.malformed }
      return status
    } catch {
      if let status = reader.status { return status }
      throw askedPlainly(error)
    }
  }

  /// Sends a request on a new connection. Returns the response with the number of bytes that were received, or nil if it is
  /// incomplete after as many bytes as the limit. The piece that completes it may exceed the limit.
  private func exchange(
    _ request: [UInt8], toHead isHead: Bool = false, within time: Duration, atMost limit: Int,
    _ reader: inout AnswerReader
  ) throws(TLSSocket.Failure) -> (answer: ServerReply, size: Int)? {
    let deadline = MonotonicTime.now + time
    let socket = try connection(deadline)
    try socket.send(request, deadline: deadline)
    var taken = 0
    while taken < limit {
      let bytes = try socket.receive(deadline: deadline)
      taken += bytes.count
      reader.take(bytes)
      switch reader.next(toHead: isHead) {
      case .more: continue
      case .answer(let answer): return (answer, taken)
      case .malformed: throw reader.malformed
      }
    }
    return nil
  }

  /// Returns the reason for a failure. If the server ended a plain connection, asks it whether it speaks TLS.
  private func askedPlainly(_ failure: TLSSocket.Failure) -> RequestError {
    let reason = reason(for: failure)
    guard reason.mayBeTLS, !address.isSecure,
      (try? HTTPClient(address: address.secured).greet(within: .seconds(2))) != nil
    else { return reason }
    return .onlyTLS(address)
  }

  /// Performs a TLS handshake, whether or not the certificate is trusted.
  package func greet(within time: Duration) throws(RequestError) {
    do throws(TLSSocket.Failure) { _ = try connection(.now + time) } catch {
      switch error {
      case .untrusted, .alert: return
      case .system, .protocolError: throw reason(for: error)
      }
    }
  }

  private func connection(_ deadline: MonotonicTime) throws(TLSSocket.Failure) -> ServerSocket {
    let socket: ClientSocket
    do throws(SystemError) {
      socket = try ClientSocket(to: address.endpoint, deadline: deadline)
    } catch { throw .system(error) }
    guard address.isSecure else { return .plain(socket) }
    return .secure(
      try TLSSocket(over: socket, host: address.host, authorities: authorities, deadline: deadline))
  }

  private func reason(for failure: TLSSocket.Failure) -> RequestError {
    switch failure {
    case .system(let error) where error.call == SystemError.lookUp:
      .unreachable(
        address, cause: "there is no host '\(address.host)', or its address can't be found out now")
    case .system(let error) where error.code == 0: .notHTTP(address)
    case .system(let error) where error.code == SystemError.timedOut: .timedOut(address)
    case .system(let error): .unreachable(address, cause: error.cause)
    case .untrusted(let cause): .untrusted(address, cause: cause)
    case .alert, .protocolError: .notTLS(address)
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

extension HTTPClient.RequestError {
  /// Indicates whether a server that speaks TLS may be the reason: it ends the connection, or answers by an alert.
  fileprivate var mayBeTLS: Bool {
    switch self {
    case .notHTTP, .unreachable(_, cause: SystemError("recv", code: SystemError.reset).cause): true
    default: false
    }
  }
}

extension AnswerReader {
  /// The failure of a connection whose response is not HTTP, or was cut short.
  fileprivate var malformed: TLSSocket.Failure {
    .system(SystemError("http", code: isCutShort ? SystemError.reset : 0))
  }
}

private enum ServerSocket {
  case plain(ClientSocket)
  case secure(TLSSocket)

  func send(_ bytes: [UInt8], deadline: MonotonicTime) throws(TLSSocket.Failure) {
    switch self {
    case .plain(let socket):
      do throws(SystemError) { try socket.send(bytes, deadline: deadline) } catch { throw .system(error) }
    case .secure(let socket): try socket.send(bytes, deadline: deadline)
    }
  }

  /// Returns the bytes that have arrived, or an empty array if the server has closed the connection.
  func receive(deadline: MonotonicTime) throws(TLSSocket.Failure) -> [UInt8] {
    switch self {
    case .plain(let socket):
      do throws(SystemError) { return try socket.receive(deadline: deadline) } catch { throw .system(error) }
    case .secure(let socket): return try socket.receive(deadline: deadline)
    }
  }
}
