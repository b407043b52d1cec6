import Testing

@testable import Service

@Suite struct `A queue of wakes` {
  private static let quiet = Duration.milliseconds(60)

  /// The sizes of the batches in which many clients are woken.
  private func batches(_ count: Int, sinceLastRequest time: Duration) -> [Int] {
    var queue = WakeQueue()
    queue.add("main", revision: 1)
    return (0..<count).map { _ in
      queue.adjustBatchSize(sinceLastRequest: time)
      return queue.batchSize
    }
  }

  @Test func `has larger and larger batches while nobody asks`() {
    #expect(batches(3, sinceLastRequest: Self.quiet) == [128, 2048, 32_768])
  }

  @Test func `has small batches while somebody asks`() {
    #expect(batches(3, sinceLastRequest: .milliseconds(10)) == [8, 8, 8])
  }

  @Test func `begins small with each crowd, and once somebody asks`() {
    var queue = WakeQueue()
    queue.add("main", revision: 1)
    for _ in 0..<3 { queue.adjustBatchSize(sinceLastRequest: Self.quiet) }
    queue.adjustBatchSize(sinceLastRequest: .zero)
    #expect(queue.batchSize == WakeQueue.smallestBatch)
    for _ in 0..<3 { queue.adjustBatchSize(sinceLastRequest: Self.quiet) }
    queue.finishFirst()
    queue.adjustBatchSize(sinceLastRequest: Self.quiet)
    #expect(queue.batchSize == WakeQueue.smallestBatch)
  }
}
