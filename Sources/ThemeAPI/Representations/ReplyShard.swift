internal import Changes
internal import Synchronization

/// Ready replies by request target, for as long as one moment holds.
final class ReplyShard: Sendable {
  /// The replies to one target. A class, and each variant too, so that looking one up copies nothing.
  final class Variants: Sendable {
    let route: String
    let list: [Variant]

    init(route: String, _ list: [Variant]) {
      self.route = route
      self.list = list
    }
  }

  /// One of them, by the headers that it was chosen by: which those are can itself depend on one of them.
  final class Variant: Sendable {
    let headers: [String]
    /// What the headers said; nil for one that was not sent.
    let values: [String?]
    let ready: ReadyReply

    init(headers: [String], values: [String?], ready: ReadyReply) {
      self.headers = headers
      self.values = values
      self.ready = ready
    }

    func suits(_ head: any RequestHead) -> Bool { suits { head.header($0) } }

    func suits(_ question: ReadRequest) -> Bool { suits { question.header($0) } }

    private func suits(_ header: (String) -> String?) -> Bool {
      headers.indices.allSatisfy { header(headers[$0]) == values[$0] }
    }

    func isFor(_ other: Variant) -> Bool { headers == other.headers && values == other.values }
  }

  private struct State {
    var snapshot: Snapshot?
    var cache: ClockCache<RawTarget, Variants>
  }

  private let state: Mutex<State>

  /// - Parameter limit: in bytes.
  init(limit: Int) { state = Mutex(State(cache: ClockCache(limit: limit))) }

  func variants(of target: RawTarget, in snapshot: Snapshot) -> Variants? {
    state.withLock { state in state.snapshot === snapshot ? state.cache[target] : nil }
  }

  func keep(_ variant: Variant, for target: RawTarget, route: String, in snapshot: Snapshot) {
    state.withLock { state in
      if state.snapshot !== snapshot {
        state.snapshot = snapshot
        state.cache.removeAll()
      }
      let others = state.cache[target]?.list.filter { !$0.isFor(variant) } ?? []
      let list = [variant] + others.prefix(Self.variantLimit - 1)
      let cost = list.reduce(target.text.utf8.count + 256) { $0 + $1.ready.cost }
      state.cache.insert(Variants(route: route, list), for: target, cost: cost)
    }
  }

  /// More ways of asking for one target than clients have in earnest.
  private static let variantLimit = 8
}
