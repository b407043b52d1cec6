import Service
import Testing
import TestServer

@Suite struct `A running server` {
  @Test func `answers on its start, health, readiness and metrics pages`() throws {
    let server = try RunningServer()
    #expect(try server.get("/healthz").text == "{\"alive\":true}\n")
    #expect(try server.get("/readyz").status == 200)
    #expect(try server.get("/metrics").text.contains("livery_build_info{version=\"\(Version.number)\"} 1"))
    let page = try server.get("/")
    #expect(page["content-type"] == "text/html; charset=utf-8")
    #expect(page.text.contains("<h1>Livery</h1>"))
    #expect(server.stop().code == 0)
  }
}
