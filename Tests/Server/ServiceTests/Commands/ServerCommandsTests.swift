import Documents
import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing
import Themes

/// The commands that bring themes to a server and from it, plain and over TLS.
@Suite struct `Commands that speak to a server` {
  private static let token = "a-token-that-nobody-knows"

  /// Over TLS, with a token that every writer must show.
  private static func secured(_ folder: Folder) throws -> RunningServer {
    try folder.makeCertificate()
    return try RunningServer(
      files: ["themes/default.json": "{}", "themes/night.json": #"{ "title": "Night" }"#],
      arguments: ["--certificate", folder.certificate, "--certificate-key", folder.certificateKey],
      environment: ["LIVERY_TOKEN": token])
  }

  @Test func `speak TLS to whom the named authority vouches for`() throws {
    let folder = try Folder()
    let server = try Self.secured(folder)
    for (host, shown, next) in [("localhost", "default", "night"), ("127.0.0.1", "night", "default")] {
      let address = "https://\(host):\(server.port)"
      let active = try Livery.run("active", "--server", address, "--ca", folder.certificate)
      #expect(active.output.hasPrefix("main: \(shown)"), "\(active)")
      let switched = try Livery.run(
        ["switch", next, "--server", address],
        environment: ["LIVERY_CA": folder.certificate, "LIVERY_TOKEN": Self.token])
      #expect(switched.code == 0, "\(switched)")
    }
  }

  @Test func `refuse a server that nobody vouches for, another name, and what speaks no TLS`() throws {
    let folder = try Folder()
    let server = try Self.secured(folder)
    let untrusted = try Livery.run("active", "--server", "https://localhost:\(server.port)")
    #expect(untrusted.code == 69)
    #expect(untrusted.errors.contains("is not trusted: "), "\(untrusted.errors)")
    #expect(untrusted.errors.contains("--ca FILE names trusted authorities."))
    let other = try Livery.run(
      "active", "--server", "https://127.0.0.2:\(server.port)", "--ca", folder.certificate)
    #expect(other.code == 69)
    let empty = try Livery.run("active", "--server", "https://localhost:\(server.port)", "--ca", "/dev/null")
    #expect(empty.errors.contains("'/dev/null' holds no certificate that can be read"), "\(empty.errors)")
    let plain = try RunningServer(files: ["themes/default.json": "{}"])
    let silent = try Livery.run("active", "--server", "https://127.0.0.1:\(plain.port)")
    #expect(silent.code == 69)
    #expect(
      silent.errors.contains("does not speak TLS; if it is meant, write http://127.0.0.1:\(plain.port)."),
      "\(silent.errors)")
    let reverse = try Livery.run("active", "--server", "http://localhost:\(server.port)")
    #expect(reverse.code == 69)
    #expect(
      reverse.errors.contains("speaks TLS; write https://localhost:\(server.port)."), "\(reverse.errors)")
  }

  @Test func `take a token from a file or a variable, never from the line`() throws {
    let folder = try Folder()
    let server = try Self.secured(folder)
    try folder.write(["token": Self.token + "\n"])
    let line = [
      "switch", "night", "--server", "https://localhost:\(server.port)", "--ca", folder.certificate,
    ]
    #expect(try Livery.run(line).code == 1)
    #expect(try Livery.run(line + ["--token-file", "\(folder.config)/token"]).code == 0)
    let missing = try Livery.run(line + ["--token-file", "\(folder.config)/none"])
    #expect(missing.code == 1)
    #expect(missing.errors.contains("can't be read"))
    let flag = try Livery.run(line + ["--token", Self.token])
    #expect(flag.code == 2)
    #expect(
      flag.errors.contains(
        "'livery switch' has no flag '--token', as every user of this machine could read it"))
  }

  @Test func `upload themes of any format, and say what the server says of them`() throws {
    let server = try RunningServer(files: ["themes/default.json": "{}"])
    let folder = try Folder()
    try folder.write([
      "Orange.json": #"{ "Color": { "Accent": "F85825" } }"#,
      "sale.json": ##"""
      { "extends": "default", "colors": { "used": "#fff", "unused": "{used}" },
        "appearance": [{ "for": "UILabel", "set": { "textColor": "{used}" } }] }
      """##,
      "broken.json": ##"{ "extends": "nobody" }"##, "notes.txt": "hello there\n",
    ])
    func upload(_ names: String...) throws -> RunningServer.Ending {
      try Livery.run(["upload", "--server", server.address] + names.map { "\(folder.config)/\($0)" })
    }
    let good = try upload("Orange.json", "sale.json")
    #expect(good.output.hasPrefix("Orange: is new\nsale: is new\n  \(folder.config)/sale.json:1:"), "\(good)")
    #expect(try upload("Orange.json").output == "Orange: is as it was\n")
    #expect(try server.get("/v1/colors/Accent?theme=Orange").text.contains("#f85825"))
    let broken = try upload("broken.json")
    #expect(broken.code == 1)
    #expect(
      broken.errors.hasPrefix(
        """
        livery: With this document the themes would have an error.
          \(folder.config)/broken.json:1:14: There is no theme 'nobody' to extend
        """), "\(broken.errors)")
    #expect(try upload("notes.txt").errors.contains("is in no known format; name the format with --from"))
    let themes = try Livery.run("themes", "--server", server.address)
    #expect(
      themes.output == """
        Orange  Orange  uikit, uploaded by local
        default  default  uikit
        sale  sale  uikit, extends default, uploaded by local

        """)
  }

  @Test func `upload the themes of a folder, and tell what else is in it`() throws {
    let server = try RunningServer(files: ["themes/default.json": "{}"])
    let folder = try Folder()
    try folder.write([
      "livery.json": #"{ "defaultTheme": "sale" }"#, "sale.json": #"{ "extends": "default" }"#,
      "acme.json": #"{ "extends": "uikit", "classes": { "A": { "superclass": "UIView" } } }"#,
    ])
    let ending = try Livery.run("upload", folder.config, "--server", server.address)
    #expect((ending.code, ending.output) == (0, "sale: is new\n"))
    let sentences = [
      "'\(folder.config)/acme.json' is a kit, not a theme; kits stand in the server's config folder, in kits/.",
      "'\(folder.config)/livery.json' holds a server's settings, not a theme.",
    ]
    #expect(ending.errors == sentences.map { "livery: \($0)\n" }.joined())
    for (name, sentence) in zip(["acme", "livery"], sentences) {
      let alone = try Livery.run("upload", "\(folder.config)/\(name).json", "--server", server.address)
      #expect((alone.code, alone.errors) == (1, "livery: \(sentence)\n"))
    }
  }

  @Test func `upload names the file of another theme that would break`() throws {
    let server = try RunningServer(files: [
      "themes/default.json": ##"{ "colors": { "ink": "#111" } }"##,
      "themes/child.json": ##"{ "extends": "default", "colors": { "own": "{ink}" } }"##,
    ])
    let folder = try Folder()
    try folder.write(["default.json": "{}"])
    let ending = try Livery.run("upload", "\(folder.config)/default.json", "--server", server.address)
    #expect(ending.errors.contains("  themes/child.json:1:44: There is no color 'ink'"), "\(ending.errors)")
  }

  @Test func `say what to do in the words of commands`() throws {
    let server = try RunningServer(files: [
      "themes/default.json": "{}", "themes/page.json": #"{ "kit": "web" }"#,
    ])
    let unknown = try Livery.run("switch", "new-year", "--server", server.address)
    #expect(
      unknown.errors.contains(
        "There is no theme 'new-year'.\n  'livery themes' lists all themes.\n"))
    let near = try Livery.run("switch", "defalt", "--server", server.address)
    #expect(near.errors.contains("did you mean 'default'?\n") && !near.errors.contains("livery themes"))
    #expect(try Livery.run("switch", "default", "--server", server.address).code == 0)
    let other = try Livery.run("switch", "page", "--server", server.address)
    #expect(
      other.code == 1 && other.errors.hasSuffix("  In a command, give --force.\n"), "\(other.errors)")
    #expect(try Livery.run("switch", "page", "--force", "--server", server.address).code == 0)
  }

  @Test func `list more channels than a page holds`() throws {
    let server = try RunningServer(files: ["themes/default.json": "{}"])
    for number in 0..<103 {
      #expect(
        try server.post(
          "/v1/active", #"{"theme":"default","channel":"c\#(number)"}"#, type: "application/json"
        ).status == 200)
    }
    let channels = try Livery.run("channels", "--server", server.address)
    let lines = channels.output.split(separator: "\n")
    #expect(lines.count == 104)
    #expect(lines.contains { $0.hasPrefix("main: default since ") })
  }

  @Test func `export what is served, so that another server serves the same`() throws {
    let server = try RunningServer(config: "\(ProjectFiles.root)/Config")
    let kelp = ProjectFiles.bytes("Tests/Fixtures/formats/Kelp.swifttheme.plist")
    #expect(try server.send("PUT", "/v1/themes/Kelp?format=swifttheme", bytes: kelp).status == 201)
    let folder = try Folder()
    let copy = "\(folder.path)/copy"
    let ending = try Livery.run("export", copy, "--server", server.address)
    #expect(ending.code == 0, "\(ending)")
    #expect(ending.output.hasPrefix("\(copy): 8 themes, 3 kits, "))
    let other = try RunningServer(config: copy)
    for target in [
      "/v1/theme?displayScale=3", "/v1/theme?theme=new-year&displayScale=2", "/v1/theme?theme=Kelp",
    ] {
      #expect(try other.get(target).body == server.get(target).body, "\(target)")
    }
    let again = try Livery.run("export", copy, "--server", server.address)
    #expect(again.code == 1)
    #expect(again.errors.contains("is there already; --force replaces it."))
    #expect(try Livery.run("export", copy, "--force", "--server", server.address).code == 0)
  }

  @Test func `export drafts too, from where they are made again, without their keys`() throws {
    let server = try RunningServer()
    let kelp = ProjectFiles.bytes("Tests/Fixtures/formats/Kelp.swifttheme.plist")
    let made = [
      try server.send("POST", "/v1/drafts?name=Kelp&format=swifttheme", bytes: kelp),
      try server.post("/v1/drafts?name=default", "{ }"),
    ].map { JSONReader.read(SourceFile(name: "draft", bytes: $0.body)).root }
    let ids = try made.map { try #require($0?["id"]?.string) }
    let folder = try Folder()
    #expect(try Livery.run("export", "\(folder.path)/plain", "--server", server.address).code == 0)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/plain/drafts"))
    let copy = "\(folder.path)/copy"
    let ending = try Livery.run("export", copy, "--drafts", "--server", server.address)
    #expect(ending.code == 0 && ending.output.hasSuffix(", 2 drafts.\n"), "\(ending)")
    let path = "\(copy)/drafts/\(ids[0])/Kelp.swifttheme.json"
    #expect(try Array(Data(contentsOf: URL(filePath: path))) == kelp)
    #expect(try String(contentsOfFile: "\(copy)/drafts/\(ids[1])/default.json", encoding: .utf8) == "{ }")
    for file in FileManager.default.enumerator(atPath: copy) ?? .init() {
      let bytes = FileManager.default.contents(atPath: "\(copy)/\(file)") ?? Data()
      for draft in made {
        #expect(bytes.firstRange(of: Data((draft?["key"]?.string ?? "?").utf8)) == nil, "\(file)")
      }
    }
    let again = try Livery.run("draft", path, "--json", "--server", server.address)
    #expect(again.code == 0 && again.output.contains(#""name":"Kelp""#), "\(again)")
    #expect(try RunningServer(config: copy).get("/v1/themes/default").text == "{}")
  }

  @Test func `export images whose files' names no address can hold`() throws {
    let theme = #"{ "appearance": [{ "for": "UIImageView", "set": { "image": "my logo" } }] }"#
    let server = try RunningServer(files: ["themes/default.json": theme, "images/my logo.png": "of a logo"])
    let css = try server.get("/v1/theme.css").text
    #expect(css.contains("/my%20logo.png\")"), "\(css)")
    let folder = try Folder()
    let copy = "\(folder.path)/copy"
    let ending = try Livery.run("export", copy, "--server", server.address)
    #expect(ending.code == 0, "\(ending)")
    #expect(try String(contentsOfFile: "\(copy)/images/my logo.png", encoding: .utf8) == "of a logo")
  }

  @Test func `export images, also where their addresses are another server's`() throws {
    let origin = ["--public-url", "https://themes.example/livery"]
    let server = try RunningServer(config: "\(ProjectFiles.root)/Config", arguments: origin)
    let folder = try Folder()
    let copy = "\(folder.path)/copy"
    let ending = try Livery.run("export", copy, "--server", server.address)
    #expect(ending.code == 0, "\(ending)")
    #expect(!ending.output.contains(", 0 images"), "\(ending)")
    let other = try RunningServer(config: copy, arguments: origin)
    let target = "/v1/theme?displayScale=3"
    let theme = try server.get(target)
    #expect(theme.text.contains("https://themes.example/livery/v1/files/"), "\(theme.text)")
    #expect(try other.get(target).body == theme.body)
  }
}
