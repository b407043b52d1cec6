import Testing

@testable import Service

/// What bad input gets, byte by byte.
@Suite struct RefusalTests {
  struct Bad: Sendable, CustomStringConvertible {
    let what: String
    let bytes: String
    let status: Int

    init(_ what: String, _ bytes: String, _ status: Int) {
      self.what = what
      self.bytes = bytes
      self.status = status
    }

    var description: String { what }
  }

  static let bad: [Bad] = [
    Bad("a request line of one word", "GET\r\n\r\n", 400),
    Bad("a request line without version", "GET /page\r\n\r\n", 400),
    Bad("rubbish", "\u{1}\u{2}\u{3}\r\n\r\n", 400),
    Bad("a version that nobody speaks", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", 505),
    Bad("a version that is none", "GET / FTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("no host", "GET /page HTTP/1.1\r\n\r\n", 400),
    Bad("a bad escape", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("half an escape", "GET /a%2 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("an escaped NUL", "GET /a%00b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("an escaped NUL in the query", "GET /a?b=%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("a bare NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("a bare NUL in a header", "GET /a HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n", 400),
    Bad("a target that is not UTF-8", "GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("a target without slash", "GET page HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    Bad("a space before the colon", "GET /a HTTP/1.1\r\nHost : x\r\n\r\n", 400),
    Bad("a header without colon", "GET /a HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n", 400),
    Bad(
      "two lengths that differ",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    Bad("a length that is no number", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: ten\r\n\r\n", 400),
    Bad("a negative length", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
    Bad(
      "a length beside chunks",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400),
    Bad(
      "a chunk without size",
      "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n", 400),
    Bad("a method of its own", "BREW /page HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    Bad("CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    Bad(
      "too long a target", "GET /\(String(repeating: "a", count: 2100)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    Bad(
      "too long a target for the pool",
      "GET /\(String(repeating: "a", count: 50_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
      414),
    Bad(
      "headers just over the limit",
      "GET /a HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "b", count: 4096))\r\n\r\n", 431),
    Bad(
      "headers far over the limit",
      "GET /a HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "b", count: 60_000))\r\n\r\n", 431),
    Bad(
      "very many headers",
      "GET /a HTTP/1.1\r\nHost: x\r\n\(String(repeating: "a:b\r\n", count: 700))\r\n", 431),
    Bad(
      "too large a body", "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n", 413),
    Bad(
      "too large a body for any number",
      "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
  ]

  @Test(arguments: bad)
  func `bad input is refused with a problem document`(_ bad: Bad) throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.send(bad.bytes)
      let answer = try #require(client.answer())
      #expect(answer.status == bad.status)
      #expect(answer.header("Content-Type") == "application/problem+json")
      #expect(answer.text.contains("\"status\":\(bad.status)"))
      if bad.status == 405 { #expect(answer.header("Allow") == "GET, HEAD, POST, PUT, DELETE, OPTIONS") }
    }
  }

  @Test func `a head of the largest size is taken`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      let start = "GET /a HTTP/1.1\r\nHost: x\r\n"
      let fields = (0..<12).map { "X-Field-\(10 + $0): some value\r\n" }.joined()
      let padding = 4096 - start.utf8.count - fields.utf8.count - "A: \r\n\r\n".utf8.count
      client.send("\(start)\(fields)A: \(String(repeating: "b", count: padding))\r\n\r\n")
      #expect(client.answer()?.status == 200)
      client.get("/page")
      #expect(client.answer()?.text == "the page")
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
      #expect(client.answer()?.text == "GET /a b%2Fc%25?d=é+f&g=&h== 0")
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
