internal import Documents

/// The tokens of a document one after another, each with all that can stand in its place.
struct TokenList {
  /// A token as one source has it.
  struct ListedToken {
    let name: String
    let source: TokenSource
    /// The contexts under which it is looked at, by modifier; none where its value points to nothing.
    let choice: [Int: Int]
    /// The number of what its groups say of it: the same for most that stand beside each other.
    fileprivate let words: Int32

    init(name: String, source: TokenSource, choice: [Int: Int], words: Int) {
      (self.name, self.source, self.choice, self.words) = (name, source, choice, Int32(words))
    }

    var key: JSONNode { source.key }

    var value: JSONNode { source.value }
  }

  /// What the groups around a token say of it.
  struct ListedWords {
    /// The type of the nearest group.
    let type: JSONNode?
    let deprecated: JSONNode?

    func isSame(as other: ListedWords) -> Bool {
      type.map { NodeKey($0) } == other.type.map { NodeKey($0) }
        && deprecated.map { NodeKey($0) } == other.deprecated.map { NodeKey($0) }
    }
  }

  /// All that has one name. There are many: it is small.
  struct ListedEntry {
    let name: String
    let sources: ComposedGroup.Tokens
    let key: JSONNode
    private let firstToken: Int32
    private let endToken: Int32
    /// -1 where there is none.
    private let baseToken: Int32
    /// What it depends on.
    let contexts: [Int: Set<Int>]
    let variants: [ListedVariant]

    init(
      name: String, key: JSONNode, sources: ComposedGroup.Tokens, contexts: [Int: Set<Int>],
      tokens: Range<Int>,
      base: Int?, variants: [ListedVariant]
    ) {
      (self.name, self.key, self.sources) = (name, key, sources)
      (self.contexts, self.variants) = (contexts, variants)
      (firstToken, endToken) = (Int32(tokens.lowerBound), Int32(tokens.upperBound))
      baseToken = Int32(base ?? -1)
    }

    /// The numbers of its tokens.
    var tokens: Range<Int> { Int(firstToken)..<Int(endToken) }

    /// The number of the token that holds where no variant does; nil where there is none.
    var base: Int? { baseToken < 0 ? nil : Int(baseToken) }
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
  let words: [ListedWords]
  let entries: [ListedEntry]
  let groups: [ListedGroup]
  let modifiers: ModifierTraits

  /// The type of the nearest group around a token.
  func groupType(of token: ListedToken) -> JSONNode? { words[Int(token.words)].type }

  /// Its own word, or else that of its groups.
  func deprecation(of token: ListedToken) -> JSONNode? {
    token.source.node["$deprecated"] ?? words[Int(token.words)].deprecated
  }

  /// What counts where each modifier has its default; else what counts anywhere.
  func standing<Content>(_ content: Contextual<Content>?) -> Content? {
    content.flatMap { $0.content(in: modifiers.defaults) ?? $0.first }
  }
}
