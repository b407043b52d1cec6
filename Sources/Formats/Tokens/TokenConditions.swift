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
  typealias ContextualEntry = (conditions: TokenConditions, content: Content)

  private var storage = ContextualStorage.nothing

  /// Nearly all tokens stand alone and always: for these a list would take more memory than the token.
  private enum ContextualStorage: Sendable {
    case nothing
    case always(Content)
    case listed([ContextualEntry])
  }

  /// In the order in which they count.
  var entries: [ContextualEntry] {
    switch storage {
    case .nothing: []
    case .always(let content): [(.always, content)]
    case .listed(let entries): entries
    }
  }

  var count: Int {
    switch storage {
    case .nothing: 0
    case .always: 1
    case .listed(let entries): entries.count
    }
  }

  var isEmpty: Bool { count == 0 }

  private var beginsWithAlways: Bool {
    switch storage {
    case .nothing: false
    case .always: true
    case .listed(let entries): entries.first?.conditions.isAlways ?? false
    }
  }

  mutating func add(_ content: Content, when conditions: TokenConditions = .always) {
    // Nothing before one that always holds counts any more, nor what holds in the same contexts.
    guard !conditions.isAlways else { return storage = .always(content) }
    var entries = entries
    // So that the list is nobody else's, and not copied.
    storage = .nothing
    if entries.last?.conditions == conditions { entries.removeLast() }
    entries.append((conditions, content))
    storage = .listed(entries)
  }

  /// What others say counts where nothing here does.
  mutating func inherit(_ other: Contextual, when conditions: TokenConditions) {
    guard !beginsWithAlways else { return }
    if conditions.isAlways, isEmpty { return self = other }
    storage = .listed(
      other.entries.compactMap { entry in
        entry.conditions.and(conditions).map { ($0, entry.content) }
      } + entries)
  }

  /// The same, and where nothing of it counts, what is said around it.
  func over(_ around: Contextual) -> Contextual {
    var all = self
    all.inherit(around, when: .always)
    return all
  }

  /// Without what never counts, since something later stands in each context of a modifier.
  func relevant(in modifiers: [ResolverModifier]) -> Contextual {
    guard case .listed(let entries) = storage, entries.count > 1 else { return self }
    var covered: [Int: Set<Int>] = [:]
    for (index, entry) in entries.enumerated().reversed() {
      guard entry.conditions.contexts.count == 1, let (modifier, context) = entry.conditions.contexts.first
      else {
        continue
      }
      covered[modifier, default: []].insert(context)
      guard covered[modifier]?.count == modifiers[modifier].contexts.count else { continue }
      var rest = self
      rest.storage = .listed(Array(entries[index...]))
      return rest
    }
    return self
  }

  func content(in choice: [Int: Int]) -> Content? {
    switch storage {
    case .nothing: nil
    case .always(let content): content
    case .listed(let entries): entries.last { $0.conditions.hold(in: choice) }?.content
    }
  }

  /// The contexts that it depends on, by modifier.
  var contexts: [Int: Set<Int>] {
    var found: [Int: Set<Int>] = [:]
    guard case .listed(let entries) = storage else { return found }
    for entry in entries {
      for (modifier, context) in entry.conditions.contexts { found[modifier, default: []].insert(context) }
    }
    return found
  }

  /// The one that always counts, or else the first.
  var first: Content? {
    switch storage {
    case .nothing: nil
    case .always(let content): content
    case .listed(let entries): entries.first?.content
    }
  }
}
