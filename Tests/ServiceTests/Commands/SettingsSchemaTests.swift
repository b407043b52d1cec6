import Service
import TestSupport
import Testing
import Themes

/// Scripts/schemas holds the same files against the JSON Schema with a real validator.
@Suite struct `What the schema of settings says, the reader says` {
  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/accepted/settings"))
  func `settings that the schema accepts are read`(path: String) {
    #expect(Settings.problems(in: ProjectFiles.file(path)).map(\.text) == [])
  }

  @Test(arguments: ProjectFiles.paths(in: "Tests/Fixtures/refused/settings"))
  func `settings that the schema refuses are refused`(path: String) {
    #expect(!Settings.problems(in: ProjectFiles.file(path)).isEmpty)
  }

  @Test func `the schema knows each setting that can stand in the file, and no other`() throws {
    let schema = SourceFile(
      name: "settings.schema.json", bytes: ProjectFiles.bytes("Config/schema/settings.schema.json"))
    let properties = try #require(JSONReader.read(schema).root?["properties"])
    let known = Set(SettingTable.settings.filter { $0.sources.contains(.file) }.map(\.key))
    #expect(Set(properties.members.map(\.name)).subtracting(["$schema"]) == known)
  }
}
