internal import Documents
internal import Formats
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Tests look-ups in themes of other formats, read unchanged or imported.
struct FormatTests {
  private static let kits = [ProjectFiles.file("Config/kits/uikit.json")]
  private static let fixtures =
    ProjectFiles.all(in: "Tests/Fixtures/formats")
    + ["DKColorTable.txt", "Coral.swifttheme.plist", "Kelp.swifttheme.plist"].map {
      ProjectFiles.file("Tests/Fixtures/formats/\($0)")
    }

  private func compiled(_ files: [SourceFile]) throws -> PersistentMap<String, CompiledTheme> {
    let library = Library.read(kits: Self.kits, themes: files)
    #expect(library.problems.filter { $0.severity == .error }.map(\.text) == [])
    return try Catalog(library, images: .none).themes
  }

  /// A look-up and its result: `nothing` if no rule sets the key, `null` if one unsets it.
  @Test(arguments: [
    ("Harbor", "UINavigationBar.NavBarLevel1", "barTintColor", ##""#0a6ebd""##),
    ("Harbor", "UINavigationBar.NavBarLevel1", "titleTextAttributes", ##"{"color":"#ffffff"}"##),
    ("Harbor", "UINavigationBar.NavBarLevel1", "shadowImageColor", ##""#00000000""##),
    ("Harbor", "UINavigationBar.NavBarLevel2", "shadowImageColor", ##""#b2b2b24d""##),
    ("Harbor", "UIButton.ThemeMode_Button_Sure", "titleColor:highlighted", ##""#0a6ebd80""##),
    (
      "Harbor", "UIButton.ThemeMode_Button_Sure", "titleColor:selected",
      ##""#0a6ebd" from titleColor:normal"##
    ),
    ("Harbor", "UIButton.ThemeMode_Button_Sure", "backgroundColor", "null"),
    ("Harbor", "UIButton.ThemeMode_Button_Other", "titleColor:normal", "nothing"),
    ("Harbor", "UIButton", "titleColor:normal", "nothing"),
    ("Harbor", "UILabel.Hint", "textColor", ##""#4a5a68""##),
    // No property of UIKit's, but with states like one.
    ("Harbor", "UILabel.Hint", "edgeColor:selected", ##""#f8582580""##),
    ("Harbor", "UILabel.Hint", "edgeColor:disabled", ##""#99aabb" from edgeColor:normal"##),
    ("Dune", "UIButton.ThemeMode_Button_NavBarRight", "titleColor:highlighted", ##""#1a10084d""##),
    (
      "Dune", "UIButton.ThemeMode_Button_NavBarRight", "titleColor:disabled",
      ##""#1a1008" from titleColor:normal"##
    ),
    // Only its parent sets it: the library, which has no parents, would draw nothing here.
    ("Dune", "UIButton.ThemeMode_Button_NavBarRight", "titleColor:selected", ##""#d98d2b""##),
    ("Dune", "UINavigationBar.NavBarLevel2", "barTintColor", ##""#f8fafc""##),
    // Empty: unset, although the parent sets it.
    ("Dune", "UINavigationBar.NavBarLevel1", "shadowImageColor", "null"),
  ])
  func `METhemeKit's quirks mean what they mean there`(
    theme: String, target: String, key: String, answer: String
  ) throws {
    let theme = try #require(try compiled(Self.fixtures)[theme])
    let text = AnswerText(context: theme.context(TraitValues(defaultsOf: theme.kit.definition)))
    #expect(try text.key(key, try Target(parsing: target), []) == [answer])
  }

  @Test(arguments: [
    ("Harbor", "ThemeColorMode_Hint", "#99aabb"), ("Harbor", "ThemeColorMode_Veil", "#00336688"),
    ("Dune", "ThemeColorMode_Default", "#c4661f"), ("Dune", "ThemeColorMode_Hint", "#99aabb"),
    ("Meadow", "Global.veilColor", "#00000088"), ("night", "TINT", "#0a84ff"), ("sepia", "SEP", "#d8cdb480"),
  ])
  func `a color of any format is asked for by its name`(theme: String, name: String, hex: String) throws {
    let theme = try #require(try compiled(Self.fixtures)[theme])
    #expect(try theme.context(TraitValues(defaultsOf: theme.kit.definition)).color(named: name).hex == hex)
  }

  @Test func `the fixtures answer every question alike when they are imported`() throws {
    try expectSame(Self.fixtures)
  }

  @Test(arguments: 0..<(isLong ? 1000 : 8))
  func `whatever is imported answers alike`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try expectSame(RandomDocuments(using: &random).files)
  }

  private func expectSame(_ files: [SourceFile]) throws {
    let imported = ThemeImport(files, kits: Self.kits)
    #expect(imported.problems.filter { $0.severity == .error }.map(\.text) == [])
    let direct = try compiled(files)
    let again = try compiled(
      imported.documents.map { SourceFile(name: "themes/\($0.theme.name).json", bytes: $0.bytes) })
    #expect(direct.keys.sorted() == again.keys.sorted())
    for document in imported.documents {
      let name = document.theme.name
      try expectSame(#require(direct[name]), #require(again[name]), imported.documents.map(\.theme))
    }
  }

  private static let conditions: [[(name: String, value: String)]] = [
    [], [("userInterfaceStyle", "dark"), ("displayScale", "2")],
  ]

  /// Every class with every style, every key with every state.
  private func expectSame(_ one: CompiledTheme, _ other: CompiledTheme, _ themes: [Theme]) throws {
    let rules = themes.flatMap(\.rules)
    let styles = Set(rules.compactMap(\.target.style)).sorted()
    let keys = Set(rules.flatMap(\.settings).map(\.key))
    let states = one.kit.definition.axes["state"]?.values ?? []
    for pairs in Self.conditions {
      let traits = try TraitValues(pairs, kit: one.kit.definition)
      let (first, second) = (one.context(traits), other.context(traits))
      #expect(first.resolved() == second.resolved())
      for name in one.kit.definition.classes.keys {
        let target = Target(name, styles: styles)
        let look = try first.look(of: target)
        #expect(try second.look(of: target) == look, "\(target)")
        #expect(try first.look(of: Target(name)) == second.look(of: Target(name)), "\(name)")
        guard !look.entries.isEmpty else { continue }
        for key in keys where first.has(key, target) {
          for key in [key] + (key.axisValues.isEmpty ? [] : states.map { PropertyKey(key.name, [$0]) }) {
            #expect(try first.value(of: key, for: target) == second.value(of: key, for: target), "\(key)")
          }
        }
      }
    }
  }
}

extension ThemeContext {
  fileprivate func has(_ key: PropertyKey, _ target: Target) -> Bool {
    (try? theme.kit.key(parsing: key.description, ofClass: target.className)) != nil
  }
}
