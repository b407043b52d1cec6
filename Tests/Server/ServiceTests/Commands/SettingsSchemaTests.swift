import Documents
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

  @Test(arguments: SettingTable.settings.filter { $0.sources.contains(.file) })
  func `the schema gives each setting the default and the bounds that the program gives it`(
    _ setting: ServerSetting
  ) throws {
    let schema = try #require(Self.properties?[setting.key])
    let standard = schema["default"].map(Self.text)
    #expect(setting.defaultText == standard ?? "none")
    if let standard { #expect(setting.accepts(standard)) }
    for word in schema["enum"]?.items.map(Self.text) ?? [] { #expect(setting.accepts(word)) }
    let number = schema["anyOf"]?.items.first { $0["minimum"] != nil }
    guard let least = number?["minimum"]?.number, let most = number?["maximum"]?.number else { return }
    for inside in [least, most] { #expect(setting.accepts(JSONWriter.shortest(inside))) }
    for outside in [least - 0.05, least - 1, most + 1] {
      #expect(!setting.accepts(JSONWriter.shortest(outside)), "\(outside)")
    }
  }

  private static let properties: JSONNode? = {
    let file = SourceFile(name: "schema", bytes: ProjectFiles.bytes("Config/schema/settings.schema.json"))
    return JSONReader.read(file).root?["properties"]
  }()

  /// A string, a number or a Boolean as one would write it.
  private static func text(_ node: JSONNode) -> String {
    node.string ?? node.number.map(JSONWriter.shortest) ?? node.bool.map { "\($0)" } ?? ""
  }
}
