package import Changes
package import ThemeAPI

/// Answers what operators ask and shows newcomers around; everything else goes on to the interface behind it.
package struct FrontDoor: Responder {
  private let status: ProcessStatus
  private let current: Current
  private let statistics: @Sendable () -> WireStatistics
  private let representations: RepresentationCache
  private let next: any Responder

  package init(
    status: ProcessStatus, current: Current, statistics: @escaping @Sendable () -> WireStatistics,
    representations: RepresentationCache, next: any Responder
  ) {
    self.status = status
    self.current = current
    self.statistics = statistics
    self.representations = representations
    self.next = next
  }

  private enum Page: String, CaseIterable {
    case start = "/"
    case alive = "/healthz"
    case ready = "/readyz"
    case metrics = "/metrics"

    private static let longest = allCases.map(\.rawValue.utf8.count).max() ?? 0

    /// Nearly all requests are for something longer, which need not be compared.
    init?(path: String) {
      guard path.utf8.count <= Self.longest else { return nil }
      self.init(rawValue: path)
    }
  }

  /// What it answers itself.
  static let paths = Page.allCases.map(\.rawValue)

  package func answer(_ request: Request) -> (outcome: Outcome, route: String) {
    guard let page = Page(path: request.path) else { return next.answer(request) }
    let reply = reply(to: request.method, page, ifNoneMatch: request.header("If-None-Match"))
    return (.reply(reply), page.rawValue)
  }

  package func answer(early head: any RequestHead) -> (reply: Reply, route: String)? {
    guard let page = Page(path: head.target.text) else { return next.answer(early: head) }
    return (reply(to: head.method, page, ifNoneMatch: head.header("If-None-Match")), page.rawValue)
  }

  private func reply(to method: Request.Method, _ page: Page, ifNoneMatch: String?) -> Reply {
    guard method == .get || method == .head else { return Self.refusal(at: page).reply }
    return switch page {
    case .start: ifNoneMatch == StartPage.tag ? StartPage.unchanged : StartPage.reply
    case .alive: Self.alive
    case .ready: Readiness.reply(status.now, current.now)
    case .metrics: metrics
    }
  }

  private static func refusal(at page: Page) -> Refusal {
    let allow = "GET, HEAD"
    return Refusal(
      .methodNotAllowed, "\(page.rawValue) can be asked with \(allow) only.", headers: [.init("Allow", allow)]
    )
  }

  private static let alive = Reply(status: 200, content: .fresh("{\"alive\":true}\n", .json))

  private var metrics: Reply {
    let text = Metrics.text(
      status: status.now, snapshot: current.now, wire: statistics(), rendered: representations.rendered)
    return Reply(status: 200, content: .fresh(text, .metrics))
  }
}

extension Content {
  enum MediaType: String {
    case json = "application/json"
    case metrics = "text/plain; version=0.0.4; charset=utf-8"
  }

  /// What is true at this moment only.
  static func fresh(_ text: String, _ type: MediaType) -> Content {
    Content(
      Array(text.utf8),
      headers: [.init("Content-Type", type.rawValue), .init("Cache-Control", "no-store")])
  }
}
