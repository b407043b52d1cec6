/// The changes whose waiting clients have not all been answered yet.
///
/// The library answers everybody whom one of its runs brings back before it looks at anybody else, so a crowd that is
/// brought back at once keeps all others waiting until its last member has been served. In batches it does not, but
/// each run walks all those who stay parked. So batches are small while others ask, and grow while nobody does. No
/// batch takes long: those who wait for unlike things are each rendered an answer.
struct WakeQueue {
  struct PendingWake {
    let channel: String
    var revision: UInt64
  }

  /// A client that waited when a new epoch began, and is no longer in the watch list.
  struct CalledClient {
    let slot: Int
    let generation: UInt32
  }

  static let smallestBatch = 8
  /// More than can be parked.
  private static let largestBatch = 1 << 20
  /// How long making the answers of a batch may take, but for those of the smallest.
  static let longestBatch = Duration.milliseconds(2)
  /// How long nobody must have asked for batches to grow.
  private static let quietPeriod = Duration.milliseconds(50)

  private(set) var wakes: [PendingWake] = []
  private var called: [CalledClient] = []
  /// Where the newest epoch began.
  private(set) var head: UInt64 = 0
  /// How many are brought back at once.
  private(set) var batchSize = smallestBatch

  var isEmpty: Bool { wakes.isEmpty && called.isEmpty }

  /// Two changes of one channel wake the same clients.
  mutating func add(_ channel: String, revision: UInt64) {
    if let index = wakes.firstIndex(where: { $0.channel == channel }) {
      wakes[index].revision = max(wakes[index].revision, revision)
    } else {
      wakes.append(PendingWake(channel: channel, revision: revision))
    }
  }

  /// Everybody is called; what was to wake some of them is of a log that is gone.
  mutating func beginEpoch(calling clients: [CalledClient], head: UInt64) {
    wakes = []
    called += clients
    self.head = head
  }

  /// The next of those whom a new epoch calls, at most so many.
  mutating func takeCalled(_ most: Int) -> [CalledClient] {
    let batch = Array(called.suffix(most))
    called.removeLast(batch.count)
    return batch
  }

  /// Everybody whom the first wake concerns has been answered.
  mutating func finishFirst() { wakes.removeFirst() }

  mutating func adjustBatchSize(sinceLastRequest time: Duration) {
    batchSize =
      isEmpty || time < Self.quietPeriod ? Self.smallestBatch : min(batchSize * 16, Self.largestBatch)
  }
}
