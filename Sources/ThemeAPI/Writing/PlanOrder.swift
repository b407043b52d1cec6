internal import Changes
internal import Documents
internal import Themes

/// A plan as the body of a request orders it: with one time or, with `repeat`, as a series.
struct PlanOrder {
  static let members = ["theme", "from", "until", "channel", "note", "force", "repeat", "zone"]

  private let fields: Fields
  private let zones: Zones
  private let zoneName: String?
  private let zone: Zone?

  /// A time with its moment; `local` is nil if it was written with an offset.
  private typealias PlanTime = (local: LocalTime?, moment: Timestamp)

  init(_ fields: Fields, in zones: Zones) throws(Refusal) {
    (self.fields, self.zones) = (fields, zones)
    zoneName = fields.text("zone").flatMap { $0.isEmpty ? nil : $0 }
    zone = try zoneName.map { name throws(Refusal) in try zones.zone(name) }
  }

  func schedule(_ id: ScheduleID, by author: Principal) throws(Refusal) -> Schedule {
    let theme = try fields.required("theme", "the name of the theme to show")
    _ = try fields.required("from", "the time to begin at")
    let from = try time("from") ?? (nil, Timestamp(milliseconds: 0))
    let until = try time("until")
    guard until.map({ ($0.local == nil) == (from.local == nil) }) ?? true else {
      throw fields.bad("until", "is not written as 'from' is", "give both an offset from UTC, or neither")
    }
    let rule = fields.text("repeat").flatMap { $0.isEmpty ? nil : $0 }
    let series = try rule.map { rule throws(Refusal) in try self.series(rule, from, until) }
    if series == nil, let until, until.moment <= from.moment {
      throw fields.bad("until", "is not after 'from'", "give a later time")
    }
    return Schedule(
      id: id, channel: try fields.channel(), theme: theme, from: from.moment, until: until?.moment,
      by: author.name,
      note: try fields.note(), series: series)
  }

  /// Throws if nothing of a schedule is to come.
  func check(_ schedule: Schedule, at now: Timestamp) throws(Refusal) {
    guard let series = schedule.series, let zone else {
      guard let until = schedule.until, until <= now else { return }
      throw fields.bad("until", "is in the past", "give a later time")
    }
    guard series.advanced(to: now, in: zone).due(in: zone) != nil else {
      throw fields.bad("repeat", "has no occurrence that ends in the future", "give a later end or none")
    }
  }

  private func time(_ name: String) throws(Refusal) -> PlanTime? {
    guard let text = fields.text(name), let local = LocalTime(text) else {
      return try fields.timestamp(name).map { (nil, $0) }
    }
    guard let zone else {
      throw fields.bad(
        name, "is a local time: '\(text.shown)'",
        "name its zone in 'zone', or give an offset as in \(Timestamp.spelling(near: text))")
    }
    return (local, zone.moment(of: local))
  }

  private func series(_ text: String, _ from: PlanTime, _ until: PlanTime?) throws(Refusal) -> Series {
    guard let zone, let zoneName else {
      throw fields.bad("zone", "is missing beside 'repeat'", "name the place of the clock, as Europe/Berlin")
    }
    guard let until = until.map({ $0.local ?? zone.local(at: $0.moment) }) else {
      throw fields.bad("until", "is missing beside 'repeat'", "give the end of the first occurrence")
    }
    let first = from.local ?? zone.local(at: from.moment)
    guard first < until else {
      throw fields.bad("until", "is not after 'from' on the clock of \(zoneName)", "give a later time")
    }
    let rule: RecurrenceRule
    do throws(RecurrenceRule.Mistake) { rule = try RecurrenceRule(text, from: first) } catch {
      throw Refusal(
        .badBody, "'repeat' \(error.message)",
        problems: [.init(pointer: "/repeat", error.message.description)])
    }
    guard rule.lastMoment(in: zone).map({ $0 >= zone.moment(of: first) }) ?? true else {
      throw fields.bad("repeat", "has an UNTIL before 'from'", "give a later one")
    }
    guard let series = Series(rule, text, from: first, until: until, in: zoneName) else {
      throw notGiven(rule, first, isLocal: from.local != nil, zone)
    }
    return series
  }

  private func notGiven(_ rule: RecurrenceRule, _ first: LocalTime, isLocal: Bool, _ zone: Zone) -> Refusal {
    let next = rule.day(near: first.day).map { LocalTime(day: $0, time: first.time) }
    let text = next.map { isLocal ? $0.description : zone.moment(of: $0).description }
    let way = text.map { "begin at \($0), the first time after it that the rule gives" } ?? "it gives none"
    return Refusal(
      .badBody, "'from' is not a time that the rule in 'repeat' gives; \(way).",
      problems: [.init(pointer: "/from", "is not given by 'repeat'")],
      members: text.map { text in [.init("instead") { $0.string(text) }] } ?? [])
  }
}

extension Zones {
  /// Returns the zone with a name that a client gave.
  func zone(_ name: String) throws(Refusal) -> Zone {
    if let zone = self[name] { return zone }
    guard release != nil else {
      throw Refusal(
        .busy, "This server has no tzdata, so it knows no zone but UTC; install tzdata there, or set TZDIR.")
    }
    let sentence = "There is no zone '\(name.shown)'\(NearestName.question(name.prefix(64), among: names))"
    throw Refusal(.badBody, sentence, problems: [.init(pointer: "/zone", sentence)])
  }
}

extension Call {
  /// Returns the outcome of a request that plans: a new schedule, or one in the place of another.
  func plan(_ id: ScheduleID, replaces: Bool = false, through publisher: Publisher) throws(Refusal) -> Outcome
  {
    let fields = try Fields(request, allowed: PlanOrder.members)
    let isForced = try fields.flag("force")
    let (now, zones, author, match) = (publisher.now(), services.zones, principal, header("If-Match"))
    let approval = ApprovalCheck(self)
    let plans = try PlanOrder(fields, in: zones)
    let order = try plans.schedule(id, by: author)
    return operate(in: order.channel, showing: order.theme) { () throws(Refusal) in
      try write(to: publisher, note: order.note) { snapshot, summary throws(Refusal) in
        // Not before, or a request whose key is known would be refused once its time is over.
        try plans.check(order, at: now)
        var (plan, shown) = (order, [String: ThemeSummary]())
        if replaces {
          let former = try snapshot.schedule(id)
          try author.check(.operate, in: former.channel)
          try former.check(ifMatch: match, zones, now)
          plan = order.edited(from: former, zones, now)
          shown = snapshot.themes(after: plan, summary)
        } else {
          try snapshot.checkLimitOfSchedules()
        }
        try snapshot.check(
          showing: plan.theme, in: plan.channel, approval, isForced: isForced, isPlanned: true)
        return .schedule(plan, showing: shown)
      } answer: { publication in
        let location = Request.Field("Location", "/v1/schedule/\(id)")
        return publication.reply(
          planning: publication.schedule ?? order, status: replaces ? 200 : 201,
          headers: replaces ? [] : [location], zones, now)
      }
    }
  }
}

extension Publication {
  func reply(
    planning schedule: Schedule, status: Int = 200, headers: [Request.Field] = [], _ zones: Zones,
    _ now: Timestamp
  ) -> Reply {
    let cursor = head.description
    return .json(status: status, headers: headers + [.init("Livery-Cursor", cursor)]) { json in
      json.member("cursor", cursor)
      json.object("schedule") { $0.schedule(schedule, zones, at: now) }
    }
  }
}

extension Schedule {
  /// Returns the schedule in the place of another, as far as time has come.
  fileprivate func edited(from former: Schedule, _ zones: Zones, _ now: Timestamp) -> Schedule {
    var next = self
    next.revision = former.revision
    if let series, let other = former.series, let zone = zones[series.zone] {
      next.series = series.keepingExceptions(of: other, in: zone)
    }
    return next.advanced(to: now, zones) ?? next
  }

  fileprivate func check(ifMatch list: String?, _ zones: Zones, _ now: Timestamp) throws(Refusal) {
    let tag = EntityTag(of: JSONWriter.object { $0.schedule(self, zones, at: now) })
    guard let list, !tag.matches(ifMatch: list) else { return }
    throw Refusal(.preconditionFailed, "The schedule has changed since; read it again.")
  }
}

extension Snapshot {
  func schedule(_ id: ScheduleID) throws(Refusal) -> Schedule {
    guard let schedule = state.schedules[id] else {
      throw .unknown(.unknownSchedule, "schedule", id, among: state.schedules.keys)
    }
    return schedule
  }

  /// Returns the themes that channels show once a schedule is replaced, for those in which it runs or ran.
  func themes(after next: Schedule, _ summary: (String) -> ThemeSummary) -> [String: ThemeSummary] {
    let both = [state.schedules[next.id], next].compactMap(\.self).filter { $0.phase == .running }
    return Set(both.map(\.channel)).reduce(into: [:]) { themes, channel in
      let own = next.channel == channel && next.phase == .running ? [next] : []
      let others = state.running(in: channel).filter { $0.id != next.id }
      let base = (activation(of: channel) ?? activation(of: "main"))?.base
      themes[channel] = (ScheduleTransition.winner(among: others + own)?.theme ?? base).map(summary)
    }
  }
}
