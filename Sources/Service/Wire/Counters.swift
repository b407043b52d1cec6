internal import Bindings
internal import Synchronization

/// What one worker counts. It alone writes; whoever asks for statistics reads.
final class Counters: Sendable {
  struct Counts {
    var statistics = WireStatistics()
    /// The pairs of route and status met so far, those asked for most in front.
    fileprivate var requests: [(key: WireStatistics.RouteAndStatus, count: UInt64)] = []
  }

  private let counts = Mutex(Counts())

  func update(_ change: (inout WireStatistics) -> Void) { counts.withLock { change(&$0.statistics) } }

  func countRequest(route: String, status: Int, took: MonotonicTime.Span) {
    counts.withLock { counts in
      counts.countRequest(WireStatistics.RouteAndStatus(route: route, status: status))
      counts.statistics.latency.count(took)
    }
  }

  func add(to total: inout WireStatistics) {
    counts.withLock { counts in
      total.add(counts.statistics)
      for (key, count) in counts.requests { total.requests[key, default: 0] += count }
    }
  }
}

extension Counters.Counts {
  fileprivate mutating func countRequest(_ key: WireStatistics.RouteAndStatus) {
    guard let index = requests.firstIndex(where: { $0.key == key }) else {
      requests.append((key, 1))
      return
    }
    requests[index].count += 1
    // Bubbling up by one each time keeps the search short for what is asked for most.
    if index > 0, requests[index].count > requests[index - 1].count { requests.swapAt(index, index - 1) }
  }
}

extension WireStatistics.Latency {
  fileprivate mutating func count(_ span: MonotonicTime.Span) {
    let seconds = Double(span.nanoseconds) / 1e9
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts[bucket] += 1
    sum += seconds
  }
}

extension WireStatistics {
  fileprivate mutating func add(_ other: WireStatistics) {
    connections += other.connections
    parked += other.parked
    streams += other.streams
    accepted += other.accepted
    woken += other.woken
    timedOut += other.timedOut
    departed += other.departed
    for (status, count) in other.refusals { refusals[status, default: 0] += count }
    for index in latency.counts.indices { latency.counts[index] += other.latency.counts[index] }
    latency.sum += other.latency.sum
  }
}
