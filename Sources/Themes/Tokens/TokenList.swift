/// The tokens of a document one after another, each with all that can stand in its place.
struct TokenList {
  /// A token as one source has it, with what its groups say of it.
  struct ListedToken {
    let name: String
    let source: TokenSource
    /// The type of the nearest group.
    let groupType: JSONNode?
    let deprecated: JSONNode?
    /// The contexts under which it is looked at, by modifier; none where its value points to nothing.
    let choice: [Int: Int]

    var key: JSONNode { source.key }

    var value: JSONNode { source.value }
  }

  /// All that has one name.
  struct ListedEntry {
    let name: String
    let key: JSONNode
    let sources: ComposedGroup.Tokens
    /// What it depends on.
    let contexts: [Int: Set<Int>]
    /// The numbers of its tokens.
    let tokens: Range<Int>
    /// The number of the token that holds where no variant does; nil where there is none.
    let base: Int?
    let variants: [ListedVariant]
  }

  struct ListedVariant {
    let traits: [String: String]
    let token: Int?
  }

  /// What a group says of itself, and of the tokens in it.
  struct ListedGroup {
    let path: String
    /// By their names with the `$`.
    let properties: [String: Contextual<JSONNode>]
    let unknown: [String: Contextual<JSONNode.Member>]
    /// Whether its name alone is that of a token.
    let isToken: Bool
  }

  let tokens: [ListedToken]
  let entries: [ListedEntry]
  let groups: [ListedGroup]
  let modifiers: ModifierTraits

  /// What counts where each modifier has its default; else what counts anywhere.
  func standing<Content>(_ content: Contextual<Content>?) -> Content? {
    content.flatMap { $0.content(in: modifiers.defaults) ?? $0.first }
  }
}
