internal import Resolution

/// What an archive is asked of.
struct ArchiveQuestion: Sendable {
  let theme: CompiledTheme
  /// What holds in all of it: the traits that the query names.
  let traits: [String: String]
  let hasImages: Bool
}
