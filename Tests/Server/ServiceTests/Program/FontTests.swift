import Documents
import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing
import Themes

@Suite struct `A font` {
  private static let theme = """
    { "kit": "web", "values": { "family": { "type": "fontFamily", "value": ["Brand", "serif"] } },
      "fonts": { "Brand": [{ "file": "brand.ttf", "weight": 400, "licence": "OFL */ evil" },
                           { "file": "gone.woff2", "weight": 700 }], "Unused": [{ "file": "brand.ttf" }] } }
    """

  private static func server(_ files: [String: String] = [:], _ arguments: [String] = []) throws
    -> RunningServer
  {
    let server = try RunningServer(
      files: ["themes/default.json": theme].merging(files) { $1 }, arguments: arguments)
    let uploaded = try server.send("PUT", "/v1/fonts/brand.ttf", bytes: TestFont.bytes())
    #expect(uploaded.status == 201, "\(uploaded.text)")
    return server
  }

  private static func root(_ reply: HTTPClient.ServerReply) throws -> JSONNode {
    try #require(JSONReader.read(SourceFile(name: "reply", bytes: reply.body)).root)
  }

  private static func face(_ server: RunningServer) throws -> JSONNode {
    let faces = try Self.root(server.get("/v1/theme"))["fonts"]?["Brand"].map { Array($0.items) }
    return try #require(faces?.first)
  }

  @Test func `is in the theme and in its style sheet, which is written for families in use alone`() throws {
    let server = try Self.server()
    let fonts = try #require(try Self.root(server.get("/v1/theme"))["fonts"])
    #expect(fonts["Brand"]?.count == 1, "the other file is not there")
    let face = try Self.face(server)
    let url = try #require(face["url"]?.string)
    #expect(face["weight"]?.integer == 400 && face["bytes"]?.integer == TestFont.bytes().count)
    let sheet = try server.get("/v1/theme.css").text
    #expect(
      sheet.contains(
        "/* OFL * / evil */\n\n@font-face {\n  font-family: \"Brand\";\n  src: url(\"//\(server.address)\(url)\") format(\"truetype\");\n"
          + "  font-weight: 400;\n  font-style: normal;\n  font-display: swap;\n}"), "\(sheet)")
    #expect(!sheet.contains("Unused") && !sheet.contains("gone.woff2"))
    let bytes = try server.get(url, headers: [("Accept-Encoding", "gzip")])
    #expect(bytes.body == TestFont.bytes() && bytes["content-type"] == "font/ttf")
    #expect(
      bytes["cache-control"] == "public, max-age=31536000, immutable" && bytes["content-encoding"] == nil)
    #expect(try server.get(url, headers: [("Range", "bytes=0-3")]).body == [0, 1, 0, 0])
    let known = try Self.root(server.get("/v1/fonts"))["fonts"].map { Array($0.items) }?.first
    #expect(known?["families"]?.items.first { _ in true }?["name"]?.string == "Brand")
    #expect(known?["themes"]?.items.compactMap(\.string) == ["default"])
    #expect(try server.get("/v1/fonts/nothing.ttf").status == 404)
  }

  @Test func `that changes has another address, and the log names its family`() throws {
    let server = try Self.server()
    let before = try #require(try Self.face(server)["url"]?.string)
    let tag = try #require(server.get("/v1/theme")["etag"])
    let other = TestFont.bytes(weight: 500)
    #expect(try server.send("PUT", "/v1/fonts/brand.ttf", bytes: other).status == 200)
    #expect(try Self.face(server)["url"]?.string != before && server.get("/v1/theme")["etag"] != tag)
    #expect(try server.get(before).status == 404)
    let stale = [("If-Match", "\"stale\"")]
    for (method, bytes) in [("PUT", other), ("DELETE", [])] {
      #expect(try server.send(method, "/v1/fonts/brand.ttf", headers: stale, bytes: bytes).status == 412)
    }
    let history = try Self.root(server.get("/v1/history"))["changes"].map { Array($0.items) }
    #expect(history?.first?["differs"]?["fonts"]?.items.compactMap(\.string) == ["Brand", "Unused"])
    let now = try server.get(#require(try Self.face(server)["url"]?.string))["etag"] ?? ""
    let deleted = try Self.root(
      server.send("DELETE", "/v1/fonts/brand.ttf", headers: [("If-Match", now)], bytes: []))
    #expect(deleted["themes"]?.items.compactMap(\.string) == ["default"])
    #expect(try Self.root(server.get("/v1/theme"))["fonts"] == nil)
    #expect(try server.send("DELETE", "/v1/fonts/brand.ttf").status == 404)
  }

  @Test func `that is none is refused, and nothing else of another kind`() throws {
    let server = try Self.server()
    for (name, bytes, status) in [
      ("a.woff2", TestFont.bytes(), 415), ("a.ttf", Array("ttcf".utf8) + TestFont.bytes(), 415),
      ("a.ttf", Array(TestFont.bytes().dropLast()), 415), ("a.png", TestFont.bytes(), 400),
      ("a.ttf", [], 400),
      (".a.ttf", TestFont.bytes(), 400),
    ] {
      #expect(try server.send("PUT", "/v1/fonts/\(name)", bytes: bytes).status == status, "\(name)")
    }
    #expect(try server.send("PUT", "/v1/images/a.ttf", bytes: TestFont.bytes()).status == 400)
    let large = TestFont.bytes() + [UInt8](repeating: 0, count: 9 << 20)
    #expect(try server.send("PUT", "/v1/fonts/large.ttf", bytes: large).status == 201)
    for (path, size) in [("fonts/larger.ttf", 10 << 20 | 1), ("themes/large", 9 << 20)] {
      let client = RawConnection(port: server.port)
      client.send("PUT /v1/\(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(size)\r\n\r\n")
      #expect(client.answer()?.status == 413)
    }
    #expect(try server.send("DELETE", "/v1/images/brand.ttf").status == 404)
  }

  @Test func `of the folder is read with the rest, all or nothing`() throws {
    let server = try Self.server()
    let folder = "\(server.folder.config)/fonts"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(TestFont.bytes(weight: 900)).write(to: URL(filePath: "\(folder)/other.ttf"))
    server.signal(SIGHUP)
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try server.get("/v1/fonts/other.ttf").status == 200)
    let found = try Livery.run("check", server.folder.config)
    #expect(found.code == 0 && found.output.contains("No theme names this font"), "\(found.output)")
    #expect(found.output.contains("There is no font 'brand.ttf'"))
    try Data("text".utf8).write(to: URL(filePath: "\(folder)/wrong.otf"))
    server.signal(SIGHUP)
    _ = try server.waitForLog(containing: "wrong.otf' begins like no font")
    #expect(try server.get("/v1/fonts/other.ttf").status == 200)
    let refused = try Livery.run("check", server.folder.config)
    #expect(refused.code == 1 && refused.errors.contains("wrong.otf"))
  }

  @Test func `that states another weight, or a family that nothing gives, is a warning`() throws {
    let folder = try Folder()
    let theme = Self.theme.split(separator: "\"Brand\", \"serif\"").joined(separator: "\"Brnd\", \"serif\"")
    try folder.write(["themes/default.json": theme])
    let fonts = "\(folder.config)/fonts"
    try FileManager.default.createDirectory(atPath: fonts, withIntermediateDirectories: true)
    try Data(TestFont.bytes(weight: 900, isItalic: true)).write(to: URL(filePath: "\(fonts)/brand.ttf"))
    let found = try Livery.run("check", folder.config)
    #expect(found.output.contains("The file 'brand.ttf' states the weight 900 and the style italic."))
    #expect(
      found.output.contains("No 'fonts' give the family 'Brnd'; did you mean 'Brand'?"), "\(found.output)")
  }

  @Test func `that states another weight, style or family is a warning at its upload and its theme's`() throws
  {
    let server = try Self.server()
    let words =
      "The file 'brand.ttf' states the weight 900 and the style italic and the family 'Other'."
    let other = TestFont.bytes("Other", weight: 900, isItalic: true)
    let font = try server.send("PUT", "/v1/fonts/brand.ttf", bytes: other)
    #expect(font.status == 200 && font.text.contains(words), "\(font.text)")
    let theme = try server.send(
      "PUT", "/v1/themes/default", headers: [("Content-Type", "application/json")], body: Self.theme)
    #expect(theme.text.contains(words) && theme.text.contains("other-face"), "\(theme.text)")
    #expect(
      try !server.send("PUT", "/v1/fonts/brand.ttf", bytes: TestFont.bytes("Brand Unused")).text.contains(
        "states"))
  }

  @Test func `comes with a package, stays with its draft, and goes out with an export`() throws {
    let folder = try Folder()
    let server = try Self.server()
    let file = "\(folder.path)/other.woff"
    try Data(TestFont.woff()).write(to: URL(filePath: file))
    let upload = try Livery.run("upload", file, "--server", "http://\(server.address)")
    #expect(upload.code == 0 && upload.output == "other.woff: is new\n", "\(upload)")
    let export = try Livery.run("export", "\(folder.path)/out", "--server", "http://\(server.address)")
    #expect(export.code == 0 && export.output.contains("1 font."), "\(export)")
    let written = try Data(contentsOf: URL(filePath: "\(folder.path)/out/fonts/brand.ttf"))
    #expect(Array(written) == TestFont.bytes())
    let archive = try server.get("/v1/theme.android.zip")
    #expect(archive.status == 200)
    for name in ["font/brand.xml", "font/brand_2.ttf", "font/unused.xml", "font/brand_3.ttf"] {
      #expect(archive.text.contains(name), "\(name)")
    }
    #expect(!(try server.get("/v1/theme.android.zip?fonts=false")).text.contains("font/"))
  }

  @Test func `is for readers alone where reading needs a token`() throws {
    let server = try RunningServer(
      files: ["themes/default.json": Self.theme],
      environment: ["LIVERY_TOKEN": "0123456789abcdef0", "LIVERY_READ_TOKEN": "fedcba9876543210f"])
    let (write, read) = (
      [("Authorization", "Bearer 0123456789abcdef0")], [("Authorization", "Bearer fedcba9876543210f")]
    )
    let uploaded = try server.send("PUT", "/v1/fonts/brand.ttf", headers: write, bytes: TestFont.bytes())
    let url = try #require(try Self.root(uploaded)["url"]?.string)
    #expect(try server.get(url).status == 401 && server.get("/v1/fonts").status == 401)
    let sent = try server.get(url, headers: read)
    #expect(sent.status == 200 && sent["cache-control"] == "private, max-age=31536000, immutable")
    #expect(
      try server.send("PUT", "/v1/fonts/brand.ttf", headers: read, bytes: TestFont.bytes()).status == 403)
  }
}
