/// A format of themes that somebody can choose by name, as `?format=` and `--from` do.
package struct ThemeFormat: Sendable, Hashable {
  /// Such as `metheme`.
  package let name: String
  /// What files of it end in.
  package let suffix: String

  /// The name that a file of this format has when it holds a theme of that name.
  package func fileName(for theme: String) -> String { theme + suffix }
}
