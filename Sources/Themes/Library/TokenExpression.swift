package import Documents

/// What a token says if its theme has only the result of it: a sum, a text with references in it, a color that is changed.
package struct TokenExpression: Sendable {
  /// Its value as it stands there.
  package let value: Value
  /// How the color that this is gets changed.
  package let change: Value?
  /// The tokens that it refers to, in the order in which they stand there.
  package let references: [String]
  /// Whether anything is computed in it; what it refers to whole may be taken over as it is.
  package let computes: Bool

  package init(value: Value, change: Value?, references: [String], computes: Bool) {
    (self.value, self.change, self.references, self.computes) = (value, change, references, computes)
  }
}

/// What the tokens of a theme's document say that are computed.
package struct TokenExpressions: Sendable {
  private let text: SourceText
  private let dialect: any Dialect

  /// What the token says whose name stands at a place; nil where no token does.
  package func expression(at place: TextPosition) -> TokenExpression? {
    dialect.expression(at: place, in: text)
  }

  fileprivate init(_ source: SourceFile, _ dialect: any Dialect) {
    (text, self.dialect) = (SourceText(source), dialect)
  }
}

extension Library {
  /// Nil for a theme without a document.
  package func expressions(of theme: String) -> TokenExpressions? {
    guard let source = sources[theme], let dialect = dialects.find(for: source)?.dialect else { return nil }
    return TokenExpressions(source, dialect)
  }
}
