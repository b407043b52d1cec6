/// The kind of a change.
package enum ChangeKind: String, Sendable, Hashable, CaseIterable {
  case activated, updated, removed, scheduled, unscheduled
}

/// An entry of the log: an event with its channels, time and author.
package struct Change: Sendable, Hashable {
  /// The number of the change. Revisions have no gaps, follow the commit order and are never reused.
  package let revision: UInt64
  package let kind: ChangeKind
  package let theme: String
  /// The theme that was active before; only for `activated`.
  package let previous: String?
  /// The channels that the change concerns, in ascending order. Empty if no channel shows the theme.
  package let channels: [String]
  package let at: Timestamp
  package let by: String
  package let note: String?
  /// The differences of an `updated` theme.
  package let differences: Differences?
  /// The schedule that the change is about, or that caused it.
  package let schedule: ScheduleID?
  /// The duration of the transition that the theme asks clients for, in seconds.
  package let transition: Double?
  /// The entity tag of the channels' default representation after the change.
  package let etag: String?
  /// The draft whose publication the change is.
  package let origin: DraftOrigin?
  /// The local time of the occurrence that was skipped or moved.
  package let occurrence: String?
  /// The guard under which the theme became active, or that has taken a switch back.
  package let watch: SwitchGuard?

  package init(
    revision: UInt64, kind: ChangeKind, theme: String, previous: String? = nil, channels: [String],
    at: Timestamp, by: String, note: String? = nil, differences: Differences? = nil,
    schedule: ScheduleID? = nil, transition: Double? = nil, etag: String? = nil, origin: DraftOrigin? = nil,
    occurrence: String? = nil, watch: SwitchGuard? = nil
  ) {
    (self.revision, self.kind, self.theme, self.previous) = (revision, kind, theme, previous)
    (self.channels, self.at, self.by, self.note) = (channels, at, by, note)
    (self.differences, self.schedule, self.transition) = (differences, schedule, transition)
    (self.etag, self.origin, self.occurrence, self.watch) = (etag, origin, occurrence, watch)
  }
}

/// The facts about a draft that its publication leaves in the log.
package struct DraftOrigin: Sendable, Hashable {
  package let draft: String
  /// The names of the persons who made or replaced it.
  package let authors: [String]

  package init(draft: String, authors: [String]) { (self.draft, self.authors) = (draft, authors) }
}

/// The differences between two versions of a theme, by name.
package struct Differences: Sendable, Hashable {
  package let colors: [String]
  package let images: [String]
  /// The targets of rules, with their containers as the rule writes them: `UIToolbar/UIBarButtonItem`.
  package let rules: [String]
  /// The values that are neither colors nor images.
  package let values: [String]
  /// The families of fonts.
  package let fonts: [String]
  /// Indicates that the names are not known: treat everything as changed.
  package let isPartial: Bool

  package init(
    colors: [String], images: [String], rules: [String], values: [String] = [], fonts: [String] = [],
    isPartial: Bool = false
  ) {
    (self.colors, self.images, self.rules, self.values) = (colors, images, rules, values)
    (self.fonts, self.isPartial) = (fonts, isPartial)
  }

  /// Something changed while the server was not running.
  package static let unknown = Differences(colors: [], images: [], rules: [], isPartial: true)
}

/// The part of the log that a client may see.
package struct LogView: Sendable, Hashable {
  /// The channels that may be seen; nil for all.
  package let channels: Set<String>?
  /// Indicates whether the client may see plans, changes that concern no channel, authors and notes.
  package let isWhole: Bool

  package init(channels: Set<String>?, isWhole: Bool) {
    self.channels = channels
    self.isWhole = isWhole
  }

  package static let whole = LogView(channels: nil, isWhole: true)

  /// Returns whether a client that reads a channel, or every channel, may see a change that concerns it.
  package func shows(_ change: Change, in channel: String) -> Bool {
    guard isWhole || !change.isPlan else { return false }
    guard channel == Snapshot.everyChannel else { return change.channels.contains(channel) }
    if change.channels.isEmpty { return isWhole }
    guard let channels else { return true }
    return change.channels.contains(where: channels.contains)
  }
}

extension Change {
  /// Indicates whether the change is about a schedule.
  fileprivate var isPlan: Bool { kind == .scheduled || kind == .unscheduled }
}

/// The newest revision that concerns a channel, or `Snapshot.everyChannel`.
package struct ReachedRevision: Sendable, Hashable {
  package let channel: String
  package let revision: UInt64
  /// The trace of the request that caused the change, if it came to this server.
  package let trace: TraceContext?

  package init(channel: String, revision: UInt64, trace: TraceContext? = nil) {
    (self.channel, self.revision, self.trace) = (channel, revision, trace)
  }
}
