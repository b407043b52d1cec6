import Foundation
import Synchronization
import Testing

@testable import LiveryClient

@Suite struct `The fonts of a theme, in an app` {
  private final class Files: LiveryTransport {
    private let asked = Mutex(0)
    private let body: String

    init(_ body: String) { self.body = body }

    var requests: Int { asked.withLock { $0 } }

    func send(_ request: LiveryRequest) async throws -> LiveryResponse {
      asked.withLock { $0 += 1 }
      return LiveryResponse(status: 200, headers: [:], body: Data(body.utf8))
    }
  }

  /// A theme with the SHA-256 of `abc`.
  private static let theme = #"""
    { "theme": "t", "fonts": { "Brand": [ { "file": "a.ttf", "url": "/v1/files/x/a.ttf", "bytes": 3, "weight": "100 900",
      "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "style": "italic", "display": "swap",
      "unicodeRange": "U+0-FF" }, { "file": "b.ttf", "url": "/b", "bytes": 3, "weight": 400, "sha256": "" } ] } }
    """#
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  private func livery(_ files: Files) throws -> Livery {
    var settings = Livery.Settings()
    settings.transport = files
    settings.log = { _ in }
    return Livery(
      url: try #require(URL(string: "https://themes.example")), cache: .folder(folder), settings: settings)
  }

  private func font() throws -> ThemeFont {
    try #require(try Theme(json: Data(Self.theme.utf8)).fonts["Brand"]?.first)
  }

  @Test func `have their weights, style and range`() throws {
    let fonts = try #require(try Theme(json: Data(Self.theme.utf8)).fonts["Brand"])
    #expect(fonts.map(\.weights) == [100...900, 400...400] && fonts.map(\.style) == ["italic", "normal"])
    #expect(fonts[0].unicodeRange == "U+0-FF" && fonts[1].unicodeRange == nil)
    #expect(try Theme(json: Data(#"{ "theme": "t" }"#.utf8)).fonts.isEmpty)
  }

  @Test func `are requested once, and only bytes that the theme names are taken`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let wrong = Files("abd")
    await #expect(throws: LiveryError.self) { try await livery(wrong).fontFile(font()) }
    let files = Files("abc")
    for _ in 1...2 { #expect(try await livery(files).fontFile(font()) == Data("abc".utf8)) }
    #expect(files.requests == 1)
  }

  @Test func `are identified by SHA-256`() {
    #expect(Digest.hex(of: Data()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    let long = Data(repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(Digest.hex(of: long) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    // Lengths around that of a block.
    #expect(Set((50...130).map { Digest.hex(of: Data(repeating: 1, count: $0)) }).count == 81)
  }
}
