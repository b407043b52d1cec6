internal import Bindings

/// The first words of a TLS conversation: enough to see that a server answers HTTPS, without speaking it.
package struct TLSGreeting: Sendable {
  private let address: ListenAddress

  /// `https://HOST:PORT`; nil for anything else.
  package init?(_ text: String) {
    guard text.hasPrefix("https://") else { return nil }
    let authority = text.dropFirst("https://".count).prefix { $0 != "/" }
    guard let address = ListenAddress(String(authority)) ?? ListenAddress("\(authority):443") else {
      return nil
    }
    self.address = address
  }

  /// The server that the same environment would start here, if it would speak TLS.
  package init?(here environment: [String: String]) {
    guard let certificate = environment["LIVERY_CERTIFICATE"], !certificate.isEmpty else { return nil }
    address = (environment["LIVERY_LISTEN"].flatMap(ListenAddress.init) ?? .standard).fromThisMachine
  }

  /// Says hello; returns once the server has answered in TLS.
  package func exchange(within time: Duration) throws(HTTPClient.RequestError) {
    let server = ServerAddress(address)
    let deadline = MonotonicTime.now + time
    let answer: [UInt8]
    do throws(SystemError) {
      let socket = try ClientSocket(host: address.host, port: address.port, deadline: deadline)
      try socket.send(Self.hello, deadline: deadline)
      answer = try socket.receive(deadline: deadline)
    } catch {
      if error.code == SystemError.timedOut { throw .timedOut(server) }
      throw .unreachable(server, cause: error.cause)
    }
    // A handshake, or an alert about ours: either way somebody there speaks TLS.
    guard let first = answer.first, first == 0x16 || first == 0x15 else { throw .notTLS(server) }
  }

  /// A ClientHello of TLS 1.2 that offers what servers with any usual certificate agree to.
  private static let hello: [UInt8] = {
    let ciphers: [UInt8] = [0xc0, 0x2b, 0xc0, 0x2f, 0xc0, 0x2c, 0xc0, 0x30, 0x00, 0x9c]
    let groups: [UInt8] = [0x00, 0x1d, 0x00, 0x17, 0x00, 0x18, 0x00, 0x19]
    let signatures: [UInt8] = [4, 3, 5, 3, 6, 3, 8, 4, 8, 5, 8, 6, 8, 7, 4, 1, 5, 1, 6, 1]
    let extensions =
      counted([0, 10], counted([], groups)) + counted([0, 13], counted([], signatures)) + [0, 11, 0, 2, 1, 0]
    let random = [UInt8](repeating: 0x4c, count: 32)
    let body = [3, 3] + random + [0] + counted([], ciphers) + [1, 0] + counted([], extensions)
    return counted([0x16, 3, 1], counted([1, 0], body))
  }()

  /// A prefix, the number of bytes as two bytes, the bytes.
  private static func counted(_ prefix: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    prefix + [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
  }
}
