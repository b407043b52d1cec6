import Changes
import Foundation
import Storage

/// What a run is made of; a failing one is shrunk by taking some of it away.
struct WorldSize {
  var hours = 24
  var writers = 4
  var authors = 2
  var followers = 4
  /// More than one share a database.
  var servers = 1
  /// The faults that may come, of `Fault.allCases`.
  var faults = Set(Fault.allCases)

  enum Fault: String, CaseIterable { case kill, power, full, sync, copy, clock, freeze, cluster, deploy }

  /// The faults that can happen to so many servers.
  var possible: [Fault] {
    servers == 1
      ? [.kill, .power, .full, .sync, .copy, .clock]
      : [.kill, .freeze, .cluster, .cluster, .cluster, .deploy]
  }
}

/// One server on a disk that fails, or several on a database, and their clients.
final class World {
  let scheduler = Scheduler.shared
  let judge = Judge.shared
  let size: WorldSize
  private let folder: String
  private(set) var servers: [Server] = []
  /// The number of deploys, and the one of which each server has its files.
  private var deploys = 0
  private var deployed: [Int: Int] = [:]
  /// Whether clients write now.
  private(set) var isBusy = false
  private(set) var isOver = false
  var writes = 0
  var lastCursor: String?
  /// The authors of whose drafts one may be published at any time.
  var strayPlans: Set<String> = []
  /// The last cursor that each client has got.
  var cursors: [String: Cursor] = [:]

  init(_ size: WorldSize, in folder: String) {
    (self.size, self.folder) = (size, folder)
    guard size.servers > 1 else { return }
    judge.patience = 8000
    Cluster.shared = Cluster(["a", "b", "c"])
  }

  private var log: String { folder + "/livery.log" }

  /// Runs the world from its first start to its last.
  func run() {
    for index in 0..<size.servers { start(index) }
    for number in 0..<size.writers { spawn("writer-\(number)") { [self] in write($0) } }
    for number in 0..<size.authors { spawn("author-\(number)") { [self] in author($0) } }
    for number in 0..<size.followers {
      let channel = ["*", "main", "kiosk", "main"][number % 4]
      if number % 4 == 3 {
        spawn("holder-\(number)") { [self] in hold($0, channel) }
      } else {
        spawn("follower-\(number)") { [self] in follow($0, channel) }
      }
    }
    spawn("judge") { [self] _ in
      while !isOver {
        scheduler.sleep(1000)
        judge.audit()
      }
    }
    let end = scheduler.now + Int64(size.hours) * 3_600_000
    while scheduler.now < end {
      work()
      rest(until: min(scheduler.now + .random(in: 60_000...7_200_000, using: &scheduler.random), end))
    }
    scheduler.sleep(10_000)
    judge.audit()
    isOver = true
    scheduler.wait(for: { [self] in clients.allSatisfy(\.hasEnded) })
    judge.audit()
    judge.finish()
  }

  private var clients: [Scheduler.Thread] = []

  private func spawn(_ name: String, _ body: @escaping (String) -> Void) {
    clients.append(scheduler.start(name) { body(name) })
  }

  private var starts = 0

  /// The file in which a server of a fleet keeps the newest position.
  private func position(_ index: Int) -> String { folder + "/position-\(index)" }

  /// Starts one more server, which remembers nothing, while `act` is done.
  func withFreshServer(_ act: () -> Void) {
    let index = servers.count
    unlink(position(index))
    judge.note("a fresh server starts")
    start(index)
    act()
    let server = servers.removeLast()
    judge.ended(server.name, isDead: false)
    server.kill(gently: true)
  }

  private func start(_ index: Int) {
    starts += 1
    let server: Server
    if size.servers > 1 {
      let position = position(index)
      server = Server("server-\(starts)", of: deployed[index] ?? deploys) {
        try World.openCluster(position: position)
      }
    } else {
      Disk.shared.isDead = false
      Disk.shared.fault = .none
      let path = log
      server = Server("server-\(starts)", of: 0) { try SQLiteStore(path: path, fileSystem: Disk.name) }
    }
    if index < servers.count { servers[index] = server } else { servers.append(server) }
    server.start()
    guard let failure = server.failure else { return }
    guard size.servers > 1, judge.isTroubled else {
      judge.convict("the server does not start: \(failure)")
    }
    server.kill()
    scheduler.sleep(1000)
    start(index)
  }

  /// A time in which clients write and things break.
  private func work() {
    isBusy = true
    let end = scheduler.now + .random(in: 5000...60_000, using: &scheduler.random)
    while scheduler.now < end {
      scheduler.sleep(.random(in: 100...8000, using: &scheduler.random))
      breakSomething(downtime: .random(in: 0...2000, using: &scheduler.random))
    }
    isBusy = false
  }

  /// A time in which clients wait and only schedules do something.
  private func rest(until end: Int64) {
    guard end > scheduler.now else { return }
    scheduler.wait(until: .random(in: scheduler.now...end, using: &scheduler.random))
    if scheduler.isChance(oneIn: 8) {
      breakSomething(downtime: .random(in: 0...max(end - scheduler.now, 1), using: &scheduler.random))
    }
    scheduler.wait(until: end)
  }

  private func breakSomething(downtime: Int64) {
    let all = size.possible
    let fault = all[Int.random(in: all.indices, using: &scheduler.random)]
    guard size.faults.contains(fault), fault != .copy && fault != .clock || scheduler.isChance(oneIn: 4)
    else { return }
    judge.note("fault: \(fault)")
    switch fault {
    case .kill: restart(after: downtime)
    case .freeze:
      judge.frozenUntil = scheduler.now + min(downtime, 2000)
      random(servers).freeze(until: judge.frozenUntil)
    case .cluster: breakCluster(random(World.ClusterFault.allCases), for: min(downtime, 2000))
    case .clock:
      judge.setClock(ahead: .random(in: -300_000...600_000, using: &scheduler.random))
      scheduler.sleep(downtime)
      judge.setClock(ahead: 0)
    case .deploy: deploy()
    case .power: restart(after: downtime) { [self] in cutPower() }
    case .copy: restart(after: downtime) { [self] in exchangeCopy() }
    case .full:
      Disk.shared.fault = .full
      scheduler.sleep(downtime)
      Disk.shared.fault = .none
    case .sync:
      Disk.shared.fault = .sync
      scheduler.sleep(min(downtime, 5000))
      restart(after: 100)
    }
  }

  private func random<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: items.indices, using: &scheduler.random)]
  }

  /// Kills the server at once; `act` is done to its files while it is down.
  private func restart(after downtime: Int64, _ act: () -> Void = {}) {
    let index = servers.count == 1 ? 0 : Int.random(in: servers.indices, using: &scheduler.random)
    let file = servers.count == 1 ? log + ".witness" : position(index)
    let witness = FileManager.default.contents(atPath: file)
    Disk.shared.isDead = true
    judge.ended(servers[index].name)
    servers[index].kill()
    // Threads of a process that was killed write no more.
    if let witness { Disk.overwrite(file, with: Array(witness)) }
    act()
    scheduler.sleep(downtime)
    start(index)
    judge.lastDeath = scheduler.now
  }

  /// Restarts the servers with other files, one after another.
  private func deploy() {
    for index in servers.indices { deployed[index] = deploys }
    deploys += 1
    judge.deployBegins()
    for index in servers.indices.shuffled(using: &scheduler.random) {
      judge.ended(servers[index].name, isDead: false)
      servers[index].kill(gently: true)
      deployed[index] = deploys
      start(index)
      scheduler.sleep(.random(in: 0...10_000, using: &scheduler.random))
    }
    judge.deployEnded()
  }

  /// Leaves what a power cut leaves, under another boot.
  private func cutPower() {
    let lost = Disk.shared.cutPower()
    if let witness = FileManager.default.contents(atPath: log + ".witness") {
      var bytes = Array(witness)
      // The ninth word names the boot.
      for index in 64..<72 { bytes[index] = 1 }
      Disk.overwrite(log + ".witness", with: bytes)
    }
    judge.note("power was cut, \(lost) writes were lost")
  }

  private var copy: [String: [UInt8]] = [:]

  /// Puts the copy of an earlier time back, or makes one.
  private func exchangeCopy() {
    let paths = [log, log + "-wal"]
    if copy.isEmpty {
      for path in paths { copy[path] = FileManager.default.contents(atPath: path).map { Array($0) } }
      judge.note("a copy is made")
    } else {
      for path in paths { Disk.shared.restore(path, copy[path]) }
      copy = [:]
      judge.restored()
      judge.note("the copy is put back")
    }
  }
}
