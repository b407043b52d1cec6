/// A bounded store that lets go what was not asked for since the hand last passed (the clock algorithm).
///
/// A newcomer counts as not asked for, but has a whole turn of the hand to be: a flood of questions asked once pushes
/// out only itself, and what becomes popular amid one finds its place.
struct ClockCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Slot: Sendable {
    let key: Key
    let value: Value
    let cost: Int
    var isUsed = false
  }

  private var places: [Key: Int] = [:]
  private var entries: [Slot] = []
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

  /// Keeps a value in place of the key's former one; not one that alone would take more than a quarter of all.
  /// - Returns: what had to go, so that the caller can free it when it holds no lock.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
    var gone: [Value] = []
    if let place = places[key] { gone.append(remove(at: place)) }
    guard cost <= limit / 4 else { return gone }
    while self.cost + cost > limit { gone.append(evict()) }
    add(Slot(key: key, value: value, cost: cost))
    return gone
  }

  /// Takes out what is kept for a key; it is handed out, so that the caller can free it when it holds no lock.
  mutating func remove(_ key: Key) -> Value? { places[key].map { remove(at: $0) } }

  /// Empties it; what was in it is handed out, so that the caller can free it when it holds no lock.
  mutating func replaceAll() -> ClockCache {
    let old = self
    self = ClockCache(limit: limit)
    return old
  }

  /// Just behind the hand; what stood there goes to the end.
  private mutating func add(_ entry: Slot) {
    cost += entry.cost
    if hand < entries.count {
      places[entries[hand].key] = entries.count
      entries.append(entries[hand])
      entries[hand] = entry
    } else {
      hand = entries.count
      entries.append(entry)
    }
    places[entry.key] = hand
    hand += 1
  }

  /// Moves the hand to the next entry that was not used and removes it.
  private mutating func evict() -> Value {
    while true {
      if hand >= entries.count { hand = 0 }
      guard entries[hand].isUsed else { break }
      entries[hand].isUsed = false
      hand += 1
    }
    return remove(at: hand)
  }

  /// The last entry takes the place of the removed one.
  private mutating func remove(at place: Int) -> Value {
    let removed = entries[place]
    places[removed.key] = nil
    cost -= removed.cost
    let last = entries.removeLast()
    guard place < entries.count else { return removed.value }
    entries[place] = last
    places[last.key] = place
    return removed.value
  }
}
