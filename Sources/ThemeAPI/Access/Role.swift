/// What a token is for.
package enum Role: String, Sendable, Hashable, CaseIterable {
  /// The themes that channels show, and word of their changes.
  case read
  /// Switching and planning, with all that a reader does not see: history, schedules, sources, themes that no channel
  /// shows, figures.
  case operate
  /// Uploading and deleting themes.
  case author
}
