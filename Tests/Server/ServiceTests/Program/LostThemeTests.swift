import ServerAccess
import TestServer
import Testing

/// Starts, and switches without a server, where the theme that a channel shows is gone.
@Suite struct `The active theme's file is gone` {
  private static let themes = ["default", "night", "pine"]

  /// A stopped server whose channels show a theme that is in no document any more.
  private func folder(showing theme: String = "night", in channels: [String] = ["main"]) throws -> Folder {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write(Dictionary(uniqueKeysWithValues: Self.themes.map { ("themes/\($0).json", "{}") }))
    let server = try start(folder)
    for channel in channels {
      #expect(try server.post("/v1/active", #"{"theme":"\#(theme)","channel":"\#(channel)"}"#).status == 200)
    }
    #expect(server.stop().code == 0)
    try folder.remove("themes/\(theme).json")
    return folder
  }

  private func start(_ folder: Folder, _ more: String...) throws -> RunningServer {
    try RunningServer(arguments: ["--config", folder.config, "--state", folder.state] + more)
  }

  private func run(_ words: String..., in folder: Folder) throws -> RunningServer.Ending {
    try Livery.run(words + ["--config", folder.config, "--state", folder.state])
  }

  @Test func `so the start is refused, with the three ways out`() throws {
    let ending = try run("serve", "--listen", "127.0.0.1:0", in: folder(in: ["kiosk", "main"]))
    #expect(ending.code == 1)
    for part in [
      "Channel 'kiosk' shows the theme 'night', and 1 more channel such a theme", "Restore its file",
      "--missing-theme NAME", "livery switch --offline --state DIR --channel kiosk NAME",
    ] { #expect(ending.errors.contains(part), "\(part) in \(ending.errors)") }
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test func `and a theme that is named for that shows instead, from then on`() throws {
    let folder = try folder(in: ["kiosk", "main"])
    let server = try start(folder, "--missing-theme", "pine")
    let line = try server.waitForLog(containing: "The theme of a channel is gone", times: 2)
    #expect(line.contains(#""channel":"main""#) && line.contains(#""gone":"night""#))
    for channel in ["kiosk", "main"] {
      let active = try server.get("/v1/active?channel=\(channel)").text
      #expect(active.contains("\"pine\"") && active.contains("'night' is gone"), "\(active)")
    }
    #expect(server.stop().code == 0)
    let again = try start(folder)
    #expect(try again.get("/v1/active").text.contains("\"pine\""))
    #expect(!again.stop().errors.contains("The theme of a channel is gone"))
  }

  @Test func `or is not there itself`() throws {
    let ending = try run("serve", "--listen", "127.0.0.1:0", "--missing-theme", "pnie", in: folder())
    #expect(ending.code == 1)
    #expect(
      ending.errors.contains("There is no theme 'pnie', which --missing-theme names; did you mean 'pine'?"))
  }

  @Test func `and a switch without a server mends it`() throws {
    let folder = try folder()
    let ending = try run("switch", "pine", "--offline", "--note", "mended", in: folder)
    #expect((ending.code, ending.output) == (0, "main: pine (was night)\n"), "\(ending.errors)")
    let again = try run("switch", "pine", "--offline", in: folder)
    #expect(again.output == "main: pine was active already\n")
    let server = try start(folder)
    let history = try server.get("/v1/history").text
    #expect(history.contains("mended") && history.contains("\"offline\""))
  }

  @Test(arguments: [
    (["nihgt"], "There is no theme 'nihgt'"), (["pine", "--channel", "mian"], "did you mean 'main'?"),
    (["pine", "--store", "memory:"], "ends with its server"),
  ])
  func `but not to what is not there`(words: [String], part: String) throws {
    let folder = try folder()
    let ending = try Livery.run(
      ["switch", "--offline", "--config", folder.config, "--state", folder.state] + words)
    #expect(ending.code == 1)
    #expect(ending.errors.contains(part), "\(ending.errors)")
  }

  @Test func `nor in a folder without a log, nor under a running server`() throws {
    let empty = try Folder()
    try empty.write(RunningServer.oneTheme)
    let nowhere = try run("switch", "default", "--offline", in: empty)
    #expect(nowhere.code == 1 && nowhere.errors.contains("There is no change log at"))
    let server = try RunningServer()
    let busy = try run("switch", "default", "--offline", in: server.folder)
    #expect(busy.code == 1 && busy.errors.contains("another Livery is using"), "\(busy.errors)")
  }

  @Test(arguments: [
    (["--offline", "--server", "http://127.0.0.1:1"], "omit it with --offline"),
    (["--offline", "--if", "x-1"], "omit it with --offline"),
    (["--state", "/tmp"], "give --offline, too"),
  ])
  func `and flags that do not go together are told`(words: [String], part: String) throws {
    let ending = try Livery.run(["switch", "pine"] + words)
    #expect(ending.code == 2)
    #expect(ending.errors.contains(part))
  }

  @Test func `nor does a word without a server change the kit that clients know`() throws {
    let folder = try folder()
    try folder.write([
      "kits/other.json": #"{ "classes": { "Thing": {} } }"#, "themes/thing.json": #"{ "kit": "other" }"#,
    ])
    #expect(try run("switch", "default", "--offline", in: folder).code == 0)
    let refused = try run("switch", "thing", "--offline", in: folder)
    #expect(refused.code == 1 && refused.errors.contains("--force"), "\(refused.errors)")
    #expect(try run("switch", "thing", "--offline", "--force", in: folder).code == 0)
  }

  @Test func `not even by force where a schedule would take it back`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write([
      "kits/other.json": #"{ "classes": { "Thing": {} } }"#, "themes/thing.json": #"{ "kit": "other" }"#,
    ])
    let server = try start(folder)
    let plan = #"{ "theme": "default", "from": "2099-01-01T00:00:00Z" }"#
    #expect(try server.post("/v1/schedule", plan).status == 201)
    #expect(server.stop().code == 0)
    let refused = try run("switch", "thing", "--offline", "--force", in: folder)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("start the server and delete what is scheduled there first"))
  }

  @Test func `with a note that is as long as a server takes`() throws {
    let folder = try folder()
    func note(_ count: Int) -> String { String(repeating: "é", count: count) }
    let refused = try run("switch", "pine", "--offline", "--note", note(251), in: folder)
    #expect(refused.code == 1 && refused.errors.contains("at most 250 characters"), "\(refused.errors)")
    #expect(try run("switch", "pine", "--offline", "--note", note(250), in: folder).code == 0)
  }
}
