import ServerAccess
import TestServer
import Testing

@Suite struct `A file of hosts` {
  private static let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  @Test func `decides about the hosts that it has now, or had before it was broken`() throws {
    let folder = try Folder()
    let file = "\(folder.config)/hosts.json"
    try folder.write(["hosts.json": #"{ "hosts": { "127.example": "main" } }"#])
    let server = try RunningServer(
      files: Self.files, arguments: ["--hosts-file", file, "--trusted-proxies", "127.0.0.1"])
    func theme(of host: String) throws -> HTTPClient.ServerReply {
      try server.get("/v1/active", headers: [("X-Forwarded-Host", host)])
    }
    let switched = try server.post(
      "/v1/active", #"{ "theme": "second", "channel": "acme" }"#, headers: [("X-Forwarded-For", "::1")])
    #expect(switched.status == 200)
    #expect(try theme(of: "shop.acme.com").text.contains("default"))
    try folder.write(["hosts.json": #"{ "hosts": { "shop.acme.com": "acme", "gone.example": "none" } }"#])
    _ = try server.waitForLog(containing: "Read the file of hosts again")
    #expect(try theme(of: "shop.acme.com").text.contains("second"))
    let missing = try theme(of: "gone.example")
    #expect(
      missing.status == 404 && missing.text.contains("'gone.example'") && missing.text.contains("'none'"))

    let connection = [
      "--hosts-file", file, "--server", "http://\(server.address)", "--config", server.folder.config,
    ]
    let one = try Livery.run(["hosts", "Shop.Acme.com:443"] + connection)
    #expect(one.output == "shop.acme.com: acme (by 'shop.acme.com') shows second\n" && one.code == 0)
    let none = try Livery.run(["hosts", "gone.example", "--json"] + connection)
    #expect(none.code == 1 && none.output.contains(#""entry": "gone.example""#))
    #expect(try Livery.run(["hosts"] + connection).output.contains("shows second"))

    try folder.write(["hosts.json": "{ \"hosts\": {\n  \"a.*.example\": \"main\" } }"])
    #expect(try server.waitForLog(containing: "The file of hosts is not used as it is now").contains(":2:3:"))
    #expect(try theme(of: "shop.acme.com").text.contains("second"))
    _ = server.stop()
  }

  @Test func `has public URLs of its own, which are enough to lead a crowd on`() throws {
    let settings = #"{ "crowdSlot": 20, "publicURL": { "shop.example": "https://shop.example" } }"#
    let server = try RunningServer(
      files: Self.files.merging(["livery.json": settings]) { $1 },
      arguments: ["--trusted-proxies", "127.0.0.1"])
    let led = try server.get("/v1/theme", headers: [("X-Forwarded-Host", "shop.example")])
    #expect(led["livery-next"] != nil)
    #expect(try server.get("/v1/theme")["livery-next"] == nil)
    _ = server.stop()
    let folder = try Folder()
    try folder.write(Self.files)
    let refused = try Livery.run([
      "serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--crowd-slot", "20", "--config",
      folder.config,
    ])
    #expect(refused.code != 0 && refused.errors.contains("crowdSlot (LIVERY_CROWD_SLOT) needs publicURL"))
  }

  @Test func `is read without a server, and one that is wrong ends the start`() throws {
    let folder = try Folder()
    try folder.write(Self.files)
    try folder.write([
      "livery.json": #"{ "hosts": { "*.example": "{1}" } }"#, "hosts.json": #"{ "b.example": 1 }"#,
    ])
    let places = ["--config", folder.config, "--state", folder.state]
    let found = try Livery.run(
      ["hosts", "main.example"] + places, environment: ["LIVERY_SERVER": "127.0.0.1:1"])
    #expect(found.output == "main.example: main (by '*.example') shows default\n" && found.code == 0)
    #expect(
      try Livery.run(["hosts", "b.example"] + places, environment: ["LIVERY_SERVER": "127.0.0.1:1"]).code == 1
    )
    let start = try Livery.run(
      ["serve", "--listen", "127.0.0.1:0", "--hosts-file", "\(folder.config)/hosts.json"] + places)
    #expect(start.code != 0 && start.errors.contains("hosts.json:1:16: "))
  }
}
