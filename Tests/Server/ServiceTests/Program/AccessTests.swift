import Documents
import Foundation
import ServerAccess
import Service
import TestServer
import Testing
import Themes

@Suite struct `Access to a running server` {
  private let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  @Test func `without a token is this machine's to write`() throws {
    let server = try RunningServer(files: files)
    #expect(try server.post("/v1/active", #"{ "theme": "second" }"#).status == 200)
  }

  @Test func `without a token is reported at the start, and what strangers may see`() throws {
    func lines(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
      let server = try RunningServer(files: files, arguments: arguments, environment: environment)
      return server.stop().errors
    }
    let (write, read) = (
      "only processes of the server's own user and of root may write",
      "every client that reaches 0.0.0.0:"
    )
    let here = try lines([])
    #expect(here.contains(write) && !here.contains("may read"))
    let everywhere = try lines(["--listen", "0.0.0.0:0"])
    #expect(everywhere.contains(write) && everywhere.contains(read))
    let tokens = [
      "LIVERY_TOKEN": "a-secret-that-nobody-guesses", "LIVERY_READ_TOKEN": "a-secret-for-reading",
    ]
    let guarded = try lines(["--listen", "0.0.0.0:0"], tokens)
    #expect(!guarded.contains("may write") && !guarded.contains("may read"))
  }

  @Test func `with a token for reading is nothing that a shared cache hands on`() throws {
    let secret = "a-secret-for-reading"
    let server = try RunningServer(
      files: files.merging(["images/logo.png": "\u{89}PNG\r\n\u{1a}\n"]) { one, _ in one },
      environment: ["LIVERY_READ_TOKEN": secret])
    let shown = [("Authorization", "Bearer \(secret)")]
    let image = try server.get("/v1/images/logo", headers: shown).text
    let url = try #require(image.split(separator: "\"").first { $0.hasPrefix("/v1/files/") })
    for target in ["/v1/theme", "/v1/theme.css", "/v1/themes", String(url)] {
      let answer = try server.get(target, headers: shown)
      #expect(answer.status == 200, "\(target)")
      #expect(answer["cache-control"]?.hasPrefix("private, max-age=") == true, "\(target)")
      #expect(try server.get(target).status == 401, "\(target)")
    }
    #expect(try server.get("/docs")["cache-control"]?.hasPrefix("public") == true)
  }

  @Test(arguments: ["/", "/docs"])
  func `shows pages that run nothing but what is theirs, and that nobody frames`(page: String) throws {
    let answer = try RunningServer(files: files).get(page)
    let policy = try #require(answer["content-security-policy"])
    #expect(policy.hasPrefix("default-src 'none'; "))
    for rule in ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"] {
      #expect(policy.contains(rule))
    }
    for script in answer.text.split(separator: "<script>").dropFirst() {
      let text = script.prefix(upTo: try #require(script.firstRange(of: "</script>")).lowerBound)
      let hash = Data(SHA256.hash(Array(text.utf8))).base64EncodedString()
      #expect(policy.contains("'sha256-\(hash)'"))
    }
    #expect(answer["x-content-type-options"] == "nosniff")
    #expect(answer["referrer-policy"] == "no-referrer")
  }

  @Test func `with a token is for who shows it`() throws {
    let secret = "a-secret-that-nobody-guesses"
    let server = try RunningServer(files: files, environment: ["LIVERY_TOKEN": secret])
    let body = #"{ "theme": "second" }"#
    #expect(try server.post("/v1/active", body).status == 401)
    #expect(try server.post("/v1/active", body, headers: [("Authorization", "Bearer wrong")]).status == 401)
    let answer = try server.post("/v1/active", body, headers: [("Authorization", "Bearer \(secret)")])
    #expect(answer.status == 200)
    #expect(answer.text.contains("operator"))
    #expect(!server.stop().errors.contains(secret))
  }

  @Test func `by a file of tokens goes by their names`() throws {
    let folder = try Folder()
    try folder.write(["tokens.json": #"{ "tokens": [{ "name": "ci", "token": "0123456789abcdef" }] }"#])
    let server = try RunningServer(
      files: files, arguments: ["--tokens-file", "\(folder.config)/tokens.json"])
    let answer = try server.post(
      "/v1/active", #"{ "theme": "second" }"#, headers: [("Authorization", "Bearer 0123456789abcdef")])
    #expect(answer.status == 200)
    #expect(answer.text.contains("\"ci\""))
  }

  @Test func `by a file of tokens goes by what it says now, or before it was broken`() throws {
    let folder = try Folder()
    func write(_ token: String) throws {
      try folder.write(["tokens.json": #"{ "tokens": [{ "name": "ci", "token": "\#(token)" }] }"#])
    }
    let (old, new) = ("0123456789abcdef", "fedcba9876543210")
    try write(old)
    let server = try RunningServer(
      files: files, arguments: ["--tokens-file", "\(folder.config)/tokens.json"])
    func status(_ token: String) throws -> Int {
      try server.post(
        "/v1/active", #"{ "theme": "second" }"#, headers: [("Authorization", "Bearer \(token)")]
      ).status
    }
    #expect(try status(old) == 200)
    try write(new)
    _ = try server.waitForLog(containing: "Read the file of tokens again")
    #expect(try status(old) == 401)
    #expect(try status(new) == 200)
    for broken in ["{", #"{ "tokens": [] }"#, #"{ "tokens": [{ "name": "ci", "token": "short-secret" }] }"#] {
      try folder.write(["tokens.json": broken])
      server.signal(SIGHUP)
      _ = try server.waitForLog(containing: "The file of tokens is not used as it is now")
      #expect(try status(new) == 200)
    }
    try folder.remove("tokens.json")
    let ending = server.stop()
    #expect(!ending.errors.contains("short-secret") && !ending.errors.contains(new))
  }

  @Test(arguments: ["short", "sixteen characters long", "sixteen-characters-lóng"])
  func `by a token that is weak or no header can carry is no start`(secret: String) throws {
    for variable in ["LIVERY_TOKEN", "LIVERY_READ_TOKEN"] {
      let ending = try Livery.run(["serve", "--listen", "127.0.0.1:0"], environment: [variable: secret])
      #expect(ending.code != 0)
      #expect(ending.errors.contains("\(variable) must be 16 characters or more"))
      #expect(!ending.errors.contains(secret))
    }
  }

  @Test func `by a file that is missing or wrong is no start`() throws {
    let folder = try Folder()
    try folder.write(RunningServer.oneTheme)
    try folder.write(["tokens.json": #"{ "tokens": [{ "name": "ci", "token": "short-secret" }] }"#])
    for (file, words) in [("nowhere.json", "can't be read: No such file"), ("tokens.json", "16 characters")] {
      let ending = try Livery.run(
        "serve", "--config", folder.config, "--state", folder.state, "--listen", "127.0.0.1:0",
        "--tokens-file", "\(folder.config)/\(file)")
      #expect(ending.code == 1)
      #expect(ending.errors.contains(words), "\(ending.errors)")
      #expect(!ending.errors.contains("short-secret"))
    }
  }

  @Test func `survives a restart with what was switched`() throws {
    let folder = try Folder()
    let state = ["LIVERY_STATE": folder.state]
    let server = try RunningServer(files: files, environment: state)
    _ = try server.post("/v1/active", #"{ "theme": "second" }"#)
    #expect(server.stop().code == 0)
    let again = try RunningServer(files: files, environment: state)
    #expect(try again.get("/v1/active").text.contains("\"second\""))
  }
}
