internal import Bindings
internal import Changes
internal import Documents
internal import Synchronization
internal import ThemeAPI

/// The thread of a lane. It performs work that may block, in the order in which it was submitted.
final class BlockingExecutor: Sendable {
  struct Job: Sendable {
    let work: Outcome.Offload
    /// The connection that gets the reply, or nil if no client waits for it.
    let recipient: Recipient?
  }

  struct Recipient: Sendable {
    let mailbox: Mailbox
    let key: ConnectionKey
  }

  private struct JobQueue {
    /// The jobs in the order in which they were submitted.
    var jobs: [Job] = []
    /// The jobs whose clients take turns, those that clients have waited for before a change by themselves.
    var (awaited, others) = (TurnQueue<Job>(), TurnQueue<Job>())
    /// The permit of the current job, except on the writing lane.
    var permit: CommitPermit?

    var isEmpty: Bool { jobs.isEmpty && awaited.isEmpty && others.isEmpty }

    /// Returns false if too many jobs are waiting already.
    mutating func add(_ job: Job, limit: Int) -> Bool {
      guard let turn = job.work.turn else {
        guard jobs.count < limit else { return false }
        jobs.append(job)
        return true
      }
      return turn.isAwaited ? awaited.add(job, in: turn) : others.add(job, in: turn)
    }
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

  /// Submits a job. Returns false if too many are waiting already.
  func submit(_ job: Job) -> Bool {
    let (isAdded, isFirst) = queue.withLock { queue in
      let isFirst = queue.isEmpty
      return (queue.add(job, limit: lane.queueLimit), isFirst)
    }
    // The thread takes all jobs that it finds, so only the first need wake it.
    if isAdded, isFirst { loop.ring() }
    return isAdded
  }

  /// Ends the thread. Writes that were submitted are performed first. Other work is dropped, since no client is left to read
  /// the replies, and a current job is awaited only if it commits.
  func end() {
    let isAwaited = queue.withLock { queue in
      if lane == .writing { return true }
      let permit = queue.permit
      queue = JobQueue()
      return permit.map { !$0.withdraw() } ?? true
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

  /// Returns the jobs to perform together: all waiting writes, since they share a commit, or one other job, so that those
  /// behind it can still be dropped.
  private func next() -> [Job]? {
    queue.withLock { queue in
      queue.permit = nil
      guard queue.jobs.isEmpty else {
        let count = lane == .writing ? queue.jobs.count : 1
        defer { queue.jobs.removeFirst(count) }
        if lane != .writing { queue.permit = queue.jobs[0].work.permit }
        return Array(queue.jobs.prefix(count))
      }
      guard let job = queue.awaited.next() ?? queue.others.next() else { return nil }
      queue.permit = job.work.permit
      return [job]
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
    var batches: [ObjectIdentifier: (mailbox: Mailbox, messages: [Mailbox.Message])] = [:]
    for (job, reply) in zip(jobs, replies) {
      guard let recipient = job.recipient else { continue }
      batches[ObjectIdentifier(recipient.mailbox), default: (recipient.mailbox, [])].messages
        .append(.performed(recipient.key, reply))
    }
    // To wake a worker for each of them costs more than the responses.
    for batch in batches.values { batch.mailbox.post(batch.messages) }
    // Reading a document takes several times its size.
    if lane == .checking { ThisProcess.giveBackMemory() }
  }
}

/// Jobs whose clients take turns: each round has one job of each client at most.
struct TurnQueue<Job> {
  /// The jobs of the current round, the next one last.
  private var current: [Job] = []
  /// The jobs of the following rounds.
  private var rounds: [[Job]] = []
  /// The number of rounds that have begun.
  private var begun = 0
  /// The number of the last round in which each client has a job.
  private var last: [Outcome.Turn: Int] = [:]
  private var count = 0

  /// The number of jobs of one client that may wait.
  static var mostOfClient: Int { 16 }
  /// The number of jobs that may wait.
  static var most: Int { 1024 }

  var isEmpty: Bool { count == 0 }

  /// Returns false if too many jobs are waiting already.
  mutating func add(_ job: Job, in turn: Outcome.Turn) -> Bool {
    let round = max(begun, (last[turn] ?? -1) + 1)
    guard count < Self.most, round < begun + Self.mostOfClient else { return false }
    if round == begun + rounds.count { rounds.append([]) }
    rounds[round - begun].append(job)
    last[turn] = round
    count += 1
    return true
  }

  mutating func next() -> Job? {
    while current.isEmpty, !rounds.isEmpty {
      current = rounds.removeFirst().reversed()
      begun += 1
      last = last.filter { $0.value >= begun }
    }
    guard let job = current.popLast() else { return nil }
    count -= 1
    return job
  }
}

extension Outcome.Offload.Lane {
  /// The name that `ps -L` shows, the priority (low for work that takes seconds), the number of jobs that may wait (few where
  /// each takes up to seconds), and the name of such work.
  private var traits: (thread: String, priority: SystemThread.Priority, limit: Int, work: String) {
    switch self {
    case .writing: ("livery-writer", .normal, 1024, "writes")
    case .reading: ("livery-reader", .normal, 1024, "requests for older changes")
    case .counting: ("livery-metrics", .normal, 64, "requests for metrics")
    case .checking: ("livery-checker", .low, 64, "documents to check")
    case .answering: ("livery-answerer", .low, 64, "large questions")
    }
  }

  fileprivate var threadName: String { traits.thread }
  fileprivate var priority: SystemThread.Priority { traits.priority }
  var queueLimit: Int { traits.limit }

  /// The refusal of a request when the queue is full.
  var busyDetail: String { "Too many \(traits.work) are waiting (limit \(queueLimit))." }
}

/// The executor of each lane.
struct BlockingExecutors: Sendable {
  /// The executors in the order in which they end: the writer last.
  let all: [BlockingExecutor]

  init() throws(SystemError) {
    var all: [BlockingExecutor] = []
    for lane in [.answering, .checking, .counting, .reading, .writing] as [Outcome.Offload.Lane] {
      all.append(try BlockingExecutor(lane: lane))
    }
    self.all = all
  }

  subscript(lane: Outcome.Offload.Lane) -> BlockingExecutor {
    switch lane {
    case .answering: all[0]
    case .checking: all[1]
    case .counting: all[2]
    case .reading: all[3]
    case .writing: all[4]
    }
  }
}
