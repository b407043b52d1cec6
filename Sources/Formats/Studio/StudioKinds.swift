internal import Documents
internal import Themes

/// What each token of a file becomes, whatever themes hold.
struct StudioKinds {
  private(set) var kinds: [String: StudioKind] = [:]
  var findings = Diagnostics()

  init(_ scope: StudioScope) {
    for name in scope.names {
      let definitions = scope.definitions(of: name)
      var found = Set(definitions.map { kind(of: $0, name) })
      // What is text somewhere is text everywhere: what refers to it must know.
      if found.contains(.text) { found = [.text] }
      kinds[name] = found.count == 1 ? found.first : nil
      guard found.count > 1 else { continue }
      findings.error(
        definitions[0].key, "wrong-type",
        "\(Quoted.name(name)) is \(Quoted.list(found.map(\.words).sorted())), by different sets; give it one type."
      )
    }
  }

  subscript(name: String) -> StudioKind? { kinds[name] }

  private mutating func kind(of token: TokenSource, _ name: String) -> StudioKind {
    let kind = StudioKind(token.studioType?.string)
    guard !fits(token.value, kind) else { return kind }
    findings.warning(
      token.value, "kept-value",
      "\(Quoted.name(name)) is not written as \(kind.words) is; it is kept as it stands.")
    return .text
  }

  /// Whether what stands there without references is of the kind, as far as can be told at a glance.
  private func fits(_ node: JSONNode, _ kind: StudioKind) -> Bool {
    switch (kind, node.kind) {
    case (_, .null): return false
    case (.text, _), (.height, _): return true
    case (.color, .string): return node.string?.contains("gradient(") != true
    case (.value(.shadow), .array): return node.items.contains { _ in true }
    case (.value(.dimension), .object), (.value(.duration), .object), (.spacing, .object):
      return StudioTokens.isQuantity(node)
    case (.value(.shadow), .object), (.value(.border), .object): return node["color"] != nil
    case (.value(.typography), .object):
      return ["fontFamily", "fontSize", "fontWeight"].allSatisfy { node[$0] != nil }
    case (.value(.shadow), .string), (.value(.border), .string), (.value(.typography), .string):
      return StudioText(node.string ?? "").whole != nil
    case (.value(.fontFamily), .string), (.value(.fontWeight), .string), (.value(.fontWeight), .number):
      return true
    case (.value(.fontFamily), .array): return node.items.contains { _ in true }
    case (.value, .number), (.spacing, .number): return true
    case (.value, .string), (.spacing, .string):
      let text = StudioText(node.string ?? "")
      return !text.references.isEmpty || StudioMath.isSum(node.string ?? "")
    default: return false
    }
  }
}
