internal import Documents
internal import Themes

enum TokenKind: Sendable, Hashable {
  case color
  case value(ValueType)
  /// The token is refused, which is reported already.
  case circular

  /// Returns nil for a type that the format does not have.
  init?(_ type: String) {
    if type == "color" {
      self = .color
    } else if let type = ValueType(rawValue: type), type != .any {
      self = .value(type)
    } else {
      return nil
    }
  }

  var words: String {
    switch self {
    case .color: "a color"
    case .value(let type): type.words
    case .circular: "broken"
    }
  }
}

enum TokenContent: Sendable, Hashable {
  case color(ColorExpression)
  case value(TypedValue)

  var color: ColorExpression? { if case .color(let color) = self { color } else { nil } }
  var value: TypedValue? { if case .value(let value) = self { value } else { nil } }
}

/// The tokens of a document by name, each with its definitions in all ways to choose that make a difference.
struct TokenList {
  /// A definition of a token, as it holds in some contexts.
  struct Token {
    let name: String
    let source: TokenSource
    /// The contexts in which the references in the value are followed; none if it is the same in all.
    let choice: ContextChoice
    /// The properties that the groups around the token set for it.
    let groupType: JSONNode?
    let groupDeprecation: JSONNode?

    var key: JSONNode { source.key }
    var value: JSONNode { source.value }
    var deprecation: JSONNode? { source.node["$deprecated"] ?? groupDeprecation }
  }

  struct Entry {
    let name: String
    let key: JSONNode
    /// The definitions. Without modifiers nothing compares them, and they would keep the tree of the document in memory.
    let sources: ComposedGroup.Definitions
    let contexts: [Int: Set<Int>]
    let tokens: Range<Int>
    /// The number of the token that counts where no variant does; nil if there is none.
    fileprivate(set) var base: Int?
    fileprivate(set) var variants: [Variant]

    /// The numbers of the tokens of the base and of each variant.
    var numbers: [Int?] { [base] + variants.map(\.token) }
  }

  struct Variant {
    let traits: [String: String]
    let token: Int?
  }

  struct Group {
    let path: String
    let key: JSONNode
    let isEmpty: Bool
    /// The properties by their names with the `$`.
    let properties: [String: Contextual<JSONNode>]
    let unknown: [String: Contextual<JSONNode.Member>]
    /// Indicates whether a token has the same name.
    let isToken: Bool
  }

  let tokens: [Token]
  let entries: [Entry]
  let groups: [Group]
  let modifiers: ModifierTraits
  private let numbers: [String: Int]

  init(tokens: [Token], entries: [Entry], groups: [Group], modifiers: ModifierTraits) {
    (self.tokens, self.entries, self.groups, self.modifiers) = (tokens, entries, groups, modifiers)
    numbers = Dictionary(entries.enumerated().map { ($1.name, $0) }) { $1 }
  }

  subscript(name: String) -> Entry? { numbers[name].map { entries[$0] } }

  /// Returns the definition of a name in some contexts.
  func source(of name: String, in choice: ContextChoice) -> TokenSource? {
    guard let entry = self[name] else { return nil }
    guard modifiers.modifiers.isEmpty else { return entry.sources.content(in: choice) }
    return entry.base.map { tokens[$0].source }
  }

  /// Returns the content in the default contexts, or else the first.
  func standing<Content>(_ content: Contextual<Content>?) -> Content? {
    content.flatMap { $0.content(in: modifiers.defaults) ?? $0.first }
  }

  /// Returns the base and the variants of a name in a theme.
  /// - Parameter content: the content of a token, by its number.
  func variants<Content>(of entry: Entry, _ content: (Int) -> Content?) -> Theme.Variants<Content> {
    Theme.Variants(
      base: entry.base.flatMap(content),
      variants: entry.variants.map { variant in
        Theme.Variants.Variant(
          traits: variant.traits, content: variant.token.flatMap(content),
          place: (variant.token.map { tokens[$0].key } ?? entry.key).position)
      }, place: entry.key.position)
  }
}

extension TokenList.Entry {
  /// Among more variants, those with several traits are not compared with each other.
  private static let mostCompared = 32

  /// Removes the variants whose content counts without them as well.
  /// - Parameter same: returns a number that equal tokens have in common.
  mutating func reduce(_ same: (Int) -> Int?) {
    let comparesAll = variants.count <= Self.mostCompared
    var needed: [TokenList.Variant] = []
    for variant in variants {
      let below =
        comparesAll ? needed.last { $0.traits.allSatisfy { variant.traits[$0.key] == $0.value } } : nil
      let known = below.map(\.token) ?? base
      let isSame = known.flatMap(same) == variant.token.flatMap(same)
      if !isSame || !comparesAll && variant.traits.count > 1 { needed.append(variant) }
    }
    variants = needed
  }
}
