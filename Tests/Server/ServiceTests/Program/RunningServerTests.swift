import ServerAccess
import Foundation
import Service
import TestServer
import Testing

@Suite struct `A running server` {
  @Test func `answers on its start, health, readiness and metrics pages`() throws {
    let server = try RunningServer()
    #expect(try server.get("/healthz").text == "{\"alive\":true}\n")
    #expect(try server.get("/metrics").text.contains("livery_build_info{version=\"\(Version.number)\"} 1\n"))
    let page = try server.get("/")
    #expect(page["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("<title>Livery</title>"))
    #expect(page["cache-control"] == "no-cache")
    #expect(page["content-security-policy"]?.hasPrefix("default-src 'none'; script-src 'self'") == true)
    #expect(!page.text.contains("http://") && !page.text.contains("https://"))
    let tag = try #require(page["etag"])
    for list in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
      #expect(try server.get("/", headers: [("If-None-Match", list)]).status == 304, "\(list)")
    }
    #expect(try server.get("/", headers: [("If-None-Match", "\"other\"")]).status == 200)
    for probe in ["/?from=mail", "/healthz?try=2", "/readyz?try=2", "/metrics?try=2"] {
      #expect(try server.get(probe).status == 200, "what probes and links add is passed over")
    }
    #expect(server.stop().code == 0)
  }

  @Test func `has a live page whose parts are all there, by addresses that any prefix can stand before`()
    throws
  {
    let server = try RunningServer()
    let text = try server.get("/").text
    let links = ["href=\"", "src=\""].flatMap { mark in
      text.split(separator: mark).dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    #expect(links.contains("page/main.js") && links.contains("page/page.css") && links.contains("docs"))
    for link in links where !link.hasPrefix("#") {
      #expect(!link.hasPrefix("/"))
      #expect(try server.get("/\(link)").status == 200, "\(link)")
    }
    let script = try server.get("/page/views/themes.js")
    #expect(script["content-type"] == "text/javascript; charset=utf-8")
    #expect(script["x-content-type-options"] == "nosniff")
    for page in [script, try server.get("/")] {
      #expect(page["access-control-allow-origin"] == nil && page["livery-cursor"] == nil)
    }
    #expect(try server.get("/v1/theme")["access-control-allow-origin"] == "*")
    for target in ["/v1/theme", "/v1/theme.css", "/v1/active", "/healthz", "/v1/nothing"] {
      #expect(try server.get(target)["x-content-type-options"] == "nosniff", "\(target)")
    }
    #expect(try server.get("/page/views/../main.js").status == 404)
    #expect(try server.get("/page/mian.js").text.contains("did you mean 'main.js'?"))
  }

  @Test(arguments: ["/", "/healthz", "/readyz", "/metrics"])
  func `takes only GET and HEAD on its own pages`(_ page: String) throws {
    let server = try RunningServer()
    #expect(try server.send("HEAD", page).status == 200)
    let refusal = try server.send("DELETE", page)
    #expect(refusal.status == 405)
    #expect(refusal["allow"] == "GET, HEAD, OPTIONS")
    #expect(refusal["content-type"] == "application/problem+json")
  }

  @Test func `counts requests by route and status`() throws {
    let server = try RunningServer()
    for _ in 0..<3 { _ = try server.get("/healthz") }
    _ = try server.get("/nowhere")
    let metrics = try server.get("/metrics").text
    #expect(metrics.contains("livery_requests_total{route=\"/healthz\",status=\"200\"} 3\n"))
    #expect(metrics.contains("status=\"404\"} 1\n"))
    #expect(metrics.contains("livery_themes 1\n"))
  }

  @Test func `is found alive by the healthcheck, by address and by where it listens`() throws {
    let server = try RunningServer()
    #expect(try Livery.run("healthcheck", "--server", server.address).code == 0)
    #expect(try Livery.run(["healthcheck"], environment: ["LIVERY_LISTEN": server.address]).code == 0)
    let port = server.port
    #expect(server.stop().code == 0)
    #expect(try Livery.run("healthcheck", "--server", "127.0.0.1:\(port)").code == 69)
  }

  @Test func `serves on IPv6 as well`() throws {
    let server = try RunningServer(arguments: ["--listen", "[::1]:0"])
    #expect(try Livery.run("healthcheck", "--server", "http://[::1]:\(server.port)").code == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `ends with 0 at the first signal and says so`(_ signal: Int32) throws {
    let server = try RunningServer()
    server.signal(signal)
    let ending = server.ending()
    #expect(ending.code == 0)
    #expect(ending.errors.contains("\"message\":\"Draining\""))
    #expect(ending.errors.contains("\"message\":\"Ended\""))
  }

  @Test func `ends at once at the second signal`() throws {
    let server = try RunningServer(arguments: ["--drain-time", "600"])
    let waiting = try server.connect()
    // Somebody whose request is under way is not left alone.
    try waiting.send("GET /healthz HTTP/1.1\r\n")
    try eventually { try server.get("/metrics").text.contains("livery_connections 2\n") }
    server.signal(SIGTERM)
    _ = try server.waitForLog(containing: "Draining")
    server.signal(SIGTERM)
    #expect(server.ending().code == 128 + SIGTERM)
    withExtendedLifetime(waiting) {}
  }

  @Test func `is found alive behind TLS, which the healthcheck greets only`() throws {
    let folder = try Folder()
    try folder.makeCertificate()
    let server = try RunningServer(
      arguments: ["--certificate", folder.certificate, "--certificate-key", folder.certificateKey])
    #expect(try Livery.run("healthcheck", "--server", "https://\(server.address)").code == 0)
    let settings = ["LIVERY_LISTEN": server.address, "LIVERY_CERTIFICATE": folder.certificate]
    #expect(try Livery.run(["healthcheck"], environment: settings).code == 0)
    #expect(server.stop().code == 0)
    #expect(try Livery.run(["healthcheck"], environment: settings).code == 69)
  }

  @Test func `in plain HTTP is no TLS server to the healthcheck`() throws {
    let server = try RunningServer()
    let ending = try Livery.run("healthcheck", "--server", "https://\(server.address)", "--timeout", "0.5")
    #expect(ending.code == 69)
  }
}
