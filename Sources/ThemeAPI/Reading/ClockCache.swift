/// A bounded cache that evicts an entry that was not used since the hand last passed it (the clock algorithm).
///
/// A new entry counts as unused, but the hand makes a whole turn before it reaches it. So a flood of requests that come
/// once evicts only itself, and an entry that becomes popular meanwhile stays.
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

  /// Replaces the value for a key. A value that costs more than a quarter of the limit is not stored.
  /// - Returns: the evicted values, so that the caller can free them when it holds no lock.
  @discardableResult
  mutating func insert(_ value: Value, for key: Key, cost: Int) -> [Value] {
    var gone: [Value] = []
    if let place = places[key] { gone.append(remove(at: place)) }
    guard cost <= limit / 4 else { return gone }
    while self.cost + cost > limit { gone.append(evict()) }
    add(Slot(key: key, value: value, cost: cost))
    return gone
  }

  /// Removes the value for a key and returns it, so that the caller can free it when it holds no lock.
  mutating func remove(_ key: Key) -> Value? { places[key].map { remove(at: $0) } }

  /// Removes all entries and returns them, so that the caller can free them when it holds no lock.
  mutating func replaceAll() -> ClockCache {
    let old = self
    self = ClockCache(limit: limit)
    return old
  }

  /// Inserts an entry just behind the hand. The entry that was there moves to the end.
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

  /// Moves the hand to the next unused entry and removes it.
  private mutating func evict() -> Value {
    while true {
      if hand >= entries.count { hand = 0 }
      guard entries[hand].isUsed else { break }
      entries[hand].isUsed = false
      hand += 1
    }
    return remove(at: hand)
  }

  /// Removes an entry. The last entry takes its place.
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
