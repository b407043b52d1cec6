import Documents
import Foundation
import ServerAccess
import TestServer
import Testing
import Themes

/// Files that are sent from where they lie.
@Suite struct `An image` {
  /// More than the sockets of both sides hold.
  private static let size = 12 << 20

  private let server: RunningServer
  private var path: String { "\(server.folder.config)/images/big.png" }

  init() throws {
    server = try RunningServer(
      files: RunningServer.oneTheme.merging(["images/big.png": String(repeating: "a", count: Self.size)]) {
        one, _ in one
      })
  }

  private func address() throws -> String {
    let answer = try server.get("/v1/images/big")
    let (root, _) = JSONReader.read(SourceFile(name: "image", bytes: answer.body))
    return try #require(root?["url"]?.string)
  }

  /// A client that has received the beginning and does not read further for now.
  private func halfwayThrough(_ address: String) -> RawConnection {
    let client = RawConnection(port: server.port)
    client.get(address)
    _ = client.firstByte()
    return client
  }

  @Test func `is sent whole, and in parts, however large it is`() throws {
    let address = try address()
    let whole = try server.get(address)
    #expect(whole.status == 200 && whole.body.count == Self.size)
    #expect(whole.body.allSatisfy { $0 == UInt8(ascii: "a") })
    let part = try server.get(address, headers: [("Range", "bytes=-1000000")])
    #expect(part.status == 206 && part.body.count == 1_000_000)
    #expect(part["content-range"] == "bytes \(Self.size - 1_000_000)-\(Self.size - 1)/\(Self.size)")
  }

  @Test func `that is a text is sent compressed to who takes it so`() throws {
    let text = "<svg xmlns='http://www.w3.org/2000/svg'>\(String(repeating: "<g></g>", count: 5000))</svg>"
    let small = "<svg xmlns='http://www.w3.org/2000/svg'>\(String(repeating: "<g></g>", count: 100))</svg>"
    let server = try RunningServer(
      files: RunningServer.oneTheme.merging(["images/large.svg": text, "images/small.svg": small]) { one, _ in
        one
      })
    for (name, text) in [("large", text), ("small", small)] {
      let (root, _) = JSONReader.read(
        SourceFile(name: "image", bytes: try server.get("/v1/images/\(name)").body))
      let address = try #require(root?["url"]?.string)
      let whole = try server.get(address)
      #expect(whole.status == 200 && whole.text == text && whole["content-encoding"] == nil)
      let gzip = [("Accept-Encoding", "gzip")]
      let shorter = try server.get(address, headers: gzip)
      #expect(shorter.status == 200 && shorter["content-encoding"] == "gzip")
      #expect(shorter.body.starts(with: [0x1f, 0x8b]) && shorter.body.count < text.utf8.count / 4)
      for (headers, answer) in [([], whole), (gzip, shorter)] {
        #expect(answer["cache-control"] == "public, max-age=31536000, immutable")
        #expect(answer["vary"] == "Accept-Encoding" && answer["content-type"] == "image/svg+xml")
        #expect(answer["content-security-policy"]?.contains("sandbox") ?? false)
        #expect(answer["x-content-type-options"] == "nosniff")
        let tag = try #require(answer["etag"])
        #expect(try server.get(address, headers: headers + [("If-None-Match", tag)]).status == 304)
      }
      #expect(try server.get(address, headers: [("Range", "bytes=0-3")]).text == text, "texts come whole")
    }
  }

  /// A folder's files are called as their makers like.
  @Test(arguments: ["my logo.png", "100%.png", "a#b?c.png", "主色@2x.png", "a\"b'+&;=.png", "%2e%2e.png"])
  func `has an address that leads to it, whatever its file is called`(_ file: String) throws {
    let server = try RunningServer(
      files: RunningServer.oneTheme.merging(["images/\(file)": "of \(file)"]) { one, _ in one })
    let bare = String(file.prefix { $0 != "." && $0 != "@" })
    let answer = try server.get("/v1/images/\(bare.percentEscaped())")
    let (root, _) = JSONReader.read(SourceFile(name: "image", bytes: answer.body))
    let address = try #require(root?["url"]?.string)
    #expect(address.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"\"<>#?\\".utf8.contains($0) }, "\(address)")
    let bytes = try server.get(address)
    #expect(bytes.status == 200 && bytes.text == "of \(file)", "\(address): \(bytes.text)")
  }

  @Test func `that is cut while it is sent ends the connection, and is another image from then on`() throws {
    let address = try address()
    let client = halfwayThrough(address)
    try #require(FileHandle(forWritingAtPath: path)).truncate(atOffset: 100)
    #expect(client.rest().utf8.count < Self.size)
    #expect(try server.get(address).status == 404)
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try server.get(self.address()).body.count == 100)
  }

  @Test func `that is written into while it is sent ends the connection`() throws {
    let address = try address()
    let client = halfwayThrough(address)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seek(toOffset: UInt64(Self.size - 10))
    try file.write(contentsOf: Data("other".utf8))
    #expect(client.rest().utf8.count < Self.size)
    #expect(try server.get(address).status == 404)
  }

  @Test func `that is moved into its place leaves those alone who are sent the one before`() throws {
    let address = try address()
    let client = halfwayThrough(address)
    try Data("new".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    #expect(client.answer()?.body.count == Self.size)
    _ = try server.waitForLog(containing: "Read the config folder again")
    #expect(try server.get(self.address()).text == "new")
  }
}
