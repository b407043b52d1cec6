/// What the wire counted since it started, summed over its workers at the moment of asking.
package struct WireStatistics: Sendable {
  package struct RouteAndStatus: Sendable, Hashable {
    package let route: String
    package let status: Int

    package init(route: String, status: Int) {
      self.route = route
      self.status = status
    }
  }

  /// How long answers took, from the head's arrival to the queued reply, without the time parked.
  package struct Latency: Sendable, Equatable {
    /// The upper ends of the buckets, in seconds; the last bucket has none.
    package static let bounds: [Double] = [
      0.000_01, 0.000_025, 0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.25, 1,
    ]
    /// One count for each bound, then one for all that took longer; not cumulated.
    package var counts = [UInt64](repeating: 0, count: bounds.count + 1)
    package var sum: Double = 0
  }

  package var connections = 0
  package var parked = 0
  package var streams = 0
  package var accepted: UInt64 = 0
  /// Parked clients that were answered because something changed, because their time was up, or that left.
  package var woken: UInt64 = 0
  package var timedOut: UInt64 = 0
  package var departed: UInt64 = 0
  package var requests: [RouteAndStatus: UInt64] = [:]
  package var latency = Latency()
  /// Requests and connections refused by the wire itself, by status.
  package var refusals: [Int: UInt64] = [:]

  package init() {}
}
