internal import Bindings
internal import Synchronization

/// What one worker counts. It alone writes; whoever asks for statistics reads.
final class Counters: Sendable {
  private let statistics = Mutex(WireStatistics())

  func update(_ change: (inout WireStatistics) -> Void) { statistics.withLock { change(&$0) } }

  func countRequest(route: String, status: Int, took: MonotonicTime.Span) {
    statistics.withLock { statistics in
      let key = WireStatistics.RouteAndStatus(route: route, status: status)
      statistics.requests[key, default: 0] += 1
      statistics.latency.count(took)
    }
  }

  func add(to total: inout WireStatistics) {
    statistics.withLock { statistics in
      total.add(statistics)
    }
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
    for (key, count) in other.requests { requests[key, default: 0] += count }
    for (status, count) in other.refusals { refusals[status, default: 0] += count }
    for index in latency.counts.indices { latency.counts[index] += other.latency.counts[index] }
    latency.sum += other.latency.sum
  }
}
