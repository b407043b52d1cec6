import Bindings
import Testing

/// A request that is refused for every client: its fault, its bytes, and the status of the response.
struct BadInput: Sendable, CustomTestStringConvertible {
  let what: String
  let bytes: [UInt8]
  let status: Int

  init(_ what: String, _ bytes: [UInt8], _ status: Int) {
    self.what = what
    self.bytes = bytes
    self.status = status
  }

  init(_ what: String, _ text: String, _ status: Int) {
    self.init(what, Array(text.utf8), status)
  }

  var testDescription: String { what }

  /// Indicates whether its first line is not three words. As the first request of a connection it gets a response; later
  /// the connection closes without one.
  var hasBrokenLine: Bool {
    bytes.prefix { $0 != 0x0a }.count { $0 == 0x20 } != 2 || bytes.first == 0x20
  }

  /// Indicates whether libmicrohttpd 1.0 may close the connection without a response. It does so if the request line has a
  /// control character or no end of the method. Livery answers the first request of a connection itself if its line is
  /// that wrong, and among the first 1024 bytes.
  func mayBeCut(isFirst: Bool) -> Bool {
    let line = bytes.prefix { $0 != 0x0a }
    let isWild = line.dropLast().contains { $0 < 0x20 } || !line.contains(0x20)
    return Daemon.readsHeadsStrictly && isWild && (line.count >= 1024 || !isFirst)
  }

  private static func post(_ rest: String) -> String {
    "POST /v1/check HTTP/1.1\r\nHost: localhost\r\n\(rest)"
  }
  private static func chunks(_ body: String) -> String { post("Transfer-Encoding: chunked\r\n\r\n\(body)") }

  func expectRefusal(on client: RawConnection, isFirst: Bool = true) {
    client.send(bytes)
    guard let answer = client.answer() else {
      if !mayBeCut(isFirst: isFirst) { Issue.record("\(what): closed without a word") }
      return
    }
    #expect(answer.status == status, "\(what)")
    #expect(answer.header("Content-Type") == "application/problem+json", "\(what)")
    #expect(answer.text.contains("\"status\":\(status)"), "\(what)")
    expectOneHead(of: answer, on: client)
    if status == 405 {
      #expect(answer.header("Allow") == "GET, HEAD, POST, PUT, DELETE, OPTIONS", "\(what)")
    }
  }

  /// After the response the connection closes if the response says so; else only the response to the next request follows.
  private func expectOneHead(of answer: RawAnswer, on client: RawConnection) {
    if answer.header("Connection")?.lowercased() == "close" {
      #expect(client.rest().isEmpty, "\(what): more came after the answer")
    } else {
      client.send("OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let next = client.answer()
      #expect(next?.status == 204, "\(what): the connection says neither that it closes nor is it of use")
      #expect(client.rest().isEmpty, "\(what): more came after the answer")
    }
  }

  static let all = Daemon.readsHeadsStrictly ? everywhere : everywhere + blanks

  /// Blanks that libmicrohttpd 1.0 cuts off and 0.9.75 leaves in the value.
  private static let blanks = [
    BadInput(
      "a blank behind the coding", post("Transfer-Encoding: chunked \r\n\r\n2\r\n{}\r\n0\r\n\r\n"), 400),
    BadInput(
      "a tab behind the coding", post("Transfer-Encoding: chunked\t\r\n\r\n2\r\n{}\r\n0\r\n\r\n"), 400),
  ]

  private static let everywhere: [BadInput] = [
    BadInput("a request line of one word", "GET\r\n\r\n", 400),
    BadInput("a request line without version", "GET /page\r\n\r\n", 400),
    BadInput("rubbish", "\u{1}\u{2}\u{3}\r\n\r\n", 400),
    BadInput("a version that nobody speaks", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", 505),
    BadInput("a version that is none", "GET / FTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("no host", "GET /page HTTP/1.1\r\n\r\n", 400),
    BadInput("a bad escape", "GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("half an escape", "GET /a%2 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("an escaped NUL", "GET /a%00b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("an escaped NUL in the query", "GET /a?b=%00 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a bare NUL in the target", "GET /a\0b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a bare NUL in a header", "GET /a HTTP/1.1\r\nHost: x\r\nA: b\0c\r\n\r\n", 400),
    BadInput("a target that is not UTF-8", "GET /%ff%fe HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a target without slash", "GET page HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a space before the colon", "GET /a HTTP/1.1\r\nHost : x\r\n\r\n", 400),
    BadInput("a header without colon", "GET /a HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n", 400),
    BadInput(
      "two lengths that differ",
      "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
    BadInput(
      "a length that is not a number",
      "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: ten\r\n\r\n", 400),
    BadInput(
      "a negative length", "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n", 400),
    BadInput(
      "a length beside chunks",
      "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400),
    BadInput(
      "a chunk without size",
      "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n",
      400),
    BadInput("a method of its own", "BREW /page HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    BadInput("CONNECT", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    BadInput(
      "too long a target", "GET /\(String(repeating: "a", count: 2100)) HTTP/1.1\r\nHost: x\r\n\r\n", 414),
    BadInput(
      "too long a target for the pool",
      "GET /\(String(repeating: "a", count: 50_000)) HTTP/1.1\r\nHost: x\r\n\r\n",
      414),
    BadInput(
      "headers just over the limit",
      "GET /a HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "b", count: 4096))\r\n\r\n", 431),
    BadInput(
      "headers far over the limit",
      "GET /a HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "b", count: 60_000))\r\n\r\n", 431),
    BadInput(
      "very many headers",
      "GET /a HTTP/1.1\r\nHost: x\r\n\(String(repeating: "a:b\r\n", count: 700))\r\n", 431),
    BadInput(
      "too large a body", "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n", 413
    ),
    BadInput(
      "too large a body for any number",
      "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999999999999999999999\r\n\r\n", 413),
    // Two ways to read one message.
    BadInput(
      "the same length twice", post("Content-Length: 2\r\nContent-Length: 2\r\n\r\nab"), 400),
    BadInput("lengths in a list", post("Content-Length: 2, 2\r\n\r\nab"), 400),
    BadInput("a length with a sign", post("Content-Length: +2\r\n\r\nab"), 400),
    BadInput("a length in hexadecimal", post("Content-Length: 0x2\r\n\r\nab"), 400),
    BadInput("an empty length", post("Content-Length: \r\n\r\n"), 400),
    BadInput("a length that ends with a comma", post("Content-Length: 2,\r\n\r\nab"), 400),
    BadInput("a length with a point", post("Content-Length: 2.0\r\n\r\nab"), 400),
    BadInput("a length in wide digits", post("Content-Length: \u{ff12}\r\n\r\nab"), 400),
    BadInput(
      "chunks beside an empty length",
      post("Transfer-Encoding: chunked\r\nContent-Length:\r\n\r\n0\r\n\r\n"), 400),
    BadInput("a NUL in a length", post("Content-Length: 2\03\r\n\r\nab"), 400),
    BadInput(
      "chunks twice", post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400),
    BadInput("another coding", post("Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"), 501),
    BadInput("a coding that is none", post("Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n"), 501),
    BadInput(
      "a coding that is none, with GET",
      "GET /page HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 501),
    BadInput(
      "chunks in HTTP/1.0",
      "POST /v1/check HTTP/1.0\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 400),
    BadInput("no coding at all", post("Transfer-Encoding: \r\n\r\n"), 501),
    BadInput("chunks after nothing", post("Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n"), 501),
    BadInput("chunks and a vertical tab", post("Transfer-Encoding:\tchunked\u{b}\r\n\r\n0\r\n\r\n"), 400),
    BadInput("chunks and a NUL", post("Transfer-Encoding: chunked\0\r\n\r\n0\r\n\r\n"), 400),
    BadInput("chunks behind a fold", post("Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n"), 400),
    BadInput("a chunk with a sign", chunks("+2\r\nab\r\n0\r\n\r\n"), 400),
    BadInput("a chunk and a blank", chunks("2 \r\nab\r\n0\r\n\r\n"), 400),
    BadInput("a chunk and a NUL", chunks("2\0\r\nab\r\n0\r\n\r\n"), 400),
    BadInput("a chunk with an underscore", chunks("1_0\r\nab\r\n0\r\n\r\n"), 400),
    BadInput("a last chunk below zero", chunks("-0\r\n\r\n"), 400),
    BadInput("a chunk longer than it says", chunks("2\r\nabX0\r\n\r\n"), 400),
    BadInput("a chunk with a negative size", chunks("-2\r\nab\r\n0\r\n\r\n"), 400),
    BadInput("a chunk with 0x", chunks("0x2\r\nab\r\n0\r\n\r\n"), 400),
    BadInput("a chunk of any size", chunks("fffffffffffffffff\r\nab\r\n0\r\n\r\n"), 413),
    // Lines that others read in another way.
    BadInput("a folded line", "GET /a HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n", 400),
    BadInput("a fold before the first header", "GET /a HTTP/1.1\r\n Host: x\r\n\r\n", 400),
    BadInput("lines without CR", "GET /a HTTP/1.1\nHost: x\n\n", 400),
    BadInput("one line without CR", "GET /a HTTP/1.1\r\nHost: x\nA: b\r\n\r\n", 400),
    BadInput("a last line without CR", "GET /a HTTP/1.1\r\nHost: x\n\r\n", 400),
    BadInput("a CR within a header", "GET /a HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n", 400),
    BadInput("a CR within the target", "GET /a\rb HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a CR within the method", "G\rET /a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a line of a colon alone", "GET /a HTTP/1.1\r\nHost: x\r\n:\r\n\r\n", 400),
    BadInput("a NUL before the end of a line", "GET /a HTTP/1.1\r\nHost: x\0\r\n\r\n", 400),
    BadInput("a NUL in an empty line", "GET /a HTTP/1.1\r\nHost: x\r\n\0\r\n\r\n", 400),
    BadInput("a control character in a header", "GET /a HTTP/1.1\r\nHost: x\r\nA: \u{1}\r\n\r\n", 400),
    BadInput("a header without name", "GET /a HTTP/1.1\r\nHost: x\r\n: b\r\n\r\n", 400),
    BadInput("a space in a header's name", "GET /a HTTP/1.1\r\nHost: x\r\nA b: c\r\n\r\n", 400),
    BadInput("a NUL in a header's name", "GET /a HTTP/1.1\r\nHost: x\r\nA\0: c\r\n\r\n", 400),
    BadInput("a NUL in the method", "G\0T /a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a NUL in the version", "GET /a HTTP/1.1\0\r\nHost: x\r\n\r\n", 400),
    BadInput("a NUL in the query", "GET /a?b=\0 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput(
      "a NUL before very many parameters",
      "GET /a\0?\(String(repeating: "&", count: 1500)) HTTP/1.1\r\nHost: x\r\n\r\n", 431),
    BadInput("two hosts", "GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", 400),
    BadInput("the same host twice", "GET /a HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n", 400),
    BadInput("a host that is none", "GET /a HTTP/1.1\r\nHost: a/b@c\r\n\r\n", 400),
    BadInput("a host with somebody's name", "GET /a HTTP/1.1\r\nHost: a@b\r\n\r\n", 400),
    BadInput("a DEL in a header", "GET /a HTTP/1.1\r\nHost: x\r\nA: \u{7f}\r\n\r\n", 400),
    BadInput("an overlong slash", "GET /%c0%af HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("half a surrogate pair", "GET /%ed%a0%80 HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("two spaces before the target", "GET  /a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a space in the target", "GET /a b HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput(
      "two spaces before the version", "GET /a  HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("tabs in place of spaces", "GET\t/a\tHTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a space first", " GET /a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a version in small letters", "GET /a http/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("what HTTP/2 begins with", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    // Targets.
    BadInput(
      "a target of bytes that are no UTF-8",
      Array("GET /".utf8) + [0xff] + Array(" HTTP/1.1\r\nHost: x\r\n\r\n".utf8),
      400),
    BadInput("a tab in the target", "GET /a\tb HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a control character in the query", "GET /a?b=\u{1f} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a CR in the target of a write", "POST /v1/act\rive HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a DEL in the target", "GET /a\u{7f} HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("another scheme", "GET ftp://x/a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("an absolute target without host", "GET http:///a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a star without OPTIONS", "GET * HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    // Methods.
    BadInput("a method in small letters", "get /a HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    BadInput("a method that is no word", "G\"\\T /a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("a tab in the method", "G\tET /a HTTP/1.1\r\nHost: x\r\n\r\n", 400),
    BadInput("TRACE", "TRACE /a HTTP/1.1\r\nHost: x\r\n\r\n", 405),
    BadInput(
      "a method of its own with a body", "BREW /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab", 405),
    BadInput(
      "a method of great length", "\(String(repeating: "A", count: 3000)) /a HTTP/1.1\r\nHost: x\r\n\r\n", 405
    ),
    // Too much of something.
    BadInput(
      "too large a body with GET", "GET /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n", 413),
    BadInput(
      "too large a body that is asked for first",
      post("Content-Length: 5000000\r\nExpect: 100-continue\r\n\r\n"), 413),
    BadInput(
      "very many cookies",
      "GET /a HTTP/1.1\r\nHost: x\r\nCookie: \(String(repeating: "a=b; ", count: 700))\r\n\r\n", 431),
    BadInput(
      "as many headers as leave no room for a response",
      "GET /a HTTP/1.1\r\nHost: x\r\n\(String(repeating: "a: \(String(repeating: "b", count: 40))\r\n", count: 48))\r\n",
      431),
    BadInput(
      "a body after many headers",
      post(
        "Content-Length: 2\r\n\(String(repeating: "a: \(String(repeating: "b", count: 40))\r\n", count: 48))\r\n{}"
      ), 431),
    BadInput(
      "a long cookie",
      "GET /a HTTP/1.1\r\nHost: x\r\nCookie: a=\(String(repeating: "b", count: 2300))\r\n\r\n", 431),
    BadInput("a target without end", "GET /\(String(repeating: "a", count: 50_000))", 414),
    BadInput("a header without end", "GET / HTTP/1.1\r\nA: \(String(repeating: "a", count: 50_000))", 431),
    BadInput("a method without end", String(repeating: "A", count: 50_000), 414),
  ]
}
