import Testing

@testable import Service

/// Tests the responses to bad input, byte by byte.
@Suite struct RefusalTests {
  @Test(arguments: BadInput.all)
  func `bad input is refused with a problem document`(_ bad: BadInput) throws {
    try Wire.serve { wire in
      bad.expectRefusal(on: wire.connect())
      // Nobody else notices.
      let other = wire.connect()
      other.get("/page")
      #expect(other.answer()?.text == "the page")
    }
  }

  @Test func `what is bad after a good request is refused after its answer`() throws {
    try Wire.serve { wire in
      for bad in BadInput.all where !bad.hasBrokenLine {
        let client = wire.connect()
        client.get("/page")
        #expect(client.answer()?.text == "the page")
        bad.expectRefusal(on: client, isFirst: false)
      }
    }
  }

  @Test(arguments: OddInput.all)
  func `odd input is taken as RFC 9112 has it`(_ odd: OddInput) throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.send(odd.bytes)
      if odd.isRefused {
        #expect([400, nil].contains(client.answer()?.status))
        return
      }
      let answer = try #require(client.answer())
      #expect(answer.status == odd.status)
      if let text = odd.text { #expect(answer.text == text) }
      if odd.closes { #expect(client.isAtEnd) }
    }
  }

  @Test func `a head of the largest size is taken`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      let start = "GET /a HTTP/1.1\r\nHost: x\r\n"
      let fields = (0..<5).map { "X-Field-\(10 + $0): some value\r\n" }.joined()
      let padding = 4096 - start.utf8.count - fields.utf8.count - "A: \r\n\r\n".utf8.count
      client.send("\(start)\(fields)A: \(String(repeating: "b", count: padding))\r\n\r\n")
      #expect(client.answer()?.status == 200)
      client.get("/page")
      #expect(client.answer()?.text == "the page")
    }
  }

  @Test func `a body that comes with its head is taken, whatever the size of the head`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      for size in stride(from: 1, to: 3900, by: 97) {
        let padding = String(repeating: "b", count: size)
        client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\nA: \(padding)\r\n\r\nabcdef")
        #expect(client.answer()?.text == "abcdef", "\(size)")
      }
    }
  }

  @Test func `a body that will be refused is refused before it is asked for`() throws {
    try Wire.serve { wire in
      for target in ["/forbidden", "/echo"] {
        let client = wire.connect()
        let length = target == "/echo" ? 5_000_000 : 10
        client.send(
          "POST \(target) HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: \(length)\r\n\r\n")
        #expect(client.answer()?.status == (target == "/echo" ? 413 : 403))
      }
    }
  }

  @Test func `a body is asked for where the client expects it`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
      #expect(client.answer()?.status == 100)
      client.send("abc")
      #expect(client.answer()?.text == "abc")
    }
  }

  @Test func `chunks make a body`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.send(
        "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n"
      )
      #expect(client.answer()?.text == "abcde")
    }
  }

  @Test func `chunks beyond the limit are cut off with 413`() throws {
    try Wire.serve({ $0.bodyLimit = 1000 }) { wire in
      let client = wire.connect()
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
      for _ in 0..<200 { client.send("64\r\n\(String(repeating: "c", count: 100))\r\n") }
      #expect(client.answer()?.status == 413)
    }
  }

  @Test func `escapes are decoded once and a slash stays in its segment`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.get("/a%20b%2Fc%2525?d=%C3%A9+f&g&h=%3D")
      #expect(client.answer()?.text == "GET /a b%2Fc%2525?d=é+f&g=&h== 0")
      client.get("http://example.com/x?y=1")
      #expect(client.answer()?.text == "GET /x?y=1 0")
    }
  }

  @Test func `an upload far beyond the limit gets its answer and not a reset`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n")
      client.send([UInt8](repeating: 0x61, count: 500_000))
      #expect(client.answer()?.status == 413)
      #expect(client.isAtEnd)
    }
  }
}
