internal import Documents
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Shows that a look depends neither on the order of keys in a file, nor on reading it again, nor on the side that applies
/// the containers.
struct SamenessTests {
  private static let conditions: [[(name: String, value: String)]] = [
    [], [("userInterfaceStyle", "dark")],
    [("userInterfaceStyle", "light"), ("accessibilityContrast", "high")],
  ]

  @Test(arguments: 0..<6)
  func `the order of keys in an object changes nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let shuffled = ProjectFiles.all(in: "Config/themes").map { $0.shuffled(using: &random) }
    let library = Library.read(kits: ProjectFiles.all(in: "Config/kits"), themes: shuffled)
    let (one, other) = (
      try Catalog(ProjectFiles.shipped, images: .none), try Catalog(library, images: .none)
    )
    #expect(one.themes.keys.sorted() == other.themes.keys.sorted())
    for (name, theme) in one.themes where theme.kit.definition.name == "uikit" {
      let again = try #require(other.themes[name])
      for pairs in Self.conditions {
        let traits = try TraitValues(pairs, kit: theme.kit.definition)
        #expect(theme.context(traits).resolved() == again.context(traits).resolved())
        let target = Target("UIButton", styles: ["primary"])
        let path = try Target.path(parsing: "UIWindow/UINavigationBar/UIToolbar")
        #expect(
          try theme.context(traits).look(of: target, in: path)
            == again.context(traits).look(of: target, in: path))
      }
    }
  }

  @Test func `a client that applies the containers itself gets the same looks`() throws {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let world = RandomWorld(using: &random)
      // With styles, two entries can be equal but for traits and order, which the resolved theme has used up.
      let generations = world.generations.map(Self.withoutStyles)
      let theme = try CompiledTheme(generations, kit: CompiledKit(world.kit), images: .none)
      for _ in 0..<5 {
        let given = world.given(&random)
        let context = theme.context(
          try TraitValues(given.map { ($0.key, $0.value) }, kit: world.kit))
        let client = PlainModel(
          kit: world.kit, generations: [Self.theme(context.resolved())])
        for _ in 0..<5 {
          let (target, path) = (world.target(&random), world.path(&random))
          let look = try context.look(of: target, in: path)
          let found = Dictionary(uniqueKeysWithValues: look.entries.map { ($0.key, $0.value.plainText) })
          #expect(client.look(target, in: path, given: given) == found, "seed \(seed), \(target) in \(path)")
        }
      }
    }
  }

  private static let nowhere = TextPosition.start

  private static func withoutStyles(_ theme: Theme) -> Theme {
    var plain = theme
    plain.rules = theme.rules.map { rule in
      Rule(
        target: ClassReference(rule.target.name),
        containers: rule.containers.map { ClassReference($0.name) }, traits: rule.traits,
        settings: rule.settings, place: rule.place)
    }
    return plain
  }

  /// Returns the theme as a client has it: entries without traits, values without references.
  private static func theme(_ resolved: ResolvedTheme) -> Theme {
    var theme = Theme(name: resolved.name, kit: resolved.kit)
    theme.rules = resolved.appearance.map { entry in
      Rule(
        target: entry.target, containers: entry.containers,
        settings: entry.settings.map { setting in
          Rule.RuleSetting(
            key: setting.key, value: setting.value.map { .string($0.plainText) } ?? .blocked,
            place: nowhere)
        }, place: nowhere)
    }
    return theme
  }

  @Test func `a changed theme leaves the others as they were compiled`() throws {
    let first = try Catalog(ProjectFiles.shipped, images: .none)
    let file = ProjectFiles.file("Config/themes/new-year.json")
    let text = String(decoding: file.bytes, as: UTF8.self) + "\n\n"
    let changed = SourceFile(name: file.name, bytes: Array(text.utf8))
    let kits = ProjectFiles.all(in: "Config/kits")
    let themes = ProjectFiles.all(in: "Config/themes").map { $0.name == file.name ? changed : $0 }
    let same = try Catalog(Library.read(kits: kits, themes: themes), images: .none, reusing: first)
    #expect(same.themes["default"] === first.themes["default"])
    let parent = SourceFile(
      name: "themes/default.json", bytes: Array(#"{ "colors": { "accent": "navy" } }"#.utf8))
    let child = SourceFile(name: "themes/kid.json", bytes: Array(#"{ "extends": "default" }"#.utf8))
    let own = SourceFile(name: "themes/own.json", bytes: Array("{}".utf8))
    let before = try Catalog(
      Library.read(
        kits: kits,
        themes: [SourceFile(name: "themes/default.json", bytes: Array("{}".utf8)), child, own]),
      images: .none)
    let after = try Catalog(
      Library.read(kits: kits, themes: [parent, child, own]), images: .none, reusing: before)
    #expect(after.themes["own"] === before.themes["own"])
    #expect(after.themes["kid"] !== before.themes["kid"])
    let kid = try #require(after.themes["kid"])
    let traits = TraitValues(defaultsOf: kid.kit.definition)
    #expect(try kid.context(traits).color(named: "accent").hex == "#000080")
  }
}
