package import Documents

/// The expression of a token whose theme has only the result: a sum, a text with references in it, a modified color.
package struct TokenExpression: Sendable {
  package let value: Value
  package let change: Value?
  package let references: [String]
  /// Indicates whether anything in it is computed.
  package let computes: Bool

  package init(value: Value, change: Value?, references: [String], computes: Bool) {
    (self.value, self.change, self.references, self.computes) = (value, change, references, computes)
  }
}

package struct TokenExpressions: Sendable {
  fileprivate let text: SourceText
  fileprivate let dialect: any Dialect

  /// Returns the expression of the token whose name is at a place; nil if no token's is.
  package func expression(at place: TextPosition) -> TokenExpression? {
    dialect.expression(at: place, in: text)
  }
}

extension Library {
  package func expressions(of theme: String) -> TokenExpressions? {
    guard let source = sources[theme], let dialect = dialects.find(for: source)?.dialect else { return nil }
    return TokenExpressions(text: SourceText(source), dialect: dialect)
  }
}
