/// A dictionary whose copies share their common parts: a change costs a few short arrays, however large the map is, and
/// so does finding the difference between two maps.
///
/// It is a tree over the bits of the keys' hashes, 32 ways at each level (Bagwell, "Ideal Hash Trees", 2001). It is
/// inlinable so that other modules specialize it: without that a durable switch took a tenth more instructions.
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

  /// Returns the keys of the values that fulfill a condition. The others are not copied.
  @inlinable package func keys(where isWanted: (Value) -> Bool) -> [Key] {
    var keys: [Key] = []
    root.addKeys(where: isWanted, to: &keys)
    return keys
  }

  /// Returns the keys whose values differ in two maps, or that one of them lacks. Shared parts are skipped.
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
  /// An iterator over a list of the entries: walking along the tree took several times as long.
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
    // The order of the entries must not matter.
    hasher.combine(reduce(into: 0) { $0 ^= [AnyHashable($1.key), AnyHashable($1.value)].hashValue })
  }
}

/// The nodes of a map. A node never changes.
extension PersistentMap {
  @usableFromInline final class HashEntry: Sendable {
    @usableFromInline let hash: Int
    @usableFromInline let key: Key
    @usableFromInline let value: Value

    @inlinable init(_ key: Key, _ value: Value) { (hash, self.key, self.value) = (key.hashValue, key, value) }

    @inlinable func isFor(_ key: Key, _ hash: Int) -> Bool { self.hash == hash && self.key == key }
  }

  @usableFromInline enum HashNode: Sendable {
    case branch(HashBranch)
    case entry(HashEntry)
  }

  /// The entries whose hashes have the same bits as far as the branch is from the root.
  @usableFromInline final class HashBranch: Sendable {
    /// A bit for each of the 32 values of the next five bits that has a node. Unused past the last bit of the
    /// hash, where the nodes are entries with one hash, in no order.
    @usableFromInline let bits: UInt32
    @usableFromInline let nodes: [HashNode]

    @inlinable init(bits: UInt32 = 0, nodes: [HashNode] = []) { (self.bits, self.nodes) = (bits, nodes) }

    /// The branch after a change, with the number of entries that were added.
    @usableFromInline typealias HashChange = (branch: HashBranch, added: Int)
  }
}

extension PersistentMap.HashBranch {
  @inlinable static var step: Int { 5 }
  @inlinable static var hashBits: Int { 64 }

  @inlinable static func bit(_ hash: Int, at depth: Int) -> UInt32 {
    1 << (UInt32(truncatingIfNeeded: UInt(bitPattern: hash) >> UInt(depth)) & 31)
  }

  @inlinable func place(of bit: UInt32) -> Int { (bits & (bit - 1)).nonzeroBitCount }

  @inlinable func entry(of key: Key, _ hash: Int, at depth: Int = 0) -> PersistentMap.HashEntry? {
    var branch = self
    for depth in stride(from: depth, to: Self.hashBits, by: Self.step) {
      let bit = Self.bit(hash, at: depth)
      guard branch.bits & bit != 0 else { return nil }
      switch branch.nodes[branch.place(of: bit)] {
      case .entry(let entry): return entry.isFor(key, hash) ? entry : nil
      case .branch(let next): branch = next
      }
    }
    return branch.collided(key, hash)?.entry
  }

  /// Returns the entry of a key among entries whose hashes are all the same.
  @inlinable func collided(_ key: Key, _ hash: Int) -> (place: Int, entry: PersistentMap.HashEntry)? {
    for (place, node) in nodes.enumerated() {
      if case .entry(let entry) = node, entry.isFor(key, hash) { return (place, entry) }
    }
    return nil
  }

  @inlinable func setting(_ place: Int, to node: PersistentMap.HashNode) -> PersistentMap.HashBranch {
    var nodes = nodes
    nodes[place] = node
    return PersistentMap.HashBranch(bits: bits, nodes: nodes)
  }

  @inlinable func inserting(_ entry: PersistentMap.HashEntry, at depth: Int) -> HashChange {
    guard depth < Self.hashBits else {
      guard let (place, _) = collided(entry.key, entry.hash) else {
        return (PersistentMap.HashBranch(nodes: nodes + [.entry(entry)]), 1)
      }
      return (setting(place, to: .entry(entry)), 0)
    }
    let bit = Self.bit(entry.hash, at: depth)
    let place = place(of: bit)
    guard bits & bit != 0 else {
      var nodes = nodes
      nodes.insert(.entry(entry), at: place)
      return (PersistentMap.HashBranch(bits: bits | bit, nodes: nodes), 1)
    }
    var below = PersistentMap.HashBranch()
    switch nodes[place] {
    case .entry(let present):
      if present.isFor(entry.key, entry.hash) { return (setting(place, to: .entry(entry)), 0) }
      below = below.inserting(present, at: depth + Self.step).branch
    case .branch(let branch): below = branch
    }
    let (branch, added) = below.inserting(entry, at: depth + Self.step)
    return (setting(place, to: .branch(branch)), added)
  }

  /// Returns the node without a key; nil if the key is not there.
  @inlinable func removing(_ key: Key, _ hash: Int, at depth: Int = 0) -> HashChange? {
    guard depth < Self.hashBits else { return collided(key, hash).map { (removing($0.place, bit: 0), -1) } }
    let bit = Self.bit(hash, at: depth)
    guard bits & bit != 0 else { return nil }
    let place = place(of: bit)
    switch nodes[place] {
    case .entry(let entry): return entry.isFor(key, hash) ? (removing(place, bit: bit), -1) : nil
    case .branch(let branch):
      guard let below = branch.removing(key, hash, at: depth + Self.step)?.branch else { return nil }
      // A single entry replaces its branch.
      if below.nodes.count == 1, case .entry = below.nodes[0] {
        return (setting(place, to: below.nodes[0]), -1)
      }
      return (setting(place, to: .branch(below)), -1)
    }
  }

  @inlinable func removing(_ place: Int, bit: UInt32) -> PersistentMap.HashBranch {
    var nodes = nodes
    nodes.remove(at: place)
    return PersistentMap.HashBranch(bits: bits & ~bit, nodes: nodes)
  }

  @inlinable func addEntries(to entries: inout [PersistentMap.HashEntry]) {
    for node in nodes {
      switch node {
      case .entry(let entry): entries.append(entry)
      case .branch(let branch): branch.addEntries(to: &entries)
      }
    }
  }

  @inlinable func addKeys(where isWanted: (Value) -> Bool, to keys: inout [Key]) {
    for node in nodes {
      switch node {
      case .entry(let entry): if isWanted(entry.value) { keys.append(entry.key) }
      case .branch(let branch): branch.addKeys(where: isWanted, to: &keys)
      }
    }
  }

  /// Adds the keys of entries that another branch at the same depth lacks or has with another value.
  @inlinable func addKeys(
    missing other: PersistentMap.HashBranch, at depth: Int, to keys: inout [Key],
    differs: (PersistentMap.HashEntry, PersistentMap.HashEntry) -> Bool
  ) {
    guard self !== other else { return }
    for node in nodes {
      switch node {
      case .entry(let entry):
        let present = other.entry(of: entry.key, entry.hash, at: depth)
        if present !== entry, present.map({ differs(entry, $0) }) ?? true { keys.append(entry.key) }
      case .branch(let branch):
        let beside = other.branch(for: branch, at: depth)
        branch.addKeys(missing: beside, at: depth + Self.step, to: &keys, differs: differs)
      }
    }
  }

  /// Returns the node at the place of a branch of another map: a branch as well, even of one entry or none.
  @inlinable func branch(for branch: PersistentMap.HashBranch, at depth: Int) -> PersistentMap.HashBranch {
    guard let hash = branch.anyHash else { return PersistentMap.HashBranch() }
    let bit = Self.bit(hash, at: depth)
    guard bits & bit != 0 else { return PersistentMap.HashBranch() }
    switch nodes[place(of: bit)] {
    case .branch(let found): return found
    case .entry(let entry): return PersistentMap.HashBranch().inserting(entry, at: depth + Self.step).branch
    }
  }

  /// The hash of one of its entries: all have the same bits up to here.
  @inlinable var anyHash: Int? {
    switch nodes.first {
    case .entry(let entry): entry.hash
    case .branch(let branch): branch.anyHash
    case nil: nil
    }
  }
}
