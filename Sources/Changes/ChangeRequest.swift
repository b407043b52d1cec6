internal import Synchronization

/// A requested change and its condition.
package struct ChangeRequest: Sendable {
  package enum Action: Sendable {
    /// A switch by hand; it ends the schedules that run in the channel.
    case activate(channel: String, theme: ThemeSummary, watch: SwitchGuard.Condition? = nil)
    /// A guard is decided; the theme is the one to which it takes the channel back.
    case decide(channel: String, SwitchGuard, theme: ThemeSummary?)
    /// The theme of the settings shows in a channel for which no theme was chosen.
    case applyDefault(channel: String, theme: ThemeSummary)
    /// Schedules begin or end.
    case transition(ScheduleTransition, theme: ThemeSummary)
    /// A new schedule, or one in the place of another with its name, perhaps because of one occurrence, with the themes
    /// that channels show because of that.
    case schedule(Schedule, occurrence: LocalTime? = nil, showing: [String: ThemeSummary] = [:])
    /// The theme is the one to show if the schedule was running.
    case unschedule(ScheduleID, theme: ThemeSummary?)
    /// Files changed, or uploads were written or deleted, with the themes that differ or are gone because of that.
    case documents([LogState.Row] = [], updates: [Update], gone: [String] = [])
  }

  /// A theme that changed.
  package struct Update: Sendable, Hashable {
    package let theme: ThemeSummary
    package let differences: Differences

    package init(theme: ThemeSummary, differences: Differences) {
      self.theme = theme
      self.differences = differences
    }
  }

  /// The limit for a note, in Unicode scalars; a longer one is refused.
  package static let longestNote = 250

  package let action: Action
  package private(set) var at: Timestamp
  package let by: String
  package let note: String?
  /// The cursor that the change requires: it is refused if the channel has changed since.
  package let buildsOn: Cursor?
  /// The trace of the HTTP request for it; it is not stored.
  let trace: TraceContext?
  /// The draft that it publishes.
  var origin: DraftOrigin?

  package init(
    _ action: Action, at: Timestamp, by: String, note: String? = nil, buildsOn: Cursor? = nil,
    trace: TraceContext? = nil
  ) {
    (self.action, self.at, self.by, self.note, self.buildsOn) = (action, at, by, note, buildsOn)
    self.trace = trace
  }

  /// Returns the request with the time of the newest change if its own is earlier: a clock may have been ahead then, and
  /// the times of changes follow their order.
  func notBefore(_ newest: Timestamp?) -> ChangeRequest {
    var request = self
    request.at = max(at, newest ?? at)
    return request
  }
}

extension ChangeRequest.Action {
  /// The channel that the condition is about.
  package var channel: String? {
    switch self {
    case .activate(let channel, _, _), .applyDefault(let channel, _), .decide(let channel, _, _): channel
    case .transition(let transition, _): transition.channel
    case .schedule(let schedule, _, _): schedule.channel
    case .unschedule, .documents: nil
    }
  }
}

/// The reason why a request was refused although the store works.
package enum ChangeError: Error, Sendable, Hashable {
  /// The channel has changed since the required cursor.
  case conflict(present: Activation?, head: Cursor)
  /// The idempotency key came with another request before.
  case keyReused
  case unknownSchedule(ScheduleID)
}

/// A write that waits for its transaction.
package struct Submission<Failure: Error>: Sendable {
  package let key: IdempotencyKey?
  let prepare: @Sendable (Snapshot, (String) -> ThemeSummary) throws(Failure) -> ChangeRequest
  let record: @Sendable (Publication) -> RecordedAnswer
  let arrivedAt = ContinuousClock.now

  /// - Parameters:
  ///   - prepare: makes the request from the state that it will build on; not called if the same write was made before.
  ///   - record: makes the response that is stored with the key; not called without a key.
  package init(
    key: IdempotencyKey?,
    prepare: @escaping @Sendable (Snapshot, (String) -> ThemeSummary) throws(Failure) -> ChangeRequest,
    record: @escaping @Sendable (Publication) -> RecordedAnswer
  ) {
    (self.key, self.prepare, self.record) = (key, prepare, record)
  }
}

/// The result of a request that was not refused.
package struct Publication: Sendable {
  /// The changes; none if there was nothing to change.
  package let changes: [Change]
  /// The position of the log after it.
  package let head: Cursor
  /// The active theme of the request's channel after it.
  package let activation: Activation?
  /// The themes before and after it or, for a draft, after its publication.
  package let before: ThemeSet
  package let after: ThemeSet
  /// The draft that was kept.
  package var draft: Draft?
  /// The schedule that the request is about.
  package var schedule: Schedule?
}

/// The result of a write.
package enum WriteResult<Failure: Error>: Sendable {
  case published(Publication)
  /// The same write was made before: nothing happened now.
  case replayed(IdempotencyRecord)
  case refused(ChangeError)
  /// The request could not be prepared.
  case failed(Failure)
}

/// The facts about a theme that a change carries.
package struct ThemeSummary: Sendable, Hashable {
  package let name: String
  /// The digest of the theme: it differs if the theme changed.
  package let digest: UInt64
  package let transition: Double?
  /// The entity tag of the theme's default representation.
  package let etag: String?

  package init(name: String, digest: UInt64, transition: Double?, etag: String?) {
    (self.name, self.digest, self.transition, self.etag) = (name, digest, transition, etag)
  }
}

/// A permit for work to commit. The end of the server withdraws it from work that has not begun to commit, so that a
/// write which was reported as interrupted is never done.
package final class CommitPermit: Sendable {
  private enum Grant {
    case open, used, withdrawn
  }

  /// The time at which the work was submitted.
  let issuedAt = ContinuousClock.now
  private let grant = Mutex(Grant.open)

  package init() {}

  /// Returns whether the work may commit. The permit can't be withdrawn afterwards.
  package func use() -> Bool {
    grant.withLock { grant in
      if grant == .open { grant = .used }
      return grant == .used
    }
  }

  /// Withdraws the permit. Returns false if the work has begun to commit.
  package func withdraw() -> Bool {
    grant.withLock { grant in
      if grant == .open { grant = .withdrawn }
      return grant == .withdrawn
    }
  }

  package var isWithdrawn: Bool { grant.withLock { $0 == .withdrawn } }
}
