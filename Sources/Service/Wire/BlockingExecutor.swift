internal import Bindings
internal import Synchronization
internal import ThemeAPI

/// The one thread on which writes are done, in their order.
final class BlockingExecutor: Sendable {
  struct Job: Sendable {
    let work: Outcome.Offload
    /// Where the reply goes.
    let mailbox: Mailbox
    let slot: Int
    let generation: UInt32
  }

  private struct Queue {
    var jobs: [Job] = []
    var isEnding = false
  }

  private static let room = 1024
  private let queue = Mutex(Queue())
  private let doorbell: Doorbell
  private let epoll: Epoll

  init() throws(SystemError) {
    doorbell = try Doorbell()
    epoll = try Epoll()
    try epoll.add(doorbell.descriptor, .readable, token: 0)
  }

  /// False when too many wait already.
  func submit(_ job: Job) -> Bool {
    let accepted = queue.withLock { queue in
      guard queue.jobs.count < Self.room else { return false }
      queue.jobs.append(job)
      return true
    }
    if accepted { doorbell.ring() }
    return accepted
  }

  /// Lets the thread end once it has done what was submitted.
  func end() {
    queue.withLock { $0.isEnding = true }
    doorbell.ring()
  }

  /// The thread's whole life.
  func run() {
    var ready = Epoll.Ready(room: 1)
    while true {
      epoll.wait(milliseconds: -1, into: &ready)
      doorbell.quiet()
      let (jobs, isEnding) = queue.withLock { queue in
        defer { queue.jobs = [] }
        return (queue.jobs, queue.isEnding)
      }
      // Those that gathered while the last ones were written share a commit.
      for (job, reply) in zip(jobs, Outcome.Offload.perform(jobs.map(\.work))) {
        job.mailbox.post(.written(slot: job.slot, generation: job.generation, reply))
      }
      if isEnding, jobs.isEmpty { return }
      if isEnding { doorbell.ring() }
    }
  }
}
