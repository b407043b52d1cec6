import Changes
import Documents
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `All uploads together` {
  private static func upload(_ name: String, _ count: Int) -> Upload {
    Upload(
      name: name, file: "\(name).json", bytes: [UInt8](repeating: 0x20, count: count),
      at: Timestamp(milliseconds: 0), by: "test")
  }

  private func snapshot(_ uploads: [Upload]) throws -> Snapshot {
    let empty = try TestAPI().now
    var state = LogState(epoch: empty.cursor.epoch, head: 1)
    state.absorb(uploads.map { .upload($0) })
    return Snapshot(themeSet: empty.themeSet, state: state, log: empty.log)
  }

  @Test func `have a limit in bytes, in which another document for one counts for it`() throws {
    let full = try snapshot((0..<8).map { Self.upload("t\($0)", 4 << 20) })
    #expect(throws: Publisher.DocumentError.self) {
      try full.checkLimits(ofUploads: Self.upload("one-more", 1))
    }
    try full.checkLimits(ofUploads: Self.upload("t3", 4 << 20))
    #expect(throws: Publisher.DocumentError.self) {
      try full.checkLimits(ofUploads: Self.upload("t3", 4 << 20 + 1))
    }
  }

  @Test func `have a limit in number`() throws {
    let full = try snapshot((0..<1000).map { Self.upload("t\($0)", 2) })
    #expect(throws: Publisher.DocumentError.self) {
      try full.checkLimits(ofUploads: Self.upload("one-more", 2))
    }
    try full.checkLimits(ofUploads: Self.upload("t3", 2))
  }

  private static func upload(_ name: String, _ text: String) -> Upload {
    Upload(
      name: name, file: "\(name).json", bytes: Array(text.utf8), at: Timestamp(milliseconds: 0), by: "test")
  }

  @Test func `have a limit in names, in which those of parents count for each`() throws {
    let base = ##"{ "kit": "mini", "colors": { "a": "#000", "b": "#000", "c": "#000" } }"##
    var themeSet = try WritableTestAPI().publisher.current.now.themeSet
    themeSet = try themeSet.adding(Self.upload("base", base), limit: 10)
    for name in ["one", "two"] {
      themeSet = try themeSet.adding(Self.upload(name, #"{ "extends": "base" }"#), limit: 10)
    }
    let third = Self.upload("three", #"{ "extends": "base" }"#)
    let words =
      "would have 12 colors, images, values and rules, those of their parents counted for each (limit 10)"
    #expect {
      _ = try themeSet.adding(third, limit: 10)
    } throws: { error in
      (error as? ThemeSet.LoadError)?.problems.map(\.code) == ["too-many-names"]
    }
    let tried = themeSet.trying(third, naming: nil, limit: 10).problems
    #expect(tried.contains { $0.code == "too-many-names" && $0.message.contains(words) }, "\(tried)")
    // A parent that grows counts for its children.
    let larger = base.replacing(" } }", with: ##", "d": "#000", "e": "#000" } }"##)
    #expect(throws: ThemeSet.LoadError.self) {
      _ = try themeSet.adding(Self.upload("base", larger), limit: 10)
    }
    // If there are more already, for example after the files have changed, an upload that reduces them is accepted.
    let smaller = ##"{ "kit": "mini", "colors": { "a": "#000" } }"##
    #expect(throws: Never.self) { _ = try themeSet.adding(Self.upload("base", smaller), limit: 2) }
  }
}
