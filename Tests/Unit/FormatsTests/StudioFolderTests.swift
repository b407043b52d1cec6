@testable import Documents
@testable import Formats
import TestSupport
import Testing

@testable import Themes

/// Tests of folders in which Tokens Studio stores a file for each set.
struct StudioFolderTests {
  private static let kits = ProjectFiles.all(in: "Config/kits")
  private static let root = "themes/s.tokensstudio/"

  private static let files = [
    "$themes.json": """
    [ { "name": "light", "selectedTokenSets": { "core/colors": "source", "core/sizes": "source" } },
      { "name": "dark", "selectedTokenSets": { "core/colors": "source", "core/sizes": "source", "night": "enabled" } } ]
    """,
    "$metadata.json": #"{ "tokenSetOrder": ["core/colors", "core/sizes", "night"] }"#,
    "core/colors.json": """
    {
      "ink": { "type": "color", "value": "#1a1a1f" },
      "text": { "type": "color", "value": "{ink}" }
    }
    """,
    "core/sizes.json": #"{ "m": { "type": "spacing", "value": "4 * 2" } }"#,
    "night.json": """
    {

      "ink": { "type": "color", "value": "#f0f0f5" }
    }
    """,
  ]

  private static func sources(_ files: [String: String], in root: String) -> [SourceFile] {
    files.sorted { $0.key < $1.key }.map { SourceFile(name: root + $0.key, bytes: Array($0.value.utf8)) }
  }

  private static func library(
    _ changes: [String: String?] = [:], of files: [String: String] = files
  ) -> Library {
    var files = files
    for (name, text) in changes { files[name] = text }
    return Library.read(kits: kits, themes: sources(files, in: root).gathered { _ in nil })
  }

  private static func contents(_ theme: Theme?) -> [String: [TypedValue?]] {
    var contents: [String: [TypedValue?]] = [:]
    for (name, entry) in theme?.values ?? [:] {
      contents[name] = [entry.base] + entry.variants.map(\.content)
    }
    for (name, entry) in theme?.colors ?? [:] {
      contents[name] = ([entry.base] + entry.variants.map(\.content)).map { color in
        color.map { TypedValue(.color($0)) }
      }
    }
    return contents
  }

  @Test func `are one document, each place in its file`() throws {
    let library = Self.library()
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes.keys.sorted() == ["s"])
    let theme = try #require(library.themes["s"])
    #expect(theme.colors["text"]?.base == .reference(name: "ink", opacity: .opaque))
    #expect(theme.values["m"]?.base?.content == .quantity(8, "px"))
    let ink = try #require(theme.colors["ink"])
    #expect(library.fileName(of: ink.place, in: theme) == "themes/s.tokensstudio/core/colors.json")
    #expect(ink.place.line == 2)
    #expect(ink.variants.map(\.traits) == [["userInterfaceStyle": "dark"]])
    #expect(library.fileName(of: ink.variants[0].place, in: theme) == "themes/s.tokensstudio/night.json")
    #expect(ink.variants[0].place.line == 3)
  }

  /// Tests a folder with the plugin's own files and without: then all sets count, in the order of their names.
  @Test(
    arguments: [[:], ["$metadata.json": nil], ["$metadata.json": nil, "$themes.json": nil]]
      as [[String: String?]])
  func `go out as the file that the plugin writes for all sets`(changes: [String: String?]) throws {
    let folder = Self.library(changes)
    let source = try #require(folder.sources["s"])
    #expect(source.name == "themes/s.tokensstudio")
    let single = Library.read(
      kits: Self.kits, themes: [SourceFile(name: "themes/s.tokensstudio.json", bytes: source.bytes)])
    #expect(single.problems.map(\.text) == [])
    #expect(Self.contents(single.themes["s"]) == Self.contents(folder.themes["s"]))
  }

  @Test func `tell a problem in the file that it is in`() {
    let library = Self.library([
      "night.json": "{\n  \"ink\": { \"type\": \"color\", \"value\": \"{inc}\" }\n}",
      "core/sizes.json": #"{ "m": { "type": "spacing", "value": "{gap}" } }"#,
    ])
    let errors = library.problems(in: "themes/s.tokensstudio").filter { $0.severity == .error }
    #expect(
      errors.map { "\($0.place.file):\($0.place.line):\($0.place.column)" } == [
        "themes/s.tokensstudio/core/sizes.json:1:38", "themes/s.tokensstudio/night.json:2:38",
      ])
    #expect(errors.last?.message == "There is no token {inc}; did you mean {ink}?")
    #expect(library.themes["s"] != nil && !library.isSound("s"))
  }

  @Test func `are not looked into further where a file can't be read`() {
    let library = Self.library(["core/colors.json": "{"])
    #expect(library.problems.map(\.place.file) == ["themes/s.tokensstudio/core/colors.json"])
  }

  @Test func `have a set for each file, whatever it is called`() throws {
    let library = Self.library(of: [
      "a b.json": #"{ "n": { "type": "number", "value": 1 } }"#,
      "value.json": #"{ "m": { "type": "number", "value": 2 } }"#,
      "c.d/\"e\".json": #"{ "o": { "type": "number", "value": 3 } }"#,
    ])
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["s"]?.values.keys.sorted() == ["m", "n", "o"])
  }

  @Test func `may have a file beside them that says what tokens can't`() {
    var files = Self.sources(Self.files, in: Self.root)
    files.append(
      SourceFile(
        name: "themes/s.tokensstudio.meta.json",
        bytes: Array(#"{ "title": "Shop", "modifiers": { "theme": "themes" } }"#.utf8)))
    let library = Library.read(kits: Self.kits, themes: files.gathered { _ in nil })
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes.keys.sorted() == ["s", "s.dark", "s.light"])
    #expect(library.themes["s.dark"]?.title == "Shop, dark")
  }

  @Test func `have at most so many files`() {
    func library(_ count: Int) -> Library {
      let files = (0..<count).map { ("\($0).json", #"{ "n\#($0)": { "value": 1 } }"#) }
      return Self.library(of: Dictionary(uniqueKeysWithValues: files))
    }
    #expect(library(256).themes["s"]?.values.count == 256)
    #expect(library(257).problems.map(\.code) == ["too-many-files"])
    #expect(Self.library(of: ["$themes.json": "[]"]).problems.map(\.code) == ["no-sets"])
  }

  @Test func `are told by what is in them where they come in an archive`() throws {
    for root in ["", "export/", "Design Tokens/web/"] {
      let others = [SourceFile(name: "\(root)notes.txt", bytes: [])]
      let gathered = StudioFolder.gathered(archived: Self.sources(Self.files, in: root) + others)
      #expect(gathered.count == 2)
      let document = try #require(gathered.last)
      let library = Library.read(
        kits: Self.kits, themes: [SourceFile(name: String(document.baseName), bytes: document.bytes)])
      #expect(library.problems.map(\.text) == [])
      #expect(
        Self.contents(library.themes.values.first { _ in true }) == Self.contents(Self.library().themes["s"]))
    }
  }

  @Test(arguments: [false, true])
  func `of an archive is one document by its name, with or without marks`(hasMarks: Bool) throws {
    var files = [
      SourceFile(
        name: "acme.tokensstudio/core/base.json",
        bytes: Array(##"{ "ink": { "value": "#111", "type": "color" } }"##.utf8)),
      SourceFile(
        name: "acme.tokensstudio/more.json",
        bytes: Array(##"{ "text": { "value": "{ink}", "type": "color" } }"##.utf8)),
    ]
    if hasMarks {
      files.append(
        SourceFile(
          name: "acme.tokensstudio/$metadata.json",
          bytes: Array(#"{ "tokenSetOrder": ["core/base", "more"] }"#.utf8)))
    }
    let gathered = Dialects.all.gathered(files, isArchive: true) { _ in nil }
    #expect(gathered.map(\.name) == ["acme.tokensstudio"])
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: gathered, in: .all)
    #expect(library.problems.map(\.text) == [])
    #expect(library.themes["acme"]?.colors.keys.sorted() == ["ink", "text"])
  }
}
