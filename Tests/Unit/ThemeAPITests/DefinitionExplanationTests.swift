import Documents
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

@Suite struct `The explanation of a color` {
  @Test func `names the definition that a look-up takes, in every random world`() throws {
    var compared = 0
    for seed in 0..<200 {
      var random = SeededGenerator(seed: UInt64(seed))
      let world = RandomWorld(using: &random)
      let theme = try CompiledTheme(world.generations, kit: CompiledKit(world.kit), images: .none)
      let library = Library(of: world.generations)
      for _ in 0..<8 {
        let traits = try TraitValues(world.given(&random).map { ($0.key, $0.value) }, kit: world.kit)
        let context = theme.context(traits)
        for color in context.resolved().colors {
          let name = color.name
          let explanation = DefinitionExplanation(of: name, .color, theme, traits, library, all: false)
          let definition = try #require(Self.winningDefinition(of: explanation))
          guard let text = definition.string, let expected = try Self.value(of: text, in: context) else {
            continue
          }
          #expect(color.color.hex == expected, "\(name) in the world of seed \(seed)")
          compared += 1
        }
      }
    }
    #expect(compared > 5000)
  }

  private static func winningDefinition(of explanation: DefinitionExplanation) -> JSONNode? {
    var json = JSONWriter()
    json.object { explanation.writeMembers(to: &$0) }
    let document = JSONReader.read(SourceFile(name: "explanation", bytes: json.finished()))
    return document.root?["winner"]?["definition"]
  }

  /// Nil for a part of another color, since no response has its exact opacity.
  private static func value(of definition: String, in context: ThemeContext) throws -> String? {
    guard definition.hasPrefix("{") else { return definition }
    guard !definition.contains("/") else { return nil }
    return try context.color(named: String(definition.dropFirst().dropLast())).hex
  }
}

@Suite struct `The explanation of a computed token` {
  private static let tokens = """
    {
      "core": {
        "m": { "type": "spacing", "value": "4px" },
        "l": { "type": "spacing", "value": "{m} * 3 + 1" },
        "same": { "type": "spacing", "value": "{l}" },
        "sum" : { "type": "spacing", "value": "2px * 4" },
        "weight": { "type": "fontWeights", "value": "Semi-Bold" },
        "ink": { "type": "color", "value": "#102030" },
        "veil": { "type": "color", "value": "rgba({ink}, 0.5)" },
        "soft": { "type": "color", "value": "{ink}",
          "$extensions": { "studio.tokens": { "modify": { "type": "lighten", "value": "0.2", "space": "srgb" } } } }
      },
      "night": { "m": { "type": "spacing", "value": "{s} / 2" }, "s": { "type": "spacing", "value": "6px" } },
      "$themes": [
        { "name": "light", "selectedTokenSets": { "core": "enabled" } },
        { "name": "dark", "selectedTokenSets": { "core": "enabled", "night": "enabled" } }
      ],
      "$metadata": { "tokenSetOrder": ["core", "night"] }
    }
    """

  private let library: Library
  private let theme: CompiledTheme

  init() throws {
    let file = SourceFile(name: "themes/sea.tokensstudio.json", bytes: Array(Self.tokens.utf8))
    library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: [file])
    #expect(library.problems.map(\.text) == [])
    theme = try #require(try Catalog(library, images: .none).themes["sea"])
  }

  private func explained(_ name: String, _ pairs: [(name: String, value: String)] = []) throws -> JSONNode {
    let traits = try TraitValues(pairs, kit: theme.kit.definition)
    let isColor = library.themes["sea"]?.colors[name] != nil
    let explanation = DefinitionExplanation(
      of: name, isColor ? .color : .value, theme, traits, library, all: false)
    var json = JSONWriter()
    json.object { explanation.writeMembers(to: &$0) }
    return try #require(JSONReader.read(SourceFile(name: "explanation", bytes: json.finished())).root)
  }

  @Test(arguments: [
    ("l", "{m} * 3 + 1", ["m"]), ("sum", "2px * 4", []), ("veil", "rgba({ink}, 0.5)", ["ink"]),
    ("soft", "{ink}", ["ink"]),
  ])
  func `tells what is written, and what that refers to`(name: String, text: String, references: [String])
    throws
  {
    let explained = try explained(name)
    #expect(explained["winner"]?["written"]?.string == text)
    #expect(explained["references"]?.items.map { $0["name"]?.string } ?? [] == references)
  }

  @Test func `tells how a color gets changed`() throws {
    let change = try #require(try explained("soft")["winner"]?["modify"])
    #expect(change["type"]?.string == "lighten")
    #expect(change["value"]?.string == "0.2")
  }

  @Test(arguments: ["m", "same", "weight", "ink"])
  func `says nothing more where nothing is computed`(name: String) throws {
    let winner = try #require(try explained(name)["winner"])
    #expect(winner["written"] == nil)
    #expect(winner["modify"] == nil)
  }

  @Test func `tells it of each set, and of what it leads to`() throws {
    let dark = [(name: "userInterfaceStyle", value: "dark")]
    let explained = try explained("same", dark)
    let references = try #require(explained["references"]).items.map { $0 }
    #expect(references.map { $0["name"]?.string } == ["l", "m", "s"])
    #expect(references.map { $0["written"]?.string } == ["{m} * 3 + 1", "{s} / 2", nil])
    #expect(references.map { $0["line"]?.integer } == [4, 13, 13])
  }
}
