/// What a channel will show: decided as the clock will decide it, while nobody switches or schedules anything else.
package struct Outlook: Sendable, Hashable {
  package let spans: [OutlookSpan]

  /// - Parameters:
  ///   - schedules: those of the channel.
  ///   - base: what shows where no schedule says otherwise.
  package init(
    of schedules: some Sequence<Schedule>, base: String, from start: Timestamp, until end: Timestamp
  ) {
    // The later start wins, so those that run are a stack: what is on top decides.
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
  /// The schedule that says so; nil for what shows without one.
  package let schedule: ScheduleID?
}
