internal import Changes
internal import Documents
internal import Renderings
internal import Themes

/// `GET /v1/access`: the rights of the client, by its token.
struct GetAccess: Endpoint {
  let operation = Operation(
    .get, "/v1/access", id: "getAccess", tag: "Service",
    summary: "The rights of the client, by its token.",
    detail: """
      Without a token, the rights that every client has from this address. The response for an unknown token is 401, so that a \
      token can be checked without changing anything.
      """,
    access: .open,
    answers: [.json(200, "The rights of the client.", "Access")], refuses: [401])

  func answer(_ call: Call) throws(Refusal) -> Outcome {
    if call.credential == .unknownToken { throw Gate.unknownToken }
    return .reply(.json { Self.write(call, to: &$0) })
  }

  static func write(_ call: Call, to json: inout JSONWriter) {
    let gate = call.services.gate
    let reader = gate.principal(of: call.request, call.credential, for: .read, isWrite: false)
    let writer = gate.principal(of: call.request, call.credential, for: .operate, isWrite: true)
    json.member("name", (writer.mayWrite ? writer : reader).name)
    json.member("read", reader.has(.read))
    json.member("watch", reader.has(.watch))
    json.member("operate", writer.has(.operate))
    json.member("author", writer.grants.scope(of: .author).hasChannels)
    json.member("write", writer.mayWrite)
    json.member("channels") { json in
      guard writer.mayWrite, let channels = writer.grants.scope(of: .operate).names else {
        return json.null()
      }
      json.array { json in for channel in channels.sorted() { json.string(channel) } }
    }
    json.member("themes") { json in
      guard let names = writer.grants.names else { return json.null() }
      json.array { json in for text in names.texts { json.string(text) } }
    }
  }
}

/// `GET /v1/overview`: what the live page needs before it shows the first theme.
struct GetOverview: ReadingEndpoint {
  let operation = Operation(
    .get, "/v1/overview", id: "getOverview", tag: "Service",
    summary: "The client's rights, themes, channels, schedules and kits, in one response.",
    detail: """
      The first page of `/v1/themes` and of `/v1/channels`; `more` names those that have another. `schedule` is null for a \
      client that may not watch. `kits` has those of all themes, as `/v1/kits/{name}?whole=true`.
      """,
    answers: [.json(200, "The overview.", "Overview"), .unchanged])

  func represent(_ call: Call) throws(Refusal) -> Representation {
    let (snapshot, library) = (call.snapshot, call.snapshot.themeSet.library)
    let access = JSONWriter.object { GetAccess.write(call, to: &$0) }
    let themes = try ListThemes().represent(call)
    let channels = try ListChannels().represent(call)
    let schedule = call.principal.has(.watch) ? try ListSchedules().represent(call) : nil
    let more = [("themes", themes), ("channels", channels)].filter { !$1.headers.isEmpty }.map(\.0)
    let used = Set(snapshot.themes(shownTo: call.principal).compactMap { library.themes[$0]?.kit })
    let kits = used.sorted().compactMap { library.kits[$0] }
    let parts = [themes.key, channels.key, schedule?.key ?? "", used.sorted().joined(separator: " ")]
    var overview = Representation(
      key: "overview \(String(decoding: access, as: UTF8.self)) \(parts.joined(separator: " "))", type: .json,
      vary: ["Accept"]
    ) { () throws(Refusal) in
      let lists = [("themes", try themes.render()), ("channels", try channels.render())]
      let plans = try schedule?.render()
      return JSONWriter.object { json in
        json.member("access") { $0.raw(access) }
        for (name, list) in lists { json.member(name) { $0.raw(list) } }
        json.member("schedule") { json in if let plans { json.raw(plans) } else { json.null() } }
        json.object("kits") { json in
          for kit in kits { json.member(kit.name) { $0.raw(KitWriter.document(of: kit)) } }
        }
        json.strings("more", more)
      }
    }
    (overview.isPersonal, overview.isPrivate, overview.isKeptByTarget) = (true, true, false)
    overview.isSlow = themes.isSlow
    return overview
  }
}

/// `GET /healthz`: the liveness of the process, shown by the response itself.
struct GetHealth: StatusEndpoint {
  let operation = Operation(
    .get, "/healthz", id: "getHealth", tag: "Service", summary: "The liveness of the process", access: .open,
    ignoresUnknownParameters: true,
    answers: [
      .init(
        200, "The process is alive.",
        media: [
          .init(
            .json, .init(#"{"type":"object","required":["alive"],"properties":{"alive":{"type":"boolean"}}}"#)
          )
        ])
    ])

  let alive = Reply.fresh(Array("{\"alive\":true}\n".utf8), .json)

  func report(_ snapshot: Snapshot, isForOverseer: () -> Bool) -> Reply { alive }
}
