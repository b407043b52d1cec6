import Testing

@testable import ThemeAPI

@Suite struct `Trusted proxies` {
  private let proxies = TrustedProxies("10.0.0.0/8, ::1, 2001:db8::/32")

  private func client(_ headers: KeyValuePairs<String, String>, from peer: String) throws -> ClientAddress {
    let asked = Request.ask("GET /", headers)
    return try #require(proxies).client(
      of: Request(
        method: .get, path: "/", headers: asked.headers,
        peer: .init(address: peer, isLoopback: IPAddress(peer)?.isLoopback ?? false)))
  }

  @Test(arguments: [
    ("203.0.113.9", "203.0.113.9"), ("198.51.100.1, 203.0.113.9", "203.0.113.9"),
    ("198.51.100.1, 203.0.113.9, 10.1.2.3", "203.0.113.9"), ("10.1.1.1, 10.2.2.2", "10.1.1.1"),
    ("127.0.0.1, 203.0.113.9", "203.0.113.9"), ("127.0.0.1", "127.0.0.1"),
    ("203.0.113.9:4711", "203.0.113.9"),
    ("[2001:470::1]:80, 2001:db8::7", "2001:470::1"), ("unknown", "unknown"),
    ("\"x, 203.0.113.9", "203.0.113.9"),
    ("::ffff:203.0.113.9", "203.0.113.9"), ("203.0.113.9,, ,", "203.0.113.9"),
  ])
  func `tell the client as the last hop that is none`(list: String, address: String) throws {
    let client = try client(["X-Forwarded-For": list], from: "10.9.9.9")
    #expect(client.address == address)
    #expect(client.origin == .header)
    #expect(client.isLoopback == (address == "127.0.0.1"))
  }

  @Test(arguments: [
    ("for=203.0.113.9", "203.0.113.9"), ("for=127.0.0.1, for=203.0.113.9;proto=https", "203.0.113.9"),
    ("For=\"[2001:470::1]:4711\"", "2001:470::1"), ("proto=https;by=10.1.1.1", "unknown"),
    ("for=_hidden, for=10.1.1.1", "_hidden"), ("for=\"x, for=203.0.113.9", "203.0.113.9"),
  ])
  func `may say so in the standard's own header`(list: String, address: String) throws {
    #expect(try client(["Forwarded": list], from: "10.9.9.9").address == address)
  }

  @Test func `are believed in all their lines`() throws {
    let client = try client(
      ["X-Forwarded-For": "127.0.0.1", "x-forwarded-for": "203.0.113.9"], from: "::1")
    #expect(client.address == "203.0.113.9")
  }

  @Test func `that say nothing, or two things, are the client themselves, and not of this machine`() throws {
    for headers: KeyValuePairs in [
      [:], ["X-Forwarded-For": " , "], ["X-Forwarded-For": "203.0.113.9", "Forwarded": "for=127.0.0.1"],
    ] {
      let client = try client(headers, from: "::1")
      #expect((client.address, client.isLoopback, client.origin) == ("::1", false, .proxy))
    }
    let both = try client(["X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"], from: "::1")
    #expect(both.origin == .header)
  }

  @Test func `alone are believed`() throws {
    let client = try client(["X-Forwarded-For": "127.0.0.1"], from: "203.0.113.9")
    #expect((client.address, client.origin) == ("203.0.113.9", .connection))
    #expect(
      TrustedProxies.none.client(of: Request.ask("GET /", ["X-Forwarded-For": "1.2.3.4"])).isLoopback)
  }

  @Test func `are the clients of Unix sockets if the word says so`() throws {
    let peer = Request.Peer(address: "unix", isLoopback: true)
    func client(_ proxies: String, _ hops: String) throws -> ClientAddress {
      let headers = [Request.Field("X-Forwarded-For", hops)]
      return try #require(TrustedProxies(proxies)).client(
        of: Request(method: .get, path: "/", headers: headers, peer: peer))
    }
    #expect(try client("unix, 10.0.0.0/8", "203.0.113.9, 10.1.1.1").address == "203.0.113.9")
    let forged = try client("unix", "203.0.113.9, unix:")
    #expect((forged.address, forged.isLoopback) == ("unix", false), "a hop is none because of its name")
    let untrusted = try client("10.0.0.0/8", "203.0.113.9")
    #expect((untrusted.address, untrusted.isLoopback, untrusted.origin) == ("unix", true, .connection))
  }

  @Test(arguments: [
    "localhost", "UNIX", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/-1", "10.0.0.0/", "::/129", "1.2.3.4 5.6.7.8",
  ])
  func `are addresses or whole networks, no names`(text: String) { #expect(TrustedProxies(text) == nil) }
}
