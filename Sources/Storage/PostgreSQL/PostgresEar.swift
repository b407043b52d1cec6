internal import Bindings
internal import Changes
internal import Synchronization

/// Learns what others write, on a thread of its own: finds the engine, listens there, looks each second all the same,
/// and finds it again when it is gone. Whatever reads from the engine goes by its connection, not behind writers.
final class PostgresEar: Sendable {
  let engine: PostgresEngine
  private let address: PostgresAddress
  private let line = Mutex<PostgresLine?>(nil)
  private let thread = Mutex<SystemThread?>(nil)
  private let isEnding = Atomic<Bool>(false)
  private let warn: @Sendable (String) -> Void
  private let hasWarned = Atomic<Bool>(false)

  /// - Parameter warn: told, once, that notices do not arrive.
  init(_ address: PostgresAddress, _ engine: PostgresEngine, warn: @escaping @Sendable (String) -> Void) {
    self.address = address
    self.engine = engine
    self.warn = warn
  }

  func begin() throws(StoreError) {
    do throws(SystemError) {
      let thread = try SystemThread(named: "livery-ear") { [self] in run() }
      self.thread.withLock { $0 = thread }
    } catch { throw .unusable("\(error)") }
  }

  func end() {
    isEnding.store(true, ordering: .releasing)
    engine.earBell.ring()
    thread.withLock { thread in
      thread?.join()
      thread = nil
    }
    line.withLock { $0 = nil }
  }

  /// Reads by the ear's connection.
  /// - Parameter time: how long it may take; nil for as long as a look.
  func read<Value: Sendable>(
    within time: Duration? = nil,
    _ body: @Sendable (PostgresConnection, MonotonicTime) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if let exclusion = engine.now.exclusion { throw exclusion }
    return try ask(within: time, body)
  }

  /// The same of tables that may be newer than this version knows.
  func ask<Value: Sendable>(
    within time: Duration? = nil,
    _ body: @Sendable (PostgresConnection, MonotonicTime) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let line = try present()
    do throws(StoreError) {
      return try line.withConnection { connection throws(StoreError) in
        defer { if connection.hasHeard { engine.earBell.ring() } }
        return try body(connection, .now + (time ?? engine.patience.looking))
      }
    } catch {
      if case .newerVersion = error { throw error }
      // What a failed reading left behind is nobody's business: the ear connects anew.
      self.line.withLock { if $0 === line { $0 = nil } }
      engine.earBell.ring()
      throw error
    }
  }
}

/// The life of the thread.
extension PostgresEar {
  /// The connection. One that was lost a moment ago is waited for: most often it is back at once.
  private func present() throws(StoreError) -> PostgresLine {
    let deadline = MonotonicTime.now + .seconds(1)
    while true {
      if let line = line.withLock({ $0 }) { return line }
      let state = engine.now
      let isLost = state.lostAt.map { MonotonicTime.now - $0 > .seconds(1) } ?? false
      guard !isLost, MonotonicTime.now < deadline else { throw .away(state.loss) }
      SystemThread.sleep(for: .milliseconds(5))
    }
  }

  private func run() {
    var pause = Duration.milliseconds(50)
    var patience = engine.patience.looking
    while !isEnding.load(ordering: .acquiring) {
      switch search(within: patience) {
      case .success(let found):
        patience = engine.patience.looking
        take(found)
        let began = MonotonicTime.now
        watch()
        // One that is lost again and again is not asked without a pause.
        pause =
          MonotonicTime.now - began > .seconds(2) ? .milliseconds(50) : min(pause * 2, .milliseconds(500))
        line.withLock { $0 = nil }
        engine.update { $0.lostAt = $0.lostAt ?? .now }
        SystemThread.sleep(for: pause)
      case .failure(let failure):
        lose(failure)
        SystemThread.sleep(for: pause * Double.random(in: 0.5...1))
        pause = min(pause * 2, .milliseconds(500))
        // An engine with too much to do would never be reached if it were always given up as soon.
        patience = min(patience * 2, engine.patience.looking * 8)
      }
    }
  }

  private func search(within time: Duration) -> Result<PostgresSearch.Found, PostgresFailure> {
    do throws(StoreError) {
      return PostgresSearch(try address.servers(for: "ear")).find(within: time)
    } catch { return .failure(PostgresFailure(state: "28000", message: "\(error)")) }
  }

  /// Serves by this engine from now on.
  private func take(_ found: PostgresSearch.Found) {
    let (parameters, place) = (address.named("desk", found.parameters), found.place)
    line.withLock { $0 = found.line }
    let isNew = engine.now.target.map { $0.parameters != parameters || $0.place != place } ?? true
    let target =
      isNew ? (try? Doorbell()).map { PostgresTarget(parameters: parameters, place: place, bell: $0) } : nil
    engine.update { state in
      if let target {
        state.target?.bell.ring()
        state.target = target
      }
      (state.lostAt, state.refusal) = (nil, nil)
      state.figures.connects += 1
    }
    engine.tell()
  }

  private func lose(_ failure: PostgresFailure) {
    let isNews = engine.now.target != nil
    engine.update { state in
      state.target?.bell.ring()
      state.target = nil
      state.lostAt = state.lostAt ?? .now
      state.loss = failure.description
      state.refusal = failure.kind == .refused ? failure.description : nil
    }
    if isNews { engine.tell() }
  }
}

/// Listening and looking.
extension PostgresEar {
  /// Returns when the connection is of no use any more, or another server is the engine.
  private func watch() {
    let descriptor = line.withLock { $0?.descriptor } ?? -1
    guard let epoll = try? Epoll(), (try? epoll.add(descriptor, .readable, token: 0)) != nil,
      (try? epoll.add(engine.earBell.descriptor, .readable, token: 1)) != nil
    else { return SystemThread.sleep(for: .milliseconds(100)) }
    var ready = Epoll.Ready(room: 2)
    var othersAt = MonotonicTime.now + .seconds(5)
    guard look(listening: true) != .lost, (try? beat()) != nil else { return }
    var lookAt = MonotonicTime.now + interval
    var notices = NoticePace()
    while !isEnding.load(ordering: .acquiring) {
      let debtAt = engine.now.debt.dueAt(from: .now, pause: engine.patience.telling)
      let next = min(lookAt, notices.tellAt ?? lookAt, debtAt ?? lookAt)
      epoll.wait(milliseconds: Int32(clamping: (next - .now).wholeNanoseconds / 1_000_000 + 1), into: &ready)
      engine.earBell.quiet()
      payDebt()
      guard let hasNews = hears() else { return }
      if hasNews { notices.heard(at: .now) }
      let state = engine.now
      if notices.isToTell(at: .now, knowing: state.memory, since: state.seenAt) { engine.tellOfNotices() }
      if MonotonicTime.now >= lookAt {
        if look(listening: false) == .lost { return }
        notices.looked()
        lookAt = .now + interval
      }
      if MonotonicTime.now >= othersAt {
        guard !isSuperseded, (try? beat()) != nil else { return }
        othersAt = .now + .seconds(5)
      }
    }
  }

  /// What a look came to.
  private enum Sight { case lost, update, nothing }

  /// Once a second; more often where notices don't arrive.
  private var interval: Duration { engine.now.hearsNotices ? .seconds(1) : .milliseconds(200) }

  /// Whether a notice has come of what is not known here; nil where the connection is lost.
  private func hears() -> Bool? {
    guard let line = line.withLock({ $0 }), let payloads = line.withConnection({ try? $0.notices() })
    else { return nil }
    let known = engine.now.memory?.position
    let unknown = payloads.filter { known?.covers(notice: $0) != true }
    engine.update { $0.told.hear(unknown) }
    return !unknown.isEmpty
  }

  /// Asks the log where it stands, and tells whom it concerns where that is news.
  private func look(listening: Bool) -> Sight {
    guard line.withLock({ $0 }) != nil else { return .lost }
    let seen: (log: PostgresLog, hears: Bool)
    do throws(StoreError) { seen = try sight(listening: listening) } catch {
      guard case .newerVersion = error else { return .lost }
      return exclude(error)
    }
    let isBack = engine.update { state in
      defer { (state.hearsNotices, state.exclusion) = (seen.hears, nil) }
      return state.exclusion != nil
    }
    if !seen.hears { sayDeaf() }
    let log = seen.log
    engine.saw(log, at: .now, judged: false)
    let memory = LogMemory(name: log.name, position: log.position)
    guard isBack || memory != engine.now.memory || log.isMoved else { return .nothing }
    engine.tell()
    return .update
  }

  /// A newer version has changed the tables so that this one may not use them any more. It serves on what it knows, and
  /// asks no more than whether that is still so.
  private func exclude(_ why: StoreError) -> Sight {
    let isNews = engine.update { state in
      defer { state.exclusion = why }
      return state.exclusion == nil
    }
    if isNews { engine.tell() }
    return .nothing
  }

  private func sayDeaf() {
    guard !hasWarned.exchange(true, ordering: .relaxed) else { return }
    warn(
      "Notices of the engine do not arrive, as behind a pooler that gives each transaction another session; what other "
        + "servers write is looked for five times a second instead")
  }

  private func sight(listening: Bool) throws(StoreError) -> (log: PostgresLog, hears: Bool) {
    try ask { live, deadline throws(StoreError) in
      try Self.look(live, listening: listening, until: deadline)
    }
  }

  /// Behind a pooler that gives each transaction another session LISTEN seems to work and is gone a transaction later,
  /// so each look asks whether it still holds. It may, by chance, in the session that a look is given, and no notice
  /// comes all the same: the number of the session tells that there is a pooler.
  private static func look(
    _ live: PostgresConnection, listening: Bool, until deadline: MonotonicTime
  ) throws(StoreError) -> (log: PostgresLog, hears: Bool) {
    let results = try stored { () throws(PostgresFailure) in
      try live.run(
        PostgresStatement(PostgresLog.selectText),
        PostgresStatement(
          "SELECT count(*), pg_backend_pid() = $1::int FROM pg_listening_channels()",
          .number(Int64(live.session))), until: deadline)
    }
    let log = try results[0].log()
    let isOwn = results[1].first?[1].number == 1
    if isOwn { live.keepPlans() }
    guard listening else { return (log, isOwn && results[1].first?[0].number ?? 0 > 0) }
    _ = try stored { () throws(PostgresFailure) in
      try live.run(PostgresStatement("LISTEN \(log.channel)"), until: deadline)
    }
    return (log, isOwn)
  }

  /// Whether another server has a higher timeline: ours is a former primary that came back then.
  private var isSuperseded: Bool {
    guard let target = engine.now.target, let servers = try? address.servers(for: "search"), servers.count > 1
    else { return false }
    guard case .success(let best) = PostgresSearch(servers).find(within: .milliseconds(300)) else {
      return false
    }
    return best.place.timeline > target.place.timeline
  }
}

extension PostgresLog {
  /// What is notified when it has grown. A name is sixteen hexadecimal digits, whoever made it up.
  var channel: String { Self.channel(of: name) }

  static func channel(of name: String) -> String { "livery_\(name.filter { $0.isHexDigit })" }
}

extension LogPosition {
  /// What a notice says of a log that has come so far.
  var notice: String { "\(epoch) \(version) \(head)" }

  /// Whether a notice tells of what is known here.
  func covers(notice: String) -> Bool {
    let parts = notice.split(separator: " ")
    return parts.count == 3 && parts[0] == "\(epoch)" && UInt64(parts[1]).map { $0 <= version } ?? false
  }
}
