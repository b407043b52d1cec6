internal import Bindings
internal import Changes

/// The page of figures that Prometheus reads.
enum Metrics {
  static func text(vitals: Vitals.State, wire: WireStatistics) -> String {
    var text = PrometheusText()
    text.metric("livery_build_info", .gauge, "Which Livery this is.")
    text.sample("livery_build_info", 1, [("version", Version.number)])
    requests(wire, &text)
    latency(wire.latency, &text)
    clients(wire, &text)
    loading(vitals.loading, &text)
    process(vitals, &text)
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

  private static func latency(_ latency: WireStatistics.Latency, _ text: inout PrometheusText) {
    let name = "livery_request_duration_seconds"
    text.metric(name, .histogram, "From a request's head to its answer, without the time parked.")
    var total: UInt64 = 0
    for (bound, count) in zip(WireStatistics.Latency.bounds, latency.counts) {
      total += count
      text.sample("\(name)_bucket", total, [("le", "\(bound)")])
    }
    total += latency.counts.last ?? 0
    text.sample("\(name)_bucket", total, [("le", "+Inf")])
    text.sample("\(name)_sum", latency.sum)
    text.sample("\(name)_count", total)
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

  private static func loading(_ loading: Vitals.Loading, _ text: inout PrometheusText) {
    text.single("livery_themes", .gauge, "Themes served.", loading.themes)
    text.single("livery_kits", .gauge, "Kits served.", loading.kits)
    text.metric("livery_config_problems", .gauge, "What is wrong or worth knowing in the config folder.")
    text.sample("livery_config_problems", loading.refused.count, [("severity", "error")])
    text.sample("livery_config_problems", loading.warnings, [("severity", "warning")])
    text.sample("livery_config_problems", loading.notes, [("severity", "note")])
    text.metric("livery_reloads_total", .counter, "Loads of the config folder, by what came of them.")
    text.sample("livery_reloads_total", loading.reloads, [("result", "served")])
    text.sample("livery_reloads_total", loading.refusals, [("result", "refused")])
    text.metric("livery_config_loaded_timestamp_seconds", .gauge, "When what is served was loaded.")
    text.sample("livery_config_loaded_timestamp_seconds", seconds(loading.loadedAt?.milliseconds))
  }

  private static func process(_ vitals: Vitals.State, _ text: inout PrometheusText) {
    let figures = ProcessFigures.now
    text.single("process_resident_memory_bytes", .gauge, "Memory in use.", figures.residentBytes)
    text.single("process_open_fds", .gauge, "Open descriptors.", figures.openDescriptors)
    text.metric("process_start_time_seconds", .gauge, "When the process began.")
    text.sample("process_start_time_seconds", seconds(vitals.startedAt.milliseconds))
    text.metric("process_cpu_seconds_total", .counter, "CPU time used.")
    text.sample("process_cpu_seconds_total", figures.cpuSeconds)
  }

  private static func seconds(_ milliseconds: Int64?) -> Double { Double(milliseconds ?? 0) / 1000 }
}
