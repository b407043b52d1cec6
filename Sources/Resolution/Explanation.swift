package import Themes

/// The explanation of a key's value: the rule that won, and each rule that lost with the number that decided.
package struct Explanation: Sendable, Hashable {
  package let key: PropertyKey
  /// The winner, or nil if nothing sets the key.
  package let winner: Winner?
  /// The matching rules that lost, best first, each with the number that decided against it.
  package let losers: [Loser]
  /// The rules that set the key but do not match, if they were requested.
  package let unmatched: [Unmatched]

  package struct Winner: Sendable, Hashable {
    /// The rule, or nil if the client's override won.
    package let rule: RuleIdentity?
    package let value: ResolvedValue?
  }

  package struct Loser: Sendable, Hashable {
    package let rule: RuleIdentity
    package let value: ResolvedValue?
    package let reason: Reason
  }

  package struct Unmatched: Sendable, Hashable {
    package let rule: RuleIdentity
    package let mismatch: Mismatch
  }
}

package struct RuleIdentity: Sendable, Hashable {
  package let theme: String
  /// Its index in the `appearance` of that theme.
  package let index: Int
  package let file: String
  package let rule: Rule
}

/// The first reason why a rule does not match.
package enum Mismatch: Sendable, Hashable {
  case otherClass(String)
  case missingStyle(String)
  case trait(name: String, wanted: String, found: String?)
  /// The first container that has no position in the path after those before it.
  case container(ClassReference)
}

extension ThemeContext {
  /// Explains each key that a rule or an override sets for a target in its containers.
  /// - Parameter all: whether to explain all keys that any rule sets for the class or its superclasses, with the rules
  ///   that do not match.
  package func explain(
    _ target: Target, in path: [Target] = [], overrides: [Override] = [], all: Bool = false
  ) throws(LookupError) -> [Explanation] {
    try explainable(target, path, overrides, all).map { key throws(LookupError) in
      try explain(key, for: target, in: path, overrides: overrides, all: all)
    }
  }

  /// Explains one key, without axis fallback.
  package func explain(
    _ key: PropertyKey, for target: Target, in path: [Target] = [], overrides: [Override] = [],
    all: Bool = false
  ) throws(LookupError) -> Explanation {
    let lookup = try theme.lookup(target, in: path)
    let matches = Matches(lookup, theme: theme, mask: mask)
    let contenders = ranked(key, matches)
    let override = overrides.last { $0.key == key }
    let losers = contenders.dropFirst(override == nil ? 1 : 0).map { loser in
      let reason =
        override == nil
        ? Precedence.compare(contenders[0].standing, loser.standing, matches.steps).by : .override
      return Explanation.Loser(
        rule: theme.table.identity(of: loser.rule),
        value: resolve(setting: loser.setting),
        reason: reason)
    }
    let winner =
      override.map { Explanation.Winner(rule: nil, value: resolve($0.value)) }
      ?? contenders.first.map { leader in
        Explanation.Winner(
          rule: theme.table.identity(of: leader.rule),
          value: resolve(setting: leader.setting))
      }
    return Explanation(
      key: key, winner: winner, losers: Array(losers),
      unmatched: all ? unmatched(key, target, path, Set(matches.found.map(\.order))) : [])
  }

  private typealias RankedRule = (rule: Int32, setting: Int32, standing: Standing)

  /// Returns the matching rules that set the key, the winner first.
  private func ranked(_ key: PropertyKey, _ matches: Matches) -> [RankedRule] {
    guard let id = theme.table.keyIDs.find(key) else { return [] }
    return matches.found.compactMap { match in
      theme.table.setting(of: id, in: match.order).map { (match.order, $0, match) }
    }.sorted { Precedence.compare($0.standing, $1.standing, matches.steps).aWins }
  }

  private func explainable(
    _ target: Target, _ path: [Target], _ overrides: [Override], _ all: Bool
  ) throws(LookupError) -> [PropertyKey] {
    let lookup = try theme.lookup(target, in: path)
    let rules =
      all
      ? theme.table.rules.filter { theme.kit.distance(from: lookup.classID, to: $0.classID) != nil }
      : Matches(lookup, theme: theme, mask: mask).found.map { theme.table.rules[Int($0.order)] }
    var keys = Set(overrides.map(\.key))
    for rule in rules {
      for index in rule.settings { keys.insert(theme.table.keys[Int(theme.table.settingKeys[Int(index)])]) }
    }
    return keys.sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) }
  }

  private func unmatched(
    _ key: PropertyKey, _ target: Target, _ path: [Target], _ matched: Set<Int32>
  ) -> [Explanation.Unmatched] {
    guard let id = theme.table.keyIDs.find(key), let lookup = try? theme.lookup(target, in: path) else {
      return []
    }
    return theme.table.rules.indices.compactMap { index in
      let order = Int32(index)
      guard !matched.contains(order), theme.table.setting(of: id, in: order) != nil,
        let mismatch = mismatch(order, lookup)
      else { return nil }
      return Explanation.Unmatched(rule: theme.table.identity(of: order), mismatch: mismatch)
    }
  }

  private func mismatch(_ order: Int32, _ lookup: Lookup) -> Mismatch? {
    let (rule, source) = (theme.table.rules[Int(order)], theme.table.source(of: order))
    guard theme.kit.distance(from: lookup.classID, to: rule.classID) != nil else {
      return .otherClass(source.target.name)
    }
    if let style = source.target.style, !lookup.styles.contains(rule.styleID) {
      return .missingStyle(style)
    }
    for (name, wanted) in source.traits.sorted(by: { $0.key < $1.key })
    where traits.effective[name] != wanted {
      return .trait(name: name, wanted: wanted, found: traits.effective[name])
    }
    var steps: [StepStanding] = []
    return Containment.embed(rule, of: theme, in: lookup.path, into: &steps)
      .map { .container(source.containers[$0]) }
  }
}

extension Reason {
  /// The reason in words, from the view of the rule that lost.
  package var words: String {
    switch self {
    case .override: "the client's own value wins over every rule"
    case .style: "a rule with the target's style wins over one without"
    case .nearerClass: "a rule for a class nearer to the target's wins"
    case .outerContainer: "the outermost container wins; at equal positions the longer path"
    case .derivedContainer: "a more derived container wins, then one that names a style"
    case .moreTraits: "more named traits win"
    case .later: "the later rule wins"
    }
  }
}

extension Mismatch {
  package var words: String {
    switch self {
    case .otherClass(let name): return "the target is no \(name)"
    case .missingStyle(let style): return "the target does not carry the style '\(style)'"
    case .trait(let name, let wanted, let found):
      let found = found.map { "is \($0)" } ?? "is not given"
      return "the trait \(name) \(found), the rule wants \(wanted)"
    case .container(let container): return "no \(container) stands there in the container path"
    }
  }
}
