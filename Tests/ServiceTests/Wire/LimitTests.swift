import Glibc
import Testing

@testable import Service

/// What bounds clients who take too much, or too long.
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

  @Test func `a taken port is told`() throws {
    try Wire.serve { wire in
      var configuration = WireConfiguration()
      configuration.port = wire.server.port
      #expect(throws: WireError.portTaken(host: "127.0.0.1", port: wire.server.port)) {
        _ = try HTTPServer(configuration: configuration)
      }
    }
  }

  @Test func `a certificate that can't be read is told`() {
    var configuration = WireConfiguration()
    configuration.port = 0
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
