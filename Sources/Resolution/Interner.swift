/// Gives names numbers in the order in which they come.
struct Interner<Name: Hashable & Sendable>: Sendable {
  private(set) var names: [Name] = []
  /// The names' numbers, found by the names' hashes; -1 where there is none. A dictionary would hold each name once more.
  private var slots: [Int32] = []

  init() {}

  /// - Parameter count: how many names will come, about.
  init(roomFor count: Int) {
    names.reserveCapacity(count)
    addSlots(for: count)
  }

  /// - Parameter names: each once.
  init(_ names: [Name]) {
    // A copy has no room to spare.
    self.names = names.map(\.self)
    addSlots(for: names.count)
  }

  func find(_ name: Name) -> Int32? {
    guard !slots.isEmpty else { return nil }
    let id = slots[slot(of: name, name.hashValue)]
    return id < 0 ? nil : id
  }

  mutating func id(of name: Name) -> Int32 {
    let hash = name.hashValue
    if !slots.isEmpty {
      let id = slots[slot(of: name, hash)]
      if id >= 0 { return id }
    }
    if names.count * 4 >= slots.count * 3 { addSlots(for: names.count + 1) }
    let id = Int32(names.count)
    slots[slot(of: name, hash)] = id
    names.append(name)
    return id
  }

  /// Puts the names in another order, and numbers them by it.
  /// - Parameter order: the names' numbers until now, in that order.
  /// - Returns: the new number of each, by the one until now.
  mutating func renumber(by order: [Int32]) -> [Int32] {
    var numbers = [Int32](repeating: 0, count: order.count)
    for (number, old) in order.enumerated() { numbers[Int(old)] = Int32(number) }
    names = order.map { names[Int($0)] }
    for slot in slots.indices where slots[slot] >= 0 { slots[slot] = numbers[Int(slots[slot])] }
    return numbers
  }

  /// Where a name's number is, or would be.
  private func slot(of name: Name, _ hash: Int) -> Int {
    let last = slots.count - 1
    var slot = hash & last
    while slots[slot] >= 0, names[Int(slots[slot])] != name { slot = (slot + 1) & last }
    return slot
  }

  /// At most three of four slots are taken.
  private mutating func addSlots(for count: Int) {
    var room = slots.count
    while count * 4 > room * 3 { room = max(4, room * 2) }
    slots = Array(repeating: -1, count: room)
    for (id, name) in names.enumerated() { slots[slot(of: name, name.hashValue)] = Int32(id) }
  }
}
