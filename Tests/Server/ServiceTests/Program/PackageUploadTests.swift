import Documents
import Foundation
import ServerAccess
import TestServer
import Testing
import Themes

/// Packages and images that are uploaded, on the real server. The zip files are written by Python's library.
@Suite struct `An uploaded package` {
  private static let files = RunningServer.oneTheme.merging([
    "images/stand.svg": "<svg>of the folder</svg>"
  ]) { one, _ in one }
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array("bytes".utf8)
  private static let theme = #"{ "images": { "logo": "mark" } }"#

  /// Entries by their names, written by somebody else's program.
  private static func zip(_ entries: [(String, [UInt8])], options: String = "zipfile.ZIP_DEFLATED") throws
    -> [UInt8]
  {
    let folder = try Folder()
    let path = "\(folder.path)/package.zip"
    let list = entries.map { name, bytes in
      "f.writestr('\(name)', bytes.fromhex('\(SHA256.hex(bytes))'))"
    }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      "import zipfile\nwith zipfile.ZipFile('\(path)', 'w', \(options)) as f:\n  \(list.joined(separator: "\n  "))",
    ]
    try process.run()
    process.waitUntilExit()
    return Array(try Data(contentsOf: URL(filePath: path)))
  }

  private static func package(_ mark: [UInt8] = png) throws -> [UInt8] {
    try zip([("new-year/theme.json", Array(theme.utf8)), ("new-year/images/mark.png", mark)])
  }

  private let type = [("Content-Type", "application/zip")]

  private func image(_ name: String, _ server: RunningServer, theme: String = "new-year") throws -> String {
    let answer = try server.get("/v1/images/\(name)?theme=\(theme)")
    return try #require(JSONReader.read(SourceFile(name: "image", bytes: answer.body)).root?["url"]?.string)
  }

  @Test
  func `brings a theme with its images, which survive a restart and are served like those of the folder`()
    throws
  {
    let folder = try Folder()
    let state = ["LIVERY_STATE": folder.state]
    let server = try RunningServer(files: Self.files, environment: state)
    let put = try server.send("PUT", "/v1/themes/new-year", headers: type, bytes: try Self.package())
    #expect(put.status == 201 && put.text.contains(#""images":["mark.png"]"#), "\(put.text)")
    #expect(try server.waitForLog(containing: "\"Wrote\"").contains(#""name":"new-year""#))
    let url = try image("logo", server)
    #expect(url == "/v1/files/\(SHA256.hex(of: Self.png))/mark.png")
    for each in [server, nil] {
      if each == nil { #expect(server.stop().code == 0) }
      let now = try each ?? RunningServer(files: Self.files, environment: state)
      #expect(try image("logo", now) == url)
      let answer = try now.get(url)
      #expect(answer.status == 200 && answer.body == Self.png)
      #expect(answer["content-type"] == "image/png" && answer["x-content-type-options"] == "nosniff")
      #expect(answer["cache-control"]?.hasSuffix("immutable") == true && answer["accept-ranges"] == "bytes")
      #expect(try now.get(url, headers: [("If-None-Match", answer["etag"] ?? "")]).status == 304)
      let part = try now.get(url, headers: [("Range", "bytes=1-3")])
      #expect(part.status == 206 && part.body == Array("PNG".utf8))
      #expect(try now.send("HEAD", url)["content-length"] == "\(Self.png.count)")
    }
  }

  @Test func `with other bytes under a name is told to who follows, under another address`() throws {
    let server = try RunningServer(files: Self.files)
    #expect(
      try server.send("PUT", "/v1/themes/new-year", headers: type, bytes: try Self.package()).status == 201)
    let cursor = try #require(try server.post("/v1/active", #"{"theme":"new-year"}"#)["livery-cursor"])
    let (url, tag) = (try image("logo", server), try server.get("/v1/theme")["etag"])
    let png = [("Content-Type", "image/png")]
    let put = try server.send("PUT", "/v1/images/mark.png", headers: png, bytes: Self.png + [1])
    #expect(put.status == 200 && put.text.contains(#""changed":true"#), "\(put.text)")
    let changes = try server.get("/v1/changes?since=\(cursor)&wait=0").text
    #expect(changes.contains(#""kind":"updated""#))
    #expect(
      changes.contains(#""differs":{"colors":[],"images":["logo","mark"],"rules":[],"values":[]}"#),
      "\(changes)")
    #expect(try server.get("/v1/theme")["etag"] != tag)
    #expect(try server.get(url).status == 404)
    #expect(try server.get(try image("logo", server)).body == Self.png + [1])
    let gone = try server.send("DELETE", "/v1/images/mark.png")
    #expect(gone.status == 200 && gone["livery-cursor"] != nil)
    #expect(gone.text.contains(#""themes":["new-year"]"#), "\(gone.text)")
    #expect(try !server.get("/v1/images/logo?theme=new-year").text.contains("url"))
    #expect(try server.send("DELETE", "/v1/images/mark.png").status == 404)
    let look = try server.get("/v1/theme?theme=new-year")
    #expect(look.status == 200 && look.text.contains(#""mark""#) && !look.text.contains("mark.png"))
  }

  @Test func `that is asked for by the other of its names is named`() throws {
    let server = try RunningServer(files: Self.files)
    #expect(try server.send("PUT", "/v1/images/mark@2x.png", bytes: Self.png).status == 201)
    let asked = try server.get("/v1/images/mark@2x.png")
    #expect(asked.status == 404 && asked.text.contains("did you mean 'mark'?"), "\(asked.text)")
    let deleted = try server.send("DELETE", "/v1/images/mark")
    #expect(
      deleted.status == 404
        && deleted.text.contains("'mark' is an image, not a file; its uploaded files are 'mark@2x.png'."),
      "\(deleted.text)")
    #expect(try server.send("DELETE", "/v1/images/mark@2x.png").status == 200)
  }

  @Test func `that is replaced again and again is not held without end for those who read slowly`() throws {
    let server = try RunningServer(files: Self.files, arguments: ["--body-bytes", "16777216"])
    var readers: [RawConnection] = []
    for number in 0..<9 {
      // More than the sockets of both sides hold.
      let bytes = Self.png + [UInt8](repeating: UInt8(number), count: 12 << 20)
      let put = try server.send("PUT", "/v1/images/mark.png", bytes: bytes)
      let document = JSONReader.read(SourceFile(name: "put", bytes: put.body)).root
      readers.append(RawConnection(port: server.port))
      readers[number].get(try #require(document?["url"]?.string, "\(put.text)"))
      #expect(readers[number].status() == 200)
    }
    #expect(try server.memoryOfImages < (64 + 2 * 12 + 1) << 20)
    // The oldest is cut off in the midst of its answer, the newest gets all of it.
    #expect(readers[0].answer() == nil)
    #expect(readers[8].answer()?.body.count == Self.png.count + 12 << 20)
    readers = []
    try eventually { try server.memoryOfImages < 13 << 20 }
  }

  @Test func `stands before a file of the folder until it is deleted`() throws {
    let server = try RunningServer(files: Self.files)
    let svg = Array("<svg>uploaded</svg>".utf8)
    #expect(try server.send("PUT", "/v1/images/stand.svg", bytes: svg).status == 200)
    let answer = try server.get(try image("stand", server, theme: "default"))
    #expect(answer.body == svg && answer["content-security-policy"]?.contains("sandbox") == true)
    #expect(
      try server.send("PUT", "/v1/images/fresh.svg", bytes: svg)["location"]?.hasPrefix("/v1/files/") == true)
    #expect(try server.send("DELETE", "/v1/images/stand.svg").status == 200)
    #expect(try server.get(try image("stand", server, theme: "default")).text == "<svg>of the folder</svg>")
    let folder = try server.send("DELETE", "/v1/images/stand.svg")
    #expect(folder.status == 409 && folder.text.contains("remove its file"))
  }

  @Test func `is refused whole, by an answer that names the entry`() throws {
    let server = try RunningServer(
      files: Self.files, arguments: ["--package-bytes", "4096", "--images-bytes", "40"])
    let (theme, png) = (Array(Self.theme.utf8), Self.png)
    let packages: [([(String, [UInt8])], String, Int, String)] = [
      ([("theme.json", theme), ("../up.png", png)], "0", 422, "../up.png"),
      ([("theme.json", theme), ("fake.png", theme)], "0", 415, "fake.png"),
      ([("theme.json", theme), ("big.png", png + [UInt8](repeating: 0, count: 5000))], "0", 413, "big.png"),
      ([("theme.json", theme), ("a/x.png", png), ("b/x.png", png)], "0", 422, "b/x.png"),
      ([("theme.json", theme), ("x.png", png)], "zipfile.ZIP_LZMA", 415, "method 14"),
      ([("x.png", png)], "0", 422, "no theme's document"),
      ([("theme.json", theme)] + ["a", "b", "c", "d"].map { ("\($0).png", png) }, "0", 422, "imagesBytes"),
      ([("theme.json", Array("{".utf8)), ("x.png", png)], "0", 422, "have an error"),
    ]
    for (entries, options, status, words) in packages {
      let answer = try server.send(
        "PUT", "/v1/themes/bad", headers: type, bytes: try Self.zip(entries, options: options))
      #expect(answer.status == status && answer.text.contains(words), "\(answer.status) \(answer.text)")
    }
    let plain = try server.send("PUT", "/v1/themes/bad", headers: type, bytes: theme)
    #expect(plain.status == 422 && plain.text.contains("is no zip file"))
    #expect(try server.get("/v1/themes/bad").status == 404)
    #expect(try !server.get("/v1/images/x").text.contains("url"))
    let images: [(String, [(String, String)], Int)] = [
      ("logo.png", [("Content-Type", "text/html")], 415), ("logo.gif", [], 415), ("logo.txt", [], 400),
      ("a%20b.png", [], 400), ("a%2Fb.png", [], 400), (".png", [], 400),
    ]
    for (name, headers, status) in images {
      #expect(
        try server.send("PUT", "/v1/images/\(name)", headers: headers, bytes: png).status == status, "\(name)"
      )
    }
    #expect(try server.send("PUT", "/v1/images/logo.png", bytes: []).status == 400)
    #expect(try server.send("PUT", "/v1/images/logo.png", bytes: png + png + png + png).status == 422)
    #expect(server.stop().code == 0)
  }

  @Test func `is bound by a limit that was made smaller, and a theme without images is not`() throws {
    let folder = try Folder()
    let state = ["LIVERY_STATE": folder.state]
    let first = try RunningServer(files: Self.files, environment: state)
    #expect(try first.send("PUT", "/v1/images/mark.png", bytes: Self.png).status == 201)
    #expect(first.stop().code == 0)
    let server = try RunningServer(
      files: Self.files, environment: state.merging(["LIVERY_IMAGES_BYTES": "1"]) { $1 })
    let json = [("Content-Type", "application/json")]
    #expect(try server.send("PUT", "/v1/themes/plain", headers: json, body: "{}").status == 201)
    #expect(try server.send("PUT", "/v1/images/more.png", bytes: Self.png).status == 422)
    #expect(
      try server.send("PUT", "/v1/themes/new-year", headers: type, bytes: try Self.package()).status == 422)
  }

  @Test func `needs a token that may author everywhere`() throws {
    let folder = try Folder()
    try folder.write([
      "tokens.json": """
      { "tokens": [
        { "name": "desk", "token": "desk-secret-0123456789", "roles": ["operate"] },
        { "name": "kiosk", "token": "kiosk-secret-0123456789", "roles": ["author"], "channels": ["kiosk"] },
        { "name": "studio", "token": "studio-secret-0123456789", "roles": ["author"] } ] }
      """
    ])
    let server = try RunningServer(
      files: Self.files, arguments: ["--tokens-file", "\(folder.config)/tokens.json"])
    let package = try Self.package()
    for (name, status) in [("desk", 403), ("kiosk", 403), ("studio", 201)] {
      let shown = [("Authorization", "Bearer \(name)-secret-0123456789")]
      #expect(
        try server.send("PUT", "/v1/themes/new-year", headers: shown + type, bytes: package).status == status)
      #expect(try server.send("PUT", "/v1/images/a.png", headers: shown, bytes: Self.png).status == status)
      let deleted = try server.send("DELETE", "/v1/images/a.png", headers: shown).status
      #expect(deleted == (status == 201 ? 200 : 403))
    }
    #expect(try server.send("PUT", "/v1/images/a.png", bytes: Self.png).status == 401)
  }

  @Test func `is refused with the place in the file that is wrong`() throws {
    let server = try RunningServer(files: Self.files)
    let wrong = "{\n  \"ink\": { \"type\": \"color\", \"value\": \"{gone}\" } }"
    let package = try Self.zip([
      ("sea/$metadata.json", Array(#"{ "tokenSetOrder": ["core/a"] }"#.utf8)),
      ("sea/core/a.json", Array(wrong.utf8)),
    ])
    let answer = try server.send("PUT", "/v1/themes/sea", headers: type, bytes: package)
    #expect(answer.status == 422, "\(answer.text)")
    let problem = try #require(
      JSONReader.read(SourceFile(name: "answer", bytes: answer.body)).root?["problems"]?.items.first { _ in
        true
      })
    #expect(problem["file"]?.string == "sea/core/a.json")
    #expect(problem["line"]?.integer == 2)
    #expect(problem["pointer"]?.string == "/ink/value")
  }

  @Test func `is done once under one key`() throws {
    let server = try RunningServer(files: Self.files)
    let headers = type + [("Idempotency-Key", "once")]
    let package = try Self.package()
    let first = try server.send("PUT", "/v1/themes/new-year", headers: headers, bytes: package)
    let again = try server.send("PUT", "/v1/themes/new-year", headers: headers, bytes: package)
    #expect(first.status == 201 && again.status == 201 && first.text == again.text)
  }

  @Test func `goes by the command line, and comes out with what is exported`() throws {
    let folder = try Folder()
    let server = try RunningServer(files: Self.files)
    let package = "\(folder.path)/new-year.zip"
    try Data(try Self.package()).write(to: URL(filePath: package))
    let extra = "\(folder.path)/mark@2x.png"
    try Data(Self.png + [2]).write(to: URL(filePath: extra))
    let upload = try Livery.run("upload", package, extra, "--server", "http://\(server.address)")
    #expect(
      upload.code == 0 && upload.output == "mark@2x.png: is new\nnew-year: is new, with mark.png\n",
      "\(upload)")
    let bundle = "\(folder.path)/bundle"
    let export = try Livery.run("export", bundle, "--server", "http://\(server.address)")
    #expect(export.code == 0, "\(export)")
    #expect(try Data(contentsOf: URL(filePath: "\(bundle)/images/mark.png")) == Data(Self.png))
    let fake = "\(folder.path)/fake.png"
    try Data("GIF89a".utf8).write(to: URL(filePath: fake))
    let refused = try Livery.run("upload", fake, "--server", "http://\(server.address)")
    #expect(refused.code == 1 && refused.errors.contains("begins like .gif"), "\(refused)")
  }
}
