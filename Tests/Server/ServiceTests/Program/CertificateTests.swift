import Glibc
import TestServer
import Testing

/// Certificates that change while the server runs. What TLS 1.2 shows of one is not encrypted.
@Suite struct `A certificate` {
  private func start(_ folder: Folder) throws -> RunningServer {
    try folder.write(.first)
    return try RunningServer(arguments: [
      "--certificate", folder.certificate, "--certificate-key", folder.certificateKey, "--workers", "1",
    ])
  }

  private let hello = TLSFloorTests.hello(TLSFloorTests.taken[0])

  private func shows(_ pair: TestCertificate, _ server: RunningServer) -> Bool {
    let connection = RawConnection(port: server.port)
    connection.send(hello)
    return connection.receives(pair.shown)
  }

  @Test func `that changed is what new connections get, and older ones live on`() throws {
    let folder = try Folder()
    let server = try start(folder)
    let older = RawConnection(port: server.port)
    older.send(Array(hello.prefix(20)))
    // One worker accepts in order: when this one is served, the one before is in.
    #expect(shows(.first, server))
    try folder.write(.second)
    _ = try server.waitForLog(containing: "Read the certificate again")
    #expect(shows(.second, server))
    older.send(Array(hello.dropFirst(20)))
    #expect(older.receives(TestCertificate.first.shown))
    #expect(server.stop().code == 0)
  }

  @Test func `that is broken, or not its key's, is told and left alone`() throws {
    let folder = try Folder()
    let server = try start(folder)
    let (first, second) = (TestCertificate.first, TestCertificate.second)
    for (turn, pair) in [
      TestCertificate(certificate: second.certificate, key: first.key),
      TestCertificate(certificate: "nothing", key: second.key),
      TestCertificate(certificate: second.certificate, key: ""),
    ].enumerated() {
      try folder.write(pair)
      server.signal(SIGHUP)
      _ = try server.waitForLog(containing: "The certificate is not used as it is now", times: turn + 1)
      #expect(shows(.first, server))
    }
    try folder.write(second)
    _ = try server.waitForLog(containing: "Read the certificate again")
    #expect(shows(.second, server))
    #expect(!server.stop().errors.contains("PRIVATE KEY-----\\nMIG"))
  }

  @Test func `that changes again and again keeps nothing of those before`() throws {
    let folder = try Folder()
    let server = try start(folder)
    for turn in 1...4 {
      let pair = turn.isMultiple(of: 2) ? TestCertificate.first : .second
      try folder.write(pair)
      _ = try server.waitForLog(containing: "Read the certificate again", times: turn)
      #expect(shows(pair, server))
    }
    #expect(server.stop().code == 0)
  }
}
