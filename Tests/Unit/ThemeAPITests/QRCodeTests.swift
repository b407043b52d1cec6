import Documents
import Renderings
import TestSupport
import Testing

/// QR codes, against those of `qrencode -l L -8 -m 0`, which may choose another mask.
@Suite struct `A QR code` {
  /// The text of a file, with the modules as rows of `#` and `.`.
  private func example(_ name: String) -> (text: String, rows: [String]) {
    let file = ProjectFiles.file("Tests/Fixtures/qr-codes/\(name).txt")
    let lines = String(decoding: file.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return (lines[0], Array(lines.dropFirst()))
  }

  private func rows(_ code: QRCode) -> [String] {
    (0..<code.size).map { y in (0..<code.size).map { x in code[x, y] ? "#" : "." }.joined() }
  }

  @Test(arguments: [("short", 29), ("long", 49), ("repeated", 61)])
  func `has the modules of another program's under one of the masks`(name: String, size: Int) throws {
    let (text, expected) = example(name)
    let codes = try (0..<8).map { try #require(QRCode(Array(text.utf8), mask: $0)) }
    #expect(codes[0].size == size)
    #expect(codes.count { rows($0) == expected } == 1)
    let chosen = try #require(QRCode(Array(text.utf8)))
    #expect(codes.contains { rows($0) == rows(chosen) })
  }

  @Test func `is for 520 bytes at most`() {
    #expect(QRCode(Array(repeating: 0x61, count: 520))?.size == 77)
    #expect(QRCode(Array(repeating: 0x61, count: 521)) == nil)
    #expect(QRCode([])?.size == 21)
  }

  @Test func `is drawn in half blocks with a quiet zone of four modules`() throws {
    let code = try #require(QRCode(Array("https://example.com".utf8)))
    let lines = code.terminalText.split(separator: "\n")
    #expect(lines.count == (code.size + 9) / 2)
    for line in lines {
      let blocks = line.dropFirst("\u{1b}[30;107m".count).dropLast("\u{1b}[0m".count)
      #expect(blocks.count == code.size + 8 && line.hasPrefix("\u{1b}[30;107m    "), "\(line)")
      #expect(blocks.allSatisfy { "█▀▄ ".contains($0) })
    }
  }
}
