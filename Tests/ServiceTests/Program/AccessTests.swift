import ServerAccess
import Service
import TestServer
import Testing

@Suite struct `Access to a running server` {
  private let files = RunningServer.oneTheme.merging(["themes/second.json": "{}"]) { one, _ in one }

  @Test func `without a token is this machine's to write`() throws {
    let server = try RunningServer(files: files)
    #expect(try server.post("/v1/active", #"{ "theme": "second" }"#).status == 200)
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
