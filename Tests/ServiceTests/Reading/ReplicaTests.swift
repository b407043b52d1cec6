import Service
import TestServer
import Testing

@Suite struct `Two replicas of one config` {
  @Test func `give the same bytes and the same entity tags`() throws {
    let (one, other) = try (
      RunningServer(config: ShippedServer.config), RunningServer(config: ShippedServer.config)
    )
    let targets = [
      "/v1/theme", "/v1/theme?theme=new-year&userInterfaceStyle=dark", "/v1/theme.css",
      "/v1/theme.css?theme=aurora",
      "/v1/theme.xml?theme=night", "/v1/theme.tokens.json", "/v1/colors/accent?explain=all",
      "/v1/images/logo",
      "/v1/appearance?for=UIButton.primary&in=UIWindow/UIToolbar&explain=all", "/v1/themes", "/v1/kits",
      "/v1/kits/uikit", "/v1/themes/default", "/openapi.json", "/docs",
    ]
    for target in targets {
      for encoding in ["identity", "gzip"] {
        let headers = [("Accept-Encoding", encoding)]
        let (first, second) = try (one.get(target, headers: headers), other.get(target, headers: headers))
        #expect(first.status == 200)
        #expect(first.body == second.body, "\(target), \(encoding)")
        #expect(first["etag"] != nil && first["etag"] == second["etag"], "\(target), \(encoding)")
      }
    }
  }
}
