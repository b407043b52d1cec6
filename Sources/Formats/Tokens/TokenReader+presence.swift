internal import Documents
internal import Themes

/// Tokens that are there in some contexts only, and who refers to them where they are not.
extension TokenReader {
  /// So often contexts are compared with choices, and no more.
  private static let mostCompared = 10_000_000

  mutating func checkPresence() {
    var left = Self.mostCompared
    let partial = Dictionary(
      list.entries.lazy.filter { $0.base == nil || $0.variants.contains { $0.token == nil } }.map {
        ($0.name, $0)
      }
    ) { $1 }
    guard !partial.isEmpty else { return }
    for entry in list.entries where !values.form.findings.isFull {
      for number in Set(entry.numbers.compactMap(\.self)).sorted() {
        for name in names(referredToBy: number) {
          guard let target = partial[name] else { continue }
          check(entry, number, refersTo: target, &left)
          guard left > 0 else {
            return values.form.findings.error(
              tokens[number].value, "too-many-contexts",
              "The tokens of this document refer too often to tokens that are there in some contexts only.")
          }
        }
      }
    }
  }

  private func names(referredToBy number: Int) -> [String] {
    switch contents[number] {
    case .color(let color): color.referenced.map { [$0] } ?? []
    case .value(let value): Set(value.content.referredNames).sorted()
    case nil: []
    }
  }

  private mutating func check(
    _ entry: TokenList.Entry, _ number: Int, refersTo target: TokenList.Entry, _ left: inout Int
  ) {
    let token = tokens[number]
    var contexts = entry.contexts
    contexts.add(target.contexts)
    guard let choices = list.modifiers.choices(of: contexts) else {
      return list.modifiers.reportChoices(
        token.key, "\(Quoted.name(token.name)) and \(Quoted.reference(target.name)) depend",
        in: &values.form.findings)
    }
    left -= choices.count * (target.sources.count + entry.sources.count)
    let gap = choices.first { choice in
      target.sources.content(in: choice) == nil
        && entry.sources.content(in: choice) === token.source
    }
    guard let gap else { return }
    let words = list.modifiers.words(for: gap.filter { target.contexts[$0.key] != nil })
    values.form.findings.error(
      token.value, "unknown-value",
      "There is no token \(Quoted.reference(target.name)) when \(words).")
  }
}

extension Value {
  /// The names of colors and other values in it.
  fileprivate var referredNames: [String] {
    switch self {
    case .reference(let name, _): [name]
    case .color(let color): color.referenced.map { [$0] } ?? []
    case .list(let items): items.flatMap(\.referredNames)
    case .object(let members): members.flatMap(\.value.referredNames)
    case .blocked, .image, .number, .bool, .string: []
    }
  }
}
