internal import Bindings
internal import Changes
internal import ThemeAPI

typealias WatchTicket = WatchList.Ticket

/// One thread's share of the server: a daemon, the connections that it accepted, those of them that wait.
///
/// Everything here happens on the worker's own thread, so nothing is locked; other threads reach it by its mailbox
/// alone. A turn of its loop waits for any of: bytes for the daemon, a ring of the mailbox's doorbell, a connection
/// to accept, a parked client's departure. What a turn decides (answers for the woken, ends for the departed) is
/// carried out by one run of the daemon at its end, because the library walks all its parked connections in each run
/// that brings one of them back.
final class Worker {
  let shared: WireShared
  let responder: any Responder
  let mailbox: Mailbox
  let counters: Counters
  let epoll: Epoll
  var listener: Listener?
  var daemon: Daemon?

  var now = MonotonicTime.now
  var clients: [Client?] = []
  var freeSlots: [Int] = []
  /// The head that endpoints look into, while they do.
  var lines: RequestLines?
  var generations: UInt32 = 0
  var connectionCount = 0
  var heldCount = 0
  /// Connections that have sent nothing yet.
  var arrivals: [Int32: Arrival] = [:]
  /// The address of the connection that is being handed to the daemon.
  var arriving: PeerAddress?
  var watchList: WatchList
  var departures: [Int] = []
  var waking = Waking()
  /// Holds that have ended. They are freed when nobody waits to be woken, so that no answer waits for it.
  var done: [Hold] = []
  /// When a request was last answered without being held.
  var lastAnswer = MonotonicTime.now
  var lingering = Lingering()
  /// Given up to refuse a client properly when descriptors have run out.
  var spare = Descriptor.spare()
  /// When accepting is tried again after descriptors had run out.
  var acceptAgain: MonotonicTime?
  var nextSweep = MonotonicTime.now
  var drain: Drain?
  var isStopping = false
  /// Requests seen, so that a turn can tell whether it did something.
  var progress = 0

  struct Drain {
    let start: MonotonicTime
    let end: MonotonicTime
    let held: Int
  }

  init(
    shared: WireShared, responder: any Responder, mailbox: Mailbox, counters: Counters, listener: Listener
  ) throws(SystemError) {
    self.shared = shared
    self.responder = responder
    self.mailbox = mailbox
    self.counters = counters
    self.listener = listener
    epoll = try Epoll()
    watchList = WatchList(now: Duration(MonotonicTime.now))
    try epoll.add(mailbox.doorbell.descriptor, .readable, token: Token.mailbox)
    try epoll.add(listener.descriptor, .readable, token: Token.listener)
  }

  /// Makes the daemon.
  func prepare() throws(SystemError) {
    var configuration = Daemon.Configuration()
    configuration.memoryPerConnection = shared.configuration.memoryPerConnection
    configuration.timeoutSeconds = UInt32(
      clamping: max(1, shared.configuration.idleTimeout.components.seconds))
    configuration.credentials = shared.credentials
    let daemon = try Daemon(configuration, host: self)
    try epoll.add(daemon.descriptor, .readable, token: Token.daemon)
    self.daemon = daemon
  }

  /// The thread's whole life.
  func run() {
    var ready = Epoll.Ready(room: 512)
    while !isStopping {
      epoll.wait(milliseconds: patience(), into: &ready)
      now = .now
      for index in 0..<ready.count { take(ready.token(index)) }
      advance()
      wakePortion()
      runDaemon()
      if waking.isEmpty, !done.isEmpty { done = [] }
    }
    end()
  }

  /// Runs the daemon while it finds something to do, a few times at most: asking it again is cheaper than waiting
  /// for its descriptor.
  private func runDaemon() {
    for _ in 0..<8 {
      let before = progress
      daemon?.run()
      if progress == before { return }
    }
  }

  private func take(_ token: UInt64) {
    switch token {
    case Token.daemon: break
    case Token.mailbox: for message in mailbox.collect() { receive(message) }
    case Token.listener: accept()
    case _ where Token.isArrival(token): if let arrival = arrivals[Token.number(token)] { greet(arrival) }
    case _ where Token.isLingering(token): lingering.read(Token.number(token))
    default: noteDeparture(token)
    }
  }

  private func receive(_ message: Mailbox.Message) {
    switch message {
    case .changed(let channel, let revision): waking.add(channel, revision: revision)
    case .changedEverywhere(let revision):
      for channel in watchList.watchedChannels { waking.add(channel, revision: revision) }
    case .performed(let slot, let generation, let reply): finishOffload(slot, generation, reply)
    case .drain(let time): beginDrain(over: time)
    case .stop: isStopping = true
    }
  }

  /// Everything that is due by the clock.
  private func advance() {
    wake(watchList.advance(to: Duration(now)), .timedOut, revision: 0)
    letGoDeparted()
    if acceptAgain.map({ $0 <= now }) ?? false { resumeAccepting() }
    if nextSweep <= now { sweep() }
    if drain != nil { advanceDrain() }
  }

  /// How long the loop may sleep, in milliseconds; -1 is until something happens.
  private func patience() -> Int32 {
    if !waking.isEmpty || daemon?.hasMore ?? false { return 0 }
    var next = watchList.nextDeadline.map { MonotonicTime(nanoseconds: $0.wholeNanoseconds) }
    func consider(_ time: MonotonicTime) { next = next.map { min($0, time) } ?? time }
    if let acceptAgain { consider(acceptAgain) }
    if connectionCount > heldCount || !lingering.isEmpty || !arrivals.isEmpty { consider(nextSweep) }
    if drain != nil { consider(now + .milliseconds(10)) }
    guard let next else { return -1 }
    return Int32(clamping: ((next - .now).wholeNanoseconds + 999_999) / 1_000_000)
  }

  /// Cuts off who took too long. Whoever is held has no deadline here.
  private func sweep() {
    nextSweep = now + .milliseconds(500)
    lingering.sweep(now: now)
    for arrival in arrivals.values where arrival.deadline <= now { leave(arrival) }
    guard connectionCount > heldCount else { return }
    for case let client? in clients where client.deadline <= now { expire(client) }
  }

  private func expire(_ client: Client) {
    client.deadline = .distantFuture
    if client.stage != .idle, !shared.isEncrypted {
      counters.update { $0.refusals[408, default: 0] += 1 }
      Socket.send(client.descriptor, WireRefusal.tooSlow.message)
    }
    Socket.cut(client.descriptor)
  }

  /// Nothing may be parked in a daemon that stops.
  private func end() {
    for case let client? in clients {
      client.hold?.exchange = nil
      client.hold?.stream?.answer.cut()
    }
    daemon?.run()
    daemon?.stop()
    daemon = nil
    listener = nil
    arrivals = [:]
  }
}

/// What a watched descriptor stands for.
enum Token {
  static let daemon: UInt64 = 0
  static let mailbox: UInt64 = 1
  static let listener: UInt64 = 2
  private static let lingering: UInt64 = 1 << 63

  /// The generation tells a connection from an earlier one in the same slot.
  static func client(_ slot: Int, generation: UInt32) -> UInt64 {
    UInt64(slot + 3) << 31 | UInt64(generation) & 0x7fff_ffff
  }
  static func slot(_ token: UInt64) -> Int { Int(token >> 31) - 3 }
  static func generation(_ token: UInt64) -> UInt32 { UInt32(token & 0x7fff_ffff) }

  static func lingering(_ number: Int32) -> UInt64 { lingering | UInt64(number) }
  private static let arrival: UInt64 = 1 << 62
  static func arrival(_ number: Int32) -> UInt64 { arrival | UInt64(number) }
  static func isArrival(_ token: UInt64) -> Bool { token & arrival != 0 }
  static func isLingering(_ token: UInt64) -> Bool { token & lingering != 0 }
  static func number(_ token: UInt64) -> Int32 { Int32(truncatingIfNeeded: token & 0x7fff_ffff) }
}

extension MonotonicTime {
  static let distantFuture = MonotonicTime(nanoseconds: .max)
}

extension Duration {
  /// Since the clock's own beginning.
  init(_ time: MonotonicTime) { self = .nanoseconds(Int64(clamping: time.nanoseconds)) }
}
