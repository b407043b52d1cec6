internal import Themes

/// What the publisher's writer remembers between turns.
struct WriterState: Sendable {
  /// Where the writer has seen the log.
  var position: LogPosition
  var cache = WriterCache()
}

/// What is known of the themes that are served; only good for the set of themes it was made for.
struct WriterCache: Sendable {
  private var summaries: PersistentMap<String, ThemeSummary> = [:]

  mutating func summary(
    of theme: String, in themeSet: ThemeSet, _ configuration: PublisherConfiguration
  ) -> ThemeSummary {
    if let known = summaries[theme] { return known }
    let digest = ThemeFingerprints(of: theme, in: themeSet.library).digest
    let summary = ThemeSummary(of: theme, in: themeSet, digest: digest, configuration)
    summaries[theme] = summary
    return summary
  }

  /// The cache of a set of themes in which these have changed.
  func with(_ changed: [String: ThemeSummary], for themes: [String]) -> WriterCache {
    var rest = self
    for theme in themes { rest.summaries[theme] = changed[theme] }
    return rest
  }
}

extension ThemeSummary {
  init(of theme: String, in themeSet: ThemeSet, digest: UInt64, _ configuration: PublisherConfiguration) {
    let transition = themeSet.library.lineage(of: theme).first { $0.transition != nil }?.transition
    self.init(
      name: theme, digest: digest, transition: transition?.duration, etag: configuration.etag(themeSet, theme)
    )
  }
}
