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

  package init(
    id: ScheduleID, channel: String, theme: String, from: Timestamp, until: Timestamp?, by: String,
    note: String? = nil, phase: SchedulePhase = .waiting, revision: UInt64 = 0
  ) {
    (self.id, self.channel, self.theme, self.from, self.until) = (id, channel, theme, from, until)
    (self.by, self.note, self.phase, self.revision) = (by, note, phase, revision)
  }

  /// Returns a new word of sixteen hexadecimal digits.
  package static func newID() -> ScheduleID { UInt64.random(in: .min ... .max).hex16 }
}

/// The effect of the clock on a channel's schedules.
package struct ScheduleTransition: Sendable, Hashable {
  package let channel: String
  package let started: [ScheduleID]
  package let ended: [ScheduleID]
  /// The schedule that shows its theme from now on; nil for the channel's base.
  package let winner: Schedule?

  /// Returns nil if nothing is due. A schedule that both began and ended since the last call just ends.
  package init?(channel: String, schedules: some Collection<Schedule>, now: Timestamp) {
    let own = schedules.filter { $0.channel == channel }
    let ended = own.filter { schedule in schedule.until.map { $0 <= now } ?? false }
    let started = own.filter { $0.phase == .waiting && $0.from <= now && !ended.contains($0) }
    guard !ended.isEmpty || !started.isEmpty else { return nil }
    self.channel = channel
    self.started = started.map(\.id).sorted()
    self.ended = ended.map(\.id).sorted()
    winner = Self.winner(
      among: own.filter { ($0.phase == .running || started.contains($0)) && !ended.contains($0) })
  }

  /// Returns the schedule with the latest start; of equal starts, the one that was added later.
  package static func winner(among running: some Sequence<Schedule>) -> Schedule? {
    running.max { ($0.from, $0.revision) < ($1.from, $1.revision) }
  }

  /// Returns the time when the next schedule is due; nil if none is.
  package static func next(_ schedules: some Sequence<Schedule>) -> Timestamp? {
    schedules.compactMap { $0.phase == .waiting ? min($0.from, $0.until ?? $0.from) : $0.until }.min()
  }
}

/// The name of a schedule.
package typealias ScheduleID = String

/// The themes that a channel will show without further switches and schedules.
package struct Outlook: Sendable, Hashable {
  package let spans: [OutlookSpan]

  /// - Parameters:
  ///   - schedules: the schedules of the channel.
  ///   - base: the theme that shows while no schedule runs.
  package init(
    of schedules: some Sequence<Schedule>, base: String, from start: Timestamp, until end: Timestamp
  ) {
    // The latest start wins, so running schedules are a stack whose top decides.
    var waiting = Array(schedules.sorted { ($0.from, $0.revision) > ($1.from, $1.revision) })
    var running: [Schedule] = []
    var spans: [OutlookSpan] = []
    var now = start
    while now < end {
      while let next = waiting.last, next.from <= now { running.append(waiting.removeLast()) }
      while let until = running.last?.until, until <= now { running.removeLast() }
      let winner = running.last
      let change = [winner?.until, waiting.last?.from].compactMap { $0 }.min() ?? end
      spans.append(
        OutlookSpan(from: now, until: min(change, end), theme: winner?.theme ?? base, schedule: winner?.id))
      now = change
    }
    self.spans = spans
  }
}

/// A time in which one theme shows.
package struct OutlookSpan: Sendable, Hashable {
  package let from: Timestamp
  package let until: Timestamp
  package let theme: String
  /// The schedule of the theme; nil for the base.
  package let schedule: ScheduleID?
}
