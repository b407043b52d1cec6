internal import Changes
internal import ThemeAPI

/// `GET /metrics`: the page of figures that Prometheus reads.
struct GetMetrics: Endpoint {
  let status: ProcessStatus
  let server: HTTPServer
  let store: any ChangeStore
  let webhooks: Webhooks

  let operation = Operation(
    .get, "/metrics", id: "getMetrics", tag: "Service", summary: "Figures for Prometheus", access: .operate,
    ignoresUnknownParameters: true,
    answers: [.init(200, "The figures.", media: [.init(.metrics, .string)])])

  /// Counting descriptors takes the kernel longer the more there are, so it happens beside the workers. The requests
  /// are counted before, so that this one is not among those that wait.
  func answer(_ call: Call) -> Outcome {
    let wire = server.statistics()
    return .offload(
      Outcome.Offload(on: .reading) { [status, store, webhooks] in
        let text = Metrics.text(
          status: status.now, snapshot: call.snapshot, wire: wire, engine: store.report,
          rendered: call.services.representations.rendered,
          wrongTokens: call.services.gate.wrongTokens.figures, webhooks: webhooks.figures)
        return .fresh(Array(text.utf8), .metrics)
      })
  }
}
