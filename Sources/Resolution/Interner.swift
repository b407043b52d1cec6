/// Numbers names in the order in which they are added.
struct Interner<Name: Hashable & Sendable>: Sendable {
  private(set) var names: [Name] = []
  /// A hash table of the numbers; -1 for an empty slot. A dictionary would store each name a second time.
  private var slots: [Int32] = []

  init() {}

  init(roomFor count: Int) {
    names.reserveCapacity(count)
    addSlots(for: count)
  }

  init(_ names: [Name]) {
    // A copy has no spare capacity.
    self.names = names.map(\.self)
    addSlots(for: names.count)
  }

  /// Frees the spare room of the names.
  mutating func shrink() { names = names.map(\.self) }

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

  /// Numbers the names by another order.
  /// - Parameter order: the old numbers, in the new order.
  /// - Returns: the new number of each name, by its old number.
  mutating func renumber(by order: [Int32]) -> [Int32] {
    var numbers = [Int32](repeating: 0, count: order.count)
    for (number, old) in order.enumerated() { numbers[Int(old)] = Int32(number) }
    names = order.map { names[Int($0)] }
    for slot in slots.indices where slots[slot] >= 0 { slots[slot] = numbers[Int(slots[slot])] }
    return numbers
  }

  /// Returns the slot that has a name's number, or the empty one where it belongs.
  private func slot(of name: Name, _ hash: Int) -> Int {
    let last = slots.count - 1
    var slot = hash & last
    while slots[slot] >= 0, names[Int(slots[slot])] != name { slot = (slot + 1) & last }
    return slot
  }

  /// Adds slots so that at most three quarters of them are used.
  private mutating func addSlots(for count: Int) {
    var room = slots.count
    while count * 4 > room * 3 { room = max(4, room * 2) }
    slots = Array(repeating: -1, count: room)
    for (id, name) in names.enumerated() { slots[slot(of: name, name.hashValue)] = Int32(id) }
  }
}
