import Changes

/// What channels should show, by nothing but the requests and the time.
struct NaiveModel {
  /// A schedule as a client asked for it, in milliseconds since 1970; of a daily one by the clock in Berlin.
  struct Plan {
    var channel: String, theme: String
    var from: Int64, until: Int64
    var isDaily = false
    var revision: UInt64 = 0
    var orderedAt: Int64 = 0
    /// The beginning of the occurrence that a switch by hand has ended.
    var stopped: Int64 = .min

    /// The occurrence at a time.
    func span(at time: Int64) -> (start: Int64, end: Int64)? {
      let spans =
        isDaily
        ? [Int64(-1), 0, 1].map { day in
          let days = (time - from) / 86_400_000 + day
          return (Berlin.utc(from + max(days, 0) * 86_400_000), Berlin.utc(until + max(days, 0) * 86_400_000))
        } : [(from, until)]
      return spans.last { $0.0 <= time && time < $0.1 }.map { (start: $0.0, end: $0.1) }
    }

    func ends(shortlyBefore time: Int64) -> Bool { span(at: time - 300).map { $0.end <= time } ?? false }
  }

  /// The plans by the notes of their requests.
  var asked: [String: Plan] = [:]
  private var plans: [String: Plan] = [:]
  private var bases: [String: String] = [:]
  /// The channels of which it is not known whether a switch came before or after a schedule.
  private var doubts: Set<String> = []
  /// No switch ends a doubt before this time.
  private var doubtEnds: Int64 = 0
  private var first: [String: String] = [:]

  mutating func begin(_ state: LogState) {
    first = Dictionary(uniqueKeysWithValues: state.activations.map { ($0.key, $0.value.base) })
    bases = first
  }

  mutating func begin(again changes: [Change]) { (plans, bases, doubts) = ([:], first, []) }

  mutating func forgetDoubt(until time: Int64 = 0) {
    doubts = ["main", "kiosk"]
    doubtEnds = max(doubtEnds, time)
  }

  func plan(_ id: String) -> Plan? { plans[id] }

  /// The time of a change by the clock: a log in which a later time was written keeps to that.
  private static func moment(_ change: Change) -> Int64 { min(change.at.milliseconds, Judge.shared.clock) }

  func isInDoubt(_ channel: String) -> Bool { doubts.contains(channel) }

  func shown(_ channel: String, at time: Int64) -> String? {
    let running = plans.values.filter { $0.channel == channel }.compactMap { plan in
      plan.span(at: time).flatMap { $0.start > plan.stopped ? (plan, $0.start) : nil }
    }
    return running.max { ($0.1, $0.0.revision) < ($1.1, $1.0.revision) }?.0.theme ?? bases[channel]
  }

  /// Compares a change that a schedule caused with what is due.
  func check(_ change: Change, lag: Int64) {
    guard change.kind == .activated, change.schedule != nil, let channel = change.channels.first,
      !doubts.contains(channel)
    else { return }
    let at = Self.moment(change)
    let due = shown(channel, at: at)
    Judge.shared.expect(
      due == change.theme || due == nil,
      "at \(change.at) a schedule shows \(change.theme) in \(channel), and \(due ?? "") is due")
  }

  /// How late a schedule begins with a change; nil if the change is another one.
  func lateness(of change: Change, after last: Change?) -> Int64? {
    let at = Self.moment(change)
    guard change.kind == .activated, let plan = change.schedule.flatMap({ plans[$0] }),
      plan.theme == change.theme, let start = plan.span(at: at)?.start,
      plan.orderedAt < start, plan.stopped < start, !doubts.contains(plan.channel),
      // It may go on because another one has ended, or was taken away.
      !plans.values.contains(where: { $0.channel == plan.channel && $0.ends(shortlyBefore: at) }),
      last?.schedule == nil || last?.kind == .activated || at - (last?.at.milliseconds ?? 0) > 50
    else { return nil }
    return at - start
  }

  mutating func take(_ change: Change, lag: Int64) {
    let at = Self.moment(change)
    switch change.kind {
    case .activated:
      guard change.schedule == nil, let channel = change.channels.first else { return }
      if Scheduler.shared.now > doubtEnds { doubts.remove(channel) }
      bases[channel] = change.theme
      for (id, plan) in plans where plan.channel == channel {
        guard let span = plan.span(at: at) else { continue }
        if at - span.start < lag { doubts.insert(channel) }
        plans[id]?.stopped = span.start
      }
    case .scheduled:
      guard let id = change.schedule, let note = change.note, var plan = asked[note] else { return }
      plan.revision = plans[id]?.revision ?? change.revision
      plan.orderedAt = at
      plan.stopped = plans[id]?.stopped ?? .min
      plans[id] = plan
    case .unscheduled: if let id = change.schedule { plans[id] = nil }
    case .updated, .removed: break
    }
  }
}

/// The clock in Berlin since 1996, by its rule.
enum Berlin {
  /// Returns the time of a local time, both in milliseconds: of two the first, of none as much later.
  static func utc(_ local: Int64) -> Int64 {
    isSummer(local - 7_200_000) ? local - 7_200_000 : local - 3_600_000
  }

  static func local(_ time: Int64) -> Int64 { time + (isSummer(time) ? 7_200_000 : 3_600_000) }

  /// The last year for which that was asked, and its summer.
  nonisolated(unsafe) private static var (year, summer) = (Int64.max..<Int64.max, Int64(0)..<0)

  /// From the last Sunday of March to that of October, each at one o'clock.
  private static func isSummer(_ time: Int64) -> Bool {
    if !year.contains(time), let number = Int(Timestamp(milliseconds: time).description.prefix(4)) {
      year = Judge.start("\(number)-01-01T00:00:00Z")..<Judge.start("\(number + 1)-01-01T00:00:00Z")
      summer = lastSunday("\(number)-03-31")..<lastSunday("\(number)-10-31")
    }
    return summer.contains(time)
  }

  private static func lastSunday(_ end: String) -> Int64 {
    let time = Timestamp("\(end)T01:00:00Z")?.milliseconds ?? 0
    // The first day of 1970 was a Thursday.
    return time - (time / 86_400_000 + 4) % 7 * 86_400_000
  }
}
