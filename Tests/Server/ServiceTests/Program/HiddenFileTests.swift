import Documents
import ServerAccess
import TestServer
import Testing

/// Uploads in place of files of the config folder.
@Suite struct `An upload over a file` {
  private static let png = "\u{89}PNG\r\n\u{1a}\n"
  private static let files = ["themes/default.json": "{}", "themes/red.json": #"{ "title": "Red" }"#]

  private func put(_ server: RunningServer, _ path: String, _ text: String = "{}") throws -> ServerReply {
    try server.send("PUT", path, bytes: Array(text.utf8))
  }

  private typealias ServerReply = HTTPClient.ServerReply

  @Test func `is named where the themes and the state are read`() throws {
    let server = try RunningServer(files: Self.files)
    #expect(try server.get("/readyz").text.contains(#""hiddenFiles":0"#))
    #expect(try put(server, "/v1/themes/red").status == 200)
    let ready = try server.get("/readyz").text
    #expect(
      ready.contains(
        #""hiddenFiles":1,"hidden":[{"theme":"red","file":"themes/red.json","by":"local","at":""#))
    let themes = try Livery.run("themes", "--server", server.address)
    #expect(
      themes.output.contains("red  red  uikit, uploaded by local, hides themes/red.json\n"), "\(themes)")
  }

  @Test func `is told at each reload in which the file changed, and only then`() throws {
    let server = try RunningServer(files: Self.files)
    #expect(try put(server, "/v1/themes/red").status == 200)
    try server.folder.write(["themes/red.json": #"{ "title": "Redder" }"#])
    let line = try server.waitForLog(containing: "Hidden by an upload")
    #expect(line.contains(#""theme":"red","file":"themes/red.json","by":"local","at":""#), "\(line)")
    try server.folder.write(["themes/default.json": #"{ "title": "Plain" }"#])
    _ = try server.waitForLog(containing: "Read the config folder again", times: 2)
    try server.folder.write(["themes/red.json": #"{ "title": "Reddest" }"#])
    _ = try server.waitForLog(containing: "Hidden by an upload", times: 2)
    #expect(server.stop().errors.split(separator: "\n").count { $0.contains("Hidden by an upload") } == 2)
  }

  @Test func `is taken back by a command, which names the file that is served again`() throws {
    let server = try RunningServer(files: Self.files)
    for path in ["red", "new"] { #expect([200, 201].contains(try put(server, "/v1/themes/\(path)").status)) }
    func delete(_ names: String...) throws -> RunningServer.Ending {
      try Livery.run(["delete", "--server", server.address] + names)
    }
    let both = try delete("red", "new")
    #expect(
      both.output == """
        red: the upload is deleted; themes/red.json is served again
        new: the upload is deleted; it is gone

        """, "\(both)")
    let file = try delete("red")
    #expect(file.code == 1 && file.errors.contains("comes from the config folder"), "\(file.errors)")
    #expect(try delete("rde").errors.contains("did you mean 'red'?"))
    #expect(try delete("logo.png").errors.contains("There is no uploaded image 'logo.png'"))
    #expect(try Livery.run("delete").errors.contains("'livery delete' needs NAME…."))
  }

  @Test func `is refused where the settings say so, and those that are there stay`() throws {
    let folder = try Folder()
    try folder.write(Self.files)
    try folder.write(["images/.keep": ""])
    func start(_ more: String...) throws -> RunningServer {
      try RunningServer(arguments: ["--config", folder.config, "--state", folder.state] + more)
    }
    let first = try start()
    #expect(try put(first, "/v1/themes/red", #"{ "title": "Mine" }"#).status == 200)
    #expect(first.stop().code == 0)
    let second = try start("--uploads-over-files", "false")
    let refused = try put(second, "/v1/themes/red")
    #expect(
      refused.status == 409 && refused.text.contains("urn:livery:problem:has-a-file"), "\(refused.text)")
    #expect(refused.text.contains("themes/red.json"))
    #expect(try put(second, "/v1/themes/blue").status == 201)
    #expect(try second.get("/v1/themes").text.contains("Mine"))
    #expect(try second.get("/readyz").text.contains(#""hiddenFiles":1"#))
    #expect(try Livery.run("delete", "red", "--server", second.address).code == 0)
    #expect(try put(second, "/v1/themes/red").status == 409)
  }

  @Test(arguments: ["yes", "1", "TRUE", ""])
  func `has a setting that is true or false`(_ value: String) throws {
    let ending = try Livery.run("serve", "--uploads-over-files", value)
    #expect(ending.code == 2)
    #expect(
      ending.errors.contains("--uploads-over-files must be true or false, not '\(value)'."),
      "\(ending.errors)")
  }
}
