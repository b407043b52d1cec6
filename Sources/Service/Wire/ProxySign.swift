internal import Bindings
internal import Changes
internal import Synchronization
internal import ThemeAPI

/// A sign that a proxy in front of the server has the wrong configuration.
enum ProxySign: String, CaseIterable, Sendable {
  /// A request to wait lacks the tag of what its client has. No client sends the one without the other.
  case untaggedWait = "untagged-wait"
  /// A peer that is no trusted proxy says for which client it sends the request.
  case untrustedProxy = "untrusted-proxy"

  /// The line for the log: what happens to clients, and what to do.
  var advice: String {
    switch self {
    case .untaggedWait:
      "A request to wait came without If-None-Match, so it was answered immediately, and its client sees switches up to "
        + "18 s late. A proxy drops that header, as nginx does with proxy_cache: let requests with 'Prefer' bypass its "
        + "cache, and pass both headers on, as docs/operating.md shows"
    case .untrustedProxy:
      "A request has forwarding headers, but its sender is no trusted proxy, so they are not used: the log and the limits "
        + "take all its clients for one, and a prefix is missing in image URLs. If it is your proxy, name it in "
        + "LIVERY_TRUSTED_PROXIES, and set LIVERY_PUBLIC_URL"
    }
  }
}

/// The log of these signs: a line for each of them at most every ten minutes, however many requests show it.
final class ProxySignLog: Sendable {
  private static let pause = Duration.seconds(600)

  private let log: Log
  private let nextLines = Mutex<[ProxySign: MonotonicTime]>([:])

  init(_ log: Log) { self.log = log }

  func note(_ sign: ProxySign, from address: String, in trace: @autoclosure () -> TraceContext?) {
    let now = MonotonicTime.now
    let isDue = nextLines.withLock { lines in
      if let next = lines[sign], now < next { return false }
      lines[sign] = now + Self.pause
      return true
    }
    guard isDue else { return }
    log.add(.warning, sign.advice, [.text("sign", sign.rawValue), .text("from", address)] + .trace(trace()))
  }
}

extension Connection {
  /// Counts a request that shows a proxy with the wrong configuration, and reports it to the log.
  func countProxySigns(_ check: HeaderCheck) {
    if check.isForwarded, !isTrustedProxy { note(.untrustedProxy) }
    guard check.hasPreference, !check.hasIfNoneMatch, method == .get || method == .head,
      // Clients of the log wait for a cursor, which the target has.
      target.text.hasPrefix("/v1/"), !target.text.hasPrefix("/v1/changes"),
      Preference.wait(header("Prefer")) ?? 0 > 0
    else { return }
    note(.untaggedWait)
  }

  private func note(_ sign: ProxySign) {
    worker.counters.update { $0.proxySigns[sign, default: 0] += 1 }
    worker.context.proxySigns?.note(sign, from: peer.address, in: TraceContext(of: self))
  }
}
