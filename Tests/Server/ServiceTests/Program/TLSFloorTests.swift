import Glibc
import TestServer
import Testing

/// Tests the versions and cipher suites that a server accepts and refuses.
struct TLSFloorTests {
  /// A client that offers one version and one cipher suite.
  struct Offer: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let version: [UInt8]
    let suite: [UInt8]
  }

  static let taken = [
    Offer(testDescription: "TLS 1.2, ECDHE-ECDSA with AES-128-GCM", version: [3, 3], suite: [0xc0, 0x2b]),
    Offer(testDescription: "TLS 1.2, ECDHE-ECDSA with AES-256-GCM", version: [3, 3], suite: [0xc0, 0x2c]),
    Offer(testDescription: "TLS 1.2, ECDHE-ECDSA with ChaCha20", version: [3, 3], suite: [0xcc, 0xa9]),
  ]

  private static let refused = [
    Offer(testDescription: "TLS 1.0", version: [3, 1], suite: [0xc0, 0x09]),
    Offer(testDescription: "TLS 1.1", version: [3, 2], suite: [0xc0, 0x09]),
    Offer(testDescription: "TLS 1.2 without forward secrecy", version: [3, 3], suite: [0x00, 0x9c]),
    Offer(testDescription: "TLS 1.2 with CBC", version: [3, 3], suite: [0xc0, 0x23]),
    Offer(testDescription: "TLS 1.2 with CBC and SHA-1", version: [3, 3], suite: [0xc0, 0x09]),
  ]

  @Test func `a modern offer is taken, an old one is refused`() throws {
    let folder = try Folder()
    try folder.makeCertificate()
    let server = try RunningServer(
      arguments: ["--certificate", folder.certificate, "--certificate-key", folder.certificateKey])
    for offer in Self.taken { #expect(isTaken(offer, by: server), "\(offer.testDescription)") }
    for offer in Self.refused { #expect(!isTaken(offer, by: server), "\(offer.testDescription)") }
    #expect(server.stop().code == 0)
  }

  @Test func `the setting says what is spoken, and a wrong one is named`() throws {
    let folder = try Folder()
    try folder.makeCertificate()
    let pair = ["--certificate", folder.certificate, "--certificate-key", folder.certificateKey]
    let server = try RunningServer(arguments: pair + ["--tls-priorities", "NORMAL:-VERS-ALL:+VERS-TLS1.3"])
    for offer in Self.taken { #expect(!isTaken(offer, by: server), "\(offer.testDescription)") }
    #expect(server.stop().code == 0)
    let ending = try Livery.run(
      ["serve", "--listen", "127.0.0.1:0", "--state", folder.path, "--tls-priorities", "NOTHING"] + pair)
    #expect(ending.code == 1)
    #expect(ending.errors.contains("TLS can't begin with the setting tlsPriorities 'NOTHING'"))
  }

  @Test func `half a handshake is given up, and leaves no descriptor`() throws {
    let folder = try Folder()
    try folder.makeCertificate()
    let server = try RunningServer(arguments: [
      "--certificate", folder.certificate, "--certificate-key", folder.certificateKey, "--header-time", "0.5",
    ])
    let before = try server.openDescriptors
    let hello = Self.hello(Self.taken[0])
    let garbage = Array("GET / HTTP/1.1\r\n\r\n".utf8)
    var clients: [RawConnection] = []
    for _ in 0..<100 {
      for bytes in [Array(hello.prefix(20)), hello, garbage] {
        clients.append(RawConnection(port: server.port))
        clients[clients.count - 1].send(bytes)
      }
    }
    for client in clients { _ = client.rest() }
    clients = []
    let patience = ContinuousClock.now + .seconds(30)
    while try server.openDescriptors > before, ContinuousClock.now < patience { sched_yield() }
    #expect(try server.openDescriptors <= before)
    #expect(isTaken(Self.taken[0], by: server))
    #expect(server.stop().code == 0)
  }

  /// Whether the handshake goes on: else there is an alert, or the connection is closed.
  private func isTaken(_ offer: Offer, by server: RunningServer) -> Bool {
    let connection = RawConnection(port: server.port)
    connection.send(Self.hello(offer))
    return connection.firstByte() == 0x16
  }

  static func hello(_ offer: Offer) -> [UInt8] {
    let groups: [UInt8] = [0x00, 0x17, 0x00, 0x18]
    let signatures: [UInt8] = [8, 4, 4, 1, 4, 3, 2, 1, 2, 3]
    let extensions =
      counted([0, 10], counted([], groups)) + counted([0, 13], counted([], signatures)) + [0, 11, 0, 2, 1, 0]
    let random = [UInt8](repeating: 0x4c, count: 32)
    let body = offer.version + random + [0] + counted([], offer.suite) + [1, 0] + counted([], extensions)
    return counted([0x16, 3, 1], counted([1, 0], body))
  }

  /// A prefix, the number of bytes as two bytes, the bytes.
  private static func counted(_ prefix: [UInt8], _ bytes: [UInt8]) -> [UInt8] {
    prefix + [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)] + bytes
  }
}
