internal import Bindings
internal import Changes
internal import Documents
internal import ThemeAPI

/// One thread of the server with a daemon, the connections that it accepted, and the requests among them that wait.
///
/// Everything here happens on the worker's own thread, so nothing is locked; other threads reach it by its mailbox alone. A
/// turn of its loop waits for bytes for the daemon, a message, a connection to accept, or the departure of a parked client.
/// The decisions of a turn (responses to woken clients, the end of departed ones) are carried out by one run of the daemon at
/// its end, because the library walks all its parked connections in each run that resumes one of them.
///
/// `ConnectionState` decides what may happen to a connection; the worker performs it.
final class Worker {
  let context: ServerContext
  let responder: any Responder
  let handle: WorkerHandle
  /// The snapshot by which clients are counted; nil if they are not.
  let current: Current?
  let mailbox: Mailbox
  let counters: Counters
  let epoll: Epoll
  var now = MonotonicTime.now
  var daemons = Daemons()
  var connections = ConnectionTable()
  var accepting: Accepting
  var parking = Parking()
  var waking = WakeQueue()
  var lapses = Lapses()
  var activity = Activity()
  var drain: WorkerDrain?
  var isStopping = false
  private var nextSweep = MonotonicTime.now

  struct Activity {
    /// The number of requests so far, by which a turn finds out whether it did anything.
    var progress = 0
    /// The time of the last response to a request that was not parked.
    var lastAnswer = MonotonicTime.now
    /// The number of writes whose clients wait for the writer's thread.
    var awaitedWrites = 0
  }

  init(
    context: ServerContext, responder: any Responder, handle: WorkerHandle, listeners: [Listener],
    counting current: Current? = nil
  ) throws(SystemError) {
    self.context = context
    self.responder = responder
    (self.handle, self.current) = (handle, current)
    (mailbox, counters) = (handle.mailbox, handle.counters)
    accepting = Accepting(listeners)
    epoll = try Epoll()
    try epoll.add(mailbox.doorbell.descriptor, .readable, token: WatchToken(.mailbox).rawValue)
    for listener in listeners {
      try epoll.add(listener.descriptor, .readable, token: WatchToken(.listener).rawValue)
    }
  }

  /// Makes the daemon.
  func prepare() throws(SystemError) { daemons.current = try makeDaemon(context.credentials) }

  func makeDaemon(_ credentials: Daemon.Credentials?) throws(SystemError) -> Daemon {
    var configuration = Daemon.Configuration()
    configuration.memoryPerConnection = context.configuration.memoryPerConnection
    configuration.timeoutSeconds = UInt32(
      clamping: max(1, context.configuration.idleTimeout.components.seconds))
    configuration.credentials = credentials
    let daemon = try Daemon(configuration, host: self)
    try epoll.add(daemon.descriptor, .readable, token: WatchToken(.daemon).rawValue)
    return daemon
  }

  /// The whole life of the thread.
  func run() {
    var ready = Epoll.Ready(room: 512)
    while !isStopping {
      epoll.wait(milliseconds: pollTimeout, into: &ready)
      now = .now
      for index in 0..<ready.count { handle(WatchToken(rawValue: ready.token(index)).source) }
      advance()
      wakeBatch()
      runDaemon()
      if !daemons.retired.isEmpty { runRetired() }
    }
    end()
  }

  /// Runs the daemon while it finds something to do, a few times at most: to run it again is cheaper than to wait for its
  /// descriptor.
  private func runDaemon() {
    for _ in 0..<8 {
      let before = activity.progress
      if !connections.sendingFiles.isEmpty { cutChangedFiles() }
      daemons.current?.run()
      if activity.progress == before { return }
    }
  }

  private func handle(_ source: WatchToken.Source) {
    switch source {
    case .daemon: break
    case .mailbox: receive(mailbox.collect())
    case .listener: accept()
    case .pending(let number): if let connection = accepting.pending[number] { inspect(connection) }
    case .lingering(let number): accepting.lingering.read(number)
    case .connection(let key): noteDeparture(key)
    }
  }

  private func receive(_ messages: [Mailbox.Message]) {
    var isChange = false
    for message in messages {
      receive(message)
      if case .changed = message { isChange = true }
    }
    // The writer that announced the change has yet to report that the write is done, and this thread may have interrupted it.
    // If few clients are to be woken, yielding takes 3 % of a switch for nothing.
    if isChange, activity.awaitedWrites > 0, parking.watchList.count > WakeQueue.smallestBatch {
      SystemThread.yield()
    }
  }

  private func receive(_ message: Mailbox.Message) {
    switch message {
    case .changed(let reached): waking.add(reached.channel, revision: reached.revision)
    case .newEpoch(let head): wakeAll(from: head)
    case .performed(let key, let reply): finishOffload(key, reply)
    case .drain(let time): beginDrain(over: time)
    case .stop: isStopping = true
    case .revoked(let tokens): revokeParked(tokens)
    case .certificate(let credentials):
      daemons.nextCredentials = credentials
      takeCertificate()
    case .round(let round): round.pass()
    }
  }

  /// Does everything that is due by the clock.
  private func advance() {
    wake(parking.watchList.advance(to: Duration(now)), .timedOut, revision: 0)
    dropDeparted()
    continueStreams()
    endLapsed()
    if accepting.resumesAt.map({ $0 <= now }) ?? false { resumeAccepting() }
    if nextSweep <= now { sweep() }
    if daemons.nextCredentials != nil { takeCertificate() }
    if drain != nil { advanceDrain() }
  }

  /// The time that the loop may sleep, in milliseconds; -1 for no limit.
  private var pollTimeout: Int32 {
    if !waking.isEmpty || !parking.drainedStreams.isEmpty || daemons.haveMore { return 0 }
    var next = parking.watchList.nextDeadline.map { MonotonicTime(nanoseconds: $0.wholeNanoseconds) }
    func consider(_ time: MonotonicTime) { next = next.map { min($0, time) } ?? time }
    if let lapse = lapses.next { consider(MonotonicTime(nanoseconds: UInt64(lapse) * 100_000_000)) }
    if let resumesAt = accepting.resumesAt { consider(resumesAt) }
    if connections.count > parking.count || !accepting.isIdle { consider(nextSweep) }
    if drain != nil || daemons.nextCredentials != nil { consider(now + .milliseconds(10)) }
    guard let next else { return -1 }
    return Int32(clamping: ((next - .now).wholeNanoseconds + 999_999) / 1_000_000)
  }

  /// Cuts off clients that took too long.
  private func sweep() {
    nextSweep = now + .milliseconds(500)
    accepting.lingering.sweep(now: now)
    for connection in accepting.pending.values where connection.deadline <= now { discard(connection) }
    guard connections.count > parking.count else { return }
    for case let connection? in connections.slots where connection.state.deadline <= now {
      let isSecured = connection.state.phase == .handshake && connection.transport.isHandshakeOver
      notify(connection, isSecured ? .secured : .tick)
    }
  }

  /// Ends the daemons. No request may be parked in a daemon that stops.
  private func end() {
    notifyAll(.stopped)
    for daemon in daemons.takeAll() {
      daemon.run()
      daemon.stop()
    }
    accepting.close()
  }
}

extension MonotonicTime {
  static let distantFuture = MonotonicTime(nanoseconds: .max)
}

extension Duration {
  /// The time since the beginning of the clock.
  init(_ time: MonotonicTime) { self = .nanoseconds(Int64(clamping: time.nanoseconds)) }
}

/// The daemons of a worker. A daemon can't change its certificate, so another one takes the connections that come later.
struct Daemons {
  var current: Daemon?
  /// The daemons with an older certificate, for as long as they have connections.
  fileprivate(set) var retired: [Daemon] = []
  /// The credentials for which no daemon could be made yet.
  var nextCredentials: Daemon.Credentials?

  /// Indicates whether a daemon has more to do, though its descriptor may not be readable.
  var haveMore: Bool { current?.hasMore ?? false || retired.contains(where: \.hasMore) }

  mutating func takeAll() -> [Daemon] {
    defer { (current, retired) = (nil, []) }
    return retired + [current].compactMap { $0 }
  }
}

extension Worker {
  func takeCertificate() {
    guard let next = daemons.nextCredentials, drain == nil else { return }
    do throws(SystemError) {
      let made = try makeDaemon(next)
      if let daemon = daemons.current { daemons.retired.append(daemon) }
      daemons.current = made
      daemons.nextCredentials = nil
    } catch {
      // Descriptors have run out: the next turn of the loop tries again.
    }
  }

  /// Runs the retired daemons until the last of their connections has closed.
  func runRetired() {
    let retired = daemons.retired
    for daemon in retired { daemon.run() }
    for daemon in retired where daemon.isEmpty {
      epoll.remove(daemon.descriptor)
      daemon.stop()
      daemons.retired.removeAll { $0 === daemon }
    }
  }
}

/// The time between the order to end and the end.
struct WorkerDrain {
  let start: MonotonicTime
  let end: MonotonicTime
  /// The number of clients that waited at the start.
  let parked: Int

  /// The time at which the worker ends. Clients that still send or read at the end of the drain get a little longer.
  var workerEnd: MonotonicTime { end + .milliseconds(500) }
  /// The time from which writes are answered whose outcome is unknown.
  var lastWord: MonotonicTime { end + .milliseconds(400) }

  /// Returns the number of clients that should have their response by now, so that all have it at the end.
  func due(at now: MonotonicTime) -> Int {
    let whole = (end - start).wholeNanoseconds
    let gone = (now - start).wholeNanoseconds
    return gone >= whole ? .max : Int(Double(parked) * Double(gone) / Double(whole))
  }
}

extension Worker {
  /// Stops accepting, closes idle connections, and begins to answer the parked requests bit by bit.
  func beginDrain(over time: Duration) {
    guard drain == nil else { return }
    now = .now
    acceptLast()
    stopAccepting()
    drain = WorkerDrain(start: now, end: now + time, parked: parking.watchList.count)
    notifyAll(.drainBegan)
  }

  func advanceDrain() {
    guard let drain else { return }
    let due = drain.due(at: now)
    let answered = drain.parked - parking.watchList.count
    if due > answered {
      wake(parking.watchList.drain(due == .max ? .max : due - answered), .draining, revision: 0)
    }
    if now >= drain.end {
      notifyAll(.drainEnded)
      for connection in accepting.pending.values { discard(connection) }
    }
    let isEmpty = connections.count == 0 && accepting.isIdle
    if isEmpty || now >= drain.workerEnd { isStopping = true }
  }

}
