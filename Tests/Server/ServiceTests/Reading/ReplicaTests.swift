import Documents
import ServerAccess
import Foundation
import Service
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `Two replicas of one config` {
  @Test func `give the same bytes and the same entity tags`() throws {
    let (one, other) = try (
      RunningServer(config: ShippedServer.config, arguments: Self.address),
      RunningServer(config: ShippedServer.config, arguments: Self.address)
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

  @Test func `give the same bytes when the keys of their files are shuffled, and shuffled again`() throws {
    let one = try RunningServer(files: Self.files { $0 }, arguments: Self.address)
    var random = SeededGenerator(seed: 5)
    let other = try RunningServer(
      files: Self.files { $0.shuffled(using: &random) }, arguments: Self.address)
    try expectEqual(one, other)
    try other.folder.write(Self.files { $0.shuffled(using: &random) })
    other.signal(SIGHUP)
    _ = try other.waitForLog(containing: "Read the config folder again")
    try expectEqual(one, other)
  }

  /// Clients reach both at one address, which stands before the addresses of images.
  private static let address = ["--public-url", "https://themes.example/livery/"]

  @Test func `tell where images are by the address that clients reach them at`() throws {
    let server = try RunningServer(config: ShippedServer.config, arguments: Self.address)
    let base = "https://themes.example/livery/v1/files/"
    for target in ["/v1/theme", "/v1/theme.tokens.json", "/v1/images/logo"] {
      #expect(try server.get(target).text.contains(#""url":"\#(base)"#), "\(target)")
    }
    #expect(try server.get("/v1/theme.css").text.contains("url(\"\(base)"))
    let plain = try RunningServer(config: ShippedServer.config)
    #expect(try plain.get("/v1/theme.css").text.contains("url(\"//\(plain.address)/v1/files/"))
    #expect(try plain.get("/v1/theme").text.contains(#""url":"/v1/files/"#))
  }

  @Test func `a style sheet has the address that a trusted proxy tells, and nobody else's`() throws {
    let told: [(String, String)] = [
      ("X-Forwarded-For", "203.0.113.9"), ("X-Forwarded-Proto", "https"),
      ("X-Forwarded-Host", "themes.example"), ("X-Forwarded-Prefix", "/livery/"),
    ]
    let behind = try RunningServer(
      config: ShippedServer.config, arguments: ["--trusted-proxies", "127.0.0.0/8"])
    let open = try RunningServer(config: ShippedServer.config)
    // Twice, since a representation is cached after the first request.
    for _ in 0..<2 {
      let sheet = try behind.get("/v1/theme.css", headers: told).text
      #expect(sheet.contains("url(\"https://themes.example/livery/v1/files/"))
      for (server, headers) in [(behind, []), (open, told), (behind, [("X-Forwarded-Host", "a/b\"")])] {
        let sheet = try server.get("/v1/theme.css", headers: headers).text
        #expect(sheet.contains("url(\"//\(server.address)/v1/files/"))
      }
    }
  }

  private func sorted(_ json: some Sequence<UInt8>) throws -> Data {
    let root = try JSONSerialization.jsonObject(with: Data(json))
    return try JSONSerialization.data(withJSONObject: root, options: .sortedKeys)
  }

  /// The shipped files by path, rewritten by a function.
  private static func files(_ rewrite: (SourceFile) -> SourceFile) -> [String: String] {
    let files = ProjectFiles.all(in: "Config/kits") + ProjectFiles.all(in: "Config/themes")
    return Dictionary(
      uniqueKeysWithValues: files.map { ($0.name, String(decoding: rewrite($0).bytes, as: UTF8.self)) })
  }

  /// Everything that does not show the files' own text or lines. Token documents have the order of the file.
  private func expectEqual(_ one: RunningServer, _ other: RunningServer) throws {
    for theme in ["aurora", "default", "new-year", "night", "paper", "pine"] {
      for target in [
        "/v1/theme?theme=\(theme)", "/v1/theme?theme=\(theme)&userInterfaceStyle=dark",
        "/v1/theme.css?theme=\(theme)", "/v1/theme.xml?theme=\(theme)",
        "/v1/colors/accent?theme=\(theme)",
      ] {
        let (first, second) = try (one.get(target), other.get(target))
        #expect(first.status == second.status && first.body == second.body, "\(target)")
      }
      let tokens = "/v1/theme.tokens.json?theme=\(theme)"
      #expect(try sorted(one.get(tokens).body) == sorted(other.get(tokens).body), "\(tokens)")
    }
    let look = "/v1/appearance?theme=new-year&for=UIButton.primary&in=UIWindow/UIToolbar"
    #expect(try one.get(look).body == other.get(look).body)
  }
}
