/// Which sets hold, by what is chosen of each group.
struct StudioSwitches: Sendable {
  private let groups: [StudioGroup]
  /// Of each set the groups by which it comes and goes, with their themes that have it.
  private let needs: [[(group: Int, themes: Set<Int>)]]
  private let states: [SetState]

  private enum SetState {
    case always, never, sometimes
  }

  /// What holds: a theme, by its number, of each group that matters.
  struct StudioChoice: Hashable, Sendable {
    /// In ascending order.
    let groups: [Int]
    let themes: [Int]

    func theme(of group: Int) -> Int? { groups.firstIndex(of: group).map { themes[$0] } }

    /// The same for fewer groups.
    func narrowed(to groups: [Int]) -> StudioChoice {
      guard groups != self.groups else { return self }
      let chosen = groups.compactMap { group in theme(of: group).map { (group, $0) } }
      return StudioChoice(groups: chosen.map(\.0), themes: chosen.map(\.1))
    }
  }

  /// Joined for one token, more are refused.
  static let mostChoices = 512
  /// Two themes in each of more groups are more than that.
  private static let mostGroups = 9

  /// What the choices of all tokens may come to, each with what the token holds.
  let mostWork: Int

  /// - Parameters:
  ///   - chosen: of groups of which nobody chooses, the theme that holds.
  ///   - count: how many themes are read from the document.
  init(_ document: StudioDocument, _ groups: [StudioGroup], chosen: [Int: Int], sharedBy count: Int) {
    self.groups = groups
    mostWork = (1 << 20) / max(1, count)
    let count = document.sets.count
    let given = chosen.reduce(into: Set<Int>()) { $0.formUnion(groups[$1.key].themes[$1.value].sets) }
    var themes: [[(group: Int, themes: Set<Int>)]] = Array(repeating: [], count: count)
    var states = (0..<count).map { given.contains($0) ? SetState.always : .never }
    if document.themes.isEmpty { states = states.map { _ in .always } }
    for (number, group) in groups.enumerated() where chosen[number] == nil {
      var having: [Int: Set<Int>] = [:]
      for (index, theme) in group.themes.enumerated() {
        for set in theme.sets { having[set, default: []].insert(index) }
      }
      for (set, chosen) in having where states[set] != .always {
        states[set] = chosen.count == group.themes.count ? .always : .sometimes
        // One group more than can be joined is enough to know that there are too many.
        if themes[set].count <= Self.mostGroups { themes[set].append((number, chosen)) }
      }
    }
    (needs, self.states) = (themes, states)
  }

  func isNever(_ set: Int) -> Bool { states[set] == .never }
  func isAlways(_ set: Int) -> Bool { states[set] == .always }

  /// The groups by which a set comes and goes.
  func groups(of set: Int) -> [Int] { states[set] == .sometimes ? needs[set].map(\.group) : [] }

  func isOn(_ set: Int, _ choice: StudioChoice) -> Bool {
    switch states[set] {
    case .always: true
    case .never: false
    case .sometimes:
      needs[set].contains { group, themes in choice.theme(of: group).map(themes.contains) ?? false }
    }
  }

  /// All that can be chosen of these groups, what holds where nothing is chosen first; nil where that is too much.
  func choices(of groups: [Int]) -> [StudioChoice]? {
    guard groups.count <= Self.mostGroups else { return nil }
    var product: [[Int]] = [[]]
    for group in groups {
      let count = self.groups[group].themes.count
      guard product.count * count <= Self.mostChoices else { return nil }
      product = product.flatMap { themes in (0..<count).map { themes + [$0] } }
    }
    return product.map { StudioChoice(groups: groups, themes: $0) }
  }
}
