import Changes
import Storage

/// What breaks a fleet: its servers, their PostgreSQL, and the network between.
extension World {
  enum ClusterFault: CaseIterable { case outage, stall, standby, failover, wrong, clock, silence, snapshot }

  /// Opens the log in PostgreSQL.
  static func openCluster(position: String) throws -> any ChangeStore {
    let names = Cluster.shared?.nodes.map(\.name).joined(separator: ",") ?? ""
    return try PostgresStore(PostgresAddress(url: "postgres://livery@\(names)/livery"), position: position)
  }

  func breakCluster(_ fault: ClusterFault, for time: Int64) {
    guard let cluster = Cluster.shared, let primary = cluster.primary else { return }
    judge.note("cluster fault: \(fault), \(primary.name), \(time) ms")
    switch fault {
    case .outage:
      disturb { [self] in
        primary.stop()
        scheduler.sleep(time)
        primary.restart()
        for node in cluster.nodes { cluster.follow(node) }
      }
    case .stall:
      disturb { [self] in
        primary.freeze(for: time * 2)
        scheduler.sleep(time * 2)
      }
    case .standby:
      disturb { [self] in
        for standby in primary.standbys { standby.freeze(for: time * 4) }
        scheduler.sleep(time * 2)
        if scheduler.isChance(oneIn: 2) { primary.cancelWaits() }
        scheduler.sleep(time * 2)
      }
    case .silence:
      disturb { [self] in
        judge.frozenUntil = scheduler.now + time * 2
        servers.randomElement(using: &scheduler.random)?.silence(until: judge.frozenUntil)
        scheduler.sleep(time * 2)
      }
    case .snapshot:
      // A long transaction beside keeps all versions of the log's row, so that each commit takes longer.
      primary.slowUntil = scheduler.now + time * 10
      scheduler.sleep(time * 10)
    case .failover: disturb { [self] in failOver(cluster, primary, time) }
    case .wrong: disturb { [self] in promoteTheWrongOne(cluster, primary, time) }
    case .clock:
      // The clock of one server is ahead; a failover ends that.
      let offset = Int64.random(in: 60_000...600_000, using: &scheduler.random)
      primary.clockOffset = offset
      judge.setClock(ahead: offset)
      scheduler.sleep(time + 1000)
      disturb { [self] in failOver(cluster, primary, time) }
      primary.clockOffset = 0
      judge.setClock(ahead: 0)
    }
  }

  private func disturb(_ act: () -> Void) {
    judge.isDisturbed = true
    act()
    judge.isDisturbed = false
  }

  /// The primary dies or falls silent, and a standby that has everything takes its place.
  private func failOver(_ cluster: Cluster, _ primary: Node, _ time: Int64) {
    let standbys = primary.standbys
    let isSilent = scheduler.isChance(oneIn: 3)
    // A server that died or was stopped shortly before can't report what it remembers. Reports of before a clock was set can't
    // be told from old ones.
    judge.mayRenew =
      judge.clockOffset != 0 || scheduler.now - judge.lastDeath < 20_000
      || scheduler.now - judge.frozenUntil < 3000
    if isSilent { primary.freeze(for: 30_000) } else { primary.stop() }
    scheduler.sleep(time + 20)
    // Patroni and its like promote the one that has the most.
    guard let next = standbys.max(by: { $0.shown < $1.shown }) else { return }
    cluster.promote(next)
    scheduler.at(scheduler.now + .random(in: 100...1500, using: &scheduler.random)) {
      for node in cluster.nodes where node.role == .standby { cluster.follow(node) }
    }
    if scheduler.isChance(oneIn: 2) {
      withFreshServer { scheduler.sleep(8000) }
    } else {
      scheduler.sleep(8000)
    }
    cluster.follow(primary)
    judge.mayRenew = false
  }

  /// A standby that lacks the last commits takes the primary's place.
  private func promoteTheWrongOne(_ cluster: Cluster, _ primary: Node, _ time: Int64) {
    guard let next = primary.standbys.randomElement(using: &scheduler.random), primary.standbys.count > 1
    else { return }
    next.lagsUntil = scheduler.now + 3_600_000
    scheduler.sleep(time)
    (judge.mayRenew, judge.mayLoseSome) = (true, true)
    primary.stop()
    // A server may be stopped meanwhile, and come back later with what it remembers.
    let server = servers.randomElement(using: &scheduler.random)
    if scheduler.isChance(oneIn: 2) {
      judge.frozenUntil = scheduler.now + 4500
      server?.freeze(until: judge.frozenUntil)
    }
    scheduler.sleep(time)
    next.lagsUntil = 0
    cluster.promote(next)
    for node in cluster.nodes { cluster.follow(node) }
    scheduler.sleep(8000)
    (judge.mayRenew, judge.mayLoseSome) = (false, false)
  }
}
