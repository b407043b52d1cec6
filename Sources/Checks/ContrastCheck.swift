package import Resolution
package import Themes

/// Judges the text of a theme on its background, for the pairs of colors that its kit declares.
///
/// A pair is judged at every place of a rule, under the traits that rules and colors name there. Look-ups return the colors:
/// nothing about rules is decided here.
package struct ContrastCheck {
  private let theme: CompiledTheme
  private let places: [ContrastPlace]
  private var combinations: TraitCombinations
  private var gathering = Effort()
  private var judging = Effort()
  /// Indicates whether everything was judged, as in all but the largest themes.
  package private(set) var isComplete = true

  /// The effort that was spent.
  var effort: Int { gathering.spent + judging.spent }

  /// - Parameter lineage: the theme itself first, then its parent, and so on.
  package init(_ theme: CompiledTheme, _ lineage: [Theme]) {
    let generations: [Theme] = lineage.reversed()
    let rules = generations.count == 1 ? generations[0].rules : generations.flatMap(\.rules)
    places = ContrastPlace.all(in: rules, of: theme)
    let keys = theme.kit.contrastKeys
    self.theme = places.isEmpty ? theme : theme.narrowed { keys.number(of: $0) != nil }
    combinations = TraitCombinations(kit: theme.kit.definition, colors: generations.mergedColors)
  }

  /// Calls a closure with a judgement for each place and combination of traits that has a text on an opaque background.
  package mutating func judge(_ body: (ContrastJudgement) -> Void) {
    for (number, place) in places.enumerated() { gather(place, number) }
    for (number, combination) in combinations.inOrder.enumerated() {
      judging.spent += combinations.colorCount / 8
      guard judging.isLeft else { return isComplete = false }
      let context = theme.context(combination.traits)
      for place in combination.places {
        guard judging.isLeft else { return isComplete = false }
        if let judgement = judge(places[place], rank: (place, number), context) { body(judgement) }
      }
    }
  }

  /// Adds the traits under which a place must be judged.
  private mutating func gather(_ place: ContrastPlace, _ number: Int) {
    guard gathering.isLeft else { return isComplete = false }
    let settings =
      (try? theme.possible(place.keys, for: place.target, in: place.path, effort: &gathering.spent)) ?? []
    gathering.spent += 8 + settings.reduce(0) { $0 + 4 * $1.count }
    guard !settings.isEmpty else { return }
    let values = zip(settings, [place.pair.textPart, place.pair.backgroundPart]).flatMap { settings, part in
      settings.map { (traits: $0.traits, value: $0.value.part(part)) }
    }
    combinations.add(values, place: number, effort: &gathering)
  }

  private mutating func judge(
    _ place: ContrastPlace, rank: (place: Int, traits: Int), _ context: ThemeContext
  ) -> ContrastJudgement? {
    judging.spent += 8
    let deciding = try? context.deciding(
      place.keys, for: place.target, in: place.path, effort: &judging.spent)
    guard let deciding, let text = deciding[0], let background = deciding[1],
      text.setting.isShown, background.setting.isShown,
      case .color(let front) = context.value(of: text)?.part(place.pair.textPart),
      case .color(let behind) = context.value(of: background)?.part(place.pair.backgroundPart),
      behind.alpha == 255
    else { return nil }
    let isOwn = text.theme == theme.name || background.theme == theme.name
    return ContrastJudgement(
      pair: place.pair, target: place.target, path: place.path, traits: context.traits,
      text: judged(front, text, place.pair.textPart, context, isOwn),
      background: judged(behind, background, place.pair.backgroundPart, context, isOwn),
      rank: rank)
  }

  private mutating func judged(
    _ color: ResolvedColor, _ setting: DecidingSetting, _ part: [String], _ context: ThemeContext,
    _ isOwn: Bool
  ) -> ContrastJudgement.JudgedColor {
    let names = isOwn ? [] : setting.setting.value.part(part).map { context.colors(behind: $0) } ?? []
    judging.spent += names.count
    return ContrastJudgement.JudgedColor(color: color, setting: setting, names: names)
  }
}

/// A text and its background at one place under certain traits.
package struct ContrastJudgement: Sendable {
  package let pair: Kit.ContrastPair
  package let target: Target
  package let path: [Target]
  package let traits: TraitValues
  package let text: JudgedColor
  package let background: JudgedColor
  /// The numbers of its place and of its traits: of equal judgements the first is reported.
  let rank: (place: Int, traits: Int)

  /// A color that a look-up returns, and its origin.
  package struct JudgedColor: Sendable {
    package let color: ResolvedColor
    let setting: DecidingSetting
    /// The colors of the theme that it refers to; empty if the theme's own rule sets it.
    let names: [String]
  }
}

/// The limit of a check, whose time must not grow with the square of a theme.
///
/// It counts rules, colors and places instead of seconds, so that the results are the same on every machine. The themes of
/// this repository spend a few thousand.
struct Effort {
  /// Enough for 46 000 rules of 46 000 styles, in a fraction of a second.
  private static let most = 1_500_000

  var spent = 0

  var isLeft: Bool { spent <= Self.most }
}
