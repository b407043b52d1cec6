import Testing

@testable import ThemeAPI

@Suite struct `Addresses` {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::ffff:203.0.113.9", "203.0.113.9"), ("::1", "::1"), ("::", "::"),
    ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("2001:db8::", "2001:db8::"), ("1:0:0:2:0:0:0:3", "1:0:0:2::3"),
    ("1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8"), ("64:ff9b::192.0.2.33", "64:ff9b::c000:221"),
  ])
  func `are read in every spelling and written in one`(text: String, written: String) throws {
    let address = try #require(IPAddress(text))
    #expect(address.description == written)
    #expect(IPAddress(written) == address)
  }

  @Test(arguments: [
    "", "localhost", "1.2.3", "1.2.3.4.5", "1.2.3.256", "+1.2.3.4", "1.2.3.-4", " 1.2.3.4", ":", ":::",
    "1::2::3",
    "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7:8::", "12345::", "g::", "+1::", "1.2.3.4::",
    "::1.2.3",
    "fe80::1%eth0", "[::1]", "127.0.0.1:80",
  ])
  func `that are none are none`(text: String) { #expect(IPAddress(text) == nil) }

  @Test func `on loopback are told from others`() throws {
    for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1"] {
      #expect(IPAddress(text)?.isLoopback == true)
    }
    for text in ["128.0.0.1", "::2", "::127.0.0.1", "1::1"] { #expect(IPAddress(text)?.isLoopback == false) }
  }
}
