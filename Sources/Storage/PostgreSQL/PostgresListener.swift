internal import Bindings
internal import Changes
internal import Synchronization

/// Receives what other servers write, on a thread of its own. It searches for the primary, listens there, and polls the log
/// once a second in case a notice was lost. All reads use its connection, so that they wait for no writer.
final class PostgresListener: Sendable {
  let primary: PostgresPrimary
  private let address: PostgresAddress
  private let connection = Mutex<LockedConnection?>(nil)

  init(_ address: PostgresAddress, _ primary: PostgresPrimary) {
    self.address = address
    self.primary = primary
  }

  func begin() throws(StoreError) {
    do throws(SystemError) {
      try primary.listening.start(named: "livery-listener") { [self] in run() }
    } catch { throw .unusable("\(error)") }
  }

  func end() {
    primary.listening.stop()
    primary.listening.join()
    takeLeave()
    connection.withLock { $0 = nil }
  }

  /// Reads on the listener's connection.
  /// - Parameter time: the timeout; nil for `Timeouts.look`.
  func read<Value: Sendable>(
    within time: Duration? = nil, _ body: @Sendable (PostgresSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    if let exclusion = primary.now.exclusion { throw exclusion }
    return try readAny(within: time, body)
  }

  /// Reads from tables that may be newer than this version knows.
  private func readAny<Value: Sendable>(
    within time: Duration? = nil, _ body: @Sendable (PostgresSession) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let present = try present()
    do throws(StoreError) {
      return try present.withConnection { connection throws(StoreError) in
        defer { if connection.hasNotices { primary.listening.ring() } }
        let deadline = MonotonicTime.now + (time ?? primary.timeouts.look)
        return try body(PostgresSession(connection: connection, deadline: deadline))
      }
    } catch {
      if case .newerVersion = error { throw error }
      // The connection may be in any state: the listener makes another one.
      connection.withLock { if $0 === present { $0 = nil } }
      primary.listening.ring()
      throw error
    }
  }

  /// Returns the connection. If it was lost within the last second, waits for it, since it is usually back immediately.
  private func present() throws(StoreError) -> LockedConnection {
    let deadline = MonotonicTime.now + .seconds(1)
    while true {
      if let connection = connection.withLock({ $0 }) { return connection }
      let state = primary.now
      let isLost = state.lostAt.map { MonotonicTime.now - $0 > .seconds(1) } ?? false
      guard !isLost, MonotonicTime.now < deadline else { throw .away(state.loss) }
      SystemThread.sleep(for: .milliseconds(5))
    }
  }
}

extension PostgresListener {
  private func run() {
    let shortest = Duration.milliseconds(50), longest = Duration.milliseconds(500)
    var pause = shortest
    var time = primary.timeouts.look
    var timeline: String?
    while !primary.listening.isEnding {
      do throws(PostgresFailure) {
        let newest = try search(within: time, after: timeline)
        found(newest)
        timeline = newest.place.timeline
        time = primary.timeouts.look
        let began = MonotonicTime.now
        watch()
        // `takeLeave` needs the connection.
        if primary.listening.isEnding { return }
        // If the connection is lost again and again, there is a pause between two attempts.
        pause = MonotonicTime.now - began > .seconds(2) ? shortest : min(pause * 2, longest)
        connection.withLock { $0 = nil }
        primary.update { $0.lostAt = $0.lostAt ?? .now }
        SystemThread.sleep(for: pause)
      } catch {
        lost(error)
        SystemThread.sleep(for: pause * Double.random(in: 0.5...1))
        pause = min(pause * 2, longest)
        // A PostgreSQL under heavy load may need longer.
        time = min(time * 2, primary.timeouts.look * 8)
      }
    }
  }

  private func search(
    within time: Duration, after timeline: String?
  ) throws(PostgresFailure) -> PrimarySearch.Found {
    let servers: [PostgresParameters]
    do throws(StoreError) { servers = try address.servers(for: "listener") } catch {
      throw PostgresFailure(state: "28000", message: "\(error)")
    }
    return try PrimarySearch(servers).find(within: time, after: timeline)
  }

  private func found(_ found: PrimarySearch.Found) {
    let (parameters, place) = (address.named("writer", found.parameters), found.place)
    connection.withLock { $0 = found.connection }
    let isNew = primary.now.target.map { $0.parameters != parameters || $0.place != place } ?? true
    let bell = isNew ? try? Doorbell() : nil
    primary.update { state in
      if let bell {
        state.target?.bell.ring()
        state.target = PostgresPrimary.Target(parameters: parameters, place: place, bell: bell)
      }
      (state.lostAt, state.refusal) = (nil, nil)
      state.figures.connects += 1
    }
    primary.noticeAnything()
  }

  private func lost(_ failure: PostgresFailure) {
    let hadTarget = primary.now.target != nil
    primary.update { state in
      state.target?.bell.ring()
      state.target = nil
      state.lostAt = state.lostAt ?? .now
      state.loss = failure.description
      state.refusal = failure.kind == .refused ? failure.description : nil
    }
    if hadTarget { primary.noticeAnything() }
  }

  /// Indicates whether another server has a higher timeline, so that this one is a former primary that came back.
  private var isSuperseded: Bool {
    guard let target = primary.now.target, let servers = try? address.servers(for: "search"),
      servers.count > 1,
      let best = try? PrimarySearch(servers).find(within: .milliseconds(300))
    else { return false }
    return best.place.timeline > target.place.timeline
  }
}

extension PostgresListener {
  /// Returns when the connection is lost, or another server is the primary.
  private func watch() {
    let descriptor = connection.withLock { $0?.descriptor } ?? -1
    guard (try? poll(listening: true)) != nil, (try? beat()) != nil else { return }
    var (pollAt, beatAt) = (MonotonicTime.now + .seconds(1), MonotonicTime.now + .seconds(5))
    // Without a limit, a server would read as often as all others write.
    var following = NotificationThrottle(interval: .milliseconds(5))
    while !primary.listening.isEnding {
      let noticeAt = primary.now.throttle.dueAt(from: .now, delay: primary.timeouts.notification)
      let followAt = following.isPending ? following.dueAt(from: .now) : nil
      let next = min(pollAt, noticeAt ?? pollAt, followAt ?? pollAt)
      primary.listening.wait(atMost: next - .now, or: descriptor)
      sendDueNotice()
      guard let hasUpdate = receiveNotices() else { return }
      if hasUpdate ? following.event(at: .now) : following.takeDue(at: .now) { primary.notifyObserver() }
      if MonotonicTime.now >= pollAt {
        guard (try? poll(listening: false)) != nil else { return }
        pollAt = .now + .seconds(1)
      }
      if MonotonicTime.now >= beatAt {
        guard (try? beat()) != nil, !isSuperseded else { return }
        beatAt = .now + .seconds(5)
      }
    }
  }

  /// Returns whether a notice named something that is not known here; nil if the connection is lost.
  private func receiveNotices() -> Bool? {
    guard let connection = connection.withLock({ $0 }),
      let notices = connection.withConnection({ try? $0.notices() })
    else { return nil }
    return primary.update { $0.receive(notices) }
  }

  /// Notifies the other servers of commits that were too soon after a notice.
  private func sendDueNotice() {
    guard let due = primary.takeDueNotice() else { return }
    try? readAny { session throws(StoreError) in
      // Later notices are only seen once the response is read.
      _ = try session.run(.notice(due.position, in: due.name))
    }
  }

  /// Reads the position of the log, and notifies the publisher if it is unknown here. Throws if the connection is lost.
  private func poll(listening: Bool) throws(StoreError) {
    let log: PostgresLog
    do throws(StoreError) {
      log = try readAny { session throws(StoreError) in
        let log = try PostgresLog(rows: session.run(PostgresStatement(PostgresLog.selectText))[0])
        if listening {
          try session.run(.ownTimeouts, PostgresStatement("LISTEN \(PostgresLog.channel(of: log.name))"))
        }
        return log
      }
    } catch {
      // A newer version has changed the tables. The server continues to serve what it knows, and polls whether that is so.
      guard case .newerVersion = error else { throw error }
      if primary.set(\.exclusion, error) { primary.noticeAnything() }
      return
    }
    let isBack = primary.set(\.exclusion, nil)
    primary.saw(log, at: .now, judged: false)
    let memory = LogMemory(name: log.name, position: log.position)
    if isBack || memory != primary.now.memory || log.isMoved { primary.noticeAnything() }
  }
}

/// The files that each server serves. Only changes in the newest files that a live server serves are published.
extension PostgresListener {
  /// Reports that this server lives and which files it serves. Finds out whether another one serves newer files.
  func beat() throws(StoreError) {
    let state = primary.now
    // A server that comes back reports before it serves: another one may wait for its report.
    guard state.files != nil || primary.predecessor != nil, state.exclusion == nil else { return }
    let statements = PostgresStatement.report(
      of: primary.id, insteadOf: primary.predecessor, state.files, state.memory)
    let found = try read { session throws(StoreError) -> Bool? in
      do throws(PostgresFailure) {
        let results = try session.connection.run(statements, until: session.deadline)
        return results[results.count - 2].first?[0].number == 1
      } catch {
        guard error.kind != .away else { throw StoreError(error) }
        // A failure such as a full disk does not keep the server from reading.
        try session.rollBack()
        return nil
      }
    }
    guard let isNewest = found, state.files != nil else { return }
    if primary.set(\.hasNewestFiles, isNewest) { primary.noticeAnything() }
  }

  /// Writes the clients of this server for the others, unless a write waits for its turn, and reads theirs.
  func exchange(
    _ clients: ServerClients, _ rows: inout ClientRows, mayWrite: Bool
  ) throws(StoreError) -> [ServerClients] {
    let (before, id) = (rows, primary.id)
    let changes = mayWrite ? before.changes(to: clients) : nil
    let found = try read { session throws(StoreError) -> (ClientRows, [ServerClients])? in
      do throws(PostgresFailure) {
        let results = try session.connection.run(
          before.statements(of: id, changes, startedAt: clients.startedAt), until: session.deadline)
        var next = before
        let servers = next.take(results.map { Array($0.rows) }, changes)
        return (next, servers)
      } catch {
        guard error.kind != .away else { throw StoreError(error) }
        try session.rollBack()
        return nil
      }
    }
    guard let found else { throw .away("the clients of the servers can't be written") }
    rows = found.0
    return found.1
  }

  /// Keeps other servers from waiting for a report of this one, which ends. Its files stay in force for their time.
  private func takeLeave() {
    guard let connection = connection.withLock({ $0 }) else { return }
    let leave = PostgresStatement(
      "UPDATE livery.replicas SET place = NULL WHERE id = $1", .text(primary.id))
    connection.withConnection { connection in
      _ = try? connection.run(
        [.begin, .reportLimits, leave, PostgresStatement("COMMIT")], until: .now + .milliseconds(500))
    }
  }
}

extension PostgresStatement {
  /// The time after which a server that did not report counts as ended, in milliseconds: three reports.
  static let life: Int64 = 15_000

  /// Reports are not synced, since a lost one is repeated.
  static let reportLimits = PostgresStatement(
    "SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '1s', true)")

  /// Returns the statements of a report that a server lives, which files it serves, and what it remembers of the log. The
  /// one before the last returns whether no live server has newer files.
  fileprivate static func report(
    of id: String, insteadOf predecessor: String?, _ files: Fingerprint?, _ memory: LogMemory?
  ) -> [PostgresStatement] {
    let (id, files) = (ColumnValue.text(id), files.map { ColumnValue.text($0.word.hex16) })
    // Rows of before a failover stay until the log is judged.
    let expiry = PostgresStatement(
      """
      DELETE FROM livery.replicas WHERE id IN (SELECT id FROM livery.replicas WHERE id = $1
        OR seen < \(PostgresLog.now) - $2::bigint AND coalesce(place = \(PostgresPlace.text), true)
        FOR UPDATE SKIP LOCKED)
      """, .text(predecessor ?? ""), .integer(life))
    let arrival = files.map {
      PostgresStatement(
        """
        INSERT INTO livery.files (fingerprint, number)
          SELECT $1, coalesce(max(number), 0) + 1 FROM livery.files ON CONFLICT (fingerprint) DO NOTHING
        """, $0)
    }
    return [.begin, reportLimits, expiry] + [arrival].compactMap(\.self) + [
      PostgresStatement(
        """
        INSERT INTO livery.replicas (id, files, seen, position, place)
          VALUES ($1, $2, \(PostgresLog.now), $3, \(PostgresPlace.text))
          ON CONFLICT (id) DO UPDATE SET files = excluded.files, seen = excluded.seen,
            position = excluded.position, place = excluded.place
        """, id, files ?? .text(""), .text(memory?.line ?? "")),
      PostgresStatement(
        """
        SELECT fingerprint = $1 FROM livery.files WHERE fingerprint IN (SELECT files FROM livery.replicas)
          ORDER BY number DESC, fingerprint DESC LIMIT 1
        """, files ?? .text("")),
      PostgresStatement("COMMIT"),
    ]
  }

  /// Reads what other servers reported here, and those that last reported where the log was before: in the last 15 s of it
  /// that are known here. Earlier versions of Livery report no place.
  static func reports(besides ids: [String]) -> PostgresStatement {
    PostgresStatement(
      """
      WITH others AS (SELECT position, seen, place = \(PostgresPlace.text) AS here FROM livery.replicas
        WHERE place IS NOT NULL AND id <> ALL($1::text[]))
      SELECT position, here FROM others
        WHERE here OR seen >= (SELECT max(seen) FROM others WHERE NOT here) - $2::bigint
      """, .array(ids), .integer(life))
  }

  /// Ends the wait for reports, since the log is judged.
  static let settleReports = PostgresStatement(
    "UPDATE livery.replicas SET place = \(PostgresPlace.text) WHERE place IS NOT NULL")
}

extension PostgresLog {
  /// Returns the channel for notices about a log. Anything but a digit of the log's name is removed, since a statement is
  /// composed of it.
  static func channel(of name: String) -> String { "livery_\(name.filter { $0.isHexDigit })" }
}
