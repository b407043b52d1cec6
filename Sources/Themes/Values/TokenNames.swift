/// How the tokens of a document are referred to.
package struct TokenNames: Sendable {
  /// Groups that are no tokens by the same name.
  package let groups: Set<String>
  /// The names of groups with a token of their own, `$root`.
  package let roots: Set<String>
  /// What each value is; colors are not among them.
  package var types: [String: ValueType] = [:]
  /// Tokens that nothing can be made of; why is said already.
  package var broken: Set<String> = []

  private static let root = ".$root"

  package init(groups: Set<String>, roots: Set<String>) { (self.groups, self.roots) = (groups, roots) }

  /// The token that a text refers to, whole: `{a.b}`, or `{a.$root}` for the own token of the group `a`.
  package static func name(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      return nil
    }
    return String(inner.hasSuffix(root) ? inner.dropLast(root.utf8.count) : inner)
  }

  /// The token that a pointer leads to, whole; nil for one to a part of it.
  package static func name(at steps: [String]) -> String? {
    var steps = steps
    for end in ["$value", "$root"] where steps.last == end { steps.removeLast() }
    guard !steps.isEmpty, steps.allSatisfy({ $0.utf8.first != UInt8(ascii: "$") }) else { return nil }
    return steps.joined(separator: ".")
  }

  /// Whether a text refers to a group's own token.
  static func saysRoot(_ text: String) -> Bool { text.dropLast().hasSuffix(root) }
}
