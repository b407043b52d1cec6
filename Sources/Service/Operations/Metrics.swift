internal import Bindings
internal import Changes
internal import Documents
internal import Renderings
internal import ThemeAPI
internal import Themes

/// `GET /metrics`: the metrics for Prometheus.
struct GetMetrics: Endpoint {
  let status: ProcessStatus
  let server: HTTPServer
  let store: any ChangeStore
  let webhooks: Webhooks

  let operation = Operation(
    .get, "/metrics", id: "getMetrics", tag: "Service", summary: "Figures for Prometheus", access: .watch,
    ignoresUnknownParameters: true,
    answers: [.init(200, "The figures.", media: [.init(.metrics, .string)])])

  /// Answers on a lane of its own, because the kernel needs longer to count descriptors the more there are, and other lanes
  /// may wait for a database.
  /// The statistics are taken before, so that this request does not count as waiting.
  func answer(_ call: Call) -> Outcome {
    let wire = server.statistics()
    return .offload(
      Outcome.Offload(on: .counting) { [status, server, store, webhooks] in
        let text = Metrics.text(
          status: status.now, snapshot: call.snapshot, wire: wire,
          clients: ClientStatistics(server.allClients(call.services.now)), engine: store.report,
          rendered: call.services.representations.rendered,
          wrongTokens: call.services.gate.wrongTokens.figures, webhooks: webhooks.figures)
        return .fresh(Array(text.utf8), .metrics)
      })
  }
}

/// Writes the metrics for Prometheus.
enum Metrics {
  static func text(
    status: ProcessStatus.State, snapshot: Snapshot, wire: WireStatistics,
    clients: ClientStatistics, engine: StoreReport?, rendered: UInt64, wrongTokens: WrongTokens.Figures,
    webhooks: [WebhookFigures]
  ) -> String {
    var text = PrometheusText()
    text.metric(
      "livery_build_info", .gauge, "The version of Livery.", by: ["version"], [([Version.number], 1)])
    requests(wire, &text)
    text.single(
      "livery_representations_rendered_total", .counter, "Responses rendered because the cache had none.",
      rendered)
    text.metric(
      "livery_wrong_tokens_total", .counter, "Requests with an unknown token, by time of the response.",
      by: ["answered"],
      [(["at-once"], wrongTokens.refused - wrongTokens.delayed), (["late"], wrongTokens.delayed)])
    self.clients(wire, &text)
    followers(clients, &text)
    documents(status.loading, snapshot.themeSet.library, &text)
    text.single("livery_revision", .gauge, "Revision of the newest change.", snapshot.state.head)
    text.single("livery_channels", .gauge, "Channels.", snapshot.state.activations.count)
    text.single(
      "livery_store_writable", .gauge, "1 while changes can be written.",
      snapshot.trouble == nil && engine?.isReachable != false ? 1 : 0)
    self.webhooks(webhooks, &text)
    if let engine { database(engine, &text) }
    process(status, &text)
    return text.text
  }

  private static func requests(_ wire: WireStatistics, _ text: inout PrometheusText) {
    let sorted = wire.requests.sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
    text.metric(
      "livery_requests_total", .counter, "Responses, by route and status.", by: ["route", "status"],
      sorted.map { ([$0.key.route, "\($0.key.status)"], $0.value) })
    text.metric(
      "livery_refusals_total", .counter, "Requests and connections rejected before routing, by status.",
      by: ["status"], wire.refusals.sorted { $0.key < $1.key }.map { (["\($0.key)"], $0.value) })
    text.metric(
      "livery_proxy_signs_total", .counter,
      "Requests that show a proxy with the wrong configuration, by sign.",
      by: ["sign"], ProxySign.allCases.map { ([$0.rawValue], wire.proxySigns[$0] ?? 0) })
    text.histogram(
      "livery_request_duration_seconds",
      "Time from the head of a request to its response, without the time parked.",
      bounds: WireStatistics.Latency.bounds, counts: wire.latency.counts, sum: wire.latency.sum)
  }

  private static func clients(_ wire: WireStatistics, _ text: inout PrometheusText) {
    text.single("livery_connections", .gauge, "Open connections.", wire.connections)
    text.single("livery_connections_total", .counter, "Connections accepted.", wire.accepted)
    text.single("livery_parked_clients", .gauge, "Clients that wait for a change.", wire.parked)
    text.single("livery_streams", .gauge, "Clients that follow by server-sent events.", wire.streams)
    text.metric(
      "livery_parked_ended_total", .counter, "Waits that ended, by reason.", by: ["why"],
      [(["changed"], wire.woken), (["timed-out"], wire.timedOut), (["departed"], wire.departed)])
  }

  private static func followers(_ clients: ClientStatistics, _ text: inout PrometheusText) {
    let (most, others) = clients.byNumber(100)
    text.metric(
      "livery_clients", .gauge, "Clients of the channels with most of them, by what they have.",
      by: ["channel", "state"],
      most.flatMap { channel in
        ClientState.allCases.map { ([channel.name, $0.rawValue], channel.counts[$0] ?? 0) }
      })
    text.metric(
      "livery_clients_elsewhere", .gauge, "Clients of all other channels, by what they have.", by: ["state"],
      ClientState.allCases.map { state in
        ([state.rawValue], others.reduce(0) { $0 + ($1.counts[state] ?? 0) })
      })
    text.histogram(
      "livery_client_back_seconds", "Time from a change to the return of a client that was notified of it.",
      bounds: BackTimes.bounds, counts: clients.times.counts, sum: clients.times.sum)
  }

  private static func documents(
    _ loading: ProcessStatus.Loading, _ library: Library, _ text: inout PrometheusText
  ) {
    text.single("livery_themes", .gauge, "Themes that are served.", library.themes.count)
    text.single("livery_kits", .gauge, "Kits that are served.", library.kits.count)
    text.metric(
      "livery_config_problems", .gauge, "Problems in the documents, by severity.", by: ["severity"],
      [(["error"], loading.refused.count)]
        + [Problem.Severity.warning, .note].map { ([$0.rawValue], library.found.count(of: $0)) })
    text.single(
      "livery_config_stale", .gauge,
      "1 while errors in the config folder keep the server at its previous files.",
      loading.refused.isEmpty ? 0 : 1)
    text.metric(
      "livery_reloads_total", .counter, "Reloads of the config folder, by result.", by: ["result"],
      [(["served"], loading.reloads), (["refused"], loading.refusals)])
    text.single(
      "livery_config_loaded_timestamp_seconds", .gauge, "Time when the served files were loaded.",
      seconds(loading.loadedAt))
  }

  private static func process(_ status: ProcessStatus.State, _ text: inout PrometheusText) {
    let figures = ProcessFigures.now
    text.single("process_resident_memory_bytes", .gauge, "Memory in use.", figures.residentBytes)
    text.single("process_open_fds", .gauge, "Open descriptors.", figures.openDescriptors)
    text.single(
      "process_start_time_seconds", .gauge, "Start time of the process.", seconds(status.startedAt))
    text.single("process_cpu_seconds_total", .counter, "CPU time used.", figures.cpuSeconds)
  }

  /// Writes the metrics of a log that several servers share.
  private static func database(_ report: StoreReport, _ text: inout PrometheusText) {
    let figures = report.figures
    text.single(
      "livery_store_reachable", .gauge, "1 while the database of the change log answers.",
      report.isReachable ? 1 : 0)
    text.metric(
      "livery_store_seen_seconds", .gauge, "Time since the log was read last.", by: [],
      report.seenAgo.map { [([], $0 / .seconds(1))] } ?? [])
    text.single(
      "livery_store_notices", .gauge,
      "1 while the database sends notifications of other servers' writes; 0 while this server polls for them.",
      report.receivesNotices ? 1 : 0)
    if let isNewest = report.hasNewestFiles {
      text.single(
        "livery_config_in_force", .gauge, "1 while no server of the same log serves newer files.",
        isNewest ? 1 : 0)
    }
    text.single(
      "livery_store_reconnects_total", .counter, "Times the connection to the database was restored.",
      figures.connects - min(figures.connects, 1))
    text.single(
      "livery_store_doubts_total", .counter,
      "Commits whose outcome was unknown because the connection was lost.", figures.doubts)
    text.single("livery_store_epochs_total", .counter, "New epochs begun by this server.", figures.renewals)
    text.histogram(
      "livery_store_turn_seconds", "Duration of a transaction on the log, from its begin to its commit.",
      bounds: TransactionTimes.bounds, counts: figures.turns.counts, sum: figures.turns.sum)
  }

  private static func webhooks(_ webhooks: [WebhookFigures], _ text: inout PrometheusText) {
    guard !webhooks.isEmpty else { return }
    func metric(
      _ name: String, _ kind: PrometheusText.Kind, _ help: String, _ value: (WebhookFigures) -> UInt64
    ) {
      text.metric(
        name, kind, help, by: ["webhook", "receiver"],
        webhooks.enumerated().map { (["\($0 + 1)", $1.receiver], value($1)) })
    }
    metric("livery_webhooks_sent_total", .counter, "Messages that a webhook accepted.", \.sent)
    metric("livery_webhooks_failed_total", .counter, "Deliveries to a webhook that failed.", \.failed)
    metric("livery_webhooks_waiting", .gauge, "Channels that wait for a delivery to a webhook.") {
      UInt64($0.waiting)
    }
  }

  private static func seconds(_ time: Timestamp) -> Double { Double(time.milliseconds) / 1000 }
}

/// Writes metrics in Prometheus' text format.
struct PrometheusText {
  private(set) var text = ""

  enum Kind: String { case counter, gauge, histogram }

  /// Writes a metric with its samples: for each, the values of the labels and a number.
  mutating func metric(
    _ name: String, _ kind: Kind, _ help: String, by labels: [String],
    _ samples: [(labels: [String], value: some Numeric)]
  ) {
    begin(name, kind, help)
    for sample in samples { line(name, Array(zip(labels, sample.labels)), "\(sample.value)") }
  }

  /// Writes a metric that is one number.
  mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: some Numeric) {
    metric(name, kind, help, by: [], [([], value)])
  }

  /// - Parameters:
  ///   - bounds: the upper ends of the buckets; the last bucket has none.
  ///   - counts: one for each bound, then one for all that is larger; not cumulated.
  mutating func histogram(_ name: String, _ help: String, bounds: [Double], counts: [UInt64], sum: Double) {
    begin(name, .histogram, help)
    var total: UInt64 = 0
    for (bound, count) in zip(bounds.map { "\($0)" } + ["+Inf"], counts) {
      total += count
      line("\(name)_bucket", [("le", bound)], "\(total)")
    }
    line("\(name)_sum", [], "\(sum)")
    line("\(name)_count", [], "\(total)")
  }

  private mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
  }

  private mutating func line(_ name: String, _ labels: [(String, String)], _ value: String) {
    let pairs = labels.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(separator: ",")
    text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n"
  }

  private static func escaped(_ value: String) -> String {
    value.written { scalar in
      switch scalar {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: nil
      }
    }
  }
}
