import Testing

@testable import Bindings

/// Heads as a daemon really reads them.
@Suite struct `The check of a head` {
  private func check(_ bytes: [UInt8], on stand: DaemonStand) throws -> HeaderCheck? {
    _ = try stand.connect(sending: bytes)
    defer { stand.run() }
    return stand.lastDelegate?.check
  }

  @Test func `tells a body and how it comes`() throws {
    let stand = try DaemonStand()
    func of(_ fields: String) throws -> HeaderCheck {
      let bytes = Array("POST / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8)
      return try #require(try check(bytes, on: stand))
    }
    #expect(try !of("").hasBody)
    #expect(try of("Content-Length: 2\r\n").hasBody)
    #expect(try !of("content-length: 2\r\n").hasTransferEncoding)
    #expect(try of("TRANSFER-ENCODING: chunked\r\n").hasTransferEncoding)
    #expect(try of("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n").isAmbiguous)
    #expect(try of("Content-Length: 2\r\nContent-Length: 2\r\n").isAmbiguous)
    #expect(try !of("Content-Length: 2\r\n").isAmbiguous)
  }

  @Test func `knows of every name's length whether it may be there`() throws {
    let stand = try DaemonStand()
    let long = String(repeating: "n", count: 100)
    let bytes = Array("GET / HTTP/1.1\r\nHost: x\r\nAbcdef: 1\r\n\(long): 2\r\n\r\n".utf8)
    let check = try #require(try check(bytes, on: stand))
    for length in 1...120 where length < 63 {
      #expect(check.mayContainName(ofLength: length) == [4, 6].contains(length))
    }
    #expect(check.mayContainName(ofLength: 100))
  }
}
