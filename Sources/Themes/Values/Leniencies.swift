package import Documents

/// Where a token document departs from the text of the format and is understood all the same: a warning for the first of
/// each kind in a file, the others counted.
package struct Leniencies: Sendable {
  package enum Kind: String, CaseIterable {
    case colorText = "color-in-text"
    case quantityText = "quantity-in-text"
    case unit = "other-unit"
    case hexDigits = "hex-digits"
    case members = "members"
    case type = "other-type"
    case children = "token-with-children"
    case property = "unknown-property"
  }

  private struct Key: Hashable {
    let file: String
    let sort: Kind
  }

  private var found: [Key: (node: JSONNode, sentence: Message, count: Int)] = [:]

  package init() {}

  package mutating func add(_ sort: Kind, _ node: JSONNode, _ sentence: @autoclosure () -> Message) {
    let key = Key(file: node.document.text.file.name, sort: sort)
    guard let known = found[key] else {
      found[key] = (node, sentence(), 1)
      return
    }
    found[key] = (known.node, known.sentence, known.count + 1)
  }

  package mutating func add(_ other: Leniencies) {
    for (key, entry) in other.found {
      guard let known = found[key] else {
        found[key] = entry
        continue
      }
      found[key] = (known.node, known.sentence, known.count + entry.count)
    }
  }

  package func report(in diagnostics: inout Diagnostics) {
    for file in Set(found.keys.map(\.file)).sorted() {
      for sort in Kind.allCases {
        guard let (node, sentence, count) = found[Key(file: file, sort: sort)] else { continue }
        diagnostics.warning(
          node, sort.rawValue, count == 1 ? sentence : "\(sentence) And \(count - 1) more like this.")
      }
    }
  }
}
