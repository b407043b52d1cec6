import Glibc
import Synchronization
import ThemeAPI

@testable import Service

/// A write whose reply arrives while the worker answers many parked clients.
final class CrowdedWrite: Sendable {
  private let answered = Atomic<Int>(0)
  private let isReplied = Atomic<Bool>(false)
  /// The number of parked clients that were answered before the writer.
  let answeredBefore = Atomic<Int>(-1)
  let latch = Latch()
  /// The first of the second batch: before its answer the worker waits until the reply is in its mailbox.
  private static let pause = WakeQueue.smallestBatch + 1

  var watch: Outcome.Watch {
    Outcome.Watch(channel: "crowd", since: 0, wait: .seconds(50)) { [self] _ in
      if answered.add(1, ordering: .relaxed).newValue == Self.pause {
        latch.open()
        while !isReplied.load(ordering: .acquiring) { sched_yield() }
      }
      return Reply(status: 200)
    }
  }

  var work: Outcome.Offload {
    Outcome.Offload(on: .writing) { [latch] in
      latch.wait()
      return Reply(status: 200)
    }
  }

  /// A job that the writer's thread begins after it has delivered the previous reply.
  var next: Outcome.Offload {
    Outcome.Offload(on: .writing) { [self] in
      isReplied.store(true, ordering: .releasing)
      return Reply(status: 200)
    }
  }

  func note(_ request: AnsweredRequest) {
    guard request.target == "/crowded-write" else { return }
    answeredBefore.store(answered.load(ordering: .relaxed), ordering: .relaxed)
  }
}
