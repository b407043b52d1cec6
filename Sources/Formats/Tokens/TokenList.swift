internal import Documents
internal import Themes

/// The kind of a token.
enum TokenKind: Sendable, Hashable {
  case color
  case value(ValueType)
  /// Nothing can be made of it; why is said already.
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
}

/// The content of a token.
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
    /// The contexts under which the value is read; none if it depends on none but by what it is.
    let choice: ContextChoice
    /// What the groups around the token say of it: the type of the nearest one, and whether it is deprecated.
    let groupType: JSONNode?
    let groupDeprecation: JSONNode?

    var key: JSONNode { source.key }

    var value: JSONNode { source.value }

    /// Its own word, or else that of its groups.
    var deprecation: JSONNode? { source.node["$deprecated"] ?? groupDeprecation }
  }

  /// Everything that has one name.
  struct Entry {
    let name: String
    let key: JSONNode
    let sources: ComposedGroup.Definitions
    /// The contexts that it depends on.
    let contexts: [Int: Set<Int>]
    /// The numbers of its tokens.
    let tokens: Range<Int>
    /// The number of the token that holds where no variant does; nil if there is none.
    fileprivate(set) var base: Int?
    fileprivate(set) var variants: [Variant]

    /// The numbers of the base and of the variants' tokens, each variant's.
    var numbers: [Int?] { [base] + variants.map(\.token) }
  }

  struct Variant {
    let traits: [String: String]
    let token: Int?
  }

  /// What a group says of itself, and of the tokens in it.
  struct Group {
    let path: String
    /// By their names with the `$`.
    let properties: [String: Contextual<JSONNode>]
    let unknown: [String: Contextual<JSONNode.Member>]
    /// Indicates whether a token has the same name.
    let isToken: Bool
  }

  let tokens: [Token]
  let entries: [Entry]
  let groups: [Group]
  let modifiers: ModifierTraits
  /// The numbers of the entries by name, once they are asked for by it.
  private var numbers: [String: Int] = [:]

  init(tokens: [Token], entries: [Entry], groups: [Group], modifiers: ModifierTraits) {
    (self.tokens, self.entries, self.groups, self.modifiers) = (tokens, entries, groups, modifiers)
  }

  /// Returns the same list, whose entries are found by name.
  func indexed() -> TokenList {
    var list = self
    list.numbers.reserveCapacity(entries.count)
    for (number, entry) in entries.enumerated() { list.numbers[entry.name] = number }
    return list
  }

  subscript(name: String) -> Entry? { numbers[name].map { entries[$0] } }

  /// Returns the content in the default contexts; else any.
  func standing<Content>(_ content: Contextual<Content>?) -> Content? {
    content.flatMap { $0.content(in: modifiers.defaults) ?? $0.first }
  }

  /// Returns what stands under a name in a theme.
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

  /// Removes variants that are the same as what holds without them.
  /// - Parameter same: a number that tokens have in common if they are the same.
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
