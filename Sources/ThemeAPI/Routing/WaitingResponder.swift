internal import Changes
internal import Synchronization

/// Answers until there is something to serve: that the process is alive, and to everything else that it waits.
///
/// What lies in the config folder is not served meanwhile: it does not say what channels show, and another theme than
/// that, in the midst of a campaign, would be worse than none.
package final class WaitingResponder: Responder {
  private let next = Mutex<(any Responder)?>(nil)
  private let health = GetHealth()

  package init() {}

  /// Hands everything on from now on.
  package func become(_ responder: any Responder) { next.withLock { $0 = responder } }

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    if let next = next.withLock({ $0 }) { return next.answer(request) }
    return (.reply(Self.waiting), "none")
  }

  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    if let next = next.withLock({ $0 }) { return next.answer(early: head) }
    let path = health.operation.pattern
    guard let asked = head.target.plainPath, asked == path else { return (Self.waiting, "none") }
    return (health.alive, path)
  }

  private static var waiting: Reply {
    Refusal(
      .storeUnavailable,
      "This server waits for its store, which it has not seen since it was started: until then it does not know what "
        + "channels show. Ask again, or ask another server.",
      headers: [.retryAfter(1...3)]
    ).reply
  }
}
