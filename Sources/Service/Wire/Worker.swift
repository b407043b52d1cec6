internal import Bindings
internal import Changes
internal import Documents
internal import ThemeAPI

/// One thread's share of the server: a daemon, the connections that it accepted, those of them that wait.
///
/// Everything here happens on the worker's own thread, so nothing is locked; other threads reach it by its mailbox
/// alone. A turn of its loop waits for any of: bytes for the daemon, a ring of the mailbox's doorbell, a connection
/// to accept, a parked client's departure. What a turn decides (answers for the woken, ends for the departed) is
/// carried out by one run of the daemon at its end, because the library walks all its parked connections in each run
/// that brings one of them back.
///
/// What may happen to a connection when is decided by its `ConnectionState`; the worker performs it.
final class Worker {
  let context: ServerContext
  let responder: any Responder
  let mailbox: Mailbox
  let counters: Counters
  let limits: ConnectionState.Limits
  let epoll: Epoll
  var listener: Listener?
  var daemon: Daemon?
  /// Those with an older certificate, for as long as they have connections.
  var retired: [Daemon] = []
  /// What could not be taken yet.
  var nextCredentials: Daemon.Credentials?

  var now = MonotonicTime.now
  var connections: [Connection?] = []
  var freeSlots: [Int] = []
  var lastGeneration: UInt32 = 0
  var connectionCount = 0
  var parkedCount = 0
  /// Connections that have sent nothing yet, by their descriptors.
  var pending: [Int32: PendingConnection] = [:]
  /// The address of the connection that is being handed to the daemon.
  var addressBeingAdopted: PeerAddress?
  var watchList: WatchList
  /// The slots of parked clients that have gone away.
  var departures: [Int] = []
  /// Streams whose clients have taken all there was, and for whom there is more.
  var drainedStreams: [(slot: Int, generation: UInt32)] = []
  /// Those that are being sent files.
  var sendingSlots: Set<Int> = []
  var wakeQueue = WakeQueue()
  /// When a request was last answered without being parked.
  var lastAnswer = MonotonicTime.now
  /// Writes whose clients wait for the writer's thread.
  var awaitedWrites = 0
  var lingering = Lingering()
  /// Given up to refuse a client properly when descriptors have run out.
  var reserveDescriptor = Descriptor.spare()
  /// When accepting is tried again after descriptors had run out.
  var acceptAgain: MonotonicTime?
  var nextSweep = MonotonicTime.now
  var drain: WorkerDrain?
  var isStopping = false
  /// Requests seen, so that a turn can tell whether it did something.
  var progress = 0

  init(
    context: ServerContext, responder: any Responder, mailbox: Mailbox, counters: Counters,
    listener: Listener
  ) throws(SystemError) {
    self.context = context
    self.responder = responder
    self.mailbox = mailbox
    self.counters = counters
    self.listener = listener
    limits = ConnectionState.Limits(context.configuration)
    epoll = try Epoll()
    watchList = WatchList(now: Duration(MonotonicTime.now))
    try epoll.add(mailbox.doorbell.descriptor, .readable, token: .mailbox)
    try epoll.add(listener.descriptor, .readable, token: .listener)
  }

  /// Makes the daemon.
  func prepare() throws(SystemError) { daemon = try makeDaemon(context.credentials) }

  func makeDaemon(_ credentials: Daemon.Credentials?) throws(SystemError) -> Daemon {
    var configuration = Daemon.Configuration()
    configuration.memoryPerConnection = context.configuration.memoryPerConnection
    configuration.timeoutSeconds = UInt32(
      clamping: max(1, context.configuration.idleTimeout.components.seconds))
    configuration.credentials = credentials
    let daemon = try Daemon(configuration, host: self)
    try epoll.add(daemon.descriptor, .readable, token: .daemon)
    return daemon
  }

  /// The thread's whole life.
  func run() {
    var ready = Epoll.Ready(room: 512)
    while !isStopping {
      epoll.wait(milliseconds: pollTimeout, into: &ready)
      now = .now
      for index in 0..<ready.count { handle(WatchToken(rawValue: ready.token(index)).source) }
      advance()
      wakeBatch()
      runDaemon()
      if !retired.isEmpty { runRetired() }
    }
    end()
  }

  /// Runs the daemon while it finds something to do, a few times at most: asking it again is cheaper than waiting
  /// for its descriptor.
  private func runDaemon() {
    for _ in 0..<8 {
      let before = progress
      if !sendingSlots.isEmpty { cutChangedFiles() }
      daemon?.run()
      if progress == before { return }
    }
  }

  private func handle(_ source: WatchToken.Source) {
    switch source {
    case .daemon: break
    case .mailbox: receive(mailbox.collect())
    case .listener: accept()
    case .pending(let number): if let connection = pending[number] { inspect(connection) }
    case .lingering(let number): lingering.read(number)
    case .connection(let slot, let generation): noteDeparture(slot, generation)
    }
  }

  private func receive(_ messages: [Mailbox.Message]) {
    var isChange = false
    for message in messages {
      receive(message)
      if case .changed = message { isChange = true }
    }
    // Who announced it has yet to say that the write is done, and may have been interrupted by this thread. Where hardly
    // anybody is to be woken that takes 3 % of a switch, and nobody waits for it.
    if isChange, awaitedWrites > 0, watchList.count > WakeQueue.smallestBatch { SystemThread.yield() }
  }

  private func receive(_ message: Mailbox.Message) {
    switch message {
    case .changed(let channel, let revision): wakeQueue.add(channel, revision: revision)
    case .newEpoch(let head): callEverybody(from: head)
    case .performed(let slot, let generation, let reply): finishOffload(slot, generation, reply)
    case .drain(let time): beginDrain(over: time)
    case .stop: isStopping = true
    case .certificate(let credentials):
      nextCredentials = credentials
      takeCertificate()
    }
  }

  /// Everything that is due by the clock.
  private func advance() {
    wake(watchList.advance(to: Duration(now)), .timedOut, revision: 0)
    dropDeparted()
    continueStreams()
    if acceptAgain.map({ $0 <= now }) ?? false { resumeAccepting() }
    if nextSweep <= now { sweep() }
    if nextCredentials != nil { takeCertificate() }
    if drain != nil { advanceDrain() }
  }

  /// How long the loop may sleep, in milliseconds; -1 is until something happens.
  private var pollTimeout: Int32 {
    if !wakeQueue.isEmpty || !drainedStreams.isEmpty || daemon?.hasMore ?? false
      || retired.contains(where: \.hasMore)
    {
      return 0
    }
    var next = watchList.nextDeadline.map { MonotonicTime(nanoseconds: $0.wholeNanoseconds) }
    func consider(_ time: MonotonicTime) { next = next.map { min($0, time) } ?? time }
    if let acceptAgain { consider(acceptAgain) }
    if connectionCount > parkedCount || !lingering.isEmpty || !pending.isEmpty { consider(nextSweep) }
    if drain != nil || nextCredentials != nil { consider(now + .milliseconds(10)) }
    guard let next else { return -1 }
    return Int32(clamping: ((next - .now).wholeNanoseconds + 999_999) / 1_000_000)
  }

  /// Cuts off clients that took too long.
  private func sweep() {
    nextSweep = now + .milliseconds(500)
    lingering.sweep(now: now)
    for connection in pending.values where connection.deadline <= now { discard(connection) }
    guard connectionCount > parkedCount else { return }
    for case let connection? in connections where connection.state.deadline <= now {
      let isSecured = connection.state.phase == .handshake && connection.handshake?.isOver ?? false
      tell(connection, isSecured ? .secured : .tick)
    }
  }

  /// Nothing may be parked in a daemon that stops.
  private func end() {
    tellAll(.stopped)
    for daemon in retired + [daemon].compactMap({ $0 }) {
      daemon.run()
      daemon.stop()
    }
    (daemon, retired) = (nil, [])
    listener = nil
    pending = [:]
  }
}

extension Epoll {
  fileprivate func add(
    _ number: Int32, _ interest: Interest, token source: WatchToken.Source
  ) throws(SystemError) {
    try add(number, interest, token: WatchToken(source).rawValue)
  }
}

extension ConnectionState.Limits {
  fileprivate init(_ configuration: WireConfiguration) {
    idle = MonotonicTime.Span(configuration.idleTimeout)
    head = MonotonicTime.Span(configuration.headerTimeout)
    body = MonotonicTime.Span(configuration.bodyTimeout)
  }
}

extension MonotonicTime {
  static let distantFuture = MonotonicTime(nanoseconds: .max)
}

extension Duration {
  /// Since the clock's own beginning.
  init(_ time: MonotonicTime) { self = .nanoseconds(Int64(clamping: time.nanoseconds)) }
}
