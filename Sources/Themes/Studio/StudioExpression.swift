/// What a token of Tokens Studio says where its theme has only what came of it: a sum, a text with references in it, a color
/// that is changed.
package struct StudioExpression: Sendable {
  /// Its value as it stands there.
  package let value: Value
  /// How the color that this is gets changed.
  package let change: Value?
  /// The tokens that it refers to, in the order in which they stand there.
  package let references: [String]
  /// Whether anything is computed in it; what it refers to whole may be taken over as it is.
  package let computes: Bool

  /// - Parameter token: what stands behind a token's name; nil for what is no token.
  init?(_ token: JSONNode) {
    guard token.kind == .object, StudioTokens.isToken(token),
      let node = StudioTokens.member("value", of: token), let value = Self.read(node)
    else { return nil }
    let change = token["$extensions"]?[StudioTokens.ownExtension]?["modify"]
    var texts: [String] = []
    StudioScope.fold(node) { texts.append($0) }
    if let change { StudioScope.fold(change) { texts.append($0) } }
    self.value = value
    self.change = change.flatMap { Self.read($0) }
    references = texts.flatMap { StudioText($0).references }
    computes = change != nil || texts.contains { Self.computes($0) }
  }

  private static func read(_ node: JSONNode) -> Value? {
    var reader = ValueReader(colors: [])
    return reader.anything(node, "a value")
  }

  private static func computes(_ text: String) -> Bool {
    let parts = StudioText(text)
    guard parts.references.isEmpty else { return parts.whole == nil }
    return text.utf8.dropFirst().contains { "+-*/^(".utf8.contains($0) } && StudioMath.isSum(text)
  }
}
