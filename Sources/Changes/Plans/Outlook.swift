internal import Documents

/// The themes that a channel will show without further switches and schedules.
package struct Outlook: Sendable, Hashable {
  package let spans: [OutlookSpan]
  /// Indicates whether it ends before the time that was asked for, since it has as many spans as it may.
  package let isCut: Bool

  private static let mostSpans = 5000
  /// The most occurrences after the first ones that are looked at, also if they never show.
  private static let mostLater = 20_000

  /// - Parameters:
  ///   - schedules: the schedules of the channel.
  ///   - base: the theme that shows while no schedule runs.
  package init(
    of schedules: some Sequence<Schedule>, base: String, from start: Timestamp, until end: Timestamp,
    zones: Zones = .none
  ) {
    // The latest start wins, so running schedules are a stack whose top decides.
    var waiting = schedules.flatMap { $0.turns(at: start, zones) }.sorted { $1 < $0 }
    var running: [ScheduleTurn] = []
    var spans: [OutlookSpan] = []
    var (now, left) = (start, waiting.count + Self.mostLater)
    while now < end, spans.count < Self.mostSpans {
      while left > 0, let turn = waiting.last, turn.from <= now {
        running.append(waiting.removeLast())
        left -= 1
        if let next = turn.following() {
          waiting.insert(next, at: waiting.prefixCount { next < $0 })
        }
      }
      guard left > 0 else { break }
      while let until = running.last?.until, until <= now { running.removeLast() }
      let winner = running.last
      let change = [winner?.until, waiting.last?.from].compactMap { $0 }.min() ?? end
      if change > now {
        spans.append(
          OutlookSpan(
            from: now, until: min(change, end), theme: winner?.schedule.theme ?? base,
            schedule: winner?.schedule.id)
        )
      }
      now = max(change, now)
    }
    self.spans = spans
    isCut = now < end
  }
}

/// A time in which a schedule, or an occurrence of it, may show its theme.
private struct ScheduleTurn {
  let schedule: Schedule
  let from: Timestamp
  let until: Timestamp?
  /// The later occurrences, if it is one of them.
  let later: AnyIterator<Occurrence>?

  static func < (one: Self, other: Self) -> Bool {
    (one.from, one.schedule.revision) < (other.from, other.schedule.revision)
  }

  func following() -> ScheduleTurn? {
    later.flatMap { later in
      later.next().map { ScheduleTurn(schedule: schedule, from: $0.from, until: $0.until, later: later) }
    }
  }
}

extension Schedule {
  /// Returns the first turns that can show at a moment or after it.
  fileprivate func turns(at start: Timestamp, _ zones: Zones) -> [ScheduleTurn] {
    guard let series else { return [ScheduleTurn(schedule: self, from: from, until: until, later: nil)] }
    guard let zone = zones[series.zone] else { return [] }
    let (moved, name) = series.upcoming(at: start, in: zone)
    let later = AnyIterator(series.sequence(after: name, in: zone).makeIterator())
    let turns = moved.map { ScheduleTurn(schedule: self, from: $0.from, until: $0.until, later: nil) }
    return turns
      + [later.next()].compactMap(\.self).map {
        ScheduleTurn(schedule: self, from: $0.from, until: $0.until, later: later)
      }
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
