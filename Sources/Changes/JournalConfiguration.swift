/// What the journal is told about the world.
package struct JournalConfiguration: Sendable {
  /// What shows where nobody has chosen.
  package var defaultTheme: String?
  package var lostThemes = LostThemes.refuse
  package var retention: Retention
  package var clock: @Sendable () -> Timestamp
  /// The entity tag of a theme's default representation.
  package var etag: @Sendable (ThemeSet, String) -> String?

  package init(
    defaultTheme: String? = nil, retention: Retention = Retention(),
    clock: @escaping @Sendable () -> Timestamp,
    etag: @escaping @Sendable (ThemeSet, String) -> String? = { _, _ in nil }
  ) {
    self.defaultTheme = defaultTheme
    self.retention = retention
    self.clock = clock
    self.etag = etag
  }
}
