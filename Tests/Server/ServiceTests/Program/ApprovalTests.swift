import Documents
import Foundation
import ServerAccess
import TestServer
import Testing

/// Approvals on the real server: their settings, images and reloads.
@Suite struct `Approvals on a running server` {
  private static let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + Array("new".utf8)
  private static let files = [
    "kits/uikit.json": """
    { "classes": { "UILabel": { "superclass": null, "properties": [ { "name": "image", "kind": "image" } ] } },
      "axes": {}, "traits": {} }
    """,
    "themes/default.json": #"{ "images": { "logo": "logo" } }"#,
    "themes/new.json": #"{ "images": { "stand": "stand" } }"#, "themes/plain.json": "{}",
    "images/logo.png": "of the folder",
  ]
  private static let tokens = #"""
    { "tokens": [ { "name": "studio", "token": "studio-secret-0123456789" },
      { "name": "mara", "token": "mara-secret-0123456789" } ] }
    """#

  private static func server(
    _ tokens: String = tokens, _ environment: [String: String] = ["LIVERY_APPROVAL": "another"]
  ) throws -> (RunningServer, Folder) {
    let folder = try Folder()
    try folder.write(files.merging(["tokens.json": tokens]) { $1 })
    let file = ["LIVERY_TOKENS_FILE": "\(folder.config)/tokens.json"]
    let server = try RunningServer(
      files: [:], config: folder.config, environment: file.merging(environment) { $1 })
    return (server, folder)
  }

  private func send(
    _ server: RunningServer, _ method: String, _ path: String, as name: String = "studio",
    _ body: String = "", bytes: [UInt8]? = nil, type: String = "application/json", ifMatch tag: String? = nil
  ) throws -> HTTPClient.ServerReply {
    let headers =
      [("Authorization", "Bearer \(name)-secret-0123456789"), ("Content-Type", type)]
      + (tag.map { [("If-Match", $0)] } ?? [])
    return try server.send(method, path, headers: headers, bytes: bytes ?? Array(body.utf8))
  }

  private func isRefused(_ reply: HTTPClient.ServerReply) -> Bool {
    reply.status == 403 && reply.text.contains("urn:livery:problem:needs-another")
      && reply.text.contains(#""channels":["main"]"#)
  }

  @Test func `keep the images of what is shown`() throws {
    let (server, folder) = try Self.server()
    defer { withExtendedLifetime(folder) {} }
    #expect(isRefused(try send(server, "PUT", "/v1/images/logo.png", bytes: Self.png, type: "image/png")))
    #expect(isRefused(try send(server, "PUT", "/v1/images/logo@2x.png", bytes: Self.png, type: "image/png")))
    #expect(try send(server, "PUT", "/v1/images/other.png", bytes: Self.png, type: "image/png").status == 201)
    // Packages for another theme, now and as drafts.
    let package = try PackageFile.zip([("plain.json", Array("{}".utf8)), ("logo.png", Self.png)])
    #expect(isRefused(try send(server, "PUT", "/v1/themes/plain", bytes: package, type: "application/zip")))
    let made = try send(server, "POST", "/v1/drafts?name=plain", bytes: package, type: "application/zip")
    let id = try #require(JSONReader.read(SourceFile(name: "draft", bytes: made.body)).root?["id"]?.string)
    #expect(isRefused(try send(server, "POST", "/v1/drafts/\(id)/publish", ifMatch: made["etag"])))
    #expect(try send(server, "POST", "/v1/drafts/\(id)/publish", as: "mara").status == 428)
    let done = try send(server, "POST", "/v1/drafts/\(id)/publish", as: "mara", ifMatch: made["etag"])
    #expect(done.status == 200, "\(done.text)")
    #expect(isRefused(try send(server, "DELETE", "/v1/images/logo.png", as: "mara")))
    // An image of a theme that is not shown yet.
    #expect(try send(server, "PUT", "/v1/images/stand.png", bytes: Self.png, type: "image/png").status == 201)
    #expect(isRefused(try send(server, "POST", "/v1/active", #"{"theme":"new"}"#)))
    #expect(try send(server, "POST", "/v1/active", as: "mara", #"{"theme":"new"}"#).status == 200)
  }

  @Test func `need two named tokens, which a warning says at each start`() throws {
    let alone = #"{ "tokens": [ { "name": "studio", "token": "studio-secret-0123456789" } ] }"#
    let (one, folder) = try Self.server(alone)
    defer { withExtendedLifetime(folder) {} }
    let warning = try one.waitForLog(containing: "approval of another person")
    #expect(warning.contains(#""level":"warning""#))
    let (two, other) = try Self.server()
    defer { withExtendedLifetime(other) {} }
    #expect(!two.stop().errors.contains("approval of another person"))
    let bare = try RunningServer(environment: ["LIVERY_APPROVAL": "another"])
    _ = try bare.waitForLog(containing: "approval of another person")
    let ending = try Livery.run("serve", "--approval", "two")
    #expect(ending.code == 2)
    #expect(ending.errors.contains("--approval must be one of none, another, not 'two'."), "\(ending)")
  }

  @Test func `of the file are stronger than the setting, and count as soon as it is read again`() throws {
    func file(_ approval: String) -> String {
      Self.tokens.dropLast(2) + #", "approval": { "main": "\#(approval)" } }"#
    }
    let (server, folder) = try Self.server(file("none"))
    #expect(try send(server, "PUT", "/v1/themes/default", "{}").status == 200)
    try folder.write(["tokens.json": file("another")])
    _ = try server.waitForLog(containing: "Read the file of tokens again")
    #expect(isRefused(try send(server, "PUT", "/v1/themes/default", "{}")))
    try folder.write(["tokens.json": file("nobody")])
    // The file may be read while it is being written, too.
    _ = try server.waitForLog(containing: "'approval' has names of channels")
    #expect(isRefused(try send(server, "PUT", "/v1/themes/default", "{}")))
  }
}
