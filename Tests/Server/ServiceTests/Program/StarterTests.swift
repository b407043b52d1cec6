import Foundation
import ServerAccess
import TestServer
import TestSupport
import Testing

/// The first minute: a binary, an empty folder, and nothing read yet.
@Suite struct `The first minute` {
  @Test func `livery alone in an empty folder serves a theme and says what to do next`() throws {
    let folder = try Folder()
    let command = try RunningCommand(environment: ["LIVERY_LISTEN": "127.0.0.1:0"], in: folder.config)
    let lines = try command.lines(with: "Ctrl-C ends this")
    #expect(lines.contains { $0.contains("Next: 'livery init Config'") })
    let greeting = try #require(lines.first { $0.hasSuffix("/v1/theme") })
    let port = try #require(greeting.split(separator: "127.0.0.1:").last?.prefix { $0.isNumber })
    #expect(port != "0", "the real one, though any was asked for")
    for (command, has) in [
      (["themes"], "autumn  Autumn  uikit, extends default"), (["active"], "main: default"),
      (["switch", "autumn"], "main: autumn (was default)"),
    ] {
      let ending = try Livery.run(command + ["--server", "127.0.0.1:\(port)"])
      #expect(ending.output.contains(has), "\(ending)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.config) == [])
  }

  @Test(arguments: [["--listen", "127.0.0.1:0"], ["--listen=127.0.0.1:0", "serve"]])
  func `flags alone stand for serve, in an empty folder and in one with a Config`(_ flags: [String]) throws {
    let folder = try Folder()
    let starter = try RunningCommand(flags[0], flags[1], in: folder.config)
    _ = try starter.lines(with: "Ctrl-C ends this")
    #expect(try Livery.run(["init"], in: folder.path).code == 0)
    let served = try RunningCommand("--store=memory:", flags[0], flags[1], in: folder.path)
    _ = try served.lines(with: "Listening on")
    let nothing = try Livery.run(flags, in: "\(folder.path)/Config")
    #expect(nothing.code == 1 && nothing.errors.contains("There is no config folder 'Config'"), "\(nothing)")
  }

  @Test func `livery alone anywhere else tells how it is used`() throws {
    let folder = try Folder()
    try folder.write(["notes.txt": "mine"])
    let ending = try Livery.run([], in: folder.config)
    #expect(ending.code == 2)
    #expect(ending.errors.contains("usage: livery COMMAND"))
  }

  @Test func `init writes a folder without a problem, which is served as it is`() throws {
    let folder = try Folder()
    let new = "\(folder.path)/new"
    let ending = try Livery.run("init", new)
    #expect(ending.code == 0)
    for name in ["livery.json", "themes/default.json", "themes/autumn.json", "schema/theme.schema.json"] {
      #expect(ending.output.contains("  \(new)/\(name)\n"))
    }
    let check = try Livery.run("check", "--strict", new)
    #expect(check.output == "\(new): 0 kits of your own, 2 themes: no problems.\n")
    #expect(check.code == 0)
    let server = try RunningServer(config: new)
    #expect(try server.get("/v1/theme?theme=autumn").text.contains(##""accent":"#7a2e0e""##))
    #expect(try server.get("/v1/kits").text.contains(#""name":"web""#))
  }

  @Test(arguments: [
    ("web", "--button-primary--background-color"), ("android", "Button"),
    ("uikit", "--ui-window--background-color"),
  ])
  func `init writes themes of the kit that it is given, and a switch needs no force`(kit: String, has: String)
    throws
  {
    let folder = try Folder()
    let new = "\(folder.path)/new"
    #expect(try Livery.run("init", new, "--kit", kit).code == 0)
    let check = try Livery.run("check", "--strict", new)
    #expect(check.output == "\(new): 0 kits of your own, 2 themes: no problems.\n")
    let server = try RunningServer(config: new)
    #expect(try server.get("/v1/theme").text.contains(#""kit":"\#(kit)""#))
    #expect(try server.get("/v1/theme\(kit == "android" ? "" : ".css")").text.contains(has))
    #expect(try Livery.run("switch", "autumn", "--server", server.address).code == 0)
  }

  @Test func `init knows the kits that have themes to begin with`() throws {
    let folder = try Folder()
    let ending = try Livery.run("init", "\(folder.path)/new", "--kit", "andriod")
    #expect(ending.code == 2)
    #expect(
      ending.errors.contains(
        "for the kits android, uikit and web, not for 'andriod'; did you mean 'android'?"), "\(ending.errors)"
    )
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/new"))
  }

  @Test func `init closes what it writes to nobody, and the state is closed`() throws {
    let folder = try Folder()
    let new = "\(folder.path)/new"
    #expect(try Livery.run("init", new).code == 0)
    let server = try RunningServer(config: new)
    let mode = { (path: String) in
      try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
    }
    // Made as the umask says.
    let usual = try mode(folder.config)
    #expect(try mode(new) == usual && mode("\(new)/themes") == usual)
    #expect(try mode(server.folder.state) == usual & 0o750)
  }

  @Test(.enabled(if: geteuid() != 0, "root enters every folder"))
  func `a folder that may not be entered is named`() throws {
    let folder = try Folder()
    try folder.write(["themes/default.json": "{}"])
    for name in ["", "/themes"] {
      let closed = folder.config + name
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: closed)
      defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
      let ending = try Livery.run("check", folder.config)
      #expect(
        ending.errors.contains("The folder '\(closed)' may not be entered by this user; give"), "\(ending)")
    }
  }

  @Test func `init leaves what is there, unless it is told to replace it`() throws {
    let folder = try Folder()
    try folder.write(["themes/default.json": "{}"])
    let refused = try Livery.run("init", folder.config)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("themes/default.json' is there already; --force replaces it."))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.config)/livery.json"))
    #expect(try Livery.run("init", folder.config, "--force").code == 0)
    #expect(
      try String(contentsOfFile: "\(folder.config)/themes/default.json", encoding: .utf8).contains("Default"))
  }

  @Test func `a folder needs only what it adds, and its kit stands in place of one of that name`() throws {
    let theme = #"{ "appearance": [{ "for": "UIView", "set": {} }] }"#
    let own = try RunningServer(files: ["themes/default.json": theme])
    #expect(try own.get("/v1/appearance?for=UIButton").status == 200)
    let smaller = try RunningServer(files: [
      "themes/default.json": theme,
      "kits/uikit.json": #"{ "classes": { "UIView": { "superclass": null, "properties": [] } } }"#,
    ])
    #expect(try smaller.get("/v1/appearance?for=UIButton").status == 400)
    #expect(try smaller.get("/v1/kits/android").status == 200)
  }

  @Test func `the schemas and kits in the program are those of Config`() throws {
    let folder = try Folder()
    #expect(try Livery.run("init", "\(folder.path)/new").code == 0)
    for path in ProjectFiles.paths(in: "Config/schema") {
      let written = FileManager.default.contents(
        atPath: "\(folder.path)/new/schema/\(path.split(separator: "/").last ?? "")")
      #expect(written.map { Array($0) } == ProjectFiles.bytes(path), "\(path)")
    }
    let server = try RunningServer(files: ["themes/default.json": "{}"])
    for kit in ["uikit", "web", "android"] {
      #expect(
        try server.get("/v1/kits/\(kit)").body == ProjectFiles.bytes("Config/kits/\(kit).json"), "\(kit)")
    }
  }
}
