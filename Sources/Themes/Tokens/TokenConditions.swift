/// The contexts that must be chosen for something to hold: one of each modifier at most. None for what always holds.
struct TokenConditions: Sendable, Hashable {
  /// By the modifier's number, the context's.
  private(set) var contexts: [Int: Int] = [:]

  static let always = TokenConditions()

  var isAlways: Bool { contexts.isEmpty }

  init() {}

  init(_ contexts: [Int: Int]) { self.contexts = contexts }

  /// Both at once; nil where they can't hold together.
  func and(_ other: TokenConditions) -> TokenConditions? {
    if isAlways { return other }
    if other.isAlways { return self }
    var all = contexts
    for (modifier, context) in other.contexts {
      if let own = all.updateValue(context, forKey: modifier), own != context { return nil }
    }
    return TokenConditions(all)
  }

  /// - Parameter choice: by the modifier's number, the context that is chosen; it names all that count here.
  func hold(in choice: [Int: Int]) -> Bool { contexts.allSatisfy { choice[$0.key] == $0.value } }
}

/// What can stand in one place, each where its conditions hold; of those that do, the last counts.
struct Contextual<Content: Sendable>: Sendable {
  private(set) var entries: [(conditions: TokenConditions, content: Content)] = []

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ content: Content, when conditions: TokenConditions = .always) {
    // Nothing before one that always holds counts any more, nor what holds in the same contexts.
    if conditions.isAlways { entries.removeAll() }
    if entries.last?.conditions == conditions { entries.removeLast() }
    entries.append((conditions, content))
  }

  /// What others say counts where nothing here does.
  mutating func inherit(_ other: Contextual, when conditions: TokenConditions) {
    guard !(entries.first?.conditions.isAlways ?? false) else { return }
    entries =
      other.entries.compactMap { entry in
        entry.conditions.and(conditions).map { ($0, entry.content) }
      } + entries
  }

  /// The same, and where nothing of it counts, what is said around it.
  func over(_ around: Contextual) -> Contextual {
    var all = self
    all.inherit(around, when: .always)
    return all
  }

  /// Without what never counts, since something later stands in each context of a modifier.
  func relevant(in modifiers: [ResolverModifier]) -> Contextual {
    guard entries.count > 1 else { return self }
    var covered: [Int: Set<Int>] = [:]
    for (index, entry) in entries.enumerated().reversed() {
      guard entry.conditions.contexts.count == 1, let (modifier, context) = entry.conditions.contexts.first
      else {
        continue
      }
      covered[modifier, default: []].insert(context)
      guard covered[modifier]?.count == modifiers[modifier].contexts.count else { continue }
      var rest = self
      rest.entries.removeFirst(index)
      return rest
    }
    return self
  }

  func content(in choice: [Int: Int]) -> Content? {
    entries.last { $0.conditions.hold(in: choice) }?.content
  }

  /// The contexts that it depends on, by modifier.
  var contexts: [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    for entry in entries {
      for (modifier, context) in entry.conditions.contexts { found[modifier, default: []].insert(context) }
    }
    return found
  }

  /// The one that always counts, or else the first.
  var first: Content? { entries.first?.content }
}
