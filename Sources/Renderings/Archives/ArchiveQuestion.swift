package import Resolution

/// What an archive is asked of.
package struct ArchiveQuestion: Sendable {
  package let theme: CompiledTheme
  /// What holds in all of it: the traits that the query names.
  package let traits: [String: String]
  package let hasImages: Bool

  package init(theme: CompiledTheme, traits: [String: String], hasImages: Bool) {
    (self.theme, self.traits, self.hasImages) = (theme, traits, hasImages)
  }
}
