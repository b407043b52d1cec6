import Bindings
import Changes
import Documents
import Foundation
import Renderings
import Resolution
import TestSupport
import ThemeAPI
import Themes

/// A request on its way, and what is done with its answer.
final class Exchange {
  let request: Request
  /// Called once: with the answer, or with nil if the connection ends without one.
  private var receive: ((Reply?) -> Void)?

  init(_ request: Request, _ receive: @escaping (Reply?) -> Void) {
    (self.request, self.receive) = (request, receive)
  }

  func end(_ reply: Reply?) {
    let receive = receive
    self.receive = nil
    receive?(reply)
  }
}

/// One process of Livery: its publisher, interface, lanes and periodic work, as Service wires them, without sockets.
final class Server {
  let name: String
  private let files: ThemeFiles
  private let open: () throws -> any ChangeStore
  private let process = Scheduler.Process()
  private(set) var publisher: Publisher?
  private var router: Router?
  private var plans: DraftPlans?
  private var workers: [SimulatedWorker] = []
  private var lanes: [Outcome.Offload.Lane: Lane] = [:]
  private var threads: [Scheduler.Thread] = []
  private(set) var isDead = false
  /// Why it did not start; nil if it did.
  private(set) var failure: String?
  private var isRung = false
  private var hasNews = false
  /// The requests that have no answer yet.
  private var exchanges: [Int: Exchange] = [:]
  private var count = 0

  private final class Lane {
    var jobs: [(work: Outcome.Offload, done: (Reply) -> Void)] = []
  }

  /// - Parameter deploy: the number of the deploy of which it has its files.
  init(_ name: String, of deploy: Int, opening open: @escaping () throws -> any ChangeStore) {
    (self.name, self.open, files) = (name, open, Files.all(deploy))
  }

  var isUp: Bool { router != nil && !isDead }

  /// Starts the process, and returns when it serves or has failed.
  func start() {
    let scheduler = Scheduler.shared
    var isOver = false
    let boot = scheduler.start("\(name) main", of: process) { [self] in
      do { try serve() } catch { failure = "\(error)" }
      isOver = true
    }
    threads.append(boot)
    scheduler.wait(for: { isOver || self.isDead })
  }

  private func serve() throws {
    let scheduler = Scheduler.shared
    let store = try open()
    let publisher = try Publisher(
      store: store, files: files,
      configuration: PublisherConfiguration(
        retention: Retention(changes: 300, seconds: 3600),
        clock: {
          scheduler.mayChange(oneIn: 24)
          return Timestamp(milliseconds: scheduler.now + Judge.shared.clockOffset)
        }, zones: Files.zones,
        etag: { DefaultTag.of(theme: $1, in: $0, origin: "") }))
    let services = services(of: publisher)
    publisher.onChange { [weak self] reached in
      self?.workers.forEach { $0.inbox.append(.reached(reached)) }
      // Another thread may look before the snapshot is shown, if it is announced too early.
      scheduler.mayChange(oneIn: 3)
    }
    publisher.onNewEpoch { [weak self] head in self?.workers.forEach { $0.inbox.append(.epoch(head)) } }
    publisher.onLook { [weak self] look in
      let reached = [ReachedRevision(channel: Outcome.Watch.looks, revision: look)]
      self?.workers.forEach { $0.inbox.append(.reached(reached)) }
    }
    publisher.onWork { [weak self] in self?.isRung = true }
    store.onUpdate { [weak self] in
      self?.hasNews = true
      self?.isRung = true
    }
    self.publisher = publisher
    plans = DraftPlans(of: publisher, behind: services.gate, services.uploads)
    let router = Router(Endpoints.all(publisher: publisher, services: services), services: services)
    Judge.shared.opened(publisher, by: name)
    for number in 1...2 {
      let worker = SimulatedWorker(router) { [weak self] in
        self?.isDead ?? true
      } offloading: { [weak self] in
        self?.lanes[$0.lane]?.jobs.append(($0, $1))
      }
      workers.append(worker)
      threads.append(scheduler.start("\(name) worker \(number)", of: process) { worker.run() })
    }
    for lane in Outcome.Offload.Lane.allCases {
      let queue = Lane()
      lanes[lane] = queue
      threads.append(scheduler.start("\(name) \(lane)", of: process) { [self] in run(queue) })
    }
    threads.append(scheduler.start("\(name) maintenance", of: process) { [self] in maintain(publisher) })
    self.router = router
  }

  private func services(of publisher: Publisher) -> Services {
    let current = publisher.current
    return Services(
      now: { current.now },
      clock: { Timestamp(milliseconds: Scheduler.shared.now + Judge.shared.clockOffset) }, zones: Files.zones,
      limits: .init(), uploads: .init(), caching: CachePolicy(), crowdSlot: 0, crossOrigin: CrossOrigin("*"),
      gate: Gate(), version: "0.0.0", publicURL: "", hasTLS: false, web: Files.web, gzip: { _ in nil },
      inflate: { _, _ in nil }, image: { _, _ in .gone }, hold: { _ in nil },
      sharedLog: publisher.isShared ? publisher : nil, clients: { _ in nil }, onWrite: { _ in },
      background: nil)
  }

  /// Takes a request. It has no answer if the server is down.
  func take(_ request: Request, receive: @escaping (Reply?) -> Void) {
    guard isUp, let worker = workers.randomElement(using: &Scheduler.shared.random) else {
      return receive(nil)
    }
    count += 1
    let exchange = Exchange(request) { [self, count] reply in
      exchanges[count] = nil
      receive(isDead ? nil : reply)
    }
    exchanges[count] = exchange
    worker.inbox.append(.request(exchange))
  }

  /// Does the work of a lane, as BlockingExecutor does it.
  private func run(_ lane: Lane) {
    let scheduler = Scheduler.shared
    while !isDead {
      scheduler.wait(for: { [self] in isDead || !lane.jobs.isEmpty })
      func take(where mayBegin: (Outcome.Offload) -> Bool) -> [(work: Outcome.Offload, done: (Reply) -> Void)]
      {
        let count = lane.jobs.prefix { mayBegin($0.work) }.count
        let jobs = lane.jobs.prefix(count)
        lane.jobs.removeFirst(count)
        return jobs.filter { $0.work.begin() }
      }
      var jobs = take { _ in true }
      if isDead { return }
      let replies = Outcome.Offload.perform(jobs.map(\.work)) {
        let joined = take(where: \.mayJoin)
        jobs += joined
        return joined.map(\.work)
      }
      scheduler.mayChange(oneIn: 3)
      for (job, reply) in zip(jobs, replies) { job.done(reply) }
    }
  }

  /// Does the periodic work, in the order of MaintenanceThread.
  private func maintain(_ publisher: Publisher) {
    let scheduler = Scheduler.shared
    var (retriedAt, pruneAt) = (scheduler.now, scheduler.now + 60_000)
    while !isDead {
      let due = publisher.timeUntilSchedule?.wholeMilliseconds ?? 1000
      scheduler.wait(until: scheduler.now + min(max(due, 0), 1000), for: { [self] in isDead || isRung })
      let isTold = hasNews
      (isRung, hasNews) = (false, false)
      if isDead { return }
      let isWanted = publisher.takeWantedLook()
      if isTold || isWanted { try? publisher.follow(isTold: !isWanted) }
      if publisher.mayTryAgain, scheduler.now - retriedAt >= 2000 {
        publisher.tryAgain()
        retriedAt = scheduler.now
      }
      _ = try? publisher.applyDueSchedules()
      _ = try? plans?.publishDue()
      try? publisher.endOverdueDrafts()
      guard scheduler.now >= pruneAt else { continue }
      let isMore = (try? publisher.prune()) ?? false
      pruneAt = scheduler.now + (isMore ? 100 : .random(in: 45_000...75_000, using: &scheduler.random))
    }
  }

  /// Stops the process for a while.
  func freeze(until time: Int64) { process.frozenUntil = time }

  func wasFrozen(since time: Int64) -> Bool { process.frozenUntil > time }

  /// Lets nothing pass between the process and the database.
  func silence(until time: Int64) { process.silentUntil = time }

  /// Ends the process, and waits until its threads are gone.
  /// - Parameter gently: whether it may finish what it does, and take leave.
  func kill(gently: Bool = false) {
    isDead = true
    freeze(until: 0)
    if !gently {
      process.isDead = true
      Connection.closeAll(of: process)
    }
    let scheduler = Scheduler.shared
    scheduler.wait(for: { [self] in threads.allSatisfy(\.hasEnded) })
    for (_, exchange) in exchanges.sorted(by: { $0.key < $1.key }) { exchange.end(nil) }
    (publisher, router, plans, workers, lanes, exchanges) = (nil, nil, nil, [], [:], [:])
    // Their closures hold the publisher, which holds the log.
    threads = []
  }
}

/// A thread that answers requests and holds those that wait, as Worker does.
final class SimulatedWorker {
  enum Input {
    case request(Exchange)
    case done(Exchange, Reply)
    case reached([ReachedRevision])
    case epoch(UInt64)
  }

  private struct Parked {
    let exchange: Exchange
    var watch: Outcome.Watch
    var deadline: Int64
  }

  var inbox: [Input] = []
  private let router: Router
  private let hasEnded: () -> Bool
  private let offload: (Outcome.Offload, @escaping (Reply) -> Void) -> Void
  private var list = WatchList(now: .milliseconds(Scheduler.shared.now))
  private var parked: [Int: Parked] = [:]
  private var number = 0

  init(
    _ router: Router, until hasEnded: @escaping () -> Bool,
    offloading offload: @escaping (Outcome.Offload, @escaping (Reply) -> Void) -> Void
  ) {
    (self.router, self.hasEnded, self.offload) = (router, hasEnded, offload)
  }

  func run() {
    let scheduler = Scheduler.shared
    while true {
      let deadline = list.nextDeadline?.wholeMilliseconds
      scheduler.wait(until: deadline, for: { [self] in hasEnded() || !inbox.isEmpty })
      if hasEnded() { return }
      let inputs = inbox
      inbox = []
      for input in inputs { handle(input) }
      wake(list.advance(to: .milliseconds(scheduler.now)), .timedOut, revision: 0)
    }
  }

  private func handle(_ input: Input) {
    switch input {
    case .request(let exchange): follow(router.answer(exchange.request).outcome, of: exchange)
    case .done(let exchange, let reply): exchange.end(reply)
    case .reached(let reached):
      for one in reached {
        wake(list.publish(channel: one.channel, revision: one.revision), .changed, revision: one.revision)
      }
    case .epoch(let head): wake(list.drain(.max), .changed, revision: head)
    }
  }

  private func follow(_ outcome: Outcome, of exchange: Exchange) {
    switch outcome {
    case .reply(let reply): exchange.end(reply)
    case .offload(let work): offload(work) { [weak self] in self?.inbox.append(.done(exchange, $0)) }
    case .watch(let watch):
      let deadline = Scheduler.shared.now + watch.wait.wholeMilliseconds
      park(Parked(exchange: exchange, watch: watch, deadline: deadline), since: watch.since)
    case .stream(let stream): exchange.end(Reply(status: 200, headers: stream.headers))
    }
  }

  private func park(_ poll: Parked, since: UInt64) {
    number += 1
    parked[number] = poll
    _ = list.register(
      number, channel: poll.watch.channel, since: since, latest: since, deadline: .milliseconds(poll.deadline)
    )
  }

  private func wake(_ numbers: [Int], _ end: Outcome.Watch.End, revision: UInt64) {
    for number in numbers {
      guard let poll = parked.removeValue(forKey: number) else { continue }
      switch poll.watch.next(end) {
      case .reply(let reply): poll.exchange.end(reply)
      case .stay where end != .changed: poll.exchange.end(Reply(status: 204))
      case .stay: park(poll, since: revision)
      case .move(let other): follow(.watch(other), of: poll.exchange)
      case .offload(let work): follow(.offload(work), of: poll.exchange)
      }
    }
  }
}

extension Duration {
  fileprivate var wholeMilliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// The config folder of every server.
enum Files {
  static let names = ["day", "night", "sale", "year"]

  /// The files of a deploy: each gives all themes another color.
  static func all(_ deploy: Int) -> ThemeFiles {
    let text = theme("#ff" + String(0x10000 + deploy, radix: 16).dropFirst())
    return ThemeFiles(
      kits: [SourceFile(name: "kits/mini.json", bytes: Array(kit.utf8))],
      themes: names.map { SourceFile(name: "themes/\($0).json", bytes: Array(text.utf8)) },
      images: ImageFolder(digests: [:]))
  }

  /// The number of the deploy whose look an answer shows.
  static func deploy(in reply: Reply) -> Int? {
    let text = reply.text.lowercased()
    return text.range(of: "#ff").flatMap { Int(text[$0.upperBound...].prefix(4), radix: 16) }
  }

  static let zones = Zones(
    read: { FileManager.default.contents(atPath: "/usr/share/zoneinfo/\($0)").map { Array($0) } },
    list: { _ in nil })

  static let web: WebResources = {
    do { return try WebResources(WebFiles.all) } catch { fatalError("\(error)") }
  }()

  static func theme(_ accent: String) -> String {
    """
    { "kit": "mini", "colors": { "accent": "\(accent)" },
      "appearance": [ { "for": "Label", "set": { "color": "{accent}" } } ] }
    """
  }

  private static let kit = """
    { "title": "Mini", "classes": { "Label": { "superclass": null, "appearance": true, "container": true,
      "properties": [ { "name": "color", "kind": "color" } ] } }, "axes": {}, "traits": {} }
    """
}
