import ServerAccess
import TestServer
import Testing

/// A client of one address that requests as many different large responses as it can, while others read.
@Suite struct `A client that requests very many large responses` {
  private static let files = RunningServer.oneTheme.merging([
    "kits/uikit.json": ##"""
    { "classes": { "UIView": { "superclass": null, "appearance": true, "properties": [] } },
      "traits": { "displayScale": { "kind": "number" } } }
    """##,
    "themes/default.json": theme("#111111"), "themes/second.json": theme("#222222"),
  ]) { _, own in own }

  private static func theme(_ accent: String) -> String {
    let colors = (0..<4000).map { ##""c\##($0)": "#0000ff""## }.joined(separator: ",")
    return ##"{ "colors": { "accent": "\##(accent)", \##(colors) } }"##
  }

  /// Each request is for another response.
  enum Attack: CaseIterable {
    case hosts, traits, archives, batches

    func request(_ number: Int) -> String {
      let from = "X-Forwarded-For: 10.0.0.1\r\n"
      switch self {
      case .hosts: return "GET /v1/theme.css HTTP/1.1\r\nHost: h\(number).example\r\n\(from)\r\n"
      case .traits:
        return "GET /v1/theme.tokens.json?displayScale=\(number).5 HTTP/1.1\r\nHost: x\r\n\(from)\r\n"
      case .archives:
        return "GET /v1/theme.android.zip?displayScale=\(number).5 HTTP/1.1\r\nHost: x\r\n\(from)\r\n"
      case .batches:
        let nodes = (0..<3000).map { #"{"for":"UIView.s\#(number)x\#($0)"}"# }.joined(separator: ",")
        let body = #"{"nodes":[\#(nodes)]}"#
        return "POST /v1/appearance HTTP/1.1\r\nHost: x\r\n\(from)Content-Type: application/json\r\n"
          + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      }
    }
  }

  private static let token = "0123456789abcdef"

  @Test(arguments: Attack.allCases)
  func `takes no response from others, and nobody who waits misses the change`(attack: Attack) throws {
    let server = try RunningServer(
      files: Self.files, environment: ["LIVERY_TRUSTED_PROXIES": "127.0.0.1", "LIVERY_TOKEN": Self.token])
    let own = [("X-Forwarded-For", "10.0.0.2")]
    let tag = try #require(server.get("/v1/theme.css", headers: own)["etag"])
    let waiting = (0..<8).map { number in
      let connection = RawConnection(port: server.port)
      // Images of a style sheet have the host's name, so each host has a style sheet of its own.
      connection.send(
        "GET /v1/theme.css HTTP/1.1\r\nHost: \(server.address)\r\nX-Forwarded-For: 10.0.1.\(number)\r\n"
          + "If-None-Match: \(tag)\r\nPrefer: wait=50\r\n\r\n")
      return connection
    }
    try server.waitForParked(8, headers: [("Authorization", "Bearer \(Self.token)")])
    let attackers = (0..<100).map { _ in RawConnection(port: server.port) }
    for (number, attacker) in attackers.enumerated() { attacker.send(attack.request(number)) }
    let switched = try server.post(
      "/v1/active", #"{ "theme": "second" }"#, headers: [("Authorization", "Bearer \(Self.token)")])
    #expect(switched.status == 200)
    for (number, attacker) in attackers.enumerated() { attacker.send(attack.request(100 + number)) }
    for target in ["/v1/colors/accent", "/v1/appearance?for=UIView", "/v1/theme.css", "/v1/theme"] {
      #expect(try server.get(target, headers: own).status == 200, "\(target)")
    }
    for connection in waiting {
      let answer = try #require(connection.answer())
      #expect(answer.status == 200 && answer.text.contains("#222222"))
    }
  }
}
