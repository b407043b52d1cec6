internal import Checks
internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Compares the contrast check with look-ups and with the plain model.
struct ContrastModelTests {
  @Test(arguments: 0..<4)
  func `the colors judged in a place are those that a look-up there gives`(share: Int) throws {
    var judged = 0
    for seed in stride(from: share, to: 1_000, by: 4) {
      let trial = try Trial(seed: UInt64(seed))
      for judgement in trial.judgements {
        guard try trial.agrees(with: judgement) else {
          Issue.record(
            "seed \(seed): \(judgement.target) in \(judgement.path), \(judgement.traits.effective)")
          return
        }
        judged += 1
      }
    }
    #expect(judged > 300)
  }

  @Test(arguments: 0..<4)
  func `every rule's place is judged where the plain model has a text on an opaque background`(
    share: Int
  ) throws {
    var wanted = 0
    for seed in stride(from: share, to: 1_000, by: 4) {
      let trial = try Trial(seed: UInt64(seed))
      let judged = Set(trial.judgements.map(Trial.Judged.init))
      for place in trial.expected {
        guard judged.contains(place) else {
          Issue.record("seed \(seed): \(place) is not judged")
          return
        }
        wanted += 1
      }
    }
    #expect(wanted > 50)
  }
}

/// A random world with everything that the check judges in it.
private struct Trial {
  let world: RandomWorld
  let theme: CompiledTheme
  let model: PlainModel
  let judgements: [ContrastJudgement]

  struct Judged: Hashable {
    let text: PropertyKey
    let target: Target
    let path: [Target]
    let traits: [String: String]
  }

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    world = RandomWorld(using: &random)
    theme = try CompiledTheme(world.generations, kit: CompiledKit(world.kit), images: .none)
    model = PlainModel(kit: world.kit, generations: world.generations)
    var check = ContrastCheck(theme, world.generations.reversed())
    var judgements: [ContrastJudgement] = []
    check.judge { judgements.append($0) }
    self.judgements = judgements
  }

  func agrees(with judgement: ContrastJudgement) throws -> Bool {
    let context = theme.context(judgement.traits)
    let sides = [
      (judgement.pair.text, judgement.text.color), (judgement.pair.background, judgement.background.color),
    ]
    return try sides.allSatisfy { key, color in
      let looked = try context.value(of: key, for: judgement.target, in: judgement.path)
      let modeled = model.value(
        key, judgement.target, in: judgement.path, given: judgement.traits.effective)
      return looked.value == .color(color) && modeled.value == color.hex
    }
  }

  /// Where each rule for a class of a pair, with the traits that it names, has a text on an opaque background.
  var expected: [Judged] {
    world.kit.contrasts.flatMap { pair in
      model.generations.flatMap(\.rules).compactMap { rule -> Judged? in
        guard rule.settings.contains(where: { [pair.text, pair.background].contains($0.key) }),
          model.chain(rule.target.name).contains(pair.className)
        else { return nil }
        let (target, path) = (Self.target(rule.target), rule.containers.map(Self.target))
        let traits = TraitValues(canonical: rule.traits, kit: world.kit).effective
        let text = model.value(pair.text, target, in: path, given: traits).value
        let background = model.value(pair.background, target, in: path, given: traits).value
        guard text != nil, let background, background.utf8.count == 7 else { return nil }
        return Judged(text: pair.text, target: target, path: path, traits: traits)
      }
    }
  }

  private static func target(_ reference: ClassReference) -> Target {
    Target(reference.name, styles: reference.style.map { [$0] } ?? [])
  }
}

extension Trial.Judged {
  init(_ judgement: ContrastJudgement) {
    self.init(
      text: judgement.pair.text, target: judgement.target, path: judgement.path,
      traits: judgement.traits.effective)
  }
}
