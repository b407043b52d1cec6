package import Themes

/// The keys that answer for the texts and backgrounds of a kit's contrasts, as numbers: a theme sets few of them.
package struct ContrastKeys: Sendable {
  /// For each pair of the kit those that answer for its text, then those for its background.
  package let pairs: [[Int]]
  /// How many there are.
  package let count: Int
  private let numbers: [PropertyKey: Int]

  init(of kit: KitIndex) {
    var numbers: [PropertyKey: Int] = [:]
    pairs = kit.definition.contrasts.map { pair in
      [pair.text, pair.background].flatMap { kit.answering($0, of: pair.className) }.map { key in
        let number = numbers[key] ?? numbers.count
        numbers[key] = number
        return number
      }
    }
    count = numbers.count
    self.numbers = numbers
  }

  /// Nil for a key that has no part in a contrast.
  package func number(of key: PropertyKey) -> Int? { numbers[key] }
}
