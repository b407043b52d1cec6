/// Finds text that can't be read on its background, for one theme and the pairs that its kit declares.
///
/// A pair is judged wherever a rule speaks of it: in that rule's class, style, containers and traits. What
/// counts there are rules for the same place, a part of its path, or everywhere.
struct ContrastCheck {
  /// A finding at the worst of its situations.
  struct Finding {
    let place: Place
    let ratio: Double
    let sentence: String
  }

  private let family: [Theme]
  private let kit: KitIndex
  private let palette: PlainPalette
  private let defaults: [String: String]
  /// Rules that set a key, the ancestors' first.
  private var setters: [PropertyKey: [Setter]] = [:]
  private(set) var worst: [Place: Finding] = [:]

  /// More places than anybody reads: the rest of a pair's are not judged.
  private static let mostSites = 2000

  /// Known from earlier questions: the situations that each group of trait sets makes, and the trait sets that the
  /// variants of each color ask for.
  private var situations: [Set<[String: String]>: [[String: String]]] = [:]
  private var variantTraits: [String: Set<[String: String]>] = [:]

  /// What one rule sets one key to. A class, since the same few stand in the lists of very many sites.
  private final class Setter {
    let rule: Rule
    let value: Value
    let place: Place
    let order: Int
    let isOwn: Bool

    init(_ rule: Rule, _ setting: Rule.Setting, order: Int, isOwn: Bool) {
      self.rule = rule
      value = setting.value
      place = setting.place
      self.order = order
      self.isOwn = isOwn
    }
  }

  /// Where a pair is judged.
  private struct Site: Hashable {
    let className: String
    let style: String?
    let containers: [ClassReference]
  }

  init(_ family: [Theme], _ kit: KitIndex, _ colors: [String: Theme.Variants<ColorExpression>]) {
    self.family = family
    self.kit = kit
    palette = PlainPalette(colors: colors)
    defaults = kit.kit.traits.compactMapValues(\.defaultValue)
    var order = 0
    for theme in family.reversed() {
      for rule in theme.rules {
        for setting in rule.settings {
          setters[setting.key, default: []].append(
            Setter(rule, setting, order: order, isOwn: theme.name == family[0].name))
        }
        order += 1
      }
    }
  }

  mutating func run() {
    for pair in kit.kit.contrasts {
      let texts = candidates(pair.text, pair.className)
      let backgrounds = candidates(pair.background, pair.className)
      guard !texts.isEmpty, !backgrounds.isEmpty else { continue }
      for site in sites(texts + backgrounds, pair.className) { judge(pair, at: site, texts, backgrounds) }
    }
  }

  // MARK: Who takes part

  /// The rules that may give a key its value, its fallbacks' included, for this class or one of its kin.
  private func candidates(_ key: PropertyKey, _ className: String) -> [(key: PropertyKey, setter: Setter)] {
    fallbacks(of: key, className).flatMap { key in
      setters[key, default: []].filter { isKin($0.rule.target.name, className) }.map { (key, $0) }
    }
  }

  /// A key, then what answers for it when nothing sets it.
  private func fallbacks(of key: PropertyKey, _ className: String) -> [PropertyKey] {
    guard let property = kit.property(key.name, axisCount: key.axisValues.count, of: className) else {
      return []
    }
    var keys = [key]
    var values = key.axisValues
    for index in values.indices.reversed() {
      guard let fallback = kit.kit.axes[property.axes[index]]?.fallback, fallback != values[index] else {
        continue
      }
      values[index] = fallback
      keys.append(PropertyKey(key.name, values))
    }
    return keys
  }

  private func isKin(_ a: String, _ b: String) -> Bool {
    kit.chain(of: a).contains(b) || kit.chain(of: b).contains(a)
  }

  /// The places that rules speak of, in their order; the class alone is one of them.
  private func sites(
    _ candidates: [(key: PropertyKey, setter: Setter)], _ className: String
  ) -> [Site] {
    var seen: Set<Site> = []
    var sites: [Site] = []
    for (_, setter) in candidates {
      let target = setter.rule.target
      let isNearer = kit.chain(of: target.name).contains(className)
      // A style given to a superclass is not meant for every class below it.
      guard isNearer || target.style == nil else { continue }
      let nearer = isNearer ? target.name : className
      let site = Site(className: nearer, style: target.style, containers: setter.rule.containers)
      guard sites.count < Self.mostSites, seen.insert(site).inserted else { continue }
      sites.append(site)
    }
    return sites
  }

  // MARK: Judging

  private typealias Candidate = (key: PropertyKey, setter: Setter, rank: Rank)

  private mutating func judge(
    _ pair: Kit.ContrastPair, at site: Site, _ texts: [(key: PropertyKey, setter: Setter)],
    _ backgrounds: [(key: PropertyKey, setter: Setter)]
  ) {
    let texts = ranked(texts, at: site)
    let backgrounds = ranked(backgrounds, at: site)
    guard !texts.isEmpty, !backgrounds.isEmpty else { return }
    let textKeys = fallbacks(of: pair.text, site.className)
    let backgroundKeys = fallbacks(of: pair.background, site.className)
    for traits in traitSets(texts + backgrounds) {
      guard let text = winner(texts, textKeys, traits),
        let background = winner(backgrounds, backgroundKeys, traits),
        case .color(let textValue) = text.value, case .color(let backgroundValue) = background.value,
        let front = palette.color(textValue, traits), let behind = palette.color(backgroundValue, traits),
        behind.0.opacity.byte == 255
      else { continue }
      let ratio = Contrast.ratio(text: front.0, background: behind.0)
      guard ratio < Contrast.comfortable,
        let place = place(text, background, front.names + behind.names)
      else { continue }
      if let known = worst[place], known.ratio <= ratio { continue }
      worst[place] = Finding(
        place: place, ratio: ratio,
        sentence: sentence(
          pair, site, traits.filter { defaults[$0.key] != $0.value }, front.0, behind.0, ratio))
    }
  }

  /// How a rule stands in a site, the stronger the greater: style, nearness, where its path begins, how
  /// long it is.
  private struct Rank: Comparable {
    let hasStyle: Int
    let nearness: Int
    let start: Int
    let length: Int

    static func < (a: Rank, b: Rank) -> Bool {
      (a.hasStyle, a.nearness, a.start, a.length) < (b.hasStyle, b.nearness, b.start, b.length)
    }
  }

  private func ranked(
    _ candidates: [(key: PropertyKey, setter: Setter)], at site: Site
  ) -> [Candidate] {
    let chain = kit.chain(of: site.className)
    return candidates.compactMap { key, setter in
      let target = setter.rule.target
      guard target.style == nil || target.style == site.style,
        let distance = chain.firstIndex(of: target.name),
        let start = Self.start(of: setter.rule.containers, in: site.containers)
      else { return nil }
      let rank = Rank(
        hasStyle: target.style == nil ? 0 : 1, nearness: -distance, start: -start,
        length: setter.rule.containers.count)
      return (key, setter, rank)
    }
  }

  /// Where a path stands in one piece in another; an empty one after everything. Nil where it does not.
  private static func start(of path: [ClassReference], in whole: [ClassReference]) -> Int? {
    if path.isEmpty { return .max }
    guard path.count <= whole.count else { return nil }
    return (0...(whole.count - path.count)).first { whole[$0...].starts(with: path) }
  }

  /// The situations worth a look: no traits, those that rules and variants name, and their pairs.
  private mutating func traitSets(_ candidates: [Candidate]) -> [[String: String]] {
    var sets: Set<[String: String]> = [[:]]
    for candidate in candidates {
      sets.insert(candidate.setter.rule.traits)
      if case .color(.reference(let name, _)) = candidate.setter.value {
        sets.formUnion(traitsOfVariants(of: name))
      }
    }
    if let known = situations[sets] { return known }
    let found = combined(sets)
    situations[sets] = found
    return found
  }

  private mutating func traitsOfVariants(of name: String) -> Set<[String: String]> {
    if let known = variantTraits[name] { return known }
    let found = palette.variantTraits(of: name)
    variantTraits[name] = found
    return found
  }

  /// Trait sets and, where they are few, their pairs, with the kit's defaults; those of fewer traits first.
  private func combined(_ sets: Set<[String: String]>) -> [[String: String]] {
    var all = sets
    if sets.count <= 9 {
      for a in sets {
        for b in sets where a.allSatisfy({ b[$0.key] == nil || b[$0.key] == $0.value }) {
          all.insert(a.merging(b) { own, _ in own })
        }
      }
    }
    let filled = Set(all.map { $0.merging(defaults) { own, _ in own } })
    return filled.map { ($0, $0.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }) }
      .sorted { ($0.1.count, $0.1.joined(separator: " ")) < ($1.1.count, $1.1.joined(separator: " ")) }
      .map(\.0)
  }

  /// What is set for the first of these keys that anything is set for.
  private func winner(
    _ candidates: [Candidate], _ keys: [PropertyKey], _ traits: [String: String]
  ) -> Setter? {
    for key in keys {
      var best: Candidate?
      for candidate in candidates where candidate.key == key {
        let named = candidate.setter.rule.traits
        guard named.allSatisfy({ traits[$0.key] == $0.value }) else { continue }
        if let best, Self.beats(best, candidate) { continue }
        best = candidate
      }
      if let best { return best.setter }
    }
    return nil
  }

  private static func beats(_ a: Candidate, _ b: Candidate) -> Bool {
    if a.rank != b.rank { return a.rank > b.rank }
    let counts = (a.setter.rule.traits.count, b.setter.rule.traits.count)
    return counts.0 != counts.1 ? counts.0 > counts.1 : a.setter.order > b.setter.order
  }

  // MARK: Telling

  /// Where the theme itself has a part in it; nil when its ancestors alone are to be told.
  private func place(_ text: Setter, _ background: Setter, _ names: [String]) -> Place? {
    if text.isOwn { return text.place }
    if background.isOwn { return background.place }
    return names.lazy.compactMap { family[0].colors[$0]?.place }.first
  }

  private func sentence(
    _ pair: Kit.ContrastPair, _ site: Site, _ traits: [String: String], _ text: Color, _ background: Color,
    _ ratio: Double
  ) -> String {
    let target = ClassReference(site.className, style: site.style).description
    let path = site.containers.map(\.description).joined(separator: "/")
    let place = path.isEmpty ? "" : " in \(path)"
    let named = traits.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    let context = named.isEmpty ? "" : " with \(named)"
    let (whole, part) = Int(ratio * 100).quotientAndRemainder(dividingBy: 100)
    let shown = "\(whole).\(part < 10 ? "0" : "")\(part)"
    let need =
      ratio < Contrast.readable
      ? "text needs 4.5:1 to be readable." : "readable, but 7:1 is what text needs to be easy on everyone."
    return
      "\(target)\(place) shows \(pair.text) \(text.hex) on \(pair.background) \(background.hex)\(context): "
      + "a contrast of \(shown):1; \(need)"
  }
}
