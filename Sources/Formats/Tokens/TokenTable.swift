/// The tokens of a document by their names.
struct TokenTable: Sendable {
  private let entries: [TokenList.ListedEntry]
  private let numbers: [String: Int]

  /// None.
  init() { self.init([]) }

  init(_ entries: [TokenList.ListedEntry]) {
    self.entries = entries
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() { numbers[entry.name] = number }
    self.numbers = numbers
  }

  subscript(name: String) -> TokenList.ListedEntry? { numbers[name].map { entries[$0] } }
}
