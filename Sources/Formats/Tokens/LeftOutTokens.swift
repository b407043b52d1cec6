internal import Documents

/// The tokens that are left out for their values, and those that refer to them. Of many, the first ones are reported one by
/// one.
struct LeftOutTokens {
  private var names: Set<String> = []

  private static let mostShown = 200

  /// Adds a token. Returns whether its problem is reported.
  mutating func add(_ name: String) -> Bool {
    names.insert(name)
    return names.count <= Self.mostShown
  }

  /// Adds the tokens that refer to missing ones. Returns those with the missing ones.
  /// - Parameters:
  ///   - references: the names that each token refers to.
  ///   - place: returns the place of a token.
  mutating func addReferrers(
    to missing: Set<String>, _ references: some Sequence<(String, [String])>,
    in diagnostics: inout Diagnostics, place: (String) -> JSONNode?
  ) -> Set<String> {
    var (gone, waiting) = (missing, missing.sorted())
    var referrers: [String: [String]] = [:]
    for (name, others) in references { for other in others { referrers[other, default: []].append(name) } }
    while let next = waiting.popLast() {
      for name in (referrers[next] ?? []).sorted() where gone.insert(name).inserted {
        waiting.append(name)
        guard add(name), let node = place(name) else { continue }
        diagnostics.warning(
          node, "left-out",
          "\(Quoted.reference(next)) is left out, and so is \(Quoted.name(name)), which refers to it.")
      }
    }
    return gone
  }

  func reportOthers(_ node: JSONNode, in diagnostics: inout Diagnostics) {
    guard names.count > Self.mostShown else { return }
    diagnostics.warning(
      node, "left-out", "\(names.count - Self.mostShown) more tokens of this theme are left out.")
  }
}
