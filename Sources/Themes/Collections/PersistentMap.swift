/// A dictionary whose copies share what they have in common: a change costs a few short arrays, however large the map,
/// and so does finding out what changed.
///
/// A tree over the bits of the keys' hashes, 32 ways at each level (Bagwell, "Ideal Hash Trees", 2001).
package struct PersistentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private var root = HashBranch()
  package private(set) var count = 0

  package init() {}

  package init(_ entries: some Sequence<(Key, Value)>) {
    for (key, value) in entries { self[key] = value }
  }

  package subscript(key: Key) -> Value? {
    get { root.entry(of: key, key.hashValue)?.value }
    set {
      let change = newValue.map { root.inserting(HashEntry(key, $0), at: 0) } ?? root.removing(key, at: 0)
      guard let change else { return }
      root = change.branch
      count += change.added
    }
  }

  package subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
    get { self[key] ?? standard() }
    set { self[key] = newValue }
  }

  package var isEmpty: Bool { count == 0 }
  package var keys: [Key] { map(\.key) }
  package var values: [Value] { map(\.value) }

  /// The keys whose values differ in two maps, or that one of them lacks. What both share is not looked at.
  package func changedKeys(
    since other: PersistentMap, where areSame: (Value, Value) -> Bool
  ) -> [Key] {
    var keys: [Key] = []
    root.addKeys(missing: other.root, at: 0, to: &keys) { entry, present in
      !areSame(entry.value, present.value)
    }
    other.root.addKeys(missing: root, at: 0, to: &keys) { _, _ in false }
    return keys
  }
}

extension PersistentMap: Sequence {
  package struct Iterator: IteratorProtocol {
    fileprivate var levels: [IndexingIterator<[HashNode]>]

    package mutating func next() -> (key: Key, value: Value)? {
      while let last = levels.indices.last {
        switch levels[last].next() {
        case nil: levels.removeLast()
        case .branch(let branch): levels.append(branch.nodes.makeIterator())
        case .entry(let entry): return (entry.key, entry.value)
        }
      }
      return nil
    }
  }

  package func makeIterator() -> Iterator { Iterator(levels: [root.nodes.makeIterator()]) }
  package var underestimatedCount: Int { count }
}

extension PersistentMap: ExpressibleByDictionaryLiteral {
  package init(dictionaryLiteral elements: (Key, Value)...) { self.init(elements) }
}

extension PersistentMap: Equatable where Value: Equatable {
  package static func == (one: PersistentMap, other: PersistentMap) -> Bool {
    one.count == other.count && one.changedKeys(since: other, where: ==).isEmpty
  }
}

extension PersistentMap: Hashable where Value: Hashable {
  package func hash(into hasher: inout Hasher) {
    // The order of entries is no part of a map.
    hasher.combine(reduce(into: 0) { $0 ^= [AnyHashable($1.key), AnyHashable($1.value)].hashValue })
  }
}
