internal import Documents

/// What a resolver document says: where its tokens come from, in the order in which they count, and what of that is a
/// matter of choice.
struct ResolverDocument: Sendable {
  var title: String?
  /// What is said of all of it, by the names that a group has for that.
  var remarks: [String: JSONNode] = [:]
  var modifiers: [ResolverModifier] = []
  var sources: [ListedSource] = []

  /// Tokens that count where their conditions hold; a later source replaces tokens of an earlier one.
  struct ListedSource: Sendable {
    let conditions: TokenConditions
    /// The object itself, then what it refers to: the members of the first count.
    let layers: [JSONNode]
  }
}

/// A choice among contexts, each with tokens of its own.
struct ResolverModifier: Sendable {
  let name: String
  /// Where problems with it belong.
  let node: JSONNode
  let contexts: [ResolverContext]
  /// The number of the context that counts where nothing is said.
  let defaultContext: Int
}

struct ResolverContext: Sendable {
  let name: String
  let key: JSONNode
}
