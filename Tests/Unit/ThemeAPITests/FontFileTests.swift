import Bindings
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `The bytes of a font` {
  private static let none: @Sendable (ArraySlice<UInt8>, Int) -> [UInt8]? = { _, _ in nil }

  @Test func `state families, weights and a style`() throws {
    let plain = try FontFile(TestFont.bytes("Märke", weight: 700, isItalic: true))
    #expect(plain.format == .ttf)
    #expect(
      plain.facts(inflate: Self.none) == .init(families: ["Märke"], weights: 700...700, style: "italic"))
    let variable = try FontFile(TestFont.bytes(axes: [("wght", 100, 900)], signature: Array("OTTO".utf8)))
    #expect(variable.format == .otf)
    #expect(variable.facts(inflate: Self.none).weights == 100...900)
    let packed = try FontFile(TestFont.woff("Brand", weight: 300))
    #expect(packed.format == .woff)
    #expect(
      packed.facts(inflate: Self.none) == .init(families: ["Brand"], weights: 300...300, style: "normal"))
    let newest = try FontFile(TestFont.woff2)
    #expect(newest.format == .woff2 && newest.facts(inflate: Self.none).families.isEmpty)
  }

  @Test func `are refused if another type is in the name, and a collection says what it is`() {
    let font = TestFont.bytes()
    #expect(AssetKind.font.complaint(about: font, named: "a.ttf") == nil)
    for name in ["a.otf", "a.woff", "a.woff2"] {
      #expect(AssetKind.font.complaint(about: font, named: name)?.contains("begins like .ttf") == true)
    }
    let packed = [TestFont.woff(), TestFont.woff2].map { Array($0[..<4] + Array("ttcf".utf8) + $0[8...]) }
    for (ending, collection) in zip(["ttf", "woff", "woff2"], [Array("ttcf".utf8) + font] + packed) {
      #expect(
        AssetKind.font.complaint(about: collection, named: "a.\(ending)")
          == "is a collection of fonts, and not one font")
    }
    #expect(
      AssetKind.font.complaint(about: Array("%PDF-".utf8), named: "a.ttf")?.contains("like no font") == true)
    #expect(AssetKind.font.complaint(about: [], named: "a.ttf") != nil)
  }

  @Test(arguments: [TestFont.bytes(axes: [("wght", 1, 1000)]), TestFont.woff(), TestFont.woff2])
  func `are refused when they are cut off anywhere in their head, and never read past their end`(
    bytes: [UInt8]
  ) {
    for count in 0..<bytes.count {
      guard let font = try? FontFile(Array(bytes.prefix(count))) else { continue }
      Issue.record("\(count) of \(bytes.count) bytes are a font of the type \(font.format)")
    }
    var random = SeededGenerator(seed: 18)
    for _ in 0..<20_000 {
      var changed = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        changed[Int.random(in: 4..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = (try? FontFile(changed))?.facts { Inflation.bytes(of: $0, count: $1) }
    }
  }

  @Test func `may have 4096 tables and 10 MiB, and the tables that name it`() {
    func directory(_ count: Int) -> [UInt8] {
      let entries = [UInt8](repeating: 0, count: count * 16)
      return [0, 1, 0, 0, UInt8(count >> 8), UInt8(count & 255), 0, 0, 0, 0, 0, 0] + entries
    }
    for count in [0, 1, 4097] {
      #expect(throws: FontFile.Flaw.self) { try FontFile(directory(count)) }
    }
    #expect(throws: FontFile.Flaw.self) {
      try FontFile(TestFont.bytes() + [UInt8](repeating: 0, count: 10 << 20))
    }
  }
}
