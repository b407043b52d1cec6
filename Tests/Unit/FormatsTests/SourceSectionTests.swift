@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of documents that are put together from files.
@Suite struct `A place in a document put together from files` {
  private static let kits = ProjectFiles.all(in: "Config/kits")

  private static func file(_ name: String, _ text: String) -> SourceFile {
    SourceFile(name: name, bytes: Array(text.utf8))
  }

  /// The problems of a document, with file, line, column and pointer.
  private static func problems(_ file: SourceFile, in original: SourceFile? = nil) -> [String] {
    Library.read(kits: kits, themes: [file]).problems.map { problem in
      let place = original.map { $0.origin(of: problem.place) } ?? problem.place
      return "\(place.file):\(place.line):\(place.column) \(place.pointer) \(problem.code)"
    }.sorted()
  }

  private static func whole(_ document: SourceFile) -> SourceFile {
    SourceFile(name: document.name, bytes: document.bytes, format: document.format)
  }

  @Test func `leads to the file of a folder that it comes from`() {
    let root = "themes/s.tokensstudio/"
    let files = [
      Self.file("\(root)$metadata.json", #"{ "tokenSetOrder": ["a/ä", "b"] }"#),
      Self.file(
        "\(root)a/ä.json", "{\n  \"ink\": { \"type\": \"color\", \"value\": \"#12\" },\r\n\"x\": 1\n}\n"),
      Self.file("\(root)b.json", #"{ "gap": { "type": "spacing", "value": "1px + 1rem" }, "y": true }"#),
    ]
    let folder = SourceFile(studioFolder: "themes/s.tokensstudio", files, in: root)
    let found = Self.problems(folder)
    #expect(found.count == 4)
    #expect(found.contains("\(root)a/ä.json:2:38 /ink/value bad-color"), "\(found)")
    #expect(Self.problems(Self.whole(folder), in: folder) == found)
  }

  @Test(arguments: ["", #""$defs": { "own": { "n": { "$type": "number", "$value": "x" } } },"#])
  func `leads to the file of a resolver that it comes from`(definitions: String) {
    let resolver = Self.file(
      "themes/t.resolver.json",
      """
      { "version": "2025.10", \(definitions)
        "resolutionOrder": [ { "name": "s", "type": "set", "sources": [
          { "$ref": "t/a.json" }, { "$ref": "t/b.json" }\(definitions.isEmpty ? "" : ##", { "$ref": "#/$defs/own" }"##),
          { "last": { "$type": "duration", "$value": "" } }
      ] } ] }
      """)
    let files = [
      "themes/t/a.json": "{\n\n  \"a\": { \"$type\": \"dimension\", \"$value\": \"\" }\n}\n",
      "themes/t/b.json": ##"{ "b": { "$type": "color", "$value": "#12" } }"##,
    ]
    let document = resolver.gathering { files[$0].map { Array($0.utf8) } }
    let found = Self.problems(document)
    #expect(found.count == (definitions.isEmpty ? 3 : 4), "\(found)")
    #expect(found.contains { $0.hasPrefix("themes/t/a.json:3:") }, "\(found)")
    #expect(Self.problems(Self.whole(document), in: document) == found)
  }

  @Test func `leads to the file that is no JSON`() throws {
    let root = "themes/s.tokensstudio/"
    let files = [Self.file("\(root)a.json", "{ }"), Self.file("\(root)b.json", "{\n  \"x\": 01\n}")]
    let folder = SourceFile(studioFolder: "themes/s.tokensstudio", files, in: root)
    let place = try #require(Library.read(kits: Self.kits, themes: [Self.whole(folder)]).problems.first).place
    let origin = folder.origin(of: place)
    #expect(origin.file == "\(root)b.json" && origin.line == 2 && origin.column >= 8)
  }

  @Test func `stays as it is in a document that came as one`() {
    let file = Self.file("themes/t.tokens.json", "{}")
    let place = SourceLocation(file: "themes/t.tokens.json", line: 3, column: 4, pointer: "/a")
    #expect(file.origin(of: place) == place)
  }
}
