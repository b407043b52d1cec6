internal import Changes
internal import Documents
internal import Renderings

/// `GET /v1/channels/{channel}/clients`: how many clients have what the channel shows.
struct GetClients: Endpoint {
  let operation = Operation(
    .get, "/v1/channels/{channel}/clients", id: "getClients", tag: "Switching",
    summary: "How many clients of a channel have what it shows.",
    detail: """
      Clients are connections that wait for the channel, or that waited until they were notified of a change; nothing else \
      is known of them. `waiting` is the sum of `holding`, `refused` and those `behind` that wait. `share` is the share \
      of the notified ones that hold the newest change; `back` has the seconds after which half, 90 % and 99 % of them, and \
      the last, came back with it. With `Prefer: wait` and `If-None-Match` the response comes when a figure differs, at \
      most four times a second.
      """,
    access: .watch, parameters: [.init(.path, "channel", "The channel.")],
    answers: [.json(200, "The figures.", "Clients", headers: ["ETag"]), .unchanged], refuses: [404])

  /// A client that has figures gets the next ones after 250 ms at the earliest, and the waiting clients are served every 200 ms.
  /// Both end up to 100 ms earlier.
  private static let first = Duration.milliseconds(350)
  private static let next = Duration.milliseconds(200)

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let channel = call.name
    try call.principal.check(.watch, in: channel)
    let reply = try Self.reply(channel, call.services, call.snapshot)
    guard let known = call.request.header("If-None-Match") else { return .reply(reply.whole) }
    let wait = Preference.wait(call.request.header("Prefer")) ?? 0
    guard wait > 0 else {
      return .reply(reply.tag.matches(ifNoneMatch: known) ? reply.unchanged : reply.whole)
    }
    // Any tag will do: it is the one of now.
    let tags = known == "*" ? reply.tag.description : known
    let end = call.services.clock().milliseconds + Int64(wait) * 1000
    return .watch(Self.watch(channel, tags, Preference.applied(wait), end, Self.first, call.shared))
  }

  private static func watch(
    _ channel: String, _ tags: String, _ applied: Request.Field, _ end: Int64, _ pause: Duration,
    _ shared: SharedServices
  ) -> Outcome.Watch {
    Outcome.Watch(channel: Outcome.Watch.noChannel, since: 0, wait: pause) { wake in
      let services = shared.services
      do throws(Refusal) {
        let reply = try reply(channel, services, services.now())
        if !reply.tag.matches(ifNoneMatch: tags) { return .reply(reply.whole.adding([applied])) }
        guard wake != .draining, services.clock().milliseconds < end else {
          return .reply(reply.unchanged.adding([applied]))
        }
        return .move(watch(channel, tags, applied, end, next, shared))
      } catch { return .reply(error.reply) }
    }
  }

  private static func reply(
    _ channel: String, _ services: Services, _ snapshot: Snapshot
  ) throws(Refusal) -> (whole: Reply, unchanged: Reply, tag: EntityTag) {
    let activation = try snapshot.existing(channel)
    guard let report = services.clients(channel) else { throw .unknownChannel(channel, in: snapshot) }
    let cursor = Cursor(epoch: snapshot.cursor.epoch, revision: activation.latest)
    let watch = activation.watch
    // The age of the figures is none of them.
    let tag = EntityTag(of: JSONWriter.object { $0.clients(report, watch, cursor, ofAge: 0) })
    let headers = [
      Request.Field("ETag", tag.description), Request.Field("Cache-Control", "private, no-store"),
    ]
    let body = JSONWriter.object { $0.clients(report, watch, cursor, ofAge: report.servers.oldest) }
    let whole = Content(body, headers: [.init("Content-Type", MediaType.json.text)] + headers)
    return (
      Reply(status: 200, content: whole), Reply(status: 304, content: Content([], headers: headers)), tag
    )
  }
}

extension JSONWriter {
  fileprivate mutating func clients(
    _ report: ClientReport, _ watch: SwitchGuard?, _ cursor: Cursor, ofAge age: Double
  ) {
    let (newest, figures) = (report.newest, report.figures)
    member("channel", newest.channel)
    member("theme", newest.theme)
    member("kind", optional: newest.kind?.rawValue)
    member("change", optional: newest.kind == nil ? nil : newest.cursor.description)
    member("at", newest.at.description)
    member("by", newest.by)
    member("cursor", cursor.description)
    states(waiting: figures.waiting) { figures.count($0) }
    member("toldInAll", figures.toldInAll)
    member("share", share: figures.share)
    object("back") { json in
      for (name, share) in [("half", 0.5), ("ninety", 0.9), ("ninetyNine", 0.99)] {
        json.seconds(name, figures.time(ofShare: share))
      }
      json.seconds("last", figures.lastTime)
    }
    for (name, group) in [("kinds", ClientFigures.kinds), ("representations", ClientFigures.representations)]
    {
      object(name) { json in
        for (name, row) in group {
          json.object(name) {
            $0.states(waiting: figures.waiting(inRow: row)) { figures.count($0, inRow: row) }
          }
        }
      }
    }
    objects("refusals", for: figures.groupedRefusals()) { json, refusals in
      json.member("reason") { $0.raw(Self.harmless(refusals.reason).utf8) }
      json.member("count", refusals.count)
    }
    if let watch { guarding(watch, figures: report.watched) } else { member("guard") { $0.null() } }
    object("servers") { json in
      json.member("known", report.servers.known)
      json.member("counted", report.servers.counted)
      json.member("oldest", (age * 10).rounded() / 10)
    }
  }

  private mutating func states(waiting: Int, _ count: (ClientState) -> Int) {
    member("waiting", waiting)
    for state in ClientState.allCases { member(state.rawValue, count(state)) }
  }

  private mutating func seconds(_ name: String, _ milliseconds: Double?) {
    member(name, optional: milliseconds.map { $0.rounded() / 1000 })
  }

  private mutating func member(_ name: String, optional number: Double?) {
    member(name) { json in if let number { json.number(number) } else { json.null() } }
  }

  /// Returns a client's text as JSON in which no character begins anything in HTML.
  private static func harmless(_ text: String) -> String {
    "\""
      + content(of: text).written { scalar in
        "<>&'".unicodeScalars.contains(scalar) ? "\\u00" + String(scalar.value, radix: 16) : nil
      } + "\""
  }
}
