internal import Resolution
internal import TestSupport
internal import Testing
internal import Themes

/// Compares compiled themes with the plain model, look-up by look-up.
struct ModelTests {
  /// Worlds times look-ups: over 200 000 by default, over 10 million in the long form.
  private static let worlds = isLong ? 50_000 : 1_000
  private static let questions = 204

  @Test(arguments: 0..<4)
  func `random worlds answer as the plain model does`(share: Int) throws {
    var asked = 0
    for seed in stride(from: share, to: Self.worlds, by: 4) {
      var random = SeededGenerator(seed: UInt64(seed))
      let world = RandomWorld(using: &random)
      let theme = try CompiledTheme(world.generations, kit: CompiledKit(world.kit), images: .none)
      let model = PlainModel(kit: world.kit, generations: world.generations)
      for _ in 0..<Self.questions / 12 {
        guard try compare(world, theme, model, seed, &random) else { return }
        asked += 12
      }
    }
    if isLong { print("model: \(asked) questions without a difference, share \(share + 1) of 4") }
  }

  /// Returns whether twelve look-ups at one place are equal: the whole look, ten keys by name, the explanation of one.
  private func compare(
    _ world: RandomWorld, _ theme: CompiledTheme, _ model: PlainModel, _ seed: Int,
    _ random: inout SeededGenerator
  ) throws -> Bool {
    let (target, path) = (world.target(&random), world.path(&random))
    let (given, overrides) = (world.given(&random), world.overrides(&random))
    let traits = try TraitValues(given.map { ($0.key, $0.value) }, kit: world.kit)
    let context = theme.context(traits)
    let look = try context.look(of: target, in: path, overrides: overrides)
    let expected = model.look(target, in: path, given: given, overrides: overrides)
    let found = Dictionary(uniqueKeysWithValues: look.entries.map { ($0.key, $0.value.plainText) })
    guard found == expected else {
      Issue.record("seed \(seed), \(target) in \(path), \(given): \(found), the model says \(expected)")
      return false
    }
    for _ in 0..<10 {
      let key = RandomWorld.key(&random)
      let answer = try context.value(of: key, for: target, in: path, overrides: overrides)
      let plain = model.value(key, target, in: path, given: given, overrides: overrides)
      guard answer.from == plain.from, answer.value?.plainText == plain.value else {
        Issue.record("seed \(seed), \(key) of \(target) in \(path), \(given): \(answer), not \(plain)")
        return false
      }
    }
    let key = RandomWorld.key(&random)
    let explanation = try context.explain(key, for: target, in: path, all: true)
    let winner = model.winner(key, target, in: path, given: given)
    let rules = model.generations.flatMap(\.rules)
    let setters = rules.filter { rule in rule.settings.contains { $0.key == key } }
    guard explanation.winner?.rule?.rule == winner.map({ rules[$0.order] }),
      explanation.losers.count + explanation.unmatched.count + (winner == nil ? 0 : 1) == setters.count
    else {
      Issue.record("seed \(seed), the explanation of \(key) of \(target) in \(path) leaves the model")
      return false
    }
    return true
  }
}
