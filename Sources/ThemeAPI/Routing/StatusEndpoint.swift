package import Changes

/// An endpoint that answers from the state of the server alone, so that nothing but the path of a request is read.
package protocol StatusEndpoint: Endpoint {
  /// Never blocks.
  func report(_ snapshot: Snapshot, _ services: Services) -> Reply
}

extension StatusEndpoint {
  package func answer(_ call: Call) -> Outcome { .reply(report(call.snapshot, call.services)) }
}
