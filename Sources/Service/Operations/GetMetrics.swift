internal import ThemeAPI

/// `GET /metrics`: the page of figures that Prometheus reads.
struct GetMetrics: Endpoint {
  let status: ProcessStatus
  let server: HTTPServer

  let operation = Operation(
    .get, "/metrics", id: "getMetrics", tag: "Service", summary: "Figures for Prometheus", access: .open,
    ignoresUnknownParameters: true,
    answers: [.init(200, "The figures.", media: [.init(.metrics, .string)])])

  func answer(_ call: Call) -> Outcome {
    let text = Metrics.text(
      status: status.now, snapshot: call.snapshot, wire: server.statistics(),
      rendered: call.services.representations.rendered)
    return .reply(.fresh(Array(text.utf8), .metrics))
  }
}
