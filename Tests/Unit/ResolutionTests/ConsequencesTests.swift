internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Compares the differences between two versions of random themes with looks at many places.
struct ConsequencesTests {
  @Test(arguments: 0..<4)
  func `each difference at a random place is listed for it or for a smaller place`(share: Int) throws {
    var differences = 0
    for seed in stride(from: share, to: isLong ? 100_000 : 320, by: 4) {
      let trial = try ComparedWorlds(seed: UInt64(seed), classCount: 2...6)
      guard trial.consequences.isComplete else { continue }
      var random = SeededGenerator(seed: UInt64(seed) + 1 << 40)
      for _ in 0..<40 {
        let place = trial.place(&random)
        guard let found = try trial.differencesAreListed(at: place) else {
          Issue.record("seed \(seed): not all differences at \(place) are listed\n\(trial.explained(place))")
          return
        }
        differences += found
      }
    }
    #expect(differences > 300)
  }

  @Test(arguments: 0..<4)
  func `each difference at any place with two containers is listed for it or for a smaller place`(
    share: Int
  ) throws {
    for seed in stride(from: share, to: isLong ? 2_000 : 12, by: 4) {
      let trial = try ComparedWorlds(seed: UInt64(seed), classCount: 2...2)
      for place in trial.allPlaces(mostSteps: 2) {
        guard try trial.differencesAreListed(at: place) != nil else {
          Issue.record("seed \(seed): not all differences at \(place) are listed")
          return
        }
      }
    }
  }

  @Test(arguments: 0..<4)
  func `each listed difference is there, and no other one covers it`(share: Int) throws {
    var (entries, complete, all) = (0, 0, 0)
    for seed in stride(from: share, to: isLong ? 100_000 : 320, by: 4) {
      all += 1
      let trial = try ComparedWorlds(seed: UInt64(seed), classCount: 2...6)
      complete += trial.consequences.isComplete ? 1 : 0
      if let wrong = try trial.wrongEntry() { Issue.record("seed \(seed): \(wrong)") }
      #expect(trial.areShort(), "seed \(seed)")
      if let wrong = try trial.wrongName() { Issue.record("seed \(seed): \(wrong)") }
      entries += trial.consequences.looks.count + trial.consequences.contrasts.count
    }
    #expect(entries > 500)
    #expect(complete >= all * 98 / 100)
  }
}

/// Two versions of a random theme.
private struct ComparedWorlds {
  let world: RandomWorld
  let versions: [CompiledTheme]
  let consequences: Consequences
  private let rules: [Rule]
  private let chains: [String: [String]]
  /// The superclasses of the kit.
  private let model: PlainModel

  init(seed: UInt64, classCount: ClosedRange<Int>) throws {
    var random = SeededGenerator(seed: seed)
    world = RandomWorld(using: &random, classCount: classCount)
    // In half of the worlds there are few values, so that many places have the same difference.
    let coarse = { (themes: [Theme]) in seed % 2 == 0 ? themes.map(\.coarse) : themes }
    let generations = [coarse(world.generations), coarse(world.edited(&random))]
    let kit = CompiledKit(world.kit)
    versions = try generations.map { try CompiledTheme($0, kit: kit, images: .none) }
    // Seldom the theme is new or gone.
    absent = seed % 13 < 2 ? Int(seed % 13) : nil
    var budget = Consequences.Budget()
    consequences = Consequences(
      from: absent == 0 ? nil : versions[0], to: absent == 1 ? nil : versions[1], within: &budget)
    rules = generations.flatMap { $0.flatMap(\.rules) }
    model = PlainModel(kit: world.kit, generations: [])
    var chains: [String: [String]] = [:]
    for name in world.classes { chains[name] = model.chain(name) }
    self.chains = chains
  }

  /// The version that is not compared.
  private let absent: Int?

  struct Place: CustomStringConvertible {
    var target: ClassReference
    var path: [ClassReference]
    var traits: [String: String]

    var description: String { "\(target) in \(path) with \(traits)" }
  }

  private func look(_ place: Place, _ version: Int) throws -> Look? {
    guard version != absent else { return nil }
    let traits = TraitValues(canonical: place.traits, kit: world.kit)
    return try versions[version].context(traits)
      .look(of: Target(place.target), in: place.path.map { Target($0) })
  }

  private func ratios(_ place: Place, _ pair: Kit.ContrastPair) throws -> [Double?] {
    try (0..<2).map { version in
      let look = try look(place, version)
      guard case .color(let text)? = look?[pair.text], case .color(let background)? = look?[pair.background],
        background.alpha == 255
      else { return nil }
      return (Contrast.ratio(text: text, background: background) * 100).rounded() / 100
    }
  }

  /// Returns the number of differences, or nil if one is not listed.
  func differencesAreListed(at place: Place) throws -> Int? {
    let (before, after) = (try look(place, 0), try look(place, 1))
    let keys = Set(((before?.entries ?? []) + (after?.entries ?? [])).map(\.key))
    var count = 0
    for key in keys where before?[key] != after?[key] {
      count += 1
      let isListed = consequences.looks.contains {
        $0.subject == key && $0.before == before?[key] && $0.after == after?[key] && covers($0.place, place)
      }
      guard isListed else { return nil }
    }
    for pair in world.kit.contrasts where chain(place.target.name).contains(pair.className) {
      let ratios = try ratios(place, pair)
      guard ratios[0] != ratios[1] else { continue }
      count += 1
      let isListed = consequences.contrasts.contains {
        $0.subject.text == pair.textName && $0.subject.background == pair.backgroundName
          && $0.before == ratios[0] && $0.after == ratios[1] && covers($0.place, place)
      }
      guard isListed else { return nil }
    }
    return count
  }

  func explained(_ place: Place) -> String {
    var text = ""
    for theme in versions {
      let traits = TraitValues(canonical: place.traits, kit: world.kit)
      let found = try? theme.context(traits).explain(Target(place.target), in: place.path.map { Target($0) })
      for entry in found ?? [] {
        text += "\(entry.key): \(entry.winner?.value?.plainText ?? "-")"
        if let identity = entry.winner?.rule {
          text +=
            " \(identity.theme) \(identity.index) \(identity.rule.target) \(identity.rule.containers) \(identity.rule.traits)"
        }
        text += "\n"
      }
      text += "--\n"
    }
    for entry in consequences.looks {
      text += "\(entry.subject) \(entry.place.target) \(entry.place.containers) \(entry.place.traits)"
      text += " \(entry.before?.plainText ?? "-") \(entry.after?.plainText ?? "-")\n"
    }
    for entry in consequences.contrasts { text += "\(entry)\n" }
    return text
  }

  /// Returns the first entry that the looks at its place do not have.
  func wrongEntry() throws -> String? {
    for entry in consequences.looks {
      let place = Place(entry.place)
      let (before, after) = (try look(place, 0)?[entry.subject], try look(place, 1)?[entry.subject])
      if before == entry.before, after == entry.after, before != after { continue }
      return "\(entry): \(String(describing: before)), \(String(describing: after))"
    }
    for entry in consequences.contrasts {
      let pair = world.kit.contrasts.first { $0.textName == entry.subject.text }
      guard let pair, chain(entry.place.target.name).contains(pair.className) else { return "\(entry)" }
      let ratios = try ratios(Place(entry.place), pair)
      if ratios == [entry.before, entry.after], entry.before != entry.after { continue }
      return "\(entry): \(ratios)"
    }
    return nil
  }

  func areShort() -> Bool {
    areShort(consequences.looks) && areShort(consequences.contrasts) && areShort(consequences.names)
  }

  private func areShort<Subject, Content>(
    _ entries: [Consequences.Difference<Subject, Content>]
  ) -> Bool {
    entries.indices.allSatisfy { index in
      let entry = entries[index]
      return !entries.indices.contains { other in
        let known = entries[other]
        return other != index && known.subject == entry.subject && known.before == entry.before
          && known.after == entry.after && covers(known.place, Place(entry.place))
      }
    }
  }

  /// Compares the colors and images by name for all traits. Returns the first that is not listed as it differs.
  func wrongName() throws -> String? {
    let names =
      (0..<6).map { Consequences.Name(kind: .color, name: "c\($0)") }
      + ["logo", "back", "plain"].map { Consequences.Name(kind: .image, name: $0) }
    for traits in Self.allTraits {
      let contexts = versions.enumerated().map { version, theme in
        version == absent ? nil : theme.context(TraitValues(canonical: traits, kit: world.kit))
      }
      for name in names {
        let found = contexts.map { context -> Consequences.NamedContent? in
          switch name.kind {
          case .color: (try? context?.color(named: name.name)).map { .value(.color($0)) }
          case .image: (try? context?.image(named: name.name)).map { .image($0) }
          case .value: nil
          }
        }
        let listed = consequences.names.filter {
          $0.subject == name && $0.place.traits.allSatisfy { traits[$0.key] == $0.value }
        }
        let isListed = listed.contains { $0.before == found[0] && $0.after == found[1] }
        guard isListed == (found[0] != found[1]) else { return "\(name) with \(traits): \(found)" }
        // An entry for exactly these traits is there.
        let own = listed.filter { $0.place.traits == traits }
        guard own.allSatisfy({ $0.before == found[0] && $0.after == found[1] }) else {
          return "\(name) with \(traits) is listed with \(own)"
        }
      }
    }
    return nil
  }

  private func chain(_ name: String) -> [String] { chains[name] ?? [] }

  private func fits(_ part: ClassReference, _ wanted: ClassReference) -> Bool {
    chain(part.name).contains(wanted.name) && (wanted.style == nil || wanted.style == part.style)
  }

  private func covers(_ smaller: Consequences.Place, _ place: Place) -> Bool {
    let isOfKind = smaller.target.name.isEmpty || fits(place.target, smaller.target)
    guard isOfKind, smaller.traits.allSatisfy({ place.traits[$0.key] == $0.value }) else { return false }
    var rest = smaller.containers[...]
    for step in place.path { if let next = rest.first, fits(step, next) { rest = rest.dropFirst() } }
    return rest.isEmpty
  }
}

/// The places that are tried.
extension ComparedWorlds {
  static let allTraits: [[String: String]] = {
    let choices: [(String, [String])] = [
      ("style", ["light", "dark"]), ("contrast", ["high"]), ("scale", ["1", "2", "3"]),
    ]
    return choices.reduce([[:]]) { sets, choice in
      sets.flatMap { set in [set] + choice.1.map { set.merging([choice.0: $0]) { $1 } } }
    }
  }()

  /// Returns a place that one or two rules match, with a few more containers and traits.
  func place(_ random: inout SeededGenerator) -> Place {
    var place = Place(target: anyPart(&random), path: [], traits: world.given(&random))
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      guard let rule = rules.randomElement(using: &random) else { break }
      if chain(rule.target.name).contains(place.target.name) || Bool.random(using: &random) {
        place.target = derived(rule.target, &random)
      }
      var position = 0
      for container in rule.containers {
        position = Int.random(in: position...place.path.count, using: &random)
        if position < place.path.count, fits(place.path[position], container) {
          position += 1
          continue
        }
        place.path.insert(derived(container, &random), at: position)
        position += 1
      }
      if Bool.random(using: &random) { place.traits.merge(rule.traits) { $1 } }
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      place.path.insert(anyPart(&random), at: Int.random(in: 0...place.path.count, using: &random))
    }
    place.traits = place.traits.filter { $0 != "contrast" || $1 != "normal" }
    return place
  }

  private func anyPart(_ random: inout SeededGenerator) -> ClassReference {
    let style =
      Int.random(in: 0..<3, using: &random) == 0 ? RandomWorld.styles.randomElement(using: &random) : nil
    return ClassReference(world.classes.randomElement(using: &random) ?? "", style: style)
  }

  private func derived(_ part: ClassReference, _ random: inout SeededGenerator) -> ClassReference {
    let classes = world.classes.filter { chain($0).contains(part.name) }
    let name = Bool.random(using: &random) ? part.name : classes.randomElement(using: &random) ?? part.name
    let any =
      Int.random(in: 0..<4, using: &random) == 0 ? RandomWorld.styles.randomElement(using: &random) : nil
    return ClassReference(name, style: part.style ?? any)
  }

  func allPlaces(mostSteps: Int) -> [Place] {
    let styles: [String?] = [nil, "s", "t"]
    let parts = world.classes.flatMap { name in styles.map { ClassReference(name, style: $0) } }
    var paths: [[ClassReference]] = [[]]
    var last = paths
    for _ in 0..<mostSteps {
      last = last.flatMap { path in parts.map { path + [$0] } }
      paths += last
    }
    let traits: [[String: String]] = [
      [:], ["style": "dark"], ["contrast": "high"], ["style": "light", "scale": "2"],
      ["contrast": "high", "scale": "3", "style": "dark"],
    ]
    return paths.flatMap { path in
      parts.flatMap { part in traits.map { Place(target: part, path: path, traits: $0) } }
    }
  }
}

extension ComparedWorlds.Place {
  fileprivate init(_ place: Consequences.Place) {
    self.init(target: place.target, path: place.containers, traits: place.traits)
  }
}

extension Target {
  fileprivate init(_ reference: ClassReference) {
    self.init(reference.name, styles: reference.style.map { [$0] } ?? [])
  }
}

extension Theme {
  /// The theme with three colors, mostly opaque, and few numbers.
  fileprivate var coarse: Theme {
    var theme = self
    theme.colors = colors.mapValues { entry in
      Variants(
        base: entry.base.map(\.coarse),
        variants: entry.variants.map {
          .init(traits: $0.traits, content: $0.content.map(\.coarse), place: $0.place)
        }, place: entry.place)
    }
    theme.rules = rules.map { rule in
      Rule(
        target: rule.target, containers: rule.containers, traits: rule.traits,
        settings: rule.settings.map {
          Rule.RuleSetting(key: $0.key, value: $0.value.coarse, place: $0.place)
        }, place: rule.place)
    }
    return theme
  }
}

extension Value {
  fileprivate var coarse: Value {
    switch self {
    case .color(let color): .color(color.coarse)
    case .number(let number): .number(number.rounded().remainder(dividingBy: 2))
    case .object(let members):
      .object(members.map { Value.ValueMember(name: $0.name, value: $0.value.coarse) })
    default: self
    }
  }
}

extension ColorExpression {
  fileprivate var coarse: ColorExpression {
    switch self {
    case .literal(let color):
      .literal(
        Color(
          red: color.red % 3 * 127, green: 0, blue: 7, opacity: Opacity(byte: color.green < 30 ? 99 : 255)))
    case .exact: .literal(Color(red: 254, green: 0, blue: 7, opacity: .opaque))
    case .reference(let name, _): .reference(name: name, opacity: .opaque)
    }
  }
}
