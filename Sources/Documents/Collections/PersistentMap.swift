/// A dictionary whose copies share what they have in common: a change costs a few short arrays, however large the map,
/// and so does finding out what changed.
///
/// A tree over the bits of the keys' hashes, 32 ways at each level (Bagwell, "Ideal Hash Trees", 2001).
///
/// Inlinable, so that other modules have code for the very types that they keep: without it a durable switch took a tenth
/// more instructions, nearly all of them to find out about types.
@usableFromInline package struct PersistentMap<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  @usableFromInline var root = HashBranch()
  @usableFromInline package internal(set) var count = 0

  @inlinable package init() {}

  @inlinable package init(_ entries: some Sequence<(Key, Value)>) {
    for (key, value) in entries { self[key] = value }
  }

  @inlinable package subscript(key: Key) -> Value? {
    get { root.entry(of: key, key.hashValue)?.value }
    set {
      let change =
        newValue.map { root.inserting(HashEntry(key, $0), at: 0) } ?? root.removing(key, key.hashValue)
      guard let change else { return }
      root = change.branch
      count += change.added
    }
  }

  @inlinable package subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
    get { self[key] ?? standard() }
    set { self[key] = newValue }
  }

  @inlinable package var isEmpty: Bool { count == 0 }
  @inlinable package var keys: [Key] { entries.map(\.key) }
  @inlinable package var values: [Value] { entries.map(\.value) }

  /// The keys whose values differ in two maps, or that one of them lacks. What both share is not looked at.
  @inlinable package func changedKeys(
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
  /// Goes through a list of the entries: finding its way along the tree at each step took several times as long.
  @usableFromInline package struct Iterator: IteratorProtocol {
    @usableFromInline var entries: IndexingIterator<[HashEntry]>

    @inlinable init(_ entries: [HashEntry]) { self.entries = entries.makeIterator() }

    @inlinable package mutating func next() -> (key: Key, value: Value)? {
      entries.next().map { ($0.key, $0.value) }
    }
  }

  @inlinable package func makeIterator() -> Iterator { Iterator(entries) }
  @inlinable package var underestimatedCount: Int { count }

  @inlinable var entries: [HashEntry] {
    var entries: [HashEntry] = []
    entries.reserveCapacity(count)
    root.addEntries(to: &entries)
    return entries
  }
}

extension PersistentMap: ExpressibleByDictionaryLiteral {
  @inlinable package init(dictionaryLiteral elements: (Key, Value)...) { self.init(elements) }
}

extension PersistentMap: Equatable where Value: Equatable {
  @inlinable package static func == (one: PersistentMap, other: PersistentMap) -> Bool {
    one.count == other.count && one.changedKeys(since: other, where: ==).isEmpty
  }
}

extension PersistentMap: Hashable where Value: Hashable {
  @inlinable package func hash(into hasher: inout Hasher) {
    // The order of entries is no part of a map.
    hasher.combine(reduce(into: 0) { $0 ^= [AnyHashable($1.key), AnyHashable($1.value)].hashValue })
  }
}
