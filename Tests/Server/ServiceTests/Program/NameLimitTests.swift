import Documents
import ServerAccess
import TestServer
import Testing

/// Authors that may write some names, over real sockets.
@Suite struct `Authors of some names` {
  private static let png = "\u{89}PNG\r\n\u{1a}\n"
  private static let tokens = """
    { "tokens": [
      { "name": "ios", "token": "ios-secret-0123456789", "roles": ["author"], "themes": ["ios-*", "shared"] },
      { "name": "web", "token": "web-secret-0123456789",
        "roles": ["operate", { "role": "author", "themes": ["web"] }] },
      { "name": "studio", "token": "studio-secret-0123456789" } ] }
    """
  private let server: RunningServer

  init() throws {
    let folder = try Folder()
    try folder.write(["tokens.json": Self.tokens])
    server = try withExtendedLifetime(folder) {
      try RunningServer(
        files: RunningServer.oneTheme, arguments: ["--tokens-file", "\(folder.config)/tokens.json"])
    }
  }

  private func send(
    _ method: String, _ path: String, _ text: String = "{}", by name: String = "ios"
  ) throws -> HTTPClient.ServerReply {
    try server.send(
      method, path,
      headers: [
        ("Authorization", "Bearer \(name)-secret-0123456789"),
        ("Content-Type", path.contains("/images/") ? "image/png" : "application/json"),
      ],
      bytes: text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
  }

  @Test func `write themes and images so called, and no others`() throws {
    for (path, status) in [
      ("/v1/themes/ios-red", 201), ("/v1/themes/shared", 201), ("/v1/themes/red", 403),
      ("/v1/themes/iosred", 403), ("/v1/themes/shared-2", 403), ("/v1/themes/default", 403),
    ] { #expect(try send("PUT", path).status == status, "\(path)") }
    for (file, status) in [
      ("ios-logo@2x.png", 201), ("shared~pad.png", 201), ("logo.png", 403), ("shared2.png", 403),
    ] { #expect(try send("PUT", "/v1/images/\(file)", Self.png).status == status, "\(file)") }
    let refused = try send("PUT", "/v1/themes/red")
    #expect(refused.text.contains("'ios' may write what is called 'ios-*', 'shared', not 'red'."))
    #expect(try send("PUT", "/v1/images/logo.png", Self.png, by: "studio").status == 201)
    #expect(try send("PUT", "/v1/themes/web", by: "web").status == 201)
    #expect(try send("DELETE", "/v1/images/logo.png", "").status == 403)
    #expect(try send("DELETE", "/v1/themes/web", "").status == 403)
    #expect(try send("DELETE", "/v1/images/shared~pad.png", "").status == 200)
    #expect(try send("DELETE", "/v1/themes/ios-red", "").status == 200)
  }

  @Test func `write no document that has or replaces another theme`() throws {
    let path = "/v1/themes/ios-a?format=dkcolortable"
    #expect(try send("PUT", path, "IOS-A RED\n#fff #000 BG\n").text.contains("not 'red'"))
    #expect(try send("PUT", path, "IOS-A IOS-B\n#fff #000 BG\n").status == 201)
    #expect(try send("PUT", "/v1/themes/red", by: "studio").status == 201)
    #expect(try send("PUT", path, "IOS-A RED\n#fff #000 BG\n").status != 201)
    #expect(
      try send("PUT", "/v1/themes/ios-c?format=dkcolortable", "IOS-C BLUE\n#f #0 B\n", by: "studio").status
        == 201)
    let replaced = try send("PUT", "/v1/themes/ios-c")
    #expect(replaced.status == 403 && replaced.text.contains("not 'blue'"), "\(replaced.text)")
    #expect(try send("DELETE", "/v1/themes/ios-c", "").status == 403)
  }

  @Test func `read everything, check every theme, and see their names`() throws {
    #expect(try send("PUT", "/v1/themes/red", by: "studio").status == 201)
    #expect(try send("GET", "/v1/themes/red", "").status == 200)
    #expect(try send("POST", "/v1/check?name=red").status == 200)
    #expect(try send("GET", "/v1/access", "").text.contains(#""themes":["ios-*","shared"]"#))
    #expect(try send("GET", "/v1/access", "", by: "studio").text.contains(#""themes":null"#))
    #expect(try send("POST", "/v1/active", #"{"theme":"red"}"#, by: "web").status == 200)
  }

  @Test(arguments: [
    (
      #""themes": ["a","#,
      "line 3: the 'themes' of 'ios' are names, or beginnings of names with a '*', such as 'ios-*'; 'i*s' is neither"
    ),
    (
      #""roles": [{ "role": "read","#,
      "'themes' limits what an 'author' writes; no other role takes it"
    ),
  ])
  func `are refused at the start, with the place, where a pattern or a role is wrong`(
    member: String, sentence: String
  ) throws {
    let folder = try Folder()
    let rest = member.hasSuffix("[\"a\",") ? "\n\"i*s\"]" : " \"themes\": [] }]"
    try folder.write(RunningServer.oneTheme)
    try folder.write([
      "tokens.json": #"{ "tokens": ["# + "\n"
        + #"{ "name": "ios", "token": "ios-secret-0123456789", "# + member + rest + "} ] }"
    ])
    let ending = try Livery.run(
      "serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0", "--tokens-file",
      "\(folder.config)/tokens.json")
    #expect(ending.code != 0 && ending.errors.contains(sentence), "\(ending.errors)")
  }
}
