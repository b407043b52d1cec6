internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/active`: the active theme of a channel.
struct GetActive: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/active", id: "getActive", tag: "Switching",
    summary: "The active theme of a channel, with its time and author.",
    detail: """
      With `at`, the theme that will be active then if nothing else is switched or scheduled. `at`, and the author and the \
      note of the switch, need a token that may watch.
      """,
    parameters: [.channel, .init(.query, "at", "A future moment.", schema: .moment), .draft],
    answers: [.init(200, "The active theme.", media: [.init(.json, schema)]), .unchanged],
    refuses: [404, 409, 410])

  private static let schema = Operation.JSONSchema(
    ##"{"oneOf":[{"$ref":"#/components/schemas/Active"},{"$ref":"#/components/schemas/ActiveThen"},{"$ref":"#/components/schemas/ActiveDraft"}]}"##
  )

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    guard let moment = try call.moment("at") else { return try read(call) }
    try call.requireJSON()
    guard moment >= call.services.clock() else {
      throw .badParameter("at", "has passed: \(moment). What was active then is in /v1/history.")
    }
    let channel = call.channel
    try call.principal.check(.watchers(of: channel))
    let end = moment.advanced(bySeconds: 1)
    guard
      let span = try call.snapshot.outlook(
        channel, from: moment, until: end, call.services.zones
      ).spans.first
    else {
      throw .badParameter("at", "is the end of time.")
    }
    return .reply(
      .json { json in
        json.member("channel", channel)
        json.member("theme", span.theme)
        json.member("at", moment.description)
        json.member("schedule", optional: span.schedule)
      })
  }

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let snapshot = call.snapshot
    try call.requireJSON()
    if let draft = call.opened { return Self.represent(draft, in: snapshot) }
    let channel = call.channel
    try call.principal.check(.readersOf([channel]))
    let activation = try snapshot.existing(channel)
    let isWhole = call.principal.has(.watch, in: channel)
    let watch = isWhole ? activation.watch : nil
    let key =
      "active \(channel) \(isWhole) \(snapshot.cursor.epoch) \(activation.latest) \(watch?.state.rawValue ?? "")"
    return Representation(
      key: key, type: .json, vary: ["Accept"], channel: channel,
      audience: isWhole ? .watchers(of: channel) : .readersAloneOf([channel])
    ) {
      JSONWriter.object { json in
        json.activation(activation, in: snapshot, isWhole: isWhole)
        if let watch { json.guarding(watch) }
      }
    }
  }

  /// Returns the representation of a draft that no channel shows.
  private static func represent(_ draft: Draft, in snapshot: Snapshot) -> Representation {
    let theme = snapshot.themeSet.library.themes[draft.name]
    return Representation(
      key: "active draft \(draft.expires)", type: .json, vary: ["Accept"], audience: .everybody
    ) {
      JSONWriter.object { json in
        json.member("channel") { $0.null() }
        json.member("theme", draft.name)
        json.member("title", theme?.title ?? draft.name)
        json.member("kit", theme?.kit ?? "")
        if let tag = snapshot.etags[draft.name] { json.member("etag", tag) }
        json.object("draft") { json in
          json.member("id", draft.id)
          json.member("expires", draft.expires.description)
        }
      }
    }
  }
}

/// `GET /v1/channels`: the channels with their active themes, by pages.
struct ListChannels: ReadingEndpoint {
  private static let fields = [
    "channel", "theme", "title", "previous", "since", "by", "note", "cursor", "etag",
  ]

  let operation = Operation(
    .get, "/v1/channels", id: "listChannels", tag: "Switching",
    summary: "The channels with their active themes, by name.",
    detail: "A page has 100 at most; `Link` with `rel=\"next\"` leads to the next.",
    parameters: ListPage.parameters(fields),
    answers: [.json(200, "The channels by name.", "ChannelList", headers: ["Link"]), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let (snapshot, author) = (call.snapshot, call.principal)
    let readable = snapshot.state.activations.keys.filter { author.has(.read, in: $0) }
    let page = try ListPage(call, of: readable, fields: Self.fields)
    let isWhole = Audience.watchersOfEverything.admits(author)
    let (read, watch) = (author.grants.scope(of: .read).text, author.grants.scope(of: .watch).text)
    let state = "\(snapshot.cursor) \(isWhole ? "" : "\(read) \(watch)")"
    var list = try Representation.list("channels", page, at: state, call) { json in
      for name in page.names {
        guard let activation = snapshot.activation(of: name) else { continue }
        json.object(only: page.fields) {
          $0.activation(activation, in: snapshot, isWhole: author.has(.watch, in: name))
        }
      }
    }
    (list.audience, list.isPersonal) = isWhole ? (.watchersOfEverything, false) : (.readers, true)
    return list
  }
}

/// `POST /v1/active`: makes a theme active in a channel.
struct SwitchTheme: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/active", id: "switchTheme", tag: "Switching", summary: "Makes a theme active in a channel.",
    detail: """
      The response comes when the change is on disk. Every client that waits for the channel is answered then, too. \
      Switching to the active theme changes nothing: `changed` is false. A channel keeps its kit: the response for a theme \
      of another kit is 409, unless `force` is true. With a `guard` the switch is taken back unless that share of the \
      notified clients holds it in time; in a form, `guard=0.95/30`.
      """,
    access: .operate, parameters: [.idempotencyKey],
    body: .fields("SwitchOrder", example: #"{"theme":"new-year","note":"until Sunday"}"#),
    answers: [.json(200, "The theme that is active now.", "SwitchResult")],
    refuses: [404, 409, 415, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["theme", "channel", "note", "if", "force", "guard"])
    let theme = try fields.required("theme", "the name of the theme to show")
    let (channel, isForced) = (try fields.channel(), try fields.flag("force"))
    return call.activate(fields, in: channel, showing: theme, isForced: isForced, through: publisher) {
      (_: Snapshot) throws(Refusal) in theme
    }
  }
}

extension Call {
  /// - Parameter find: returns the theme, decided when the change has its turn.
  fileprivate func activate(
    _ fields: Fields, in channel: String, showing theme: String? = nil, isForced: Bool,
    through publisher: Publisher, find: @escaping @Sendable (Snapshot) throws(Refusal) -> String
  ) -> Outcome {
    let approval = ApprovalCheck(self)
    return operate(in: channel, showing: theme) { () throws(Refusal) in
      let condition = try fields.condition()
      return try write(to: publisher, note: try fields.note(), buildsOn: try fields.cursor("if")) {
        snapshot, summary throws(Refusal) in
        let theme = try find(snapshot)
        try snapshot.check(showing: theme, in: channel, approval, isForced: isForced)
        return .activate(channel: channel, theme: summary(theme), watch: condition)
      } answer: { [services] publication in
        publication.reply(switching: channel, to: theme ?? publication.activation?.theme ?? "") {
          json, watch in
          if condition != nil { json.guarding(begun: watch, in: channel, services) }
        }
      }
    }
  }
}

extension Publication {
  /// - Parameter members: writes further members, with the guard of the change.
  fileprivate func reply(
    switching channel: String, to theme: String, _ members: (inout JSONWriter, SwitchGuard?) -> Void
  ) -> Reply {
    let change = changes.last { $0.kind == .activated }
    let present = activation
    let cursor = Cursor(epoch: head.epoch, revision: change?.revision ?? head.revision)
    return .json(headers: [.init("Livery-Cursor", cursor.description)]) { json in
      json.member("channel", channel)
      json.member("theme", theme)
      json.member("previous", optional: change == nil ? present?.previous : change?.previous)
      json.member("cursor", cursor.description)
      json.member("at", (change?.at ?? present?.at)?.description ?? "")
      json.member("by", change?.by ?? present?.by ?? "")
      if let note = change == nil ? present?.note : change?.note { json.member("note", note) }
      json.member("changed", change != nil)
      members(&json, change?.watch)
    }
  }
}

extension JSONWriter {
  /// Writes the guard of a switch that was just made; null if there was nothing to switch. With few clients it will be idle.
  fileprivate mutating func guarding(begun watch: SwitchGuard?, in channel: String, _ services: Services) {
    guard let watch else { return member("guard") { $0.null() } }
    // Some of the clients that waited are notified by now.
    let waiting = services.clients(channel).map { $0.figures.waiting + $0.figures.count(.told) } ?? 0
    guarding(
      watch.idle(.init(told: waiting)) ?? watch, figures: .init(), isOpen: !services.gate.guardsReads)
  }
}

/// `POST /v1/rollback`: makes an earlier theme active in a channel.
struct RollBack: Endpoint {
  let publisher: Publisher

  let operation = Operation(
    .post, "/v1/rollback", id: "rollBack", tag: "Switching",
    summary: "Makes the previous theme of a channel active again, or that of an entry of its history.",
    detail: "If that theme is of another kit, the response is 409, unless `force` is true.",
    access: .operate, parameters: [.idempotencyKey],
    body: .fields("RollbackOrder", example: #"{"channel":"main"}"#), requiresBody: false,
    answers: [.json(200, "The theme that is active now.", "SwitchResult")],
    refuses: [404, 409, 410, 415, 422, 507])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    let fields = try Fields(call.request, allowed: ["channel", "to", "note", "if", "force"])
    let (channel, to, isForced) = (try fields.channel(), try fields.cursor("to"), try fields.flag("force"))
    return call.activate(fields, in: channel, isForced: isForced, through: publisher) {
      snapshot throws(Refusal) in try target(to, channel, snapshot)
    }
  }

  private func target(_ to: Cursor?, _ channel: String, _ snapshot: Snapshot) throws(Refusal) -> String {
    let present = try snapshot.existing(channel)
    guard let to else {
      guard let previous = present.previous else {
        throw Refusal(
          .conflict,
          "There is nothing to go back to: nothing was active in '\(channel)' before '\(present.theme)'.")
      }
      return previous
    }
    guard to.epoch == snapshot.cursor.epoch else {
      throw Refusal(
        .gone, "'to' is from another log; take a cursor from /v1/history.",
        members: Refusal.present(present, snapshot.cursor, snapshot))
    }
    if let found = try publisher.newestSwitch(of: channel, before: to.revision + 1) { return found.theme }
    throw Refusal(.unknownChange, "The history of '\(channel)' has no switch at or before \(to).")
  }
}
