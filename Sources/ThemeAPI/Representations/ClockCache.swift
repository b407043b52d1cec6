/// A bounded store that lets go what was not asked for since the hand last passed (the clock algorithm).
///
/// A newcomer counts as not asked for, but has a whole turn of the hand to be: a flood of questions asked once pushes
/// out only itself, and what becomes popular amid one finds its place.
struct ClockCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Entry: Sendable {
    let key: Key
    var value: Value
    var cost: Int
    var isUsed = false
  }

  private var places: [Key: Int] = [:]
  private var entries: [Entry] = []
  private var hand = 0
  private let limit: Int

  /// What all entries cost together.
  private(set) var cost = 0

  init(limit: Int) { self.limit = limit }

  var count: Int { entries.count }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let place = places[key] else { return nil }
      entries[place].isUsed = true
      return entries[place].value
    }
  }

  /// Keeps a value in place of the key's former one, unless it alone would take a quarter of all.
  mutating func insert(_ value: Value, for key: Key, cost: Int) {
    if let place = places[key] {
      self.cost += cost - entries[place].cost
      entries[place].value = value
      entries[place].cost = cost
    } else {
      guard cost <= limit / 4 else { return }
      while self.cost + cost > limit, !entries.isEmpty { evict() }
      self.cost += cost
      places[key] = entries.count
      entries.append(Entry(key: key, value: value, cost: cost))
    }
    while self.cost > limit, entries.count > 1 { evict() }
  }

  mutating func removeAll() {
    places.removeAll()
    entries.removeAll()
    hand = 0
    cost = 0
  }

  /// Moves the hand to the next entry that was not used and removes it.
  private mutating func evict() {
    while true {
      if hand >= entries.count { hand = 0 }
      guard entries[hand].isUsed else { break }
      entries[hand].isUsed = false
      hand += 1
    }
    remove(at: hand)
    // What has taken that place came last: it is due when the hand comes round again.
    hand += 1
  }

  /// The last entry takes the place of the removed one.
  private mutating func remove(at place: Int) {
    let removed = entries[place]
    places[removed.key] = nil
    cost -= removed.cost
    let last = entries.removeLast()
    guard place < entries.count else { return }
    entries[place] = last
    places[last.key] = place
  }
}
