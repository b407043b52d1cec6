internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `POST` and `DELETE /v1/schedule/{id}/skip` and `/move`: one occurrence of a series does not take place, takes place at
/// another time, or is again as the rule says.
struct ChangeOccurrence: Endpoint {
  enum OccurrenceChange: String {
    case skip, move
  }

  let publisher: Publisher
  private let change: OccurrenceChange
  private let isUndone: Bool
  let operation: Operation

  init(_ change: OccurrenceChange, isUndone: Bool = false, publisher: Publisher) {
    (self.publisher, self.change, self.isUndone) = (publisher, change, isUndone)
    let id = Operation.Parameter(.path, "id", "The schedule's id.")
    let named = Operation.Parameter(
      .query, "occurrence", "The local time that the rule gives, or its moment.", isRequired: true)
    let way = change == .skip ? "Leaves out" : "Moves"
    operation = Operation(
      isUndone ? .delete : .post, "/v1/schedule/{id}/\(change.rawValue)",
      id: "\(isUndone ? "un" : "")\(change.rawValue)Occurrence", tag: "Schedules",
      summary: isUndone
        ? "Undoes the \(change.rawValue) of one occurrence."
        : "\(way) one occurrence of a schedule that repeats.",
      detail: "The channel shows the theme that is due then.", access: .operate,
      parameters: isUndone ? [id, named, .idempotencyKey] : [id, .idempotencyKey],
      body: isUndone
        ? []
        : .fields(
          change == .skip ? "Skip" : "Move",
          example: change == .skip
            ? #"{"occurrence":"2026-12-24T20:00"}"#
            : #"{"occurrence":"2026-12-24T20:00","from":"2026-12-24T16:00"}"#),
      answers: [.json(200, "The schedule.", "ScheduleResult")], refuses: [404, 409, 415, 422, 503, 507])
  }

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let allowed = change == .skip ? ["occurrence"] : ["occurrence", "from", "until"]
    let fields = isUndone ? nil : try Fields(call.request, allowed: allowed)
    let name =
      try fields?.required("occurrence", "the local time that the rule gives") ?? call["occurrence"] ?? ""
    let (id, now, zones, author) = (call.name, publisher.now(), call.services.zones, call.principal)
    let channel = try call.snapshot.schedule(id).channel
    return call.operate(in: channel) { () throws(Refusal) in
      try call.write(to: publisher) { [self] snapshot, summary throws(Refusal) in
        let schedule = try snapshot.schedule(id)
        try author.check(.operate, in: schedule.channel)
        guard let series = schedule.series else {
          throw Refusal(.conflict, "The schedule '\(id)' does not repeat; delete it, or replace it with PUT.")
        }
        let zone = try zones.zone(series.zone)
        let known = series.advanced(to: now, in: zone)
        let occurrence = try known.occurrence(named: name, in: zone)
        let next = try changed(known, occurrence, fields, zone, now)
        let plan = next == known ? schedule : schedule.with(next.advanced(to: now, in: zone))
        return .schedule(plan, occurrence: occurrence, showing: snapshot.themes(after: plan, summary))
      } answer: { publication in
        guard let schedule = publication.schedule else {
          return Refusal(.unknownSchedule, "It is gone.").reply
        }
        return publication.reply(planning: schedule, zones, now)
      }
    }
  }

  private func changed(
    _ series: Series, _ name: LocalTime, _ fields: Fields?, _ zone: Zone, _ now: Timestamp
  ) throws(Refusal) -> Series {
    let present = series[exception: name]
    let isThere = present.map { ($0.span == nil) == (change == .skip) } ?? false
    if isUndone ? !isThere : isThere && change == .skip { return series }
    guard !series.isOver(name) else {
      if change == .skip { return series }
      throw Refusal(.conflict, "The occurrence \(name) has ended.")
    }
    let order = isUndone || change == .skip ? nil : fields
    let span = try order.map { order throws(Refusal) in try self.span(series, name, order, zone, now) }
    if let span, present?.span == span { return series }
    guard let next = series.setting(isUndone ? nil : SeriesException(span: span), for: name) else {
      throw Refusal(
        .conflict, "The schedule has \(Series.mostExceptions) occurrences that are skipped or moved already.")
    }
    return next
  }

  /// Returns the local times to which an occurrence is moved.
  private func span(
    _ series: Series, _ name: LocalTime, _ fields: Fields, _ zone: Zone, _ now: Timestamp
  ) throws(Refusal) -> Range<LocalTime> {
    func time(_ member: String) throws(Refusal) -> LocalTime? {
      if let local = fields.text(member).flatMap({ LocalTime($0) }) { return local }
      return try fields.timestamp(member).map { zone.local(at: $0) }
    }
    _ = try fields.required("from", "the new time to begin at")
    let from = try time("from") ?? name
    let former = series[exception: name]?.span
    let length = former.map { $0.upperBound - $0.lowerBound } ?? series.length
    let until = try time("until") ?? from + length
    guard from < until, zone.moment(of: from) < zone.moment(of: until) else {
      throw fields.bad("until", "is not after 'from'", "give a later time")
    }
    guard zone.moment(of: until) > now else {
      throw fields.bad("until", "is in the past", "give a later time")
    }
    return from..<until
  }
}

extension Series {
  /// Returns the local time of the occurrence that a client names by it, or by its moment.
  fileprivate func occurrence(named text: String, in zone: Zone) throws(Refusal) -> LocalTime {
    guard let name = LocalTime(text) ?? Timestamp(text).map({ name(beginningAt: $0, in: zone) }) else {
      throw Refusal(
        .badBody, "'occurrence' is not a time: '\(text.shown)'; write it as \(from).",
        problems: [.init(pointer: "/occurrence", "is not a time")])
    }
    let (isGiven, before, after) = neighbors(of: name, in: zone)
    guard !isGiven else { return name }
    let nearest = [before, after].compactMap { $0?.description }
    let hint = nearest.isEmpty ? "." : "; the nearest are \(nearest.joined(separator: " and "))."
    throw Refusal(
      .unknownOccurrence, "The rule gives no occurrence at \(name)\(hint)",
      members: [.init("nearest") { json in json.array { json in for one in nearest { json.string(one) } } }])
  }
}

/// `GET /v1/schedule/{id}/occurrences`: the occurrences of a series, by pages.
struct ListOccurrences: Endpoint {
  private static let limit = PageLimit(usual: 200, most: 1000)

  let operation = Operation(
    .get, "/v1/schedule/{id}/occurrences", id: "listOccurrences", tag: "Schedules",
    summary: "The occurrences of a schedule that begin in a time, oldest first.",
    detail: "Those that are skipped are left out. `Link` with `rel=\"next\"` leads to the next page.",
    access: .watch,
    parameters: [
      .init(.path, "id", "The schedule's id."),
      .init(.query, "from", "The first moment; now if none is given.", schema: .moment),
      .init(
        .query, "until", "The moment before which they begin; the end of plans if none is given.",
        schema: .moment),
      .init(.query, "after", "The last occurrence of the page before, as `Link` has it."),
      Self.limit.parameter("The number of occurrences on a page, at most \(Self.limit.most)."),
    ],
    answers: [.json(200, "The occurrences.", "OccurrenceList", headers: ["Link"])], refuses: [404, 409, 503])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let schedule = try call.snapshot.schedule(call.name)
    try call.principal.check(.watch, in: schedule.channel)
    let from = try call.moment("from") ?? call.services.clock()
    let until = try call.moment("until") ?? Timestamp(milliseconds: .max)
    let limit = try Self.limit.read(call["limit"])
    guard let series = schedule.series else {
      throw Refusal(.conflict, "The schedule '\(schedule.id)' does not repeat.")
    }
    let all = series.occurrences(
      from: from, after: call["after"].flatMap { LocalTime($0) }, until: until, atMost: limit + 1,
      in: try call.services.zones.zone(series.zone))
    let last = all.count > limit ? all[limit - 1] : nil
    let link = last.map { last in
      let others = call.request.query.filter { !["from", "after"].contains($0.name) }
      let place: [Request.Field] = [
        .init("from", last.from.description), .init("after", last.name.description),
      ]
      let query = (others + place).map { "\($0.name)=\($0.value.percentEscaped())" }
      return Request.Field("Link", "<\(call.request.path)?\(query.joined(separator: "&"))>; rel=\"next\"")
    }
    return .reply(
      .json(headers: [link].compactMap(\.self)) { json in
        json.array("occurrences") { json in for one in all.prefix(limit) { json.occurrence(one) } }
        json.member("more", last != nil)
      })
  }
}
