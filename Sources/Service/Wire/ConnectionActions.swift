/// What a worker does for a connection after an event.
struct ConnectionActions: OptionSet, Hashable {
  let rawValue: UInt8

  /// Tell the client that it took too long, past the daemon.
  static let refuseAsTooSlow = ConnectionActions(rawValue: 1)
  /// Shut the socket both ways.
  static let cut = ConnectionActions(rawValue: 2)
  /// Read no more from the socket, so that the daemon finds its end and closes.
  static let stopReading = ConnectionActions(rawValue: 4)
  /// Let go of the parked request; unanswered, its connection closes.
  static let dropParked = ConnectionActions(rawValue: 8)
  /// Give up the work that the request waits for, unless it is being committed, and tell the client.
  static let interrupt = ConnectionActions(rawValue: 16)
}
