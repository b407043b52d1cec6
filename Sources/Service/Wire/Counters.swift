internal import Bindings
internal import Synchronization

/// What one worker counts. It alone writes; whoever asks for statistics reads.
final class Counters: Sendable {
  private struct Counts {
    var statistics = WireStatistics()
    var requests = RequestCounts()
  }

  private let counts = Mutex(Counts())

  func update(_ change: (inout WireStatistics) -> Void) { counts.withLock { change(&$0.statistics) } }

  func countRequest(route: String, status: Int, took: MonotonicTime.Span) {
    counts.withLock { counts in
      counts.requests.count(WireStatistics.RouteAndStatus(route: route, status: status))
      counts.statistics.latency.count(took)
    }
  }

  func add(to total: inout WireStatistics) {
    counts.withLock { counts in
      total.add(counts.statistics)
      for (key, count) in counts.requests.pairs { total.requests[key, default: 0] += count }
    }
  }
}

/// How many requests of each route had which status, those in front that come most often.
///
/// A dictionary would hash the route of each request, which costs a small GET 2 % more instructions.
private struct RequestCounts {
  private(set) var pairs: [(key: WireStatistics.RouteAndStatus, count: UInt64)] = []

  mutating func count(_ key: WireStatistics.RouteAndStatus) {
    guard let index = pairs.firstIndex(where: { $0.key == key }) else {
      pairs.append((key, 1))
      return
    }
    pairs[index].count += 1
    if index > 0, pairs[index].count > pairs[index - 1].count { pairs.swapAt(index, index - 1) }
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
