import Documents
import TestServer
import TestSupport
import Testing
import Themes

/// docs/themes.md and docs/tokens.md show files and commands; here the files are read and the commands run.
@Suite struct `The guide to themes and kits` {
  private static let blocks = ["docs/themes.md", "docs/tokens.md"].flatMap { FencedBlock.all(in: $0) }

  private static let files: [String: String] = {
    var files: [String: String] = [:]
    for file in ProjectFiles.all(in: "Config/kits") + ProjectFiles.all(in: "Config/themes") {
      files[file.name] = String(decoding: file.bytes, as: UTF8.self)
    }
    for block in blocks {
      guard let name = block.info.split(separator: " ").last, name.contains("/") else { continue }
      files[String(name)] = block.text
    }
    return files
  }()

  /// The commands of the guide. Those of docs/tokens.md start a server, so Scripts/newcomer runs them.
  private static let commands = FencedBlock.all(in: "docs/themes.md").filter { $0.info == "console" }

  @Test func `shows themes and kits that read without a problem`() {
    let sound = Self.files.filter { $0.key != "themes/slip.json" }.map { name, text in
      SourceFile(name: name, bytes: Array(text.utf8))
    }.sorted { $0.name < $1.name }
    let library = Library.read(
      kits: sound.filter { $0.name.hasPrefix("kits/") },
      themes: sound.filter { $0.name.hasPrefix("themes/") })
    #expect(library.problems.filter { $0.severity != .note }.map(\.text) == [])
    #expect(library.themes["sunset"] != nil && library.themes["shop"] != nil)
    #expect(library.kits["signage"] != nil)
  }

  @Test(arguments: commands)
  func `shows what each command prints`(_ block: FencedBlock) throws {
    let lines = block.text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let words = lines[0].split(separator: " ").map(String.init)
    try #require(words.starts(with: ["$", "livery"]))
    let command = Array(words.dropFirst(2))
    let folder = try Folder()
    var files = Self.files
    if command != ["check"] { files["themes/slip.json"] = nil }
    if command == ["check"] {
      files = files.filter { !$0.key.hasPrefix("themes/") || $0.key.contains("slip") }
    }
    try folder.write(files)
    let ending = try Livery.run(arguments: command, environment: ["LIVERY_CONFIG": folder.config])
    #expect(ending.output.replacing(folder.config, with: "Config") == String(lines[1]), "line \(block.line)")
    #expect(ending.errors == "")
  }
}
