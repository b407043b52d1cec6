internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/outlook`: what a channel will show, overlaps of schedules decided.
struct GetOutlook: Endpoint {
  let operation = Operation(
    .get, "/v1/outlook", id: "getOutlook", tag: "Schedules",
    summary: "What a channel will show, if nobody switches or schedules anything else.",
    detail: """
      Spans in order, without gaps, each with the theme that shows then and the schedule that says so. What has been \
      is history: a `from` that has passed counts as now.
      """,
    access: .operate,
    parameters: [
      .channel,
      .init(.query, "from", "The first moment; now where none is given.", schema: .moment),
      .init(.query, "until", "The last moment; 35 days later where none is given.", schema: .moment),
    ],
    answers: [
      Operation.PossibleAnswer(200, "What will show.", media: [.init(.json, .named("Outlook"))])
    ] + .refusals(400, 404))

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let now = call.services.clock()
    let start = max(try call.moment("from") ?? now, now)
    let end = try call.moment("until") ?? start.advanced(bySeconds: 35 * 86_400)
    guard start < end else {
      throw .badParameter("until", "should come after 'from' and after the present: \(end) does not.")
    }
    let channel = call["channel"] ?? "main"
    try call.principal.check(.operate, in: channel)
    let outlook = try call.snapshot.outlook(channel, from: start, until: end)
    return .reply(
      JSONReply.make { json in
        json.member("channel", channel)
        json.member("spans") { json in json.array { json in for span in outlook.spans { json.span(span) } } }
      })
  }
}

extension Call {
  /// A query parameter that is a moment.
  func moment(_ parameter: String) throws(Refusal) -> Timestamp? {
    guard let text = self[parameter] else { return nil }
    guard let moment = Timestamp(text) else {
      throw .badParameter(
        parameter, "is no moment: '\(text.shown)'; write it as \(Timestamp.spelling(near: text)).")
    }
    return moment
  }
}

extension Snapshot {
  /// What a channel that exists will show. A schedule whose theme is gone never comes about.
  func outlook(_ channel: String, from start: Timestamp, until end: Timestamp) throws(Refusal) -> Outlook {
    let activation = try existing(channel)
    let schedules = state.schedules.values.filter {
      $0.channel == channel && themeSet.library.themes[$0.theme] != nil
    }
    return Outlook(of: schedules, base: activation.base, from: start, until: end)
  }
}

extension JSONWriter {
  fileprivate mutating func span(_ span: OutlookSpan) {
    object { json in
      json.member("from", span.from.description)
      json.member("until", span.until.description)
      json.member("theme", span.theme)
      if let schedule = span.schedule { json.member("schedule", schedule) }
    }
  }
}

extension Operation.JSONSchema {
  static let moment = Operation.JSONSchema(#"{"type":"string","format":"date-time"}"#)
}
