/// Gives names numbers in the order in which they come.
struct Interner<Name: Hashable & Sendable>: Sendable {
  private(set) var names: [Name] = []
  /// The names' numbers, found by the names' hashes; -1 where there is none. A dictionary would hold each name once more.
  private var slots: [Int32] = []

  init() {}

  /// - Parameter names: each once.
  init(_ names: some Collection<Name>) {
    self.names.reserveCapacity(names.count)
    for name in names { _ = id(of: name) }
  }

  func find(_ name: Name) -> Int32? {
    guard !slots.isEmpty else { return nil }
    let id = slots[slot(of: name)]
    return id < 0 ? nil : id
  }

  mutating func id(of name: Name) -> Int32 {
    if let id = find(name) { return id }
    if names.count * 4 >= slots.count * 3 { addSlots() }
    let id = Int32(names.count)
    slots[slot(of: name)] = id
    names.append(name)
    return id
  }

  /// Where a name's number is, or would be.
  private func slot(of name: Name) -> Int {
    let last = slots.count - 1
    var slot = name.hashValue & last
    while slots[slot] >= 0, names[Int(slots[slot])] != name { slot = (slot + 1) & last }
    return slot
  }

  private mutating func addSlots() {
    slots = Array(repeating: -1, count: max(4, slots.count * 2))
    for id in names.indices { slots[slot(of: names[id])] = Int32(id) }
  }
}
