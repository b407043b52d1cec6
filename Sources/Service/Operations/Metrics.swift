internal import Bindings
internal import Changes
internal import ThemeAPI
internal import Themes

/// The page of figures that Prometheus reads.
enum Metrics {
  static func text(
    status: ProcessStatus.ProcessState, snapshot: Snapshot, wire: WireStatistics, engine: StoreReport?,
    rendered: UInt64, wrongTokens: WrongTokens.Figures, webhooks: [WebhookFigures]
  ) -> String {
    var text = PrometheusText()
    text.metric("livery_build_info", .gauge, "Which Livery this is.")
    text.sample("livery_build_info", 1, [("version", Version.number)])
    requests(wire, &text)
    text.histogram(
      "livery_request_duration_seconds", "From a request's head to its answer, without the time parked.",
      bounds: WireStatistics.Latency.bounds, counts: wire.latency.counts, sum: wire.latency.sum)
    text.single(
      "livery_representations_rendered_total", .counter, "Documents rendered, since none was kept.", rendered)
    access(wrongTokens, &text)
    clients(wire, &text)
    documents(status.loading, snapshot.themeSet.library, &text)
    changes(snapshot, &text)
    text.add(webhooks)
    if let engine { text.add(engine) }
    process(status, &text)
    return text.text
  }

  private static func requests(_ wire: WireStatistics, _ text: inout PrometheusText) {
    text.metric("livery_requests_total", .counter, "Answers given, by route and status.")
    let sorted = wire.requests.sorted { ($0.key.route, $0.key.status) < ($1.key.route, $1.key.status) }
    for (key, count) in sorted {
      text.sample("livery_requests_total", count, [("route", key.route), ("status", "\(key.status)")])
    }
    text.metric("livery_refusals_total", .counter, "Requests and connections refused before any route.")
    for (status, count) in wire.refusals.sorted(by: { $0.key < $1.key }) {
      text.sample("livery_refusals_total", count, [("status", "\(status)")])
    }
  }

  private static func access(_ wrong: WrongTokens.Figures, _ text: inout PrometheusText) {
    text.metric("livery_wrong_tokens_total", .counter, "Tokens that nobody knows, by when the answer came.")
    text.sample("livery_wrong_tokens_total", wrong.refused - wrong.delayed, [("answered", "at-once")])
    text.sample("livery_wrong_tokens_total", wrong.delayed, [("answered", "late")])
  }

  private static func clients(_ wire: WireStatistics, _ text: inout PrometheusText) {
    text.single("livery_connections", .gauge, "Open connections.", wire.connections)
    text.single("livery_connections_total", .counter, "Connections accepted.", wire.accepted)
    text.single("livery_parked_clients", .gauge, "Clients waiting for a change.", wire.parked)
    text.single("livery_streams", .gauge, "Clients following by server-sent events.", wire.streams)
    text.metric("livery_parked_ended_total", .counter, "Waits that ended, by why.")
    text.sample("livery_parked_ended_total", wire.woken, [("why", "changed")])
    text.sample("livery_parked_ended_total", wire.timedOut, [("why", "timed-out")])
    text.sample("livery_parked_ended_total", wire.departed, [("why", "departed")])
  }

  private static func documents(
    _ loading: ProcessStatus.Loading, _ library: Library, _ text: inout PrometheusText
  ) {
    text.single("livery_themes", .gauge, "Themes served.", library.themes.count)
    text.single("livery_kits", .gauge, "Kits served.", library.kits.count)
    text.metric("livery_config_problems", .gauge, "What is wrong or worth knowing in the documents.")
    text.sample("livery_config_problems", loading.refused.count, [("severity", "error")])
    for severity in [Problem.Severity.warning, .note] {
      let count = library.found.count(of: severity)
      text.sample("livery_config_problems", count, [("severity", severity.rawValue)])
    }
    text.metric(
      "livery_reloads_total", .counter, "Times the config folder was read again, by what came of it.")
    text.sample("livery_reloads_total", loading.reloads, [("result", "served")])
    text.sample("livery_reloads_total", loading.refusals, [("result", "refused")])
    text.metric("livery_config_loaded_timestamp_seconds", .gauge, "When what is served was loaded.")
    text.sample("livery_config_loaded_timestamp_seconds", seconds(loading.loadedAt))
  }

  private static func changes(_ snapshot: Snapshot, _ text: inout PrometheusText) {
    text.single("livery_revision", .gauge, "The newest change.", snapshot.state.head)
    text.single("livery_channels", .gauge, "Channels.", snapshot.state.activations.count)
    text.single(
      "livery_store_writable", .gauge, "1 while changes can be written.", snapshot.trouble == nil ? 1 : 0)
  }

  private static func process(_ status: ProcessStatus.ProcessState, _ text: inout PrometheusText) {
    let figures = ProcessFigures.now
    text.single("process_resident_memory_bytes", .gauge, "Memory in use.", figures.residentBytes)
    text.single("process_open_fds", .gauge, "Open descriptors.", figures.openDescriptors)
    text.metric("process_start_time_seconds", .gauge, "When the process began.")
    text.sample("process_start_time_seconds", seconds(status.startedAt))
    text.metric("process_cpu_seconds_total", .counter, "CPU time used.")
    text.sample("process_cpu_seconds_total", figures.cpuSeconds)
  }

  private static func seconds(_ time: Timestamp) -> Double { Double(time.milliseconds) / 1000 }
}
