/// The names by which the tokens of a document refer to each other.
package struct TokenNames: Sendable {
  /// The groups whose names are not names of tokens.
  package let groups: Set<String>
  /// The names of groups with a token of their own, `$root`.
  package let roots: Set<String>
  /// The types of values, without colors.
  package var types: [String: ValueType] = [:]
  /// The tokens that can't be read, whose problems are reported already.
  package var broken: Set<String> = []

  private static let root = ".$root"

  package init(groups: Set<String>, roots: Set<String>) { (self.groups, self.roots) = (groups, roots) }

  /// Returns the token that a text refers to, whole: `{a.b}`, or `{a.$root}` for the own token of the group `a`.
  package static func name(in text: String) -> String? {
    guard text.utf8.first == UInt8(ascii: "{"), text.utf8.last == UInt8(ascii: "}") else { return nil }
    let inner = text.dropFirst().dropLast()
    guard !inner.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) else {
      return nil
    }
    return String(inner.hasSuffix(root) ? inner.dropLast(root.utf8.count) : inner)
  }

  /// Returns the token that a pointer leads to, whole; nil for a pointer to a part of it.
  package static func name(at steps: [String]) -> String? {
    var steps = steps
    for end in ["$value", "$root"] where steps.last == end { steps.removeLast() }
    guard !steps.isEmpty, steps.allSatisfy({ $0.utf8.first != UInt8(ascii: "$") }) else { return nil }
    return steps.joined(separator: ".")
  }

  static func saysRoot(_ text: String) -> Bool { text.dropLast().hasSuffix(root) }
}
