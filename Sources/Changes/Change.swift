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

/// What somebody may see of the log.
package struct LogView: Sendable, Hashable {
  /// Of every channel, those that may be seen; nil for all.
  package let channels: Set<String>?
  /// Whether plans may be seen, changes that concern no channel, and who made a change with which note.
  package let isWhole: Bool

  package init(channels: Set<String>?, isWhole: Bool) {
    self.channels = channels
    self.isWhole = isWhole
  }

  package static let whole = LogView(channels: nil, isWhole: true)

  /// Whether a change may be seen by who looks at a channel, or at every one, and concerns that.
  package func shows(_ change: Change, in channel: String) -> Bool {
    guard isWhole || !change.isPlan else { return false }
    guard channel == Snapshot.everyChannel else { return change.channels.contains(channel) }
    if change.channels.isEmpty { return isWhole }
    guard let channels else { return true }
    return change.channels.contains(where: channels.contains)
  }
}

extension Change {
  /// Whether it is about what is to come.
  fileprivate var isPlan: Bool { kind == .scheduled || kind == .unscheduled }
}

/// That a channel, or `Snapshot.everyChannel`, has come so far.
package struct ReachedRevision: Sendable, Hashable {
  package let channel: String
  package let revision: UInt64

  package init(channel: String, revision: UInt64) {
    self.channel = channel
    self.revision = revision
  }
}
