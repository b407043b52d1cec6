import ServerAccess
import Service
import Testing

@Suite struct `Reading an answer` {
  private func read(_ text: String, isClosed: Bool = false, toHead: Bool = false) -> AnswerReader.Progress {
    var reader = AnswerReader()
    reader.take(Array(text.utf8))
    if isClosed { reader.take([]) }
    return reader.next(toHead: toHead)
  }

  private func body(_ step: AnswerReader.Progress) -> String? {
    if case .answer(let answer) = step { answer.text } else { nil }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\ncontent-length:5\r\n\r\nhello and the next",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
  ])
  func `the body is found by its length, by its chunks, after interim answers`(_ text: String) {
    #expect(body(read(text)) == "hello")
  }

  @Test func `it is found however it is cut to pieces`() {
    let text = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n".utf8)
    for cut in 1..<text.count {
      var reader = AnswerReader()
      reader.take(Array(text[..<cut]))
      let first = reader.next()
      reader.take(Array(text[cut...]))
      let second = reader.next()
      #expect(first == .more)
      #expect(body(second) == "hello")
    }
  }

  @Test func `two answers on one connection are told apart`() {
    var reader = AnswerReader()
    reader.take(Array("HTTP/1.1 204 No\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx".utf8))
    let (first, second) = (reader.next(), reader.next())
    #expect(body(first) == "")
    #expect(body(second) == "x")
    #expect(reader.received.isEmpty)
  }

  @Test func `an answer to HEAD has no body`() {
    #expect(body(read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", toHead: true)) == "")
  }

  @Test func `without a length the body ends with the connection`() {
    #expect(read("HTTP/1.0 200 OK\r\n\r\nhello") == .more)
    #expect(body(read("HTTP/1.0 200 OK\r\n\r\nhello", isClosed: true)) == "hello")
  }

  @Test(arguments: [
    "", "SSH-2.0\r\n\r\n", "HTTP/1.1 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func `what is no whole answer is malformed once the connection is closed`(_ text: String) {
    #expect(read(text, isClosed: true) == .malformed)
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("localhost:1", "http://localhost:1"),
    ("http://livery", "http://livery:80"), ("http://[::1]:8080/", "http://[::1]:8080"),
    ("http://proxy:8080/livery/", "http://proxy:8080/livery"),
    ("https://themes.example/", "https://themes.example:443"),
  ])
  func `a server's address is read as people write it`(_ text: String, _ whole: String) throws {
    #expect(try ServerAddress(text).description == whole)
  }

  @Test(arguments: ["", "http://", "https://", "ftp://x", "a b"])
  func `anything else is no server's address`(_ text: String) {
    #expect(throws: ServerAddress.AddressError.self) { try ServerAddress(text) }
  }

  @Test(arguments: [
    ([:], "http://127.0.0.1:8080"), (["LIVERY_LISTEN": "0.0.0.0:90"], "http://127.0.0.1:90"),
    (["LIVERY_LISTEN": "[::]:90"], "http://[::1]:90"),
  ])
  func `without an address the server of this machine is meant`(
    _ variables: [String: String], _ whole: String
  ) {
    #expect(ServerAddress.here(variables).description == whole)
  }
}
