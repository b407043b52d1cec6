package import Themes

/// What the checks found in one theme, for the next catalog with the same theme to take over.
package struct ThemeFindings: Sendable {
  /// What it and its ancestors tell.
  package let own: [Problem]
  /// What its descendants have a part in as well.
  package var family: [Problem] = []
  /// The colors that it refers to.
  package let references: Set<String>
  /// Whether its rules refer to any.
  package let draws: Bool

  package init(own: [Problem], references: Set<String>, draws: Bool) {
    self.own = own
    self.references = references
    self.draws = draws
  }
}
