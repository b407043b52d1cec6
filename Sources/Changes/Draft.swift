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
