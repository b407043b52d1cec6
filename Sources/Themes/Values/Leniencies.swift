package import Documents

/// The deviations of token documents from their format that are accepted: a warning for the first of each kind in a file, with
/// the number of the others.
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

  /// The first deviation of each kind with the number of all, by the file's name.
  private var found: [String: [Kind: (node: JSONNode, sentence: Message, count: Int)]] = [:]

  package init() {}

  package mutating func add(_ kind: Kind, _ node: JSONNode, _ sentence: @autoclosure () -> Message) {
    found[node.document.text.file.name, default: [:]][kind, default: (node, sentence(), 0)].count += 1
  }

  package mutating func add(_ other: Leniencies) {
    for (file, kinds) in other.found {
      for (kind, entry) in kinds {
        found[file, default: [:]][kind, default: (entry.node, entry.sentence, 0)].count += entry.count
      }
    }
  }

  package func report(in diagnostics: inout Diagnostics) {
    for (_, kinds) in found.sorted(by: { $0.key < $1.key }) {
      for kind in Kind.allCases {
        guard let (node, sentence, count) = kinds[kind] else { continue }
        diagnostics.warning(
          node, kind.rawValue, count == 1 ? sentence : "\(sentence) And \(count - 1) more like this.")
      }
    }
  }
}
