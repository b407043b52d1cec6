internal import Bindings
internal import Changes
internal import Documents
internal import Renderings
internal import ThemeAPI
internal import Themes

/// `GET /readyz`: whether a load balancer should send clients to this server, and how fresh its data is.
struct GetReadiness: StatusEndpoint {
  let status: ProcessStatus
  let store: any ChangeStore
  let zones: Zones

  let operation = Operation(
    .get, "/readyz", id: "getReadiness", tag: "Service", summary: "Whether clients should be sent here",
    detail:
      "Only clients that may `watch` every theme get the exact problems of the config folder and the store.",
    access: .open,
    parameters: [
      .init(
        .query, "fresh",
        "503 where servers share a log and this one has not seen it for longer than so many seconds.",
        schema: .init(#"{"type":"integer","minimum":1,"maximum":2147483647}"#), example: "30")
    ],
    ignoresUnknownParameters: true,
    answers: [
      .init(200, "They should.", media: [.init(.json, schema)]),
      .init(503, "They should not.", media: [.init(.json, schema), .init(.problem, .named("Problem"))]),
    ])

  private static let schema = Operation.JSONSchema(
    #"{"type":"object","required":["ready","phase","cursor","config","tzdata","store"],"properties":{"ready":{"type":"boolean"}}}"#
  )

  func report(_ snapshot: Snapshot, isForOverseer: () -> Bool) -> Reply {
    report(snapshot, fresh: nil, isForOverseer)
  }

  /// Answers with 503 if the server is further behind than the parameter `fresh` allows.
  func answer(_ call: Call) throws(Refusal) -> Outcome {
    var fresh: Duration?
    if let text = call["fresh"] {
      guard let seconds = Int32(text), seconds > 0 else {
        throw .badParameter("fresh", "is a number of seconds, at most \(Int32.max), not '\(text.shown)'.")
      }
      fresh = .seconds(seconds)
    }
    return .reply(report(call.snapshot, fresh: fresh) { call.principal.seesEveryTheme })
  }

  /// - Parameter fresh: the longest time since the server last read a shared log.
  private func report(_ snapshot: Snapshot, fresh: Duration?, _ isForOverseer: () -> Bool) -> Reply {
    let (status, engine) = (status.now, store.report)
    // Other servers may have the theme of the channel.
    let unserved = engine == nil ? nil : snapshot.unserved
    let isTroubled = !status.loading.refused.isEmpty || snapshot.trouble != nil || unserved != nil
    let hidden = snapshot.hiddenFiles
    let stuck = snapshot.stuckGuards
    let isWhole = (isTroubled || !hidden.isEmpty || !stuck.isEmpty) && isForOverseer()
    let isStale = engine.flatMap { engine in fresh.map { (engine.seenAgo ?? .seconds(Int64.max)) > $0 } }
    let isReady = status.phase == .serving && isStale != true && unserved == nil
    var json = JSONWriter()
    json.object {
      $0.member("ready", isReady)
      $0.member("phase", status.phase.rawValue)
      $0.member("cursor", snapshot.cursor.description)
      $0.member("config") {
        Self.write(
          status.loading, snapshot.themeSet.library, isNewest: engine?.hasNewestFiles, unserved, isWhole,
          hidden, to: &$0)
      }
      $0.member("tzdata") { json in
        if let release = zones.release { json.string(release) } else { json.null() }
      }
      if !stuck.isEmpty { $0.member("stuckGuards", stuck.count) }
      if isWhole, !stuck.isEmpty {
        $0.objects("guards", for: stuck) { json, guarded in
          json.member("channel", guarded.channel)
          json.member("why", guarded.reason)
        }
      }
      $0.member("store") { Self.write(snapshot.trouble, engine, isWhole, to: &$0) }
    }
    return .fresh(
      status: isReady ? 200 : 503, json.finished(), .json, headers: isReady ? [] : [.retryAfter(1...5)])
  }

  /// - Parameter isWhole: whether the problems are included.
  private static func write(
    _ loading: ProcessStatus.Loading, _ library: Library, isNewest: Bool?, _ unserved: Activation?,
    _ isWhole: Bool, _ hidden: [HiddenFile], to json: inout JSONWriter
  ) {
    json.object { json in
      // True if no server of the same log serves newer files.
      if let isNewest { json.member("inForce", isNewest) }
      if isWhole, let unserved { json.member("unserved", "\(unserved.theme) in \(unserved.channel)") }
      json.member("themes", library.themes.count)
      json.member("kits", library.kits.count)
      json.member("loadedAt", loading.loadedAt.description)
      json.member("warnings", library.found.count(of: .warning))
      json.member("hiddenFiles", hidden.count)
      if isWhole, !hidden.isEmpty { json.objects("hidden", for: hidden) { $1.write(to: &$0) } }
      // The served files are older than those in the folder.
      json.member("stale", !loading.refused.isEmpty)
      guard let at = loading.refusedAt else { return }
      json.member("refusedAt", at.description)
      guard isWhole else { return }
      json.member("problems") { json in
        json.array { json in for problem in loading.refused { json.string(problem) } }
      }
    }
  }

  /// Reads and waiting clients are not affected when nothing can be written.
  private static func write(
    _ trouble: Snapshot.Trouble?, _ engine: StoreReport?, _ isWhole: Bool, to json: inout JSONWriter
  ) {
    json.object {
      $0.member("writable", trouble == nil && engine?.isReachable != false)
      if let engine {
        $0.member("reachable", engine.isReachable)
        // Measured with the clock of this server.
        if let ago = engine.seenAgo {
          $0.member("seenSeconds", Double(ago.wholeNanoseconds / 1_000_000) / 1000)
        }
      }
      guard let trouble else { return }
      $0.member("since", trouble.since.description)
      if isWhole { $0.member("why", trouble.error.description) }
    }
  }
}

extension HiddenFile {
  fileprivate func write(to json: inout JSONWriter) {
    json.member(kind.rawValue, name)
    json.member("file", file)
    json.member("by", by)
    json.member("at", at.description)
  }
}
