internal import Documents
internal import Themes

/// The themes that a file of Tokens Studio gives: one, or one more for each theme of a group.
struct StudioThemes: Sendable {
  private let document: StudioDocument
  private let companion: ThemeCompanion
  private let file: SourceFile
  private let tokens: StudioTokens
  private let planned: [ModifierThemes.PlannedTheme]
  /// What the companion says of groups.
  private let asked: [String: JSONNode]
  let problems: [Problem]

  init(_ document: StudioDocument, named name: String, _ companion: ThemeCompanion, in file: SourceFile) {
    (self.document, self.companion, self.file) = (document, companion, file)
    tokens = StudioTokens(document.sets)
    var plan = ModifierThemes(named: name, companion["modifiers"], .studio)
    planned = plan.themes(of: document.groups, with: tokens.count, in: file.bytes.count)
    asked = plan.asked
    problems = tokens.findings.problems + plan.findings.problems
  }

  var outlines: [ThemeOutline] { planned.map { outline($0) } }

  private func outline(_ theme: ModifierThemes.PlannedTheme) -> ThemeOutline {
    companion.outline(named: theme.name, in: file, at: document.node) { said, surroundings in
      // A group of one theme is no choice.
      let alone = document.groups.enumerated().filter { $1.contexts.count == 1 }.map { ($0.offset, 0) }
      let traits = ModifierTraits(
        document.groups, chosen: theme.chosen.merging(alone) { first, _ in first }, asked: asked,
        kit: surroundings.kit.definition, .studio)
      var base = said
      base.title = theme.title(said.title)
      let (whole, found) = StudioReader.read(
        document, tokens, traits, sharedBy: planned.count, over: base, surroundings)
      return (whole, traits.findings.problems + found)
    }
  }
}
