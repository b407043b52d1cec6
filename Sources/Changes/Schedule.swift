internal import Themes

/// The phase of a schedule. It is stored with the switch that it causes, so that nothing happens twice if the clock is
/// set back.
package enum SchedulePhase: String, Sendable, Hashable, CaseIterable {
  case waiting, running
}

/// A theme that a channel shows from one time to another.
package struct Schedule: Sendable, Hashable {
  package let id: ScheduleID
  package let channel: String
  package let theme: String
  package let from: Timestamp
  /// The end; nil for a theme that stays.
  package let until: Timestamp?
  package let by: String
  package let note: String?
  package var phase: SchedulePhase
  /// The change that added the schedule: of two with the same start, the later one wins.
  package var revision: UInt64
  /// The repetition, if it has one; `from` and `until` are then those of the first occurrence.
  package var series: Series?

  package init(
    id: ScheduleID, channel: String, theme: String, from: Timestamp, until: Timestamp?, by: String,
    note: String? = nil, phase: SchedulePhase = .waiting, revision: UInt64 = 0, series: Series? = nil
  ) {
    (self.id, self.channel, self.theme, self.from, self.until) = (id, channel, theme, from, until)
    (self.by, self.note, self.phase, self.revision) = (by, note, phase, revision)
    self.series = series
  }

  /// Returns a new word of sixteen hexadecimal digits.
  package static func newID() -> ScheduleID { UInt64.random(in: .min ... .max).hex16 }

  /// The beginning of what runs.
  fileprivate var start: Timestamp { series?.runningFrom ?? from }

  /// Returns the schedule with the phase of a moment; nil if nothing of it is left. One whose zone is not known here stays.
  package func advanced(to now: Timestamp, _ zones: Zones) -> Schedule? {
    guard let series else {
      if let until, until <= now { return nil }
      return from <= now ? with(phase: .running) : self
    }
    guard let zone = zones[series.zone] else { return self }
    let next = series.advanced(to: now, in: zone)
    return next.due(in: zone) == nil ? nil : with(next)
  }

  /// Returns the schedule with another state of its series.
  package func with(_ series: Series) -> Schedule {
    var next = with(phase: series.runningFrom == nil ? .waiting : .running)
    next.series = series
    return next
  }

  private func with(phase: SchedulePhase) -> Schedule {
    var next = self
    next.phase = phase
    return next
  }

  /// Returns the moment at which it is due; nil if its zone is not known here.
  package func due(_ zones: Zones) -> Timestamp? {
    guard let series else { return phase == .waiting ? min(from, until ?? from) : until }
    // A series without further occurrences is due now, so that it is removed.
    return zones[series.zone].map { series.due(in: $0) ?? Timestamp(milliseconds: 0) }
  }
}

/// The effect of the clock on a channel's schedules.
package struct ScheduleTransition: Sendable, Hashable {
  package let channel: String
  /// The schedules in a new phase.
  package let changed: [Schedule]
  package let ended: [ScheduleID]
  /// The schedule that shows its theme from now on; nil for the channel's base.
  package let winner: Schedule?

  /// Returns nil if nothing is due. A schedule that both began and ended since the last call just ends.
  package init?(
    channel: String, schedules: some Collection<Schedule>, now: Timestamp, zones: Zones = .none
  ) {
    let own = schedules.filter { $0.channel == channel }
    let next = own.map { $0.advanced(to: now, zones) }
    changed = zip(own, next).compactMap { $0 == $1 ? nil : $1 }.sorted { $0.id < $1.id }
    ended = zip(own, next).compactMap { $1 == nil ? $0.id : nil }.sorted()
    guard !ended.isEmpty || !changed.isEmpty else { return nil }
    self.channel = channel
    winner = Self.winner(among: next.compactMap(\.self).filter { $0.phase == .running })
  }

  /// Returns the schedule with the latest start; of equal starts, the one that was added later.
  package static func winner(among running: some Sequence<Schedule>) -> Schedule? {
    running.max { ($0.start, $0.revision) < ($1.start, $1.revision) }
  }
}

/// The name of a schedule.
package typealias ScheduleID = String
