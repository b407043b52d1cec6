import Documents
import TestSupport
import Testing

@Suite struct `A persistent map` {
  /// A key with few hashes, so that keys collide.
  private struct Key: Hashable {
    let number: Int
    func hash(into hasher: inout Hasher) { hasher.combine(number % 5) }
  }

  @Test(arguments: [1, 2, 3])
  func `says what a dictionary says`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = PersistentMap<Int, Int>()
    var model: [Int: Int] = [:]
    var copies: [(PersistentMap<Int, Int>, [Int: Int])] = []
    for step in 0..<20_000 {
      let key = Int.random(in: 0..<2_000, using: &random)
      let value = Int.random(in: 0..<3, using: &random) == 0 ? nil : step
      map[key] = value
      model[key] = value
      #expect(map[key] == model[key] && map.count == model.count)
      if step.isMultiple(of: 2_000) { copies.append((map, model)) }
    }
    for (map, model) in copies { Self.expectSame(map, model) }
    Self.expectSame(map, model)
  }

  private static func expectSame(_ map: PersistentMap<Int, Int>, _ model: [Int: Int]) {
    #expect(Dictionary(uniqueKeysWithValues: map.map { ($0.key, $0.value) }) == model)
    #expect(map.count == model.count && map.isEmpty == model.isEmpty)
    #expect(map.keys.sorted() == model.keys.sorted() && map.values.sorted() == model.values.sorted())
    #expect(map == PersistentMap(model.map { ($0.key, $0.value) }))
  }

  @Test func `tells keys with one hash apart`() {
    var map = PersistentMap<Key, Int>()
    for number in 0..<100 { map[Key(number: number)] = number }
    for number in 0..<100 { #expect(map[Key(number: number)] == number) }
    for number in stride(from: 0, to: 100, by: 2) { map[Key(number: number)] = nil }
    for number in 0..<100 { #expect(map[Key(number: number)] == (number.isMultiple(of: 2) ? nil : number)) }
    #expect(map.count == 50 && map[Key(number: 1_000)] == nil)
    for number in 0..<100 { map[Key(number: number)] = nil }
    #expect(map.isEmpty && map.values == [])
  }

  @Test func `is equal to one with the same entries that came in another order`() {
    let one = PersistentMap((0..<500).map { (Key(number: $0), $0) })
    var other = PersistentMap((0..<600).reversed().map { (Key(number: $0), $0) })
    #expect(one != other)
    for number in 500..<600 { other[Key(number: number)] = nil }
    #expect(one == other && one.hashValue == other.hashValue)
    other[Key(number: 7)] = 8
    #expect(one != other)
  }

  @Test func `is left as it was by a change of its copy`() {
    let before: PersistentMap = ["a": 1, "b": 2]
    var after = before
    after["a"] = nil
    after["c"] = 3
    #expect(before["a"] == 1 && before["c"] == nil && before.count == 2)
    #expect(after["a"] == nil && after["c"] == 3 && after.count == 2)
  }

  @Test(arguments: [4, 5])
  func `tells what has changed since a copy`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var map = PersistentMap<Int, Int>()
    for _ in 0..<200 {
      let before = map
      for step in 0..<Int.random(in: 0..<40, using: &random) {
        map[Int.random(in: 0..<300, using: &random)] = Bool.random(using: &random) ? step : nil
      }
      let right = (0..<300).filter { before[$0] != map[$0] }
      #expect(map.changedKeys(since: before, where: ==).sorted() == right)
      #expect(before.changedKeys(since: map, where: ==).sorted() == right)
    }
  }
}
