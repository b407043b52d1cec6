internal import Bindings
internal import Changes
internal import Documents
internal import Synchronization
internal import ThemeAPI

/// One lane's thread: it does the work that may block, in the order in which it was submitted.
final class BlockingExecutor: Sendable {
  struct Job: Sendable {
    let work: Outcome.Offload
    /// Nil where nobody awaits a reply.
    let recipient: Recipient?
  }

  /// Where a reply goes.
  struct Recipient: Sendable {
    let mailbox: Mailbox
    let slot: Int
    let generation: UInt32
  }

  private struct JobQueue {
    var jobs: [Job] = []
    /// Of the job that is being done, outside of the writing lane.
    var permit: CommitPermit?
  }

  let lane: Outcome.Offload.Lane
  private let queue = Mutex(JobQueue())
  private let loop: LoopThread

  init(lane: Outcome.Offload.Lane) throws(SystemError) {
    self.lane = lane
    loop = try LoopThread()
  }

  func start() throws(SystemError) {
    try loop.start(named: lane.threadName, priority: lane.priority) { self.run() }
  }

  /// False when too many jobs are waiting already.
  func submit(_ job: Job) -> Bool {
    let place = queue.withLock { queue -> Int? in
      guard queue.jobs.count < lane.queueLimit else { return nil }
      queue.jobs.append(job)
      return queue.jobs.count
    }
    // Whoever takes the first takes those behind it as well.
    if place == 1 { loop.ring() }
    return place != nil
  }

  /// Ends the thread. Writes that were submitted are done first. Nobody is left to read the answers of other work, so
  /// it is dropped, and a job that is under way is waited for only where it commits.
  func end() {
    let isAwaited = queue.withLock { queue in
      if lane == .writing { return true }
      queue.jobs = []
      return queue.permit.map { !$0.withdraw() } ?? true
    }
    loop.stop()
    loop.join(within: isAwaited ? nil : .zero)
  }

  private func run() {
    var isEnding = false
    while !isEnding {
      loop.wait()
      isEnding = loop.isEnding
      while let jobs = next() { perform(jobs) }
    }
  }

  /// The jobs to do in one go: all writes that have gathered, since they share a commit; of other work one, so that
  /// what waits behind it can still be dropped.
  private func next() -> [Job]? {
    queue.withLock { queue in
      queue.permit = nil
      guard !queue.jobs.isEmpty else { return nil }
      let count = lane == .writing ? queue.jobs.count : 1
      defer { queue.jobs.removeFirst(count) }
      if lane != .writing { queue.permit = queue.jobs[0].work.permit }
      return Array(queue.jobs.prefix(count))
    }
  }

  /// Removes the jobs at the head of the queue that may join writes whose turn has begun.
  private func takeJoining() -> [Job] {
    let joining = queue.withLock { queue in
      let joining = Array(queue.jobs.prefix { $0.work.mayJoin })
      queue.jobs.removeFirst(joining.count)
      return joining
    }
    return joining.filter { $0.work.begin() }
  }

  private func perform(_ jobs: [Job]) {
    var jobs = jobs.filter { $0.work.begin() }
    let replies = Outcome.Offload.perform(jobs.map(\.work)) {
      let joining = takeJoining()
      jobs += joining
      return joining.map(\.work)
    }
    var letters: [ObjectIdentifier: (mailbox: Mailbox, messages: [Mailbox.Message])] = [:]
    for (job, reply) in zip(jobs, replies) {
      guard let recipient = job.recipient else { continue }
      letters[ObjectIdentifier(recipient.mailbox), default: (recipient.mailbox, [])].messages
        .append(.performed(slot: recipient.slot, generation: recipient.generation, reply))
    }
    // Together: a worker that is woken for each of them costs more than the answers.
    for letter in letters.values { letter.mailbox.post(letter.messages) }
    // Reading a document takes several times its size.
    if lane == .checking { FreedMemory.giveBack() }
  }
}

extension Outcome.Offload.Lane {
  /// As `ps -L` shows it.
  fileprivate var threadName: String {
    switch self {
    case .writing: "livery-writer"
    case .reading: "livery-reader"
    case .checking: "livery-checker"
    case .answering: "livery-answerer"
    }
  }

  /// What takes seconds gives way to what takes a moment.
  fileprivate var priority: SystemThread.Priority {
    switch self {
    case .writing, .reading: .normal
    case .checking, .answering: .low
    }
  }

  /// How many jobs may wait. Checks and large questions are few because each takes up to seconds.
  var queueLimit: Int {
    switch self {
    case .writing, .reading: 1024
    case .checking, .answering: 64
    }
  }

  /// What a client is told when the queue is full.
  var busyDetail: String {
    let work =
      switch self {
      case .writing: "writes"
      case .reading: "requests for older changes"
      case .checking: "documents to check"
      case .answering: "large questions"
      }
    return "Too many \(work) are waiting (limit \(queueLimit))."
  }
}
