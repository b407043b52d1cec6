package import Changes

/// An operation of the interface. `Endpoints.all` names them all.
package protocol Endpoint: Sendable {
  var operation: Operation { get }

  /// Answers a call. Never blocks: work that takes long is returned to be offloaded.
  func answer(_ call: Call) throws(Refusal) -> Outcome
}

/// A request that has found its endpoint, with the snapshot from which it is answered.
package struct Call: Sendable {
  package internal(set) var request: Request
  package let credential: Credential
  /// The identity behind the request, as the gate knows it.
  package var principal: Principal
  /// The values of the pattern's names, in their order.
  package let captures: [String]
  package let operation: Operation
  let shared: SharedServices
  /// The state of the server. The whole response comes from it.
  package var snapshot: Snapshot
  /// The address that `Livery-Next` led to; nil for most requests.
  var crowd: CrowdQuestion?
  /// The draft that is published in the snapshot; nil for most requests.
  var preview: PreviewedDraft?
  /// The theme that shows at another moment; nil for most requests.
  var themeThen: String?

  package var services: Services { shared.services }

  /// The value of the first name of the pattern.
  package var name: String { captures.first ?? "" }

  package subscript(parameter: String) -> String? {
    request.query.first { $0.name == parameter }?.value
  }

  /// Returns the first value of a header, or nil if it was not sent. Representations are chosen by it.
  package func header(_ name: String) -> String? {
    request.headers.first { $0.name.equalsIgnoringASCIICase(name) }?.value
  }

  /// The address of the client: behind a trusted proxy, the one that it names.
  var client: String { services.gate.client(of: request).address }

  var takesGzip: Bool { Negotiation.takesGzip(acceptEncoding: header("Accept-Encoding")) }
}

/// An endpoint that answers from the state of the server alone, and perhaps by its principal.
package protocol StatusEndpoint: Endpoint {
  /// Never blocks.
  /// - Parameter isForOverseer: returns whether the client sees every theme; called only where that makes a difference.
  func report(_ snapshot: Snapshot, isForOverseer: () -> Bool) -> Reply
}

extension StatusEndpoint {
  package func answer(_ call: Call) -> Outcome {
    .reply(report(call.snapshot) { call.principal.seesEveryTheme })
  }
}
