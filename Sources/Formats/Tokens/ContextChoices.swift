internal import Documents

/// The ways to choose contexts together.
extension ModifierTraits {
  /// One thing may depend on at most so many of them.
  static let mostChoices = 512

  /// Returns one way for each that can make a difference, the default first; nil if there are too many.
  ///
  /// A context that nothing names is like the default, unless it shares traits with another: that one's variant would hold
  /// in its place.
  /// - Parameter contexts: by modifier, the contexts that something depends on.
  func choices(of contexts: [Int: Set<Int>]) -> [ContextChoice]? {
    Self.product(contexts.keys.sorted()) { number in
      let (named, standard) = (contexts[number] ?? [], modifiers[number].defaultContext)
      let isWhole = named.contains(standard) || sharesTraits(number)
      let others = isWhole ? Set(modifiers[number].contexts.indices) : named
      return [standard] + others.subtracting([standard]).sorted()
    }
  }

  /// Returns all ways to choose contexts of these modifiers; nil if there are too many.
  static func choices(
    ofAll contexts: [Int: Set<Int>], in modifiers: [ResolverModifier]
  ) -> [ContextChoice]? {
    product(contexts.keys.sorted()) { Array(modifiers[$0].contexts.indices) }
  }

  private static func product(_ numbers: [Int], _ options: (Int) -> [Int]) -> [ContextChoice]? {
    var choices: [ContextChoice] = [[:]]
    for number in numbers {
      let options = options(number)
      guard choices.count * options.count <= mostChoices else { return nil }
      choices = choices.flatMap { choice in options.map { choice.merging([number: $0]) { $1 } } }
    }
    return choices
  }

  /// Reports something that depends on too many ways to choose.
  /// - Parameter what: what depends on them, with its verb.
  func reportChoices(_ node: JSONNode, _ what: String, in findings: inout Diagnostics) {
    findings.error(
      node, "too-many-contexts",
      "\(what) on more than \(Self.mostChoices) ways to choose \(words.context)s together.")
  }
}
