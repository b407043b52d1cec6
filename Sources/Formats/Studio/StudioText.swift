internal import Documents
internal import Themes

/// A text with references in it: `{space.m} * 2`, `rgba({ink}, 0.5)`.
struct StudioText {
  enum Piece {
    case words(String)
    case reference(String)
  }

  private(set) var pieces: [Piece] = []

  init(_ text: String) {
    var rest = text[...]
    while let opening = rest.firstIndex(of: "{"), let closing = rest[opening...].firstIndex(of: "}") {
      if opening > rest.startIndex { pieces.append(.words(String(rest[..<opening]))) }
      pieces.append(.reference(rest[rest.index(after: opening)..<closing].withoutOuterSpaces))
      rest = rest[rest.index(after: closing)...]
    }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    // Earlier versions write `$name`.
    if pieces.count == 1, case .words(let words) = pieces[0], words.utf8.first == UInt8(ascii: "$"),
      !words.utf8.contains(UInt8(ascii: " ")), words.utf8.count > 1
    {
      pieces = [.reference(String(words.dropFirst()))]
    }
  }

  var references: [String] { pieces.compactMap { if case .reference(let name) = $0 { name } else { nil } } }

  /// Returns the text with others in place of the references.
  func words(_ replace: (String) -> String) -> String {
    pieces.map { piece in
      switch piece {
      case .words(let words): words
      case .reference(let name): replace(name)
      }
    }.joined()
  }

  /// The token that the text refers to, whole; nil if there is more in it.
  var whole: String? {
    if pieces.count == 1, case .reference(let name) = pieces[0] { name } else { nil }
  }
}

extension TokenExpression {
  /// Returns nil for a value that is no token.
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
