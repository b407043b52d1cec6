package import Changes
package import ThemeAPI
internal import Themes

/// Answers what operators ask and shows newcomers around; everything else goes on to the interface behind it.
package struct FrontDoor: Answering {
  private let vitals: Vitals
  private let current: Current
  private let statistics: @Sendable () -> WireStatistics
  private let next: any Answering

  package init(
    vitals: Vitals, current: Current, statistics: @escaping @Sendable () -> WireStatistics,
    next: any Answering
  ) {
    self.vitals = vitals
    self.current = current
    self.statistics = statistics
    self.next = next
  }

  private enum Page: String, CaseIterable {
    case start = "/"
    case alive = "/healthz"
    case ready = "/readyz"
    case metrics = "/metrics"
  }

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    guard let page = Page(rawValue: request.path) else { return next.answer(request) }
    guard request.method == .get || request.method == .head else {
      return (.reply(.methodNotAllowed(at: page.rawValue, allow: "GET, HEAD")), page.rawValue)
    }
    return (.reply(reply(to: page, ifNoneMatch: request.header("If-None-Match"))), page.rawValue)
  }

  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    guard head.method == .get || head.method == .head, let page = Page(rawValue: head.target) else {
      return next.answer(early: head)
    }
    return (reply(to: page, ifNoneMatch: head.header("If-None-Match")), page.rawValue)
  }

  private func reply(to page: Page, ifNoneMatch: String?) -> Reply {
    switch page {
    case .start: ifNoneMatch == StartPage.tag ? StartPage.unchanged : StartPage.reply
    case .alive: Self.alive
    case .ready: Readiness.reply(vitals.now, current.now)
    case .metrics: metrics
    }
  }

  private static let alive = Reply(status: 200, content: .fresh("{\"alive\":true}\n", .json))

  private var metrics: Reply {
    let text = Metrics.text(vitals: vitals.now, moment: current.now, wire: statistics())
    return Reply(status: 200, content: .fresh(text, .metrics))
  }
}

extension Content {
  enum MediaType: String {
    case json = "application/json"
    case metrics = "text/plain; version=0.0.4; charset=utf-8"
    case problem = "application/problem+json"
  }

  /// What is true at this moment only.
  static func fresh(_ text: String, _ type: MediaType) -> Content {
    Content(
      Array(text.utf8),
      headers: [.init("Content-Type", type.rawValue), .init("Cache-Control", "no-store")])
  }
}

extension Reply {
  static func methodNotAllowed(at path: String, allow: String) -> Reply {
    var json = JSONWriter()
    json.object {
      $0.member("type", "urn:livery:problem:method-not-allowed")
      $0.member("title", "Method not allowed")
      $0.member("status", 405)
      $0.member("detail", "\(path) answers \(allow) only.")
    }
    return Reply(
      status: 405, headers: [.init("Allow", allow)], content: .fresh(json.text + "\n", .problem))
  }
}
