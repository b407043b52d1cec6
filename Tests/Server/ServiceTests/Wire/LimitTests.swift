import Bindings
import Glibc
import Synchronization
import Testing

@testable import Service

/// Tests the limits for clients that take too much, or too long.
@Suite struct LimitTests {
  @Test func `a slow sender is cut off with 408 while others go on`() throws {
    try Wire.serve({ $0.headerTimeout = .milliseconds(100) }) { wire in
      let slow = wire.connect()
      slow.send("GET /page HTTP/1.1\r\nHost:")
      let other = wire.connect()
      other.get("/page")
      #expect(other.answer()?.text == "the page")
      #expect(slow.answer()?.status == 408)
      #expect(slow.isAtEnd)
      other.get("/page")
      #expect(other.answer()?.text == "the page")
    }
  }

  @Test func `a connection that says nothing is closed`() throws {
    try Wire.serve({ $0.idleTimeout = .milliseconds(100) }) { wire in
      #expect(wire.connect().isAtEnd)
    }
  }

  @Test func `one client too many is told to come back, nobody parked is thrown out`() throws {
    try Wire.serve({ $0.parkedLimit = 2 }) { wire in
      let parked = (0..<2).map { _ in wire.connect() }
      for client in parked { client.get("/wait") }
      wire.awaitParked(2)
      let late = wire.connect()
      late.get("/wait")
      let answer = late.answer()
      #expect(answer?.status == 503)
      #expect(answer?.header("Retry-After").flatMap { Int($0) } != nil)
      wire.publish()
      for client in parked { #expect(client.answer()?.text == "changed") }
    }
  }

  @Test func `one penalty too many is answered and closed at once, and takes no place of those that wait`()
    throws
  {
    _ = ThisProcess.raiseDescriptorLimit()
    try Wire.serve({ $0.parkedLimit = 1 }) { wire in
      let penalized = (0..<1024).map { _ in wire.connect() }
      for client in penalized { client.get("/penalty") }
      wire.awaitParked(1024)
      let late = wire.connect()
      late.get("/penalty")
      #expect(late.answer()?.status == 401)
      #expect(late.isAtEnd)
      let waiting = wire.connect()
      waiting.get("/wait")
      wire.awaitParked(1025)
      wire.publish()
      #expect(waiting.answer()?.text == "changed")
    }
  }

  @Test func `one connection too many is told so`() throws {
    try Wire.serve({ $0.connectionsPerAddressLimit = 1 }) { wire in
      let first = wire.connect()
      first.get("/page")
      #expect(first.answer()?.status == 200)
      let second = wire.connect()
      second.get("/page")
      #expect(second.answer()?.status == 503)
      first.get("/page")
      #expect(first.answer()?.status == 200)
    }
  }

  @Test func `bodies are bounded for all of them together, those that are being read among them`() throws {
    try Wire.serve({ $0.bodiesLimit = 10_000 }) { wire in
      defer { wire.responder.latch.open() }
      func post(_ count: Int, to path: String) -> RawConnection {
        let client = wire.connect()
        client.send(
          "POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n"
            + String(repeating: "a", count: count))
        return client
      }
      let reading = post(8_000, to: "/check")
      wire.responder.latch.awaitWaiting(1)
      let refused = post(3_000, to: "/echo").answer()
      #expect(refused?.status == 503)
      #expect(refused?.header("Retry-After").flatMap { Int($0) } != nil)
      #expect(post(1_000, to: "/echo").answer()?.status == 200)
      wire.responder.latch.open()
      #expect(reading.answer()?.status == 200)
      // Its memory is released once the response was sent.
      while post(3_000, to: "/echo").answer()?.status != 200 {}
    }
  }

  @Test func `what clients leave unread is bounded for all of them together`() throws {
    try Wire.serve { wire in
      let idle = (0..<8).map { _ in wire.connect() }
      for client in idle { client.get("/large") }
      wire.until { $0.requests[.init(route: "/large", status: 200)] == 8 }
      let late = wire.connect()
      late.get("/large")
      let answer = late.answer()
      #expect(answer?.status == 503)
      #expect(answer?.text.contains("too much unread (limit 64 MiB for all large answers)") ?? false)
      #expect(answer?.header("Retry-After") != nil)
      late.get("/page")
      #expect(late.answer()?.text == "the page", "what is small goes on")
      #expect(idle[0].answer()?.body.count == 8 << 20)
      // The worker hears of the end of an answer a moment after the client.
      idle[0].get("/page")
      #expect(idle[0].answer()?.status == 200)
      late.get("/large")
      #expect(late.answer()?.body.count == 8 << 20)
    }
  }

  /// Each takes longer than all that is made in one go may take.
  @Test func `who asks is answered amid a crowd whose answers take long`() throws {
    try Wire.serve({ $0.workers = 1 }) { wire in
      let slow = wire.responder.slow
      let crowd = (0..<400).map { _ in wire.connect() }
      for client in crowd { client.get("/slow-wait") }
      wire.awaitParked(400)
      let other = wire.connect()
      other.get("/page")
      #expect(other.answer()?.status == 200)
      wire.publish(channel: "slow")
      other.get("/mark")
      slow.hasAsked.store(true, ordering: .releasing)
      #expect(other.answer()?.status == 200)
      for client in crowd { #expect(client.answer()?.status == 200) }
      #expect(slow.answeredAtMark.load(ordering: .relaxed) < SlowWaiters.pause + 20)
    }
  }

  /// Its announcement reaches the worker before its reply does.
  @Test func `a write is answered before most of the crowd that it wakes`() throws {
    try Wire.serve({ $0.workers = 1 }) { wire in
      let crowded = wire.responder.crowded
      let crowd = (0..<400).map { _ in wire.connect() }
      for client in crowd { client.get("/crowd-wait") }
      wire.awaitParked(400)
      let (writer, next) = (wire.connect(), wire.connect())
      writer.send("POST /crowded-write HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
      crowded.latch.awaitWaiting(1)
      next.send("POST /next-write HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi")
      wire.awaitParked(402)
      wire.publish(channel: "crowd")
      for client in crowd + [writer, next] { #expect(client.answer()?.status == 200) }
      #expect(crowded.answeredBefore.load(ordering: .relaxed) <= 2 * WakeQueue.smallestBatch)
    }
  }

  @Test func `a taken port is told`() throws {
    try Wire.serve { wire in
      var configuration = WireConfiguration()
      let port = try #require(wire.server.port)
      configuration.listen = [ListenAddress(host: "127.0.0.1", port: port)]
      #expect(throws: WireError.portTaken(host: "127.0.0.1", port: port)) {
        _ = try HTTPServer(configuration: configuration)
      }
    }
  }

  @Test func `a certificate that can't be read is told`() {
    var configuration = WireConfiguration()
    configuration.listen = [ListenAddress(host: "127.0.0.1", port: 0)]
    configuration.certificateFile = "/nonexistent/certificate.pem"
    #expect(throws: WireError.certificateWithoutKey) {
      _ = try HTTPServer(configuration: configuration)
    }
    configuration.keyFile = "/nonexistent/key.pem"
    #expect(
      throws: WireError.unreadable(file: "/nonexistent/certificate.pem", cause: "No such file or directory")
    ) {
      _ = try HTTPServer(configuration: configuration)
    }
  }
}
