import Documents
import TestSupport
import Testing

@testable import Themes

@Suite struct `The fonts of a theme` {
  private static func library(_ documents: [String: String]) -> Library {
    Library.read(
      kits: ProjectFiles.all(in: "Config/kits"),
      themes: documents.sorted { $0.key < $1.key }.map {
        SourceFile(name: "themes/\($0.key).json", bytes: Array($0.value.utf8))
      })
  }

  @Test func `have the weight 400, the style normal and swap where they say nothing`() throws {
    let library = Self.library([
      "a": #"{ "kit": "web", "fonts": { "Brand": [{ "file": "b.woff2" }] } }"#
    ])
    #expect(library.problems.map(\.text) == [])
    let face = try #require(library.themes["a"]?.fonts["Brand"]?.first)
    #expect(face.weights.weightText == "400" && face.style == .normal && face.display == .swap)
    #expect(face.unicodeRange == nil && face.license == nil)
  }

  @Test func `are replaced by a child's family of that name, and taken away by null`() throws {
    let library = Self.library([
      "a":
        #"{ "kit": "web", "fonts": { "A": [{ "file": "a.ttf" }], "B": [{ "file": "b.ttf" }], "C": [{ "file": "c.ttf" }] } }"#,
      "b": #"{ "extends": "a", "fonts": { "A": null, "B": [{ "file": "b2.ttf" }] } }"#,
    ])
    #expect(library.problems.map(\.text) == [])
    let merged = library.lineage(of: "b").reversed().mergedFonts
    #expect(merged.mapValues { $0.map(\.file) } == ["B": ["b2.ttf"], "C": ["c.ttf"]])
  }

  private static let face =
    #"{ "file": "b.woff2", "weight": "100 900", "style": "italic", "unicodeRange": "U+0-FF, U+4??", "display": "block", "licence": "OFL" }"#

  @Test func `are written so that they are read again, and each member makes another theme`() throws {
    func written(_ face: String, named family: String = "Brand") throws -> [UInt8] {
      let library = Self.library(["a": #"{ "kit": "web", "fonts": { "\#(family)": [\#(face)] } }"#])
      #expect(library.problems.map(\.text) == [])
      return ThemeWriter.document(
        of: try #require(library.themes["a"]), kit: try #require(library.kits["web"]))
    }
    let standard = try written(Self.face)
    let again = Self.library(["a": String(decoding: standard, as: UTF8.self)])
    #expect(
      ThemeWriter.document(of: try #require(again.themes["a"]), kit: try #require(again.kits["web"]))
        == standard)
    let changes = [
      ("b.woff2", "c.woff2"), ("100 900", "100 800"), ("italic", "oblique"), ("U+4??", "U+5??"),
      ("block", "optional"), ("OFL", "SIL"),
    ]
    for (old, new) in changes {
      let parts = Self.face.split(separator: old, omittingEmptySubsequences: false)
      #expect(try written(parts.joined(separator: new)) != standard, "\(old)")
    }
    #expect(try written(Self.face, named: "Other") != standard)
  }

  @Test(arguments: [
    #"{ "A;": [{ "file": "a.ttf" }] }"#, #"{ "A{": [{ "file": "a.ttf" }] }"#,
    #"{ "": [{ "file": "a.ttf" }] }"#,
    #"{ "A": [] }"#, #"{ "A": [{ "weight": 400 }] }"#, #"{ "A": [{ "file": "a.png" }] }"#,
    #"{ "A": [{ "file": "../a.ttf" }] }"#, #"{ "A": [{ "file": "a.ttf", "weight": 0 }] }"#,
    #"{ "A": [{ "file": "a.ttf", "weight": 1001 }] }"#,
    #"{ "A": [{ "file": "a.ttf", "weight": "900 100" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "weight": "1 2 3" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "style": "bold" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "display": "none" }] }"#, #"{ "A": [{ "file": "a.ttf", "size": 1 }] }"#,
    #"{ "A": [{ "file": "a.ttf", "unicodeRange": "0-FF" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "unicodeRange": "U+FF-0" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "unicodeRange": "U+110000" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "unicodeRange": "U+4?5" }] }"#,
    #"{ "A": [{ "file": "a.ttf", "unicodeRange": "U+0, " }] }"#,
    #"{ "A": [{ "file": "a.ttf", "unicodeRange": "U+0;} x" }] }"#,
    #"{ "A": [{ "file": "a.ttf" }, { "file": "b.ttf", "weight": 400 }] }"#,
  ])
  func `are refused where they are wrong`(fonts: String) {
    let library = Self.library(["a": #"{ "kit": "web", "fonts": \#(fonts) }"#])
    #expect(library.problems.count { $0.severity == .error } == 1, "\(library.problems.map(\.text))")
  }
}
