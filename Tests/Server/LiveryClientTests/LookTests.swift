import Documents
import Foundation
import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import LiveryClient
@testable import ThemeAPI

/// Compares the looks that the client computes with the responses of the server.
@Suite struct `Looks without the server` {
  private static let worlds = isLong ? 50_000 : 1_000

  /// A look as the server writes it.
  private static func written(_ look: Look) throws -> [String: ThemeValue] {
    var json = JSONWriter()
    json.object { json in
      for entry in look.entries { json.member(entry.key.description) { entry.value.write(to: &$0) } }
    }
    return try JSONDecoder().decode([String: ThemeValue].self, from: Data(json.finished()))
  }

  @Test func `random worlds look as the server says, styles in any number`() throws {
    var asked = 0
    for seed in 0..<Self.worlds {
      var random = SeededGenerator(seed: UInt64(seed))
      let world = RandomWorld(using: &random)
      let compiled = try CompiledTheme(world.generations, kit: CompiledKit(world.kit), images: .none)
      let traits = try TraitValues(world.given(&random).map { ($0.key, $0.value) }, kit: world.kit)
      let context = compiled.context(traits)
      let theme = try LiveryClient.Theme(
        json: Data(ThemeJSON.render(context.resolved(), kit: world.kit)))
      for _ in 0..<20 {
        let (target, path) = (world.target(&random), world.path(&random))
        let expected = try Self.written(context.look(of: target, in: path))
        let found = theme.look(of: target.description, in: path.map(\.description)) {
          world.kit.classes[$0]?.superclass
        }
        asked += 1
        guard found == expected else {
          Issue.record("seed \(seed), \(target) in \(path): \(found), the server says \(expected)")
          return
        }
      }
    }
    #expect(asked == Self.worlds * 20)
  }

  @Test func `a line of superclasses that goes in a circle ends`() throws {
    let json = ##"{ "theme": "t", "appearance": [{ "for": "A", "set": { "tint": "#000000" } }] }"##
    let theme = try LiveryClient.Theme(json: Data(json.utf8))
    #expect(theme.look(of: "B", in: ["C", "B.", ""]) { $0 == "B" ? "C" : "B" }.isEmpty)
    #expect(theme.look(of: "B") { _ in "A" } == ["tint": .text("#000000")])
  }
}
