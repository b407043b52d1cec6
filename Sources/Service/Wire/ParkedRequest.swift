internal import Bindings
internal import Changes
internal import ThemeAPI

typealias WatchTicket = WatchList.Ticket

/// A request whose client waits, with what ends the wait.
enum ParkedRequest: ~Copyable {
  case poll(ParkedPoll)
  case offload(ParkedOffload)
  case stream(ParkedStream)

  var kind: ConnectionState.ParkingKind {
    switch self {
    case .poll: .poll
    case .offload: .offload
    case .stream: .stream
    }
  }
}

/// What a request is counted by once it is answered. The time that it is parked is no latency.
struct RequestAccount {
  let route: String
  let spent: MonotonicTime.Span
}

/// It waits for a change of its channel, or for the end of its time.
struct ParkedPoll: ~Copyable {
  let exchange: ParkedExchange
  var watch: Outcome.Watch
  var deadline: MonotonicTime
  let account: RequestAccount
  /// Its place in the watch list; nil while nothing may wake it.
  var ticket: WatchTicket?
}

/// It waits for work on another thread.
struct ParkedOffload: ~Copyable {
  let exchange: ParkedExchange
  let account: RequestAccount
  let lane: Outcome.Offload.Lane
  let permit: CommitPermit
}

/// Its answer has begun, and pieces are added to it.
struct ParkedStream: ~Copyable {
  let answer: OpenAnswer
  let stream: Outcome.Stream
  /// When the server ends it.
  let end: MonotonicTime
  /// The revision that the client knows.
  var since: UInt64
  /// Whether another piece is there already, for when the client has taken those before.
  var hasMore = false
  var ticket: WatchTicket?
}
