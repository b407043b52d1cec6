/// Something that `livery store check` found out about a database.
package struct StoreFinding: Sendable, Hashable {
  /// What it means for a server.
  package enum FindingWeight: Sendable, Hashable {
    case fact
    /// It works, and could be better.
    case advice
    /// A server can't work so.
    case obstacle
  }

  /// A word: what it is about.
  package let subject: String
  package let words: String
  package let weight: FindingWeight

  init(_ subject: String, _ words: String, _ weight: FindingWeight = .fact) {
    (self.subject, self.words, self.weight) = (subject, words, weight)
  }
}
