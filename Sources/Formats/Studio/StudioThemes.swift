internal import Documents
internal import Themes

/// The themes that a file of Tokens Studio gives: one, or one more for each theme of a group.
struct StudioThemes: Sendable {
  private let document: StudioDocument
  private let companion: ThemeCompanion
  private let file: SourceFile
  private let tokens: StudioTokens
  private let groups: [StudioGroup]
  private let planned: [ModifierThemes.PlannedTheme]
  /// What the companion says of groups.
  private let asked: [String: JSONNode]
  let problems: [Problem]

  init(_ document: StudioDocument, named name: String, _ companion: ThemeCompanion, in file: SourceFile) {
    (self.document, self.companion, self.file) = (document, companion, file)
    tokens = StudioTokens(document.sets)
    groups = StudioGroup.all(in: document)
    var plan = ModifierThemes(named: name, companion["modifiers"], .studio)
    planned = plan.themes(
      of: groups.map(\.modifier), with: tokens.names.count, in: file.bytes.count)
    asked = plan.asked
    problems = tokens.findings.problems + plan.findings.problems
  }

  var outlines: [ThemeOutline] { planned.map { outline($0) } }

  private func outline(_ theme: ModifierThemes.PlannedTheme) -> ThemeOutline {
    companion.outline(named: theme.name, in: file, at: document.node) { said, surroundings in
      // A group of one theme is no choice.
      let alone = groups.indices.filter { groups[$0].themes.count == 1 }.map { ($0, 0) }
      let chosen = theme.chosen.merging(alone) { first, _ in first }
      let traits = ModifierTraits(
        groups.map(\.modifier), chosen: chosen, asked: asked, kit: surroundings.kit.definition, .studio)
      var base = said
      base.title = theme.title(said.title)
      let (whole, found) = StudioReader.read(
        tokens, StudioSwitches(document, groups, chosen: chosen, sharedBy: planned.count), traits,
        over: base, surroundings)
      return (whole, traits.findings.problems + found)
    }
  }
}
