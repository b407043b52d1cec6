/// The changes whose waiting clients have not all been answered yet.
///
/// The library answers everybody whom one of its runs brings back before it looks at anybody else, so a crowd that is
/// brought back at once keeps all others waiting until its last member has been served. In batches it does not, but
/// each run walks all those who stay parked. So batches are small while others ask, and grow while nobody does.
struct WakeQueue {
  struct PendingWake {
    let channel: String
    var revision: UInt64
  }

  private static let smallestBatch = 8
  /// How long nobody must have asked for batches to grow.
  private static let quietPeriod = Duration.milliseconds(50)

  private(set) var wakes: [PendingWake] = []
  /// How many are brought back at once.
  private(set) var batchSize = smallestBatch

  var isEmpty: Bool { wakes.isEmpty }

  /// Two changes of one channel wake the same clients.
  mutating func add(_ channel: String, revision: UInt64) {
    if let index = wakes.firstIndex(where: { $0.channel == channel }) {
      wakes[index].revision = max(wakes[index].revision, revision)
    } else {
      wakes.append(PendingWake(channel: channel, revision: revision))
    }
  }

  /// Everybody whom the first wake concerns has been answered.
  mutating func finishFirst() { wakes.removeFirst() }

  mutating func adjustBatchSize(sinceLastRequest time: Duration) {
    batchSize = isEmpty || time < Self.quietPeriod ? Self.smallestBatch : batchSize * 16
  }
}
