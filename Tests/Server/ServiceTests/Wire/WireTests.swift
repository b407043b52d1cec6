import Testing

@testable import Service

/// Plain requests over real sockets.
@Suite struct WireTests {
  @Test func `a request is answered and the connection stays open`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      for _ in 0..<3 {
        client.get("/page")
        let answer = try #require(client.answer())
        #expect(answer.status == 200)
        #expect(answer.text == "the page")
        #expect(answer.header("Content-Type") == "text/plain")
      }
    }
  }

  @Test func `HEAD gets the headers of the answer`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.send("HEAD /page HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try #require(client.answer(toHead: true))
      #expect(answer.status == 200)
      #expect(answer.header("Content-Length") == "8")
      client.get("/early")
      #expect(client.answer()?.text == "the page")
    }
  }

  @Test func `304 has no body, though its length is told`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.get("/none")
      let answer = try #require(client.answer())
      #expect(answer.status == 304)
      #expect(answer.header("ETag") == "\"1\"")
      #expect(["8", nil].contains(answer.header("Content-Length")))
    }
  }

  @Test func `pipelined requests are answered in order`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.get("/a")
      client.get("/wait?ms=150")
      client.get("/b")
      #expect(client.answer()?.text == "GET /a? 0")
      #expect(client.answer()?.status == 204)
      #expect(client.answer()?.text == "GET /b? 0")
    }
  }

  @Test func `each request of a connection gets its own answer, whatever was asked before it`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      for path in ["/a", "/a", "/ab", "/a", "/b", "/early", "/early", "/a"] {
        client.get(path)
        #expect(client.answer()?.text == (path == "/early" ? "the page" : "GET \(path)? 0"))
        client.get("/wait?ms=1")
        #expect(client.answer()?.status == 204)
        client.get(path + "?x=\(path.count)")
        #expect(client.answer()?.text == "GET \(path)?x=\(path.count) 0")
        client.send(Array("GET ".utf8) + [0x2f, 0xff] + Array(" HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(client.answer()?.status == 400)
      }
    }
  }

  @Test func `a parked client hears of a change, another channel's does not wake it`() throws {
    try Wire.serve { wire in
      let one = wire.connect()
      let other = wire.connect()
      one.get("/wait?channel=one")
      other.get("/wait?channel=other&ms=300")
      wire.awaitParked(2)
      wire.publish(channel: "one")
      #expect(one.answer()?.text == "changed")
      #expect(other.answer()?.status == 204)
    }
  }

  @Test func `a write is answered from the writer's thread`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      for turn in 1...3 {
        client.send("POST /write HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
        #expect(client.answer()?.text == "write \(turn)")
      }
    }
  }

  @Test func `draining answers everybody who waits`() throws {
    try Wire.serve({ $0.drainTime = .milliseconds(200) }) { wire in
      let clients = (0..<20).map { _ in wire.connect() }
      for client in clients { client.get("/wait") }
      wire.awaitParked(20)
      wire.server.drain()
      for client in clients {
        #expect(client.answer()?.text == "draining")
        #expect(client.isAtEnd)
      }
    }
  }

  @Test func `a stream tells of its opening, of changes, of silence and of its end`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.get("/feed", headers: "Connection: close\r\n")
      wire.awaitParked(1)
      wire.publish()
      let text = client.rest()
      #expect(text.contains("opened 1\n"))
      #expect(text.contains("changed 1\n"))
      #expect(text.contains("quiet 2\n"))
      #expect(text.contains("ending 2\n"))
      #expect(text.hasSuffix("0\r\n\r\n"))
    }
  }

  @Test func `a stream gives all that is there already, as fast as its client takes it`() throws {
    try Wire.serve { wire in
      let client = wire.connect()
      client.get("/long-feed", headers: "Connection: close\r\n")
      wire.awaitParked(1)
      // The next pieces are made only after the client has read the previous ones.
      #expect(client.firstByte() != nil)
      wire.publish()
      var expected = ""
      for piece in 1...TestResponder.longPieces { expected += "\(piece) " }
      let numbers = client.text(until: "\n\(TestResponder.longPieces)\n").split(separator: "\n").filter {
        $0.utf8.count < 4 && Int($0) != nil
      }
      #expect(numbers.map { "\($0) " }.joined() == expected)
      #expect(wire.server.statistics().streams == 1)
    }
  }

  @Test func `a stream that its client leaves is let go`() throws {
    try Wire.serve { wire in
      do {
        let client = wire.connect()
        client.get("/feed", headers: "Connection: close\r\n")
        wire.awaitParked(1)
      }
      wire.until { $0.connections == 0 && $0.parked == 0 && $0.streams == 0 }
    }
  }

  @Test func `a parked client that leaves is let go, one that only sends more is not`() throws {
    try Wire.serve { wire in
      let staying = wire.connect()
      staying.get("/wait")
      do {
        let leaving = wire.connect()
        leaving.get("/wait")
        wire.awaitParked(2)
      }
      staying.get("/page")
      wire.until { $0.connections == 1 && $0.departed == 1 }
      #expect(wire.server.statistics().parked == 1)
      wire.publish()
      #expect(staying.answer()?.text == "changed")
      #expect(staying.answer()?.text == "the page")
    }
  }
}
