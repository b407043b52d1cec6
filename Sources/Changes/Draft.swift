internal import Synchronization

/// A change that somebody asks for: what shall happen, on which condition.
package struct Draft: Sendable {
  package enum Action: Sendable {
    /// A switch by somebody; ends the schedules that run in the channel.
    case activate(channel: String, theme: ThemeSummary)
    /// The settings' theme shows in a channel where nobody has chosen one.
    case applyDefault(channel: String, theme: ThemeSummary)
    /// Schedules have come due.
    case transition(ScheduleTransition, theme: ThemeSummary)
    case schedule(Schedule)
    /// The theme is what shows when the schedule was running.
    case unschedule(ScheduleID, theme: ThemeSummary?)
    /// A document comes in, images, or both; themes that only the document before it had are gone.
    case upload(Upload?, images: [UploadedImage] = [], updates: [Update], gone: [String] = [])
    /// An upload goes; its themes are gone with it unless a file shows again.
    case remove(theme: String, gone: [String], updates: [Update])
    /// An uploaded image goes; the file of its name shows again.
    case removeImage(String, updates: [Update])
    /// Documents on disk changed.
    case refresh([Update], gone: [String])
  }

  /// A theme that says something else than before.
  package struct Update: Sendable, Hashable {
    package let theme: ThemeSummary
    package let differences: Differences

    package init(theme: ThemeSummary, differences: Differences) {
      self.theme = theme
      self.differences = differences
    }
  }

  /// How many characters of a note are kept, each a scalar of Unicode; with more it is refused.
  package static let longestNote = 250

  package let action: Action
  package let at: Timestamp
  package let by: String
  package let note: String?
  /// Refuse when the channel has changed since.
  package let buildsOn: Cursor?

  package init(
    _ action: Action, at: Timestamp, by: String, note: String? = nil, buildsOn: Cursor? = nil
  ) {
    self.action = action
    self.at = at
    self.by = by
    self.note = note
    self.buildsOn = buildsOn
  }
}

extension Draft.Action {
  /// The channel that a condition is about.
  package var channel: String? {
    switch self {
    case .activate(let channel, _), .applyDefault(let channel, _): channel
    case .transition(let transition, _): transition.channel
    case .schedule(let schedule): schedule.channel
    case .unschedule, .upload, .remove, .removeImage, .refresh: nil
    }
  }
}

/// Why a draft was not published although the store is well.
package enum DraftError: Error, Sendable, Hashable {
  /// The channel has changed since the cursor that the draft builds on.
  case conflict(present: Activation?, head: Cursor)
  /// The idempotency key came with another request before.
  case keyReused
  case unknownSchedule(ScheduleID)
}

/// A write that waits for its turn.
package struct Submission<Failure: Error>: Sendable {
  let key: IdempotencyKey?
  let prepare: @Sendable (Snapshot, (String) -> ThemeSummary) throws(Failure) -> Draft
  let record: @Sendable (Publication) -> RecordedAnswer

  /// - Parameters:
  ///   - prepare: makes the draft once the turn has come, from the state that it will build on; not called where
  ///     the same write was made before.
  ///   - record: makes the answer that is kept with the key; not called where there is none.
  package init(
    key: IdempotencyKey?,
    prepare: @escaping @Sendable (Snapshot, (String) -> ThemeSummary) throws(Failure) -> Draft,
    record: @escaping @Sendable (Publication) -> RecordedAnswer
  ) {
    self.key = key
    self.prepare = prepare
    self.record = record
  }
}

/// What became of a draft that was not refused.
package struct Publication: Sendable {
  /// None where everything was so already.
  package let changes: [Change]
  /// Where the log stands after it.
  package let head: Cursor
  /// What is active in the draft's channel after it.
  package let activation: Activation?
  /// The themes that were served before it, and those that are served from here on.
  package let before: ThemeSet
  package let after: ThemeSet
}

/// What became of a write that took its turn.
package enum WriteResult<Failure: Error>: Sendable {
  case published(Publication)
  /// The same write had been made before: nothing happened now.
  case replayed(IdempotencyRecord)
  case refused(DraftError)
  /// It could not be prepared.
  case failed(Failure)
}

/// What a change tells about the theme that it ends in.
package struct ThemeSummary: Sendable, Hashable {
  package let name: String
  /// Differs when the theme says something else.
  package let digest: UInt64
  package let transition: Double?
  /// The validator of the theme's default representation.
  package let etag: String?

  package init(name: String, digest: UInt64, transition: Double?, etag: String?) {
    self.name = name
    self.digest = digest
    self.transition = transition
    self.etag = etag
  }
}

/// Says whether work may still commit. The end of the server withdraws it from work that has not begun to, so that a
/// client who was told that its write is given up never finds it done.
package final class CommitPermit: Sendable {
  private enum Grant {
    case open, used, withdrawn
  }

  private let grant = Mutex(Grant.open)

  package init() {}

  /// Whether the work may commit. It can't be withdrawn from then on.
  package func use() -> Bool {
    grant.withLock { grant in
      if grant == .open { grant = .used }
      return grant == .used
    }
  }

  /// Ends what has not begun to commit; false where it has.
  package func withdraw() -> Bool {
    grant.withLock { grant in
      if grant == .open { grant = .withdrawn }
      return grant == .withdrawn
    }
  }

  package var isWithdrawn: Bool { grant.withLock { $0 == .withdrawn } }
}
