package import Themes

/// The look of one target in its containers: a value for each key that a rule or an override sets.
package struct Look: Sendable, Hashable {
  package struct KeyedValue: Sendable, Hashable {
    package let key: PropertyKey
    package let value: ResolvedValue

    package init(key: PropertyKey, value: ResolvedValue) { (self.key, self.value) = (key, value) }
  }

  /// The values in ascending order of the keys' text, without blocked keys.
  package let entries: [KeyedValue]

  package subscript(key: PropertyKey) -> ResolvedValue? { entries.first { $0.key == key }?.value }
}

/// A value that the client sets itself: number 0 of precedence.
package struct Override: Sendable, Hashable {
  package let key: PropertyKey
  package let value: Value

  package init(key: PropertyKey, value: Value) { (self.key, self.value) = (key, value) }
}

extension ThemeContext {
  /// Returns all values that rules and overrides set for a target in its containers.
  package func look(
    of target: Target, in path: [Target] = [], overrides: [Override] = []
  ) throws(LookupError) -> Look {
    look(try theme.lookup(target, in: path), overrides: overrides)
  }

  /// Returns the look for a target whose names are numbers already.
  package func look(_ lookup: Lookup, overrides: [Override] = []) -> Look {
    let winners = winners(lookup)
    var entries: [Look.KeyedValue] = []
    entries.reserveCapacity(winners.count)
    winners.forEachSetting { setting in
      guard let value = resolve(setting: setting) else { return }
      let key = theme.table.keys[Int(theme.table.settingKeys[Int(setting)])]
      entries.append(Look.KeyedValue(key: key, value: value))
    }
    return Look(entries: overrides.isEmpty ? entries : overridden(entries, by: overrides))
  }

  /// Returns the setting that wins for each key at a place.
  func winners(_ lookup: Lookup) -> Winners {
    let matches = Matches(lookup, theme: theme, mask: mask)
    var winners = Winners(keyCount: theme.table.keys.count, visited: matches.visited)
    for index in matches.found.indices {
      let rule = theme.table.rules[Int(matches.found[index].order)]
      for setting in rule.settings {
        winners.enter(setting, theme.table.settingKeys[Int(setting)], match: Int32(index), matches)
      }
    }
    return winners
  }

  private func overridden(_ entries: [Look.KeyedValue], by overrides: [Override]) -> [Look.KeyedValue] {
    var values = Dictionary(uniqueKeysWithValues: entries.map { ($0.key, $0.value) })
    for override in overrides { values[override.key] = resolve(override.value) }
    return values.map { Look.KeyedValue(key: $0.key, value: $0.value) }
      .sorted { $0.key.description.utf8.lexicographicallyPrecedes($1.key.description.utf8) }
  }
}

/// The settings that win in one place.
struct Winners {
  /// The winning match and its setting for each key, or -1.
  private var leaders: [(match: Int32, setting: Int32)]
  /// A bit for each key that has a winner.
  private var decided: [UInt64]
  private(set) var count = 0
  /// The number of rules that were visited.
  let visited: Int

  init(keyCount: Int, visited: Int) {
    self.visited = visited
    leaders = Array(repeating: (-1, -1), count: keyCount)
    decided = Array(repeating: 0, count: (keyCount + 63) / 64)
  }

  @inline(__always)
  mutating func enter(_ setting: Int32, _ key: Int32, match: Int32, _ matches: borrowing Matches) {
    let leader = leaders[Int(key)]
    if leader.match < 0 {
      decided[Int(key) >> 6] |= 1 << UInt64(key & 63)
      count += 1
    } else if !Precedence.compare(
      matches.found[Int(match)], matches.found[Int(leader.match)], matches.steps
    ).aWins {
      return
    }
    leaders[Int(key)] = (match, setting)
  }

  /// Calls the body with each winning setting, in ascending order of the keys.
  func forEachSetting(_ body: (Int32) -> Void) {
    for (index, word) in decided.enumerated() {
      var word = word
      while word != 0 {
        body(leaders[index << 6 + word.trailingZeroBitCount].setting)
        word &= word - 1
      }
    }
  }
}
