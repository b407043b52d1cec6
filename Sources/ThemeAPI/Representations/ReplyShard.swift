internal import Changes
internal import Synchronization

/// Ready replies by request target, for as long as one moment holds.
final class ReplyShard: Sendable {
  /// The replies to one target.
  struct Variants: Sendable {
    let route: String
    var list: [Variant]
  }

  /// One of them, by the headers that it was chosen by: which those are can itself depend on one of them.
  struct Variant: Sendable {
    let headers: [String]
    /// What the headers said; nil for one that was not sent.
    let values: [String?]
    let ready: ReadyReply

    func suits(_ head: any RequestHead) -> Bool { suits { head.header($0) } }

    func suits(_ question: Question) -> Bool { suits { question.header($0) } }

    private func suits(_ header: (String) -> String?) -> Bool {
      headers.indices.allSatisfy { header(headers[$0]) == values[$0] }
    }

    func isFor(_ other: Variant) -> Bool { headers == other.headers && values == other.values }
  }

  private struct State {
    var moment: Moment?
    var cache: ClockCache<RawTarget, Variants>
  }

  private let state: Mutex<State>

  /// - Parameter limit: in bytes.
  init(limit: Int) { state = Mutex(State(cache: ClockCache(limit: limit))) }

  func variants(of target: RawTarget, in moment: Moment) -> Variants? {
    state.withLock { state in state.moment === moment ? state.cache[target] : nil }
  }

  func keep(_ variant: Variant, for target: RawTarget, route: String, in moment: Moment) {
    state.withLock { state in
      if state.moment !== moment {
        state.moment = moment
        state.cache.removeAll()
      }
      var variants = state.cache[target] ?? Variants(route: route, list: [])
      variants.list.removeAll { $0.isFor(variant) }
      if variants.list.count == Self.variantLimit { variants.list.removeLast() }
      variants.list.insert(variant, at: 0)
      let cost = variants.list.reduce(target.text.utf8.count + 256) { $0 + $1.ready.cost }
      state.cache.insert(variants, for: target, cost: cost)
    }
  }

  /// More ways of asking for one target than clients have in earnest.
  private static let variantLimit = 8
}
