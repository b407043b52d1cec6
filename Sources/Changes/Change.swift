/// What happened.
package enum ChangeKind: String, Sendable, Hashable, CaseIterable {
  case activated, updated, removed, scheduled, unscheduled
}

/// One entry of the change log: what happened, to which channels, when, by whom.
package struct Change: Sendable, Hashable {
  /// Gapless, in commit order, never reused.
  package let revision: UInt64
  package let kind: ChangeKind
  package let theme: String
  /// What was active before; for `activated` alone.
  package let previous: String?
  /// The channels that it concerns, in ascending order. Empty where no channel shows the theme.
  package let channels: [String]
  package let at: Timestamp
  package let by: String
  package let note: String?
  /// What an `updated` theme now says otherwise.
  package let differences: Differences?
  /// The schedule that it is about, or that caused it.
  package let schedule: ScheduleID?
  /// Seconds that the theme asks clients to take for the change-over.
  package let transition: Double?
  /// The validator of the channels' default representation from here on.
  package let etag: String?

  package init(
    revision: UInt64, kind: ChangeKind, theme: String, previous: String? = nil, channels: [String],
    at: Timestamp, by: String, note: String? = nil, differences: Differences? = nil,
    schedule: ScheduleID? = nil, transition: Double? = nil, etag: String? = nil
  ) {
    self.revision = revision
    self.kind = kind
    self.theme = theme
    self.previous = previous
    self.channels = channels
    self.at = at
    self.by = by
    self.note = note
    self.differences = differences
    self.schedule = schedule
    self.transition = transition
    self.etag = etag
  }
}

/// What two readings of a theme do not say alike, by name.
package struct Differences: Sendable, Hashable {
  package let colors: [String]
  package let images: [String]
  /// The targets of rules, with their containers as the rule writes them: `UIToolbar/UIBarButtonItem`.
  package let rules: [String]
  /// Values that are neither colors nor images.
  package let values: [String]
  /// True where the names are not known: treat everything as changed.
  package let isPartial: Bool

  package init(
    colors: [String], images: [String], rules: [String], values: [String] = [], isPartial: Bool = false
  ) {
    self.colors = colors
    self.images = images
    self.rules = rules
    self.values = values
    self.isPartial = isPartial
  }

  /// Something changed while nobody looked.
  package static let unknown = Differences(colors: [], images: [], rules: [], isPartial: true)

  package var isEmpty: Bool {
    colors.isEmpty && images.isEmpty && rules.isEmpty && values.isEmpty && !isPartial
  }
}
