import Foundation

/// Some PostgreSQL servers with one log: a primary with the lock on the log's row, and standbys that confirm its commits.
final class Cluster {
  nonisolated(unsafe) static var shared: Cluster?

  let nodes: [Node]

  /// One of the standbys confirms each commit.
  init(_ names: [String]) {
    nodes = names.map(Node.init)
    nodes[0].database.create()
    nodes[0].role = .primary
    for node in nodes.dropFirst() { follow(node) }
  }

  /// The server that takes writes, of the newest timeline if a former one came back.
  var primary: Node? {
    nodes.filter { $0.role == .primary && $0.isUp }.max { $0.timeline < $1.timeline }
  }

  /// Whether there is a primary that answers.
  var isReachable: Bool { primary.map { !$0.isFrozen } ?? false }

  /// Whether a write can be done now.
  var isWritable: Bool {
    guard isReachable, let primary else { return false }
    return primary.standbys.contains { !$0.isFrozen && $0.lagsUntil <= Scheduler.shared.now }
  }

  /// Makes a server a standby of the primary, with all that it has.
  func follow(_ node: Node) {
    guard let primary, node !== primary else { return }
    node.stop()
    node.isUp = true
    (node.role, node.timeline) = (.standby, primary.timeline)
    node.database.copy(primary.database)
    (node.shown, node.lastArrival) = (primary.shown, 0)
    primary.standbys.append(node)
    for commit in primary.unconfirmed { primary.send(commit, to: node) }
  }

  /// Makes a standby the primary, with what it has received.
  func promote(_ node: Node) {
    node.timeline = (nodes.map(\.timeline).max() ?? 0) + 1
    node.role = .primary
    for other in nodes { other.standbys.removeAll { $0 === node } }
    Judge.shared.note("\(node.name) is the primary of timeline \(node.timeline)")
  }
}

/// A PostgreSQL server.
final class Node {
  enum Role { case primary, standby }

  /// A transaction that is on its way to the disk, or was written there.
  final class Commit {
    let writes: [(Translation, [Database.Value])]
    let moment: Database.Moment
    /// Called when it is durable, on a standby too where that is asked for, and visible.
    var finish: () -> Void

    init(_ writes: [(Translation, [Database.Value])], _ moment: Database.Moment, finish: @escaping () -> Void)
    {
      (self.writes, self.moment, self.finish) = (writes, moment, finish)
    }
  }

  let name: String
  let database = Database()
  var role = Role.standby
  var timeline = 1
  var isUp = true
  /// How far its clock is ahead, in milliseconds.
  var clockOffset: Int64 = 0
  /// The time until which its process is stopped.
  private(set) var frozenUntil: Int64 = 0
  /// The time until which its commits take five times as long.
  var slowUntil: Int64 = 0
  /// The time until which it receives nothing from its primary.
  var lagsUntil: Int64 = 0
  var standbys: [Node] = []
  /// The number of commits that it shows, also of its former primaries.
  fileprivate(set) var shown = 0
  /// The commits on the disk that wait for a standby: invisible until it confirms them.
  private(set) var unconfirmed: [Commit] = []
  private var postponed: [() -> Void] = []
  fileprivate var backends: [Backend] = []
  fileprivate var holder: Backend?
  fileprivate var queue: [Backend] = []
  /// Counts its starts: what an earlier one had under way is gone.
  private var life = 0

  init(_ name: String) { self.name = name }

  var isFrozen: Bool { frozenUntil > Scheduler.shared.now }

  var moment: Database.Moment {
    Database.Moment(clock: Scheduler.shared.now + clockOffset, timeline: timeline)
  }

  /// Does something in the process, once it is not stopped.
  func run(_ act: @escaping () -> Void) {
    let life = life
    guard isFrozen else { return act() }
    postponed.append { [self] in if life == self.life { act() } }
  }

  func freeze(for time: Int64) {
    frozenUntil = Scheduler.shared.now + time
    Scheduler.shared.at(frozenUntil) { [self] in
      guard !isFrozen else { return }
      let acts = postponed
      postponed = []
      for act in acts { run(act) }
    }
  }

  /// Ends the process. Its sessions are lost, and what was not on the disk.
  func stop() {
    isUp = false
    life += 1
    (frozenUntil, postponed, holder, queue, standbys) = (0, [], nil, [], [])
    let ended = backends
    backends = []
    for backend in ended { backend.end() }
  }

  /// Starts again with what was on the disk.
  func restart() {
    isUp = true
    let commits = unconfirmed
    unconfirmed = []
    for commit in commits { show(commit) }
  }

  fileprivate func show(_ commit: Commit) {
    shown += 1
    database.execute("BEGIN")
    database.moment = commit.moment
    for (translation, values) in commit.writes { database.run(translation, values) }
    database.execute("COMMIT")
  }

  /// Writes a commit to the disk, sends it to the standbys, and waits for one of them.
  func write(_ commit: Commit) {
    let (scheduler, life) = (Scheduler.shared, life)
    let time: Int64 = scheduler.isChance(oneIn: 200) ? 300 : .random(in: 0...3, using: &scheduler.random)
    scheduler.at(scheduler.now + (slowUntil > scheduler.now ? 5 * time + 5 : time)) { [self] in
      guard life == self.life else { return }
      run { [self] in
        unconfirmed.append(commit)
        for standby in standbys { send(commit, to: standby) }
      }
    }
  }

  func send(_ commit: Commit, to standby: Node) {
    let (scheduler, own, other) = (Scheduler.shared, life, standby.life)
    let begin = max(scheduler.now, standby.lagsUntil)
    let arrival = max(standby.lastArrival, begin + .random(in: 0...2, using: &scheduler.random))
    standby.lastArrival = arrival
    scheduler.at(arrival) { [self] in
      guard other == standby.life, standbys.contains(where: { $0 === standby }) else { return }
      standby.run { [self] in
        // It was promoted while it was stopped.
        guard standby.role == .standby else { return }
        standby.show(commit)
        scheduler.at(scheduler.now + .random(in: 0...2, using: &scheduler.random)) { [self] in
          if own == life { run { [self] in confirm(commit) } }
        }
      }
    }
  }

  fileprivate var lastArrival: Int64 = 0

  private func confirm(_ commit: Commit) {
    guard let index = unconfirmed.firstIndex(where: { $0 === commit }) else { return }
    unconfirmed.remove(at: index)
    show(commit)
    commit.finish()
  }

  /// An administrator cancels all waits for standbys: the commits are answered with a warning.
  func cancelWaits() {
    for backend in backends where backend.isCommitting { backend.isWarned = true }
    for commit in unconfirmed { confirm(commit) }
  }

  fileprivate func notify(_ channel: String, _ payload: String) {
    let scheduler = Scheduler.shared
    for backend in backends where backend.channel == channel && !scheduler.isChance(oneIn: 30) {
      backend.connection.deliver(
        [.notice(payload)],
        late: scheduler.isChance(oneIn: 10) ? .random(in: 0...30, using: &scheduler.random) : 0)
    }
  }

  /// Lets the next session have the lock.
  fileprivate func release(_ backend: Backend) {
    queue.removeAll { $0 === backend }
    guard holder === backend else { return }
    holder = queue.isEmpty ? nil : queue.removeFirst()
    holder?.goOn()
  }
}

/// A session of a server.
final class Backend {
  let connection: Connection
  private let node: Node
  fileprivate var channel: String?
  fileprivate var isWarned = false
  private(set) var isCommitting = false
  private var inbox: [[Connection.Statement]] = []
  private var isBusy = false
  private var isLeft = false
  private var hasEnded = false
  private var isInTransaction = false
  private var hasFailed = false
  /// Whether its commits wait for nothing.
  private var isHasty = false
  private var writes: [(Translation, [Database.Value])] = []
  /// What it does once it has the lock.
  private var rest: (() -> Void)?
  private var steps = 0

  init(of connection: Connection, at node: Node) {
    (self.connection, self.node) = (connection, node)
    node.backends.append(self)
  }

  func take(_ portion: [Connection.Statement]) {
    node.run { [self] in
      guard !hasEnded else { return }
      inbox.append(portion)
      proceed()
    }
  }

  /// The client's end is closed: the session ends once it has done what it was sent.
  func leave() {
    node.run { [self] in
      isLeft = true
      proceed()
    }
  }

  fileprivate func end() {
    guard !hasEnded else { return }
    hasEnded = true
    (rest, inbox, writes) = (nil, [], [])
    node.backends.removeAll { $0 === self }
    node.release(self)
    connection.hangUp()
  }

  private func proceed() {
    guard !isBusy, !hasEnded else { return }
    steps += 1
    if !inbox.isEmpty {
      isBusy = true
      (hasFailed, isHasty) = (false, false)
      return run(inbox.removeFirst()[...], [])
    }
    if isLeft { return end() }
    guard isInTransaction else { return }
    // idle_in_transaction_session_timeout
    let (steps, scheduler) = (steps, Scheduler.shared)
    scheduler.at(scheduler.now + 2000) { [self] in
      node.run { [self] in if steps == self.steps, !isBusy { end() } }
    }
  }

  private func run(_ statements: ArraySlice<Connection.Statement>, _ answers: [Connection.Item]) {
    var (statements, answers) = (statements, answers)
    while let statement = statements.popFirst() {
      guard case .query(let sql, let values) = statement else {
        answers.append(.answer(.done))
        continue
      }
      if hasFailed {
        answers.append(.answer(.skipped))
        continue
      }
      let (rest, before) = (statements, answers)
      guard let answer = answer(sql, values, then: { [self] in run(rest, before + [$0]) }) else { return }
      answers.append(answer)
    }
    isBusy = false
    connection.deliver((isWarned ? [.warning] : []) + answers + [.answer(.sync)])
    isWarned = false
    proceed()
  }

  /// Returns the answer to a statement; nil if it waits, and calls `next` later.
  private func answer(
    _ sql: String, _ values: [Database.Value], then next: @escaping (Connection.Item) -> Void
  ) -> Connection.Item? {
    let translation = Translation.of(sql)
    if sql.hasPrefix("BEGIN") {
      isInTransaction = true
    } else if sql == "COMMIT" || sql == "ROLLBACK" {
      return end(isDone: sql == "COMMIT", then: next)
    } else if sql.hasPrefix("LISTEN ") {
      channel = String(sql.dropFirst(7))
    } else if sql.hasPrefix("SELECT pg_notify"), case .text(let channel) = values[0],
      case .text(let text) = values[1]
    {
      node.notify(channel, text)
      return .answer(.row([.null]))
    } else if sql.hasPrefix("SELECT set_config") {
      if translation.isHasty { isHasty = true }
      return .answer(.row([.null]))
    } else if sql.hasPrefix("SELECT pg_backend_pid()") {
      return .answer(.row([.integer(Int64(connection.number)), .integer(node.role == .standby ? 1 : 0)]))
    } else if translation.asksForTables {
      return .answer(.row([.integer(1)]))
    } else if sql.hasPrefix("SELECT current_setting") {
      return .answer(.row(["15.0", "UTF8", "ANY 1 (a, b, c)", "on", "on"].map { .text($0) }))
    } else {
      return table(sql, translation, values, then: next)
    }
    return .answer(.done)
  }

  /// Runs a statement on tables.
  private func table(
    _ sql: String, _ translation: Translation, _ values: [Database.Value],
    then next: @escaping (Connection.Item) -> Void
  ) -> Connection.Item? {
    guard node.role == .primary else { return fail("25006") }
    if !sql.hasPrefix("SELECT") && !sql.hasPrefix("WITH") {
      if isHasty {
        node.database.moment = node.moment
        node.database.run(translation, values)
        node.shown += 1
        for standby in node.standbys {
          node.send(Node.Commit([(translation, values)], node.moment) {}, to: standby)
        }
      } else {
        writes.append((translation, values))
      }
      return .answer(.done)
    }
    if translation.locks, let holder = node.holder, holder !== self {
      if translation.skipsLocked { return .answer(.rows) }
      wait { [self] in
        next(read(translation, values, sql))
      } orFail: { [self] in
        next(fail("55P03"))
      }
      return nil
    }
    if translation.locks { node.holder = self }
    return read(translation, values, sql)
  }

  private func read(_ translation: Translation, _ values: [Database.Value], _ sql: String) -> Connection.Item
  {
    node.database.moment = node.moment
    let answer = node.database.run(translation, values)
    // SQLite divides by zero.
    if sql.hasPrefix("SELECT 1 / "), answer.cell(0, 0) == nil { return fail("22012") }
    return .answer(answer)
  }

  private func fail(_ state: String) -> Connection.Item {
    hasFailed = true
    writes = []
    node.release(self)
    return .answer(.failure(state))
  }

  /// Waits for the lock for three seconds.
  private func wait(for act: @escaping () -> Void, orFail fail: @escaping () -> Void) {
    node.queue.append(self)
    var isOver = false
    rest = {
      isOver = true
      act()
    }
    let scheduler = Scheduler.shared
    scheduler.at(scheduler.now + 3000) { [self] in
      node.run { [self] in
        guard !isOver, !hasEnded else { return }
        rest = nil
        fail()
      }
    }
  }

  fileprivate func goOn() {
    let act = rest
    rest = nil
    act?()
  }

  private func end(isDone: Bool, then next: @escaping (Connection.Item) -> Void) -> Connection.Item? {
    isInTransaction = false
    let answer = Answer(1, isDone ? "COMMIT" : "ROLLBACK")
    guard isDone, !writes.isEmpty else {
      writes = []
      node.release(self)
      return .answer(answer)
    }
    isCommitting = true
    let commit = Node.Commit(writes, node.moment) { [self] in
      isCommitting = false
      node.release(self)
      if !hasEnded { next(.answer(answer)) }
    }
    writes = []
    node.write(commit)
    return nil
  }
}
