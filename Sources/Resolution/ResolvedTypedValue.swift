package import Themes

/// A named value with every reference followed.
package struct ResolvedTypedValue: Sendable, Hashable {
  /// Nil for what has none.
  package let type: ValueType?
  package let value: ResolvedValue
}
