import ServerAccess
import Foundation
import Service
import TestServer
import Testing

/// Tests the real program with clients that send invalid bytes, too much, or too slowly.
@Suite struct `A running server that is sent bad input` {
  @Test func `refuses it with a problem document, goes on serving and ends well`() throws {
    let server = try RunningServer()
    for bad in BadInput.all { bad.expectRefusal(on: RawConnection(port: server.port)) }
    #expect(try server.get("/v1/theme").status == 200)
    #expect(server.stop().code == 0)
  }

  @Test func `cuts a body in chunks off at the limit, asked for or not`() throws {
    let server = try RunningServer(arguments: ["--body-bytes", "1KiB"])
    for expectation in ["", "Expect: 100-continue\r\n"] {
      let client = RawConnection(port: server.port)
      client.send(
        "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\(expectation)\r\n")
      if !expectation.isEmpty { #expect(client.answer()?.status == 100) }
      for _ in 0..<200 { client.send("64\r\n\(String(repeating: "c", count: 100))\r\n") }
      let answer = try #require(client.answer())
      #expect(answer.status == 413)
      #expect(answer.header("Content-Type") == "application/problem+json")
    }
  }

  @Test(arguments: [
    "GET /v1/theme HT", "GET /v1/theme HTTP/1.1\r\nHost:",
    "POST /v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{",
  ])
  func `cuts a slow sender off while others go on`(_ start: String) throws {
    let server = try RunningServer(arguments: ["--header-time", "0.3", "--body-time", "0.3"])
    let slow = RawConnection(port: server.port)
    slow.send(start)
    let other = RawConnection(port: server.port)
    var asked = 0
    while !slow.hasReceived {
      other.get("/v1/theme")
      #expect(other.answer()?.status == 200)
      asked += 1
    }
    let answer = try #require(slow.answer())
    #expect(answer.status == 408)
    #expect(answer.header("Content-Type") == "application/problem+json")
    #expect(slow.isAtEnd)
    #expect(asked > 0)
  }
}
