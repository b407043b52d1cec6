import Documents
import Foundation
import ServerAccess
import TestServer
import Testing

@testable import Service

@Suite struct `Starting the server` {
  private func serve(_ arguments: [String], in folder: Folder) throws -> RunningServer.Ending {
    try Livery.run(["serve", "--config", folder.config, "--state", folder.state] + arguments)
  }

  @Test func `on a port that is taken says so`() throws {
    let server = try RunningServer()
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let ending = try serve(["--listen", server.address], in: folder)
    #expect(ending.code == 1)
    #expect(
      ending.errors
        == "livery: Port \(server.port) on 127.0.0.1 is in use by another process; "
        + "end that process, or choose another port with --listen HOST:PORT.\n")
  }

  @Test func `without the config folder says how to name one`() throws {
    let ending = try Livery.run("serve", "--config", "/nonexistent/livery")
    #expect(ending.code == 1)
    #expect(
      ending.errors
        == "livery: There is no config folder '/nonexistent/livery'; "
        + "'livery init /nonexistent/livery' writes one, --config DIR names another.\n"
    )
  }

  @Test func `with an empty config folder says what is missing`() throws {
    let folder = try Folder()
    let ending = try serve(["--listen", "127.0.0.1:0"], in: folder)
    #expect(ending.code == 1)
    #expect(
      ending.errors
        == "livery: There is no theme in the config folder; put one into its themes/, or run 'livery init' to create some.\n"
    )
  }

  @Test func `with a default theme that is not there asks for the one that is meant`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme.merging(["themes/paper.json": "{}"]) { $1 })
    let ending = try serve(["--listen", "127.0.0.1:0", "--default-theme", "papre"], in: folder)
    #expect(ending.code == 1)
    #expect(
      ending.errors
        == "livery: There is no theme 'papre', which defaultTheme names; did you mean 'paper'?\n")
  }

  @Test func `with a default theme that was uploaded, or that no longer shows, is fine`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    func start(_ name: String) throws -> RunningServer {
      try RunningServer(
        arguments: ["--config", folder.config, "--state", folder.state, "--default-theme", name])
    }
    let first = try start("default")
    #expect(try first.send("PUT", "/v1/themes/autumn", bytes: Array("{}".utf8)).status == 201)
    #expect(first.stop().code == 0)
    let second = try start("autumn")
    #expect(try second.get("/v1/active").text.contains(#""autumn""#))
    #expect(try second.post("/v1/active", #"{"theme":"default"}"#).status == 200)
    #expect(try second.send("DELETE", "/v1/themes/autumn", bytes: []).status == 200)
    #expect(second.stop().code == 0)
    let third = try start("autumn")
    #expect(try third.get("/v1/active").text.contains(#""default""#))
    #expect(third.stop().errors.contains("There is no theme of the name that defaultTheme has"))
  }

  @Test func `with a broken theme shows every problem and its place`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write(["themes/broken.json": "{ \"colours\": {}, \"extends\": \"nobody\" }"])
    let ending = try serve(["--listen", "127.0.0.1:0"], in: folder)
    #expect(ending.code == 1)
    #expect(ending.errors.contains("themes/broken.json:1:3: error: "))
    #expect(ending.errors.contains("did you mean 'colors'?"))
    #expect(ending.errors.contains("nobody"))
    #expect(ending.errors.hasSuffix("livery: The config folder has 2 errors, so it is not served.\n"))
  }

  @Test func `with a file that holds no certificate says so`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write(["key.pem": "no key"])
    let file = "\(folder.config)/key.pem"
    let ending = try serve(
      ["--listen", "127.0.0.1:0", "--certificate", file, "--certificate-key", file], in: folder)
    #expect(ending.code == 1)
    #expect(ending.errors == "livery: The file '\(file)' holds no PEM certificate.\n")
  }

  @Test func `with a certificate that can't be read says which file`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let ending = try serve(
      [
        "--listen", "127.0.0.1:0", "--certificate", "/nonexistent.pem", "--certificate-key",
        "/nonexistent.key",
      ],
      in: folder)
    #expect(ending.code == 1)
    #expect(ending.errors.contains("/nonexistent.pem"))
    #expect(ending.errors.contains("No such file"))
    #expect(ending.errors.split(separator: "\n").count == 1)
  }

  @Test func `with a state folder that can't be made says so`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let ending = try Livery.run(
      "serve", "--config", folder.config, "--state", "/proc/livery", "--listen", "127.0.0.1:0")
    #expect(ending.code == 1)
    #expect(ending.errors.contains("The state folder '/proc/livery' can't be made: "))
    #expect(ending.errors.contains("Name another with --state DIR."))
  }

  @Test func `on an address that this machine does not have says so`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    let ending = try serve(["--listen", "192.0.2.1:8080"], in: folder)
    #expect(ending.code == 1)
    #expect(ending.errors.contains("no address 192.0.2.1"))
  }

  @Test func `twice on one state is refused to the second`() throws {
    let server = try RunningServer()
    let ending = try serve(["--listen", "127.0.0.1:0"], in: server.folder)
    #expect(ending.code == 1)
    #expect(ending.errors.contains("another Livery is using"))
  }

  @Test func `is refused in one line that no terminal obeys, however much a database says`() {
    let failure = StartFailure("It is \u{1b}[31mred\n\(String(repeating: "x", count: 20_000)).")
    #expect(failure.description.hasPrefix("It is \\u{1b}[31mred\\u{a}xxx"))
    #expect(failure.description.hasSuffix("x…") && failure.description.count < 2100)
  }
}
