package import Changes

/// One thing that the interface does. A new one is a new file with its operation, named in the list of endpoints.
package protocol Endpoint: Sendable {
  var operation: Operation { get }

  /// Never blocks: what takes long is handed back as work to offload.
  func answer(_ call: Call) throws(Refusal) -> Outcome
}

/// A request that has found its endpoint, with the moment that it is answered from.
package struct Call: Sendable {
  package let request: Request
  /// What the request shows of who sends it.
  package let showing: Gate.Showing
  /// Who asks, as the gate knows them.
  package let author: Author
  /// The values of the pattern's names, in their order.
  package let captures: [String]
  package let operation: Operation
  let shared: SharedServices
  /// Told what a write is about; nil for what is no write.
  package let subject: WriteSubject?
  /// What holds at this moment; the whole answer comes from it.
  package let snapshot: Snapshot

  package var services: Services { shared.services }

  /// The value of the pattern's only name, or first one.
  package var name: String { captures.first ?? "" }

  /// A query parameter's value.
  package subscript(parameter: String) -> String? {
    request.query.first { $0.name == parameter }?.value
  }
}
