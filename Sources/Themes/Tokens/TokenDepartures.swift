/// Where a token document departs from the text of the format and is understood all the same: a warning for the first of
/// each kind, the others counted.
struct TokenDepartures {
  enum DepartureSort: String, CaseIterable {
    case colorText = "color-in-text"
    case quantityText = "quantity-in-text"
    case unit = "other-unit"
    case hexDigits = "hex-digits"
    case members = "members"
    case type = "other-type"
    case children = "token-with-children"
    case property = "unknown-property"
  }

  private var found: [DepartureSort: (node: JSONNode, sentence: String, count: Int)] = [:]

  mutating func add(_ sort: DepartureSort, _ node: JSONNode, _ sentence: @autoclosure () -> String) {
    guard let known = found[sort] else {
      found[sort] = (node, sentence(), 1)
      return
    }
    found[sort] = (known.node, known.sentence, known.count + 1)
  }

  func report(in findings: inout Diagnostics) {
    for sort in DepartureSort.allCases {
      guard let (node, sentence, count) = found[sort] else { continue }
      findings.warning(
        node, sort.rawValue, count == 1 ? sentence : "\(sentence) And \(count - 1) more like this.")
    }
  }
}
