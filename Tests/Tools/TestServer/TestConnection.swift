package import Bindings
package import ServerAccess

/// A connection to a server for a test that decides on every byte.
package final class TestConnection {
  private let socket: ClientSocket
  private var reader = AnswerReader()

  /// More than any test needs: reaching it is a failure.
  private var deadline: MonotonicTime { MonotonicTime.now + .seconds(60) }

  package init(to endpoint: ListenAddress) throws {
    socket = try ClientSocket(to: endpoint, deadline: MonotonicTime.now + .seconds(60))
  }

  package convenience init(host: String = "127.0.0.1", port: UInt16) throws {
    try self.init(to: .inet(host: host, port: port))
  }

  package func send(_ text: String) throws { try send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) throws { try socket.send(bytes, deadline: deadline) }

  /// A request without a body, on a connection that stays open.
  package func request(_ method: String, _ target: String, headers: [String] = []) throws {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    try send(lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// The next answer on this connection.
  package func answer(toHead isHead: Bool = false) throws -> HTTPClient.ServerReply {
    while true {
      switch reader.next(toHead: isHead) {
      case .answer(let answer): return answer
      case .malformed:
        throw Broken(description: "no answer, but: \(String(decoding: reader.received, as: UTF8.self))")
      case .more: reader.take(try socket.receive(deadline: deadline))
      }
    }
  }

  /// Returns the received bytes once they contain this text, such as the beginning of a response that stays open.
  package func text(until text: String) throws -> String {
    while true {
      let received = String(decoding: reader.received, as: UTF8.self)
      if received.contains(text) { return received }
      let bytes = try socket.receive(deadline: deadline)
      guard !bytes.isEmpty else { throw Broken(description: "ended without '\(text)': \(received)") }
      reader.take(bytes)
    }
  }

  /// Everything until the server closes, beyond the answers already taken.
  package func rest() throws -> String {
    while true {
      let bytes = try socket.receive(deadline: deadline)
      if bytes.isEmpty { return String(decoding: reader.received, as: UTF8.self) }
      reader.take(bytes)
    }
  }

  /// Closes the sending side of the connection.
  package func finishSending() { socket.finishSending() }

  package struct Broken: Error, CustomStringConvertible {
    package let description: String
  }
}
