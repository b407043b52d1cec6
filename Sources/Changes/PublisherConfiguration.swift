package import Themes

/// What the publisher is told about the world.
package struct PublisherConfiguration: Sendable {
  /// What shows where nobody has chosen.
  package var defaultTheme: String?
  package var missingThemePolicy = MissingThemePolicy.refuse
  package var retention: Retention
  /// Who reads all documents at the start.
  package var crew: Crew
  package var clock: @Sendable () -> Timestamp
  /// The entity tag of a theme's default representation.
  package var etag: @Sendable (ThemeSet, String) -> String?

  package init(
    defaultTheme: String? = nil, retention: Retention = Retention(), crew: Crew = .alone,
    clock: @escaping @Sendable () -> Timestamp,
    etag: @escaping @Sendable (ThemeSet, String) -> String? = { _, _ in nil }
  ) {
    self.defaultTheme = defaultTheme
    self.retention = retention
    self.crew = crew
    self.clock = clock
    self.etag = etag
  }
}
