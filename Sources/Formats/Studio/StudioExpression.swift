internal import Documents
internal import Themes

extension TokenExpression {
  /// - Parameter token: what stands behind a token's name; nil for what is no token.
  init?(_ token: JSONNode) {
    guard token.kind == .object, StudioTokens.isToken(token),
      let node = StudioTokens.member("value", of: token), let value = Self.read(node)
    else { return nil }
    let change = token["$extensions"]?[StudioTokens.ownExtension]?["modify"]
    let texts = node.texts + (change?.texts ?? [])
    self.init(
      value: value, change: change.flatMap { Self.read($0) },
      references: texts.flatMap { StudioText($0).references },
      computes: change != nil || texts.contains { Self.computes($0) })
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
