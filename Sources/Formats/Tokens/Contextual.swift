/// The number of the chosen context, by the number of its modifier.
typealias ContextChoice = [Int: Int]

/// The contexts in which something counts: of each modifier that is named here, one of these contexts must be chosen.
struct TokenConditions: Sendable, Hashable {
  private(set) var contexts: [Int: Set<Int>] = [:]

  static let always = TokenConditions()

  var isAlways: Bool { contexts.isEmpty }

  init() {}

  init(_ contexts: [Int: Set<Int>]) { self.contexts = contexts }

  init(_ choice: ContextChoice) { contexts = choice.mapValues { [$0] } }

  /// Returns the conditions for both to hold; nil if they can't hold together.
  func and(_ other: TokenConditions) -> TokenConditions? {
    if isAlways { return other }
    if other.isAlways { return self }
    var all = contexts
    for (modifier, wanted) in other.contexts {
      let both = all[modifier]?.intersection(wanted) ?? wanted
      guard !both.isEmpty else { return nil }
      all[modifier] = both
    }
    return TokenConditions(all)
  }

  /// - Parameter choice: a context of each modifier that is named here.
  func hold(in choice: ContextChoice) -> Bool {
    contexts.allSatisfy { modifier, wanted in choice[modifier].map(wanted.contains) ?? false }
  }
}

/// The definitions of one thing, each with its conditions. The last one whose conditions hold wins.
struct Contextual<Content: Sendable>: Sendable {
  typealias Definition = (conditions: TokenConditions, content: Content)

  /// The definition that always holds, which is the first. Most have no other, and need no list in memory.
  private var always: Content?
  private var others: [Definition] = []

  init() {}

  init(_ content: Content) { always = content }

  private init(_ definitions: some Sequence<Definition>) {
    for (conditions, content) in definitions { append(content, when: conditions) }
  }

  var entries: [Definition] { (always.map { [(.always, $0)] } ?? []) + others }
  var isEmpty: Bool { always == nil && others.isEmpty }
  /// Indicates whether there is one whatever is chosen.
  var isUnconditional: Bool { always != nil }
  var count: Int { (always == nil ? 0 : 1) + others.count }

  /// The definition that always holds, or else the first.
  var first: Content? { always ?? others.first?.content }

  /// Adds a definition that wins over those before it.
  mutating func append(_ content: Content, when conditions: TokenConditions) {
    // One that always holds hides all before it.
    if conditions.isAlways { return self = Contextual(content) }
    others.append((conditions, content))
  }

  /// Adds a definition, in place of the last one if that has the same conditions.
  mutating func add(_ content: Content, when conditions: TokenConditions = .always) {
    if let last = others.last, last.conditions == conditions { others.removeLast() }
    append(content, when: conditions)
  }

  /// Adds the definitions of a source, which has no conditions of its own.
  mutating func add(_ source: Contextual, when conditions: TokenConditions) {
    // The storage is shared with the source.
    if conditions.isAlways { return self = source }
    for entry in source.entries { add(entry.content, when: conditions) }
  }

  /// Puts other definitions before these: they count where none of these holds.
  mutating func inherit(_ other: Contextual, when conditions: TokenConditions) {
    guard always == nil else { return }
    if conditions.isAlways, isEmpty { return self = other }
    self = Contextual(
      other.entries.compactMap { entry in
        entry.conditions.and(conditions).map { ($0, entry.content) }
      } + others)
  }

  /// Returns the definitions that can count: later ones that cover all contexts of a modifier hide those before.
  func relevant(in modifiers: [ResolverModifier]) -> Contextual {
    guard count > 1 else { return self }
    let entries = entries
    var covered: [Int: Set<Int>] = [:]
    for (index, entry) in entries.enumerated().reversed() {
      guard entry.conditions.contexts.count == 1, let (modifier, contexts) = entry.conditions.contexts.first
      else { continue }
      covered[modifier, default: []].formUnion(contexts)
      guard covered[modifier]?.count == modifiers[modifier].contexts.count else { continue }
      return Contextual(entries[index...])
    }
    return self
  }

  func content(in choice: ContextChoice) -> Content? {
    others.last { $0.conditions.hold(in: choice) }?.content ?? always
  }

  /// The contexts that the definitions depend on, by modifier.
  var contexts: [Int: Set<Int>] { others.reduce(into: [:]) { $0.add($1.conditions.contexts) } }
}

extension Dictionary<Int, Set<Int>> {
  mutating func add(_ other: [Int: Set<Int>]) { merge(other) { $0.union($1) } }
}
