import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

@Suite struct `The client for web pages` {
  private static let origin = ("Origin", "https://shop.example")

  @Test(arguments: [
    ("livery.js", "text/javascript; charset=utf-8"), ("livery-draft.js", "text/javascript; charset=utf-8"),
    ("livery-fonts.js", "text/javascript; charset=utf-8"),
    ("livery.d.ts", "text/plain; charset=utf-8"),
  ])
  func `is served as it is in the sources, to any origin`(_ name: String, _ type: String) throws {
    let server = try RunningServer()
    let file = try server.get("/\(name)?from=a-build", headers: [Self.origin])
    #expect(file.text == ProjectFiles.text("Web/client/\(name)"))
    #expect(file["content-type"] == type)
    #expect(file["access-control-allow-origin"] == "*")
    #expect(file["cache-control"] == "public, max-age=0, must-revalidate")
    let tag = try #require(file["etag"])
    #expect(try server.get("/\(name)", headers: [("If-None-Match", tag)]).status == 304)
    #expect(try server.get("/\(name)", headers: [("Accept-Encoding", "gzip")])["content-encoding"] == "gzip")
  }

  @Test func `has the lifetime of themes in caches`() throws {
    let server = try RunningServer(environment: ["LIVERY_CACHE_SHARED_MAX_AGE": "60"])
    #expect(
      try server.get("/livery.js")["cache-control"] == "public, max-age=0, s-maxage=60, must-revalidate")
  }

  @Test func `is served without a token where reading needs one`() throws {
    let server = try RunningServer(environment: ["LIVERY_READ_TOKEN": "a-secret-for-reading"])
    #expect(try server.get("/v1/theme.css").status == 401)
    #expect(try server.get("/livery.js").status == 200)
  }

  @Test func `may send what it sends, and read what it reads, from any origin`() throws {
    let server = try RunningServer()
    let preflight = try server.send(
      "OPTIONS", "/v1/theme.css",
      headers: [
        Self.origin, ("Access-Control-Request-Method", "GET"),
        ("Access-Control-Request-Headers", "authorization,if-none-match,prefer"),
      ])
    let allowed = preflight["access-control-allow-headers"]?.lowercased() ?? ""
    for header in ["authorization", "if-none-match", "prefer"] { #expect(allowed.contains(header)) }
    #expect(Int(preflight["access-control-max-age"] ?? "") ?? 0 >= 3600)
    let exposed =
      try server.get("/v1/theme.css", headers: [Self.origin])["access-control-expose-headers"] ?? ""
    for header in ["ETag", "Preference-Applied", "Retry-After"] { #expect(exposed.contains(header)) }
  }
}
