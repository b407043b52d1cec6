import ServerAccess
import Service
import TestSupport
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
    "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello", "HTTP/1.1 -20 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello",
  ])
  func `what is no whole answer is malformed once the connection is closed`(_ text: String) {
    #expect(read(text, isClosed: true) == .malformed)
  }

  @Test(arguments: [
    "7fffffffffffffff", "7ffffffffffffffe", "7ffffffffffffffd", "8000000000000000", "ffffffffffffffff",
    "+5", "-5", "-8000000000000000", "00000000000000005", "0x5", "", " 5", "5g",
  ])
  func `a chunk is as large as hexadecimal digits say, and no size breaks the reader`(_ size: String) {
    let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\nhello\r\n0\r\n\r\n"
    #expect(read(text, isClosed: true) == .malformed)
  }

  @Test func `a head, a chunk's line and interim answers that never end are malformed`() {
    let interim = "HTTP/1.1 100 Continue\r\n\r\n"
    #expect(read(String(repeating: interim, count: 99)) == .more)
    #expect(read(String(repeating: interim, count: 100)) == .malformed)
    let long = String(repeating: "x", count: 70_000)
    #expect(read("HTTP/1.1 200 OK\r\nA: \(long)") == .malformed)
    #expect(read("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;\(long)") == .malformed)
  }

  @Test(arguments: 0..<40)
  func `whatever arrives in whatever pieces is read as if it had come at once`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<(isLong ? 2000 : 20) {
      let bytes = Self.answer(mutatedBy: &random)
      let (whole, _) = Self.read(bytes, in: [])
      for cut in 0...bytes.count {
        let (pieces, kept) = Self.read(bytes, in: [cut, Int.random(in: cut...bytes.count, using: &random)])
        #expect(pieces == whole, "\(bytes) at \(cut)")
        #expect(kept <= bytes.count)
      }
    }
  }

  /// Returns the result of reading the bytes in pieces, and the number of bytes that are left.
  private static func read(_ bytes: [UInt8], in cuts: [Int]) -> (AnswerReader.Progress, kept: Int) {
    var reader = AnswerReader()
    var begin = 0
    for end in cuts + [bytes.count] where end > begin {
      reader.take(Array(bytes[begin..<end]))
      begin = end
      let progress = reader.next()
      if progress != .more { return (progress, reader.received.count) }
    }
    reader.take([])
    return (reader.next(), reader.received.count)
  }

  /// An answer of some kind, with words and bytes of it replaced, repeated or left out.
  private static func answer(mutatedBy random: inout SeededGenerator) -> [UInt8] {
    let heads = [
      "HTTP/1.1 200 OK", "HTTP/1.0 404 No", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 New",
      "HTTP/1.1 204 No",
    ]
    let framings = [
      "Content-Length: 5", "Transfer-Encoding: chunked", "transfer-encoding:Chunked", "Content-Length: 99",
    ]
    let bodies = ["hello", "2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n", "7fffffffffffffff\r\nx", ""]
    let text = "\(random.pick(heads))\r\n\(random.pick(framings))\r\n\r\n\(random.pick(bodies))"
    var bytes = Array(text.utf8)
    let strange = ["\r\n", "\n", "f", "0", "-", "+", ";", "7fffffffffffffff", "\r\n\r\n", "\0", "\u{ff}"]
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = Int.random(in: place...min(place + 3, bytes.count), using: &random)
      bytes.replaceSubrange(place..<end, with: Array(random.pick(strange).utf8))
    }
    return bytes
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "http://127.0.0.1:8080"), ("localhost:1", "http://localhost:1"),
    ("http://livery", "http://livery:80"), ("http://[::1]:8080/", "http://[::1]:8080"),
    ("http://proxy:8080/livery/", "http://proxy:8080/livery"),
    ("https://themes.example/", "https://themes.example:443"),
    ("unix:/run/livery.sock", "unix:/run/livery.sock"),
    ("http://unix:/run/livery.sock", "unix:/run/livery.sock"),
    ("https://unix:/run/livery.sock", "https://unix:/run/livery.sock"),
  ])
  func `a server's address is read as people write it`(_ text: String, _ whole: String) throws {
    #expect(try ServerAddress(text).description == whole)
  }

  @Test(arguments: ["", "http://", "https://", "ftp://x", "a b", "unix:"])
  func `anything else is no server's address`(_ text: String) {
    #expect(throws: ServerAddress.AddressError.self) { try ServerAddress(text) }
  }

  @Test(arguments: [
    ([:], "http://127.0.0.1:8080"), (["LIVERY_LISTEN": "0.0.0.0:90"], "http://127.0.0.1:90"),
    (["LIVERY_LISTEN": "[::]:90"], "http://[::1]:90"),
    (["LIVERY_LISTEN": "unix:/run/livery.sock,[::]:90"], "unix:/run/livery.sock"),
  ])
  func `without an address the server of this machine is meant`(
    _ variables: [String: String], _ whole: String
  ) {
    #expect(ServerAddress.here(variables).description == whole)
  }
}
