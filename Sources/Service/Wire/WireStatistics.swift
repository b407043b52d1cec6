internal import Bindings
internal import Changes
internal import Synchronization

/// The counters of all workers together since the start.
struct WireStatistics: Sendable {
  struct RouteAndStatus: Sendable, Hashable {
    let route: String
    let status: Int
  }

  /// The times of responses, from the head of the request to the queued response, without the time parked.
  struct Latency: Sendable, Equatable {
    /// The upper bounds of the buckets in seconds. The last bucket has none.
    static let bounds: [Double] = [
      0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1,
    ]
    /// A count for each bound, then one for longer times. They are not cumulative.
    var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    var sum: Double = 0
  }

  var connections = 0
  var parked = 0
  var streams = 0
  var accepted: UInt64 = 0
  /// The numbers of parked clients that were answered after a change, that were answered at the end of their time, and that
  /// departed.
  var woken: UInt64 = 0
  var timedOut: UInt64 = 0
  var departed: UInt64 = 0
  /// The numbers of requests that show a proxy with the wrong configuration.
  var proxySigns: [ProxySign: UInt64] = [:]
  var requests: [RouteAndStatus: UInt64] = [:]
  var latency = Latency()
  /// The numbers of requests and connections that the wire itself refused, by status.
  var refusals: [Int: UInt64] = [:]
}

/// An answered request, for the log of requests.
struct AnsweredRequest: Sendable {
  let method: String
  /// The target as the client wrote it, or the route if the request was parked.
  let target: String
  /// The client that a trusted proxy names, or else the other end of the connection.
  let address: String
  let status: Int
  /// The time from its head to its response, without the time parked.
  let microseconds: Int
  /// The trace that it names.
  let trace: TraceContext?
}

/// The counters of one worker, which alone writes them. Other threads read them.
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

/// The numbers of requests by route and status. The most frequent ones are in front.
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
    for (sign, count) in other.proxySigns { proxySigns[sign, default: 0] += count }
    for (status, count) in other.refusals { refusals[status, default: 0] += count }
    for index in latency.counts.indices { latency.counts[index] += other.latency.counts[index] }
    latency.sum += other.latency.sum
  }
}
