import Documents
import Formats
@testable import Renderings
import Resolution
import TestSupport
import Testing
import Themes

@testable import ThemeAPI

/// For every choice of contexts a resolver document is the theme that its sources give, one laid over the other.
@Suite struct `A resolver document made by chance` {
  /// Nothing of a kit counts here, and there are many readings.
  private static let kits = [
    SourceFile(name: "kits/uikit.json", bytes: Array(#"{ "title": "Small", "classes": {} }"#.utf8))
  ]

  private static func compiled(_ sources: [SourceFile]) throws -> (Theme, CompiledTheme) {
    let library = Library.read(kits: kits, themes: sources)
    #expect(library.problems.map(\.text) == [])
    let catalog = try Catalog(library, images: .none)
    return (try #require(library.themes["t"]), try #require(catalog.themes["t"]))
  }

  private static func source(_ document: String, _ files: [String: String]) -> SourceFile {
    SourceFile(name: "themes/t.resolver.json", bytes: Array(document.utf8)).gathering { name in
      files[String(name.dropFirst("themes/".count))].map { Array($0.utf8) }
    }
  }

  /// The colors and values that a theme has where these traits are given.
  private static func answer(_ theme: CompiledTheme, _ traits: [(name: String, value: String)]) throws
    -> String
  {
    let values = try TraitValues(traits, kit: theme.kit.definition)
    let json = ThemeJSON.render(theme.context(values).resolved(), kit: theme.kit.definition)
    let root = try #require(JSONReader.read(SourceFile(name: "", bytes: json)).root)
    return ["colors", "values"].map { name in
      root[name]?.members.map { "\($0.name) \(text($0.value))" }.sorted().joined(separator: "\n") ?? ""
    }.joined(separator: "\n--\n")
  }

  private static func text(_ node: JSONNode) -> String {
    switch node.kind {
    case .object: node.members.map { "\($0.name):\(text($0.value))" }.sorted().joined(separator: ",")
    default: node.string ?? JSONWriter.shortest(node.number ?? 0)
    }
  }

  /// About a dozen of all that there are, spread over them.
  private static func choices(_ sample: RandomResolver) -> [[Int]] {
    let all: [[Int]] = sample.modifiers.reduce([[]]) { choices, modifier in
      choices.flatMap { choice in modifier.contexts.indices.map { choice + [$0] } }
    }
    return stride(from: 0, to: all.count, by: all.count / 12 + 1).map { all[$0] }
  }

  @Test(arguments: 1...60)
  func `is what the module says, whatever is chosen`(seed: UInt64) throws {
    var sample = RandomResolver(seed: seed)
    let (document, files) = sample.written()
    let source = Self.source(document, files)
    let (theme, compiled) = try Self.compiled([source])
    #expect(theme.ownTraits.keys.sorted() == sample.modifiers.map(\.name).sorted())
    for choice in Self.choices(sample) {
      let expected = RandomResolver.document(sample.tokens(choosing: choice))
      let plain = SourceFile(name: "themes/t.tokens.json", bytes: Array(expected.utf8))
      let (_, alone) = try Self.compiled([plain])
      // Default contexts can be left out, and a context may be written in any case.
      let traits = zip(sample.modifiers, choice).filter { $0.0.standard != $0.1 }.map { modifier, context in
        (name: modifier.name, value: modifier.contexts[context].lowercased())
      }
      #expect(
        try Self.answer(compiled, traits) == Self.answer(alone, []), "seed \(seed), \(choice)\n\(document)")
    }
  }

  @Test(arguments: 1...30)
  func `says the same as one document with its files, and in Livery's own form`(seed: UInt64) throws {
    var sample = RandomResolver(seed: seed)
    let (document, files) = sample.written()
    let source = Self.source(document, files)
    let (theme, compiled) = try Self.compiled([source])
    #expect(source.parts.count == (files.isEmpty ? 0 : files.count + 1))
    let (bundled, _) = try Self.compiled([SourceFile(name: "themes/t.resolver.json", bytes: source.bytes)])
    let own = ThemeWriter.document(of: theme, kit: compiled.kit.definition)
    let (again, _) = try Self.compiled([SourceFile(name: "themes/t.json", bytes: own)])
    for other in [bundled, again] {
      #expect(Self.contents(other) == Self.contents(theme), "seed \(seed)")
      #expect(other.ownTraits == theme.ownTraits)
    }
  }

  private static func contents(_ theme: Theme) -> [String] {
    func lines<Content>(_ table: [String: Theme.Variants<Content>]) -> [String] {
      table.map { name, entry in
        let variants = entry.variants.map {
          "\($0.traits.sorted { $0.key < $1.key }) \(String(describing: $0.content))"
        }
        return "\(name) \(String(describing: entry.base)) \(variants)"
      }.sorted()
    }
    return lines(theme.colors) + lines(theme.values)
  }
}
