/// The tokens of a document's sources as one, with everything that was found on the way.
struct TokenComposition {
  let list: TokenList
  let departures: TokenDepartures
  /// The sources, those first that count before others.
  let documents: [JSONNode]
  let problems: [Problem]

  /// More places of tokens in sources are not read: a source counts again in each context that names it.
  static let mostPlaces = 400_000

  /// Of one document, which is all there is.
  init(_ document: JSONNode) {
    let source = ResolverDocument.ListedSource(conditions: .always, layers: [document])
    self.init(TokenSources([source]), .none, key: document)
  }

  /// - Parameter key: where problems with all of it belong.
  init(_ sources: TokenSources, _ modifiers: ModifierTraits, key: JSONNode) {
    var root = ComposedGroup(key: key)
    var (findings, places) = (Diagnostics(), 0)
    for source in sources.read {
      guard let conditions = modifiers.standing(source.conditions) else { continue }
      places += source.count
      guard places <= Self.mostPlaces else {
        findings.error(
          key, "too-many-tokens",
          "The sources of a document have at most \(Self.mostPlaces) tokens, counted again in each context.")
        break
      }
      root.add(source.tree, when: conditions) { token, group in
        findings.error(token, "token-and-group", Self.mixed(token, "token", group, "group"))
        findings.error(group, "token-and-group", Self.mixed(group, "group", token, "token"))
      }
    }
    let (expanded, found) = TokenExpansion.expand(root, modifiers.modifiers)
    let (list, listed) = TokenLister.list(expanded, modifiers)
    self.list = list
    (departures, documents) = (sources.departures, sources.documents)
    problems = sources.problems + findings.problems + found + listed
  }

  private static func mixed(_ node: JSONNode, _ what: String, _ other: JSONNode, _ otherwise: String)
    -> String
  {
    let place = other.place
    return "\(Quoted.name(node.string ?? "")) is a \(what) here, and a \(otherwise) in \(place.file), line "
      + "\(place.line); rename one."
  }
}
