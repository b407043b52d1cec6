internal import Documents
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

  /// A color that a lookup returns, and its origin.
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

/// A place where a pair of text and background is judged. It is small, since a large theme has one for each rule.
struct ContrastPlace {
  private let colors: PlaceColors
  private let reference: ClassReference
  private let containers: [ClassReference]

  /// The colors that all places of a pair and a class share.
  private final class PlaceColors {
    let pair: Kit.ContrastPair
    let keys: [AnsweringKeys]

    init(_ pair: Kit.ContrastPair, of className: String, in theme: CompiledTheme) {
      self.pair = pair
      keys = [pair.text, pair.background].map { theme.keys(answering: $0, of: className) }
    }
  }

  var pair: Kit.ContrastPair { colors.pair }
  var target: Target { Target(reference) }
  /// Outermost first.
  var path: [Target] { containers.map { Target($0) } }
  /// The keys that answer for the text and for the background.
  var keys: [AnsweringKeys] { colors.keys }

  /// Returns the places of the rules for a key of one of the kit's pairs, pair by pair: the rule's class, style and
  /// containers. The place of a rule for a superclass is the pair's class.
  /// - Parameter rules: the parents' first.
  static func all(in rules: [Rule], of theme: CompiledTheme) -> [ContrastPlace] {
    let kit = theme.kit
    let setters = Setters(in: theme)
    return zip(kit.definition.contrasts, kit.contrastKeys.pairs).flatMap { pair, keys -> [ContrastPlace] in
      guard setters.names.contains(pair.text.name), setters.names.contains(pair.background.name),
        let classID = kit.number(ofClass: pair.className)
      else { return [] }
      return places(of: pair, classID, setBy: keys.flatMap { setters.byKey[$0] ?? [] }, rules, theme)
    }
  }

  private static func places(
    of pair: Kit.ContrastPair, _ classID: Int32, setBy setters: [NumberedSetting], _ rules: [Rule],
    _ theme: CompiledTheme
  ) -> [ContrastPlace] {
    // The places of the pair's class itself, by their containers, and others by number.
    var (seenPaths, seenPlaces) = (Set<[ClassReference]>(), Set<Int32>())
    var colors: [String: PlaceColors] = [:]
    return setters.compactMap { setter in
      guard let isAbove = setter.isAbove(classID, theme.kit) else { return nil }
      let rule = rules[Int(setter.rule)]
      let target = isAbove ? ClassReference(pair.className) : rule.target
      let known = colors[target.name]
      let shared = known ?? PlaceColors(pair, of: target.name, in: theme)
      if known == nil { colors[target.name] = shared }
      // A pair is judged only if a rule sets the text and the background.
      guard shared.keys.allSatisfy({ !$0.isEmpty }) else { return nil }
      let isPairs = isAbove || setter.classID == classID && !setter.isStyled
      let isNew =
        isPairs ? seenPaths.insert(rule.containers).inserted : seenPlaces.insert(setter.placeID).inserted
      guard isNew else { return nil }
      return ContrastPlace(colors: shared, reference: target, containers: rule.containers)
    }
  }

  /// The rules that set a part of a contrast.
  private struct Setters {
    /// The setters by the kit's number of the key that they set.
    let byKey: [Int: [NumberedSetting]]
    /// The names of the properties that the rules set.
    let names: Set<String>

    init(in theme: CompiledTheme) {
      let keys = theme.keys
      names = Set(keys.map(\.name))
      let numbers = keys.map { theme.kit.contrastKeys.number(of: $0) }
      var byKey: [Int: [NumberedSetting]] = [:]
      theme.forEachSetting { setting in
        if let key = numbers[Int(setting.key)] { byKey[key, default: []].append(setting) }
      }
      self.byKey = byKey
    }
  }
}

extension NumberedSetting {
  /// Returns whether the rule's class is a superclass of a pair's class; nil for a rule that does not concern the class, or
  /// gives a superclass a style, which is not meant for every class below it.
  fileprivate func isAbove(_ other: Int32, _ kit: CompiledKit) -> Bool? {
    if kit.isKind(classID, of: other) { return false }
    return !isStyled && kit.isKind(other, of: classID) ? true : nil
  }
}

extension Target {
  init(_ reference: ClassReference) {
    self.init(reference.name, styles: reference.style.map { [$0] } ?? [])
  }
}

/// The judgements that a theme's author should know: the worst for each place in the document.
struct WorstContrasts {
  private let theme: Theme
  private var worst: [TextPosition: (judgement: ContrastJudgement, ratio: Double)] = [:]
  /// The last position that counts, since there are enough findings before it.
  private var last: TextPosition?
  /// One more than are shown of a document.
  private static let most = 1001

  typealias Finding = (place: TextPosition, ratio: Double, sentence: () -> String)

  init(_ theme: Theme) { self.theme = theme }

  /// Adds a judgement. Of equal ones the first by place and then by traits counts.
  mutating func add(_ judgement: ContrastJudgement) {
    let ratio = Contrast.ratio(text: judgement.text.color, background: judgement.background.color)
    guard ratio < Contrast.comfortable, let place = place(of: judgement), last.map({ place <= $0 }) ?? true
    else { return }
    let rank = judgement.rank
    if let known = worst[place] {
      let other = known.judgement.rank
      guard (ratio, rank.place, rank.traits) < (known.ratio, other.place, other.traits) else { return }
    }
    worst[place] = (judgement, ratio)
    if worst.count > 2 * Self.most { dropLast() }
  }

  private mutating func dropLast() {
    let places = worst.keys.sorted()
    for place in places[Self.most...] { worst[place] = nil }
    last = places[Self.most - 1]
  }

  /// Returns the place at which the theme itself takes part; nil if only its ancestors do.
  private func place(of judgement: ContrastJudgement) -> TextPosition? {
    for color in [judgement.text, judgement.background] where color.setting.theme == theme.name {
      return color.setting.setting.place
    }
    return (judgement.text.names + judgement.background.names).lazy
      .compactMap { theme.colors[$0]?.place }.first
  }

  var findings: [Finding] {
    worst.sorted { $0.key < $1.key }.map { place, worst in
      (place, worst.ratio, { Self.sentence(worst.judgement, worst.ratio) })
    }
  }

  private static func sentence(_ judgement: ContrastJudgement, _ ratio: Double) -> String {
    let path = judgement.path.map(\.description).joined(separator: "/")
    let place = path.isEmpty ? "" : " in \(path)"
    let named = judgement.traits.given.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: ", ")
    let context = named.isEmpty ? "" : " with \(named)"
    let (whole, part) = Int(ratio * 100).quotientAndRemainder(dividingBy: 100)
    let need =
      ratio < Contrast.readable
      ? "text needs 4.5:1 to be readable." : "readable, but 7:1 is what text needs to be easy on everyone."
    return
      "\(judgement.target)\(place) shows \(judgement.pair.textName) \(judgement.text.color.hex) on "
      + "\(judgement.pair.backgroundName) \(judgement.background.color.hex)\(context): "
      + "a contrast of \(whole).\(part < 10 ? "0" : "")\(part):1; \(need)"
  }
}
