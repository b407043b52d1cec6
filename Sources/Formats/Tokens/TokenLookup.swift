internal import Documents
internal import Themes

/// Finds the contexts that values with pointers depend on.
struct TokenLookup: Sendable {
  private let root: ComposedGroup
  /// The number of places that may still be visited, so that a document of pointers alone takes no longer than others.
  private(set) var left = 4_000_000

  init(_ root: ComposedGroup) { self.root = root }

  /// Returns the contexts that the targets of a token's pointers depend on; nil if it has no pointers.
  mutating func contexts(pointedToBy token: ComposedGroup.Definitions) -> [Int: Set<Int>]? {
    var waiting: [[String]] = []
    collect(token, withNames: false, into: &waiting)
    guard !waiting.isEmpty else { return nil }
    var contexts: [Int: Set<Int>] = [:]
    var seen: Set<[String]> = []
    // Targets that are farther away are not followed when values are read.
    for _ in 0..<JSONReader.deepest where !waiting.isEmpty {
      var next: [[String]] = []
      for steps in waiting where left > 0 && seen.insert(steps).inserted {
        left -= 1
        guard let target = self.token(at: steps) else { continue }
        contexts.add(target.contexts)
        collect(target, withNames: true, into: &next)
      }
      waiting = next
    }
    return contexts
  }

  /// Returns the token that a pointer leads into.
  private func token(at steps: [String]) -> ComposedGroup.Definitions? {
    var group = root
    for step in steps {
      if step == "$root" { break }
      if let token = group.tokens[step] { return token }
      guard let next = group.groups[step] else { break }
      group = next
    }
    return group.root.isEmpty ? nil : group.root
  }

  private mutating func collect(
    _ token: ComposedGroup.Definitions, withNames: Bool, into found: inout [[String]]
  ) {
    // The same source can count in many contexts.
    var seen: Set<ObjectIdentifier> = []
    for (_, source) in token.entries
    where token.count == 1 || seen.insert(ObjectIdentifier(source)).inserted {
      let value = source.value
      left -= value.end - value.index
      Self.collect(value, withNames: withNames, into: &found)
    }
  }

  /// - Parameter withNames: whether tokens that are named whole count as well.
  private static func collect(_ node: JSONNode, withNames: Bool, into found: inout [[String]]) {
    switch node.kind {
    case .object:
      for member in node.members {
        if member.isNamed("$ref"), let steps = member.value.string.flatMap({ TokenPointer.steps(of: $0) }) {
          found.append(steps)
        } else {
          collect(member.value, withNames: withNames, into: &found)
        }
      }
    case .array: for item in node.items { collect(item, withNames: withNames, into: &found) }
    case .string:
      guard withNames, let name = node.string.flatMap({ TokenNames.name(in: $0) }) else { return }
      found.append(name.split(separator: ".").map(String.init))
    case .number, .bool, .null: break
    }
  }
}
