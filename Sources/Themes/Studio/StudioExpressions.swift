/// What the tokens of a theme's document say that are computed.
package struct StudioExpressions: Sendable {
  private let text: SourceText

  /// What the token says whose name stands at a place; nil where no token does.
  package func expression(at place: TextPosition) -> StudioExpression? {
    text.member(at: place).flatMap { StudioExpression($0) }
  }

  fileprivate init(_ source: SourceFile) { text = SourceText(source) }
}

extension Library {
  /// Nil for a theme of another format, whose tokens say themselves what they are.
  package func expressions(of theme: String) -> StudioExpressions? {
    guard let source = sources[theme], Dialects.find(for: source)?.dialect.name == StudioDialect.formatName
    else {
      return nil
    }
    return StudioExpressions(source)
  }
}
