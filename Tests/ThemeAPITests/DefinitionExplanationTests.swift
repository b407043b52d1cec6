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
          let explanation = DefinitionExplanation(color: name, theme, traits, library, all: false)
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
    explanation.write(to: &json)
    let document = JSONReader.read(SourceFile(name: "explanation", bytes: json.finished()))
    return document.root?["winner"]?["definition"]
  }

  /// Nil for a part of another color, whose exact opacity no answer tells.
  private static func value(of definition: String, in context: ThemeContext) throws -> String? {
    guard definition.hasPrefix("{") else { return definition }
    guard !definition.contains("/") else { return nil }
    return try context.color(named: String(definition.dropFirst().dropLast())).hex
  }
}
