/// The ways in which contexts can be chosen together, of as few modifiers as something depends on.
enum ContextChoices {
  /// More are not joined: nobody means a token that is a matter of so many.
  static let most = 512

  /// One for each way that can make a difference, by the modifiers' numbers; first the one in which each has its default.
  /// A context that nothing names is as the default is where nothing names that either. Nil where they are too many.
  /// - Parameter contexts: by modifier, the contexts that something depends on.
  static func distinct(of contexts: [Int: Set<Int>], in modifiers: [ResolverModifier]) -> [[Int: Int]]? {
    product(contexts.keys.sorted()) { number in
      let (named, standard) = (contexts[number] ?? [], modifiers[number].defaultContext)
      let others = named.contains(standard) ? Set(modifiers[number].contexts.indices) : named
      return [standard] + others.subtracting([standard]).sorted()
    }
  }

  /// All of them.
  static func each(of contexts: [Int: Set<Int>], in modifiers: [ResolverModifier]) -> [[Int: Int]]? {
    product(contexts.keys.sorted()) { Array(modifiers[$0].contexts.indices) }
  }

  private static func product(_ numbers: [Int], _ options: (Int) -> [Int]) -> [[Int: Int]]? {
    var choices: [[Int: Int]] = [[:]]
    for number in numbers {
      let options = options(number)
      guard choices.count * options.count <= most else { return nil }
      choices = choices.flatMap { choice in options.map { choice.merging([number: $0]) { $1 } } }
    }
    return choices
  }
}

extension Dictionary<Int, Set<Int>> {
  mutating func add(_ other: [Int: Set<Int>]) { merge(other) { $0.union($1) } }
}
