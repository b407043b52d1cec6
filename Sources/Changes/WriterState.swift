internal import Themes

/// What the journal's writer remembers between turns.
struct WriterState: Sendable {
  /// Where the writer has seen the log.
  var standing: LogStanding
  var cache = WriterCache()
}

/// What is known of the themes that are served; only good for the set of themes it was made for.
struct WriterCache: Sendable {
  private var summaries: [String: ThemeSummary] = [:]

  mutating func summary(
    of theme: String, in themeSet: ThemeSet, _ configuration: JournalConfiguration
  ) -> ThemeSummary {
    if let known = summaries[theme] { return known }
    let lineage = themeSet.library.lineage(of: theme)
    let summary = ThemeSummary(
      name: theme, digest: ThemeFingerprints(of: theme, in: themeSet.library).digest,
      transition: lineage.first { $0.transition != nil }?.transition?.duration,
      etag: configuration.etag(themeSet, theme))
    summaries[theme] = summary
    return summary
  }

  /// The cache of a set of themes in which these have changed.
  func forgetting(_ themes: [String]) -> WriterCache {
    var rest = self
    for theme in themes { rest.summaries[theme] = nil }
    return rest
  }
}
