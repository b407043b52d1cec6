package import Changes

/// An endpoint that answers from the state of the server alone: of a request its path is read and, where that makes a
/// difference, who sends it.
package protocol StatusEndpoint: Endpoint {
  /// Never blocks.
  /// - Parameter isForOperator: whether who asks may operate; asked only where that makes a difference.
  func report(_ snapshot: Snapshot, isForOperator: () -> Bool) -> Reply
}

extension StatusEndpoint {
  package func answer(_ call: Call) -> Outcome {
    .reply(report(call.snapshot) { call.author.mayOperate })
  }
}

/// The endpoints that answer everybody by the head alone.
struct StatusReports: Sendable {
  struct Report: Sendable {
    let path: String
    let isVersioned: Bool
    let endpoint: any StatusEndpoint
  }

  private let reports: [Report]
  private let longest: Int

  init(among endpoints: [any Endpoint]) {
    reports = endpoints.compactMap { endpoint in
      guard let report = endpoint as? any StatusEndpoint, report.operation.access == .open else { return nil }
      let path = report.operation.pattern
      return Report(path: path, isVersioned: path.hasPrefix(Router.versioned), endpoint: report)
    }
    longest = reports.map(\.path.utf8.count).max() ?? 0
  }

  /// Nearly all requests are for something longer, which is not compared.
  func find(_ target: RawTarget) -> Report? {
    guard target.text.utf8.count <= longest else { return nil }
    return reports.first { $0.path == target.text }
  }
}
