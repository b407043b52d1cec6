internal import Bindings
internal import Changes
internal import Synchronization

/// The primary, the newest position of its log and its clock, shared by the writer and the listener of a store.
final class PostgresPrimary: Sendable {
  private let state: Mutex<State>
  private let positionFile: WitnessFile?
  private let observer = Mutex(Observer(notify: {}))
  let timeouts: Timeouts
  /// Indicates whether a log that was moved to another store may be opened.
  let mayBeSealed: Bool
  /// The identifier of this server among those of the log, until it ends.
  let id = UInt64.random(in: .min ... .max).hex16
  /// The identifier of the process that ended before this one began with its memory; nil for none.
  let predecessor: String?
  /// The thread of the listener.
  let listening: LoopThread

  /// - Parameter positionFile: the file in which the newest position of the log outlives the process.
  init(positionFile: WitnessFile?, timeouts: Timeouts, mayBeSealed: Bool = false) throws(StoreError) {
    (self.positionFile, self.timeouts, self.mayBeSealed) = (positionFile, timeouts, mayBeSealed)
    do {
      listening = try LoopThread()
      let seen = try positionFile?.read() ?? []
      let memory = LogMemory(bytes: seen)
      predecessor = memory == nil ? nil : LogMemory.server(in: seen)
      state = Mutex(State(memory: memory, interval: timeouts.notification))
      if let memory { try? positionFile?.write(memory.bytes(of: id)) }
    } catch { throw .unusable("\(error)") }
  }

  var now: State { state.withLock { $0 } }

  func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
    state.withLock { change(&$0) }
  }

  /// Replaces a part of the state. Returns whether it changed.
  func set<Value: Equatable & Sendable>(_ part: WritableKeyPath<State, Value>, _ value: Value) -> Bool {
    state.withLock { state in
      defer { state[keyPath: part] = value }
      return state[keyPath: part] != value
    }
  }

  func onUpdate(_ notify: @escaping @Sendable () -> Void) {
    observer.withLock { $0 = Observer(notify: notify) }
  }

  /// Makes the publisher read the log, whatever notices said.
  func noticeAnything() {
    state.withLock { $0.noticedVersion = .max }
    notifyObserver()
  }

  func notifyObserver() { observer.withLock { $0 }.notify() }

  /// Records a reading of the log. The position of a log that is not yet judged is not remembered.
  func saw(_ log: PostgresLog, at moment: MonotonicTime, judged: Bool) {
    let memory = LogMemory(name: log.name, position: log.position)
    state.withLock { state in
      state.clock.saw(log, at: moment)
      state.seenAt = moment
      if judged { remember(memory, &state) }
    }
  }

  /// Records a commit of this server.
  /// - Returns: whether to notify the other servers now. If not, a later commit or the listener does so.
  func committed(_ position: LogPosition, in name: String) -> Bool {
    let memory = LogMemory(name: name, position: position)
    return state.withLock { state in
      remember(memory, &state)
      return state.throttle.event(at: .now)
    }
  }

  /// Returns the position for a notice to the other servers, if one is due.
  func takeDueNotice() -> LogMemory? {
    state.withLock { state in
      state.throttle.takeDue(at: .now, delay: timeouts.notification) ? state.memory : nil
    }
  }

  private func remember(_ memory: LogMemory, _ state: inout State) {
    guard memory != state.memory, !memory.isBehind(state.memory) else { return }
    state.memory = memory
    // A failed write costs a new epoch at worst, and only after a failover.
    try? positionFile?.write(memory.bytes(of: id))
  }

  /// The time by the primary's clock; nil if the log was not read yet.
  var time: Timestamp? { state.withLock { $0.clock.time(at: .now) } }

  /// Waits until there is a primary.
  func wait(until deadline: MonotonicTime) throws(StoreError) {
    while true {
      let state = now
      if state.target != nil { return }
      if let refusal = state.refusal { throw .unusable(refusal) }
      guard MonotonicTime.now < deadline else { throw .away(state.loss) }
      SystemThread.sleep(for: .milliseconds(10))
    }
  }
}

/// The timeouts for PostgreSQL.
package struct Timeouts: Sendable, Hashable {
  /// The time for which a write waits while PostgreSQL is away. Most failovers are shorter.
  package var write = Duration.seconds(5)
  /// The time for connecting and for reading the log. It detects a dead connection where keepalives don't: behind a proxy,
  /// or if the system of a frozen server still acknowledges.
  package var look = Duration.seconds(2)
  /// The time for which a log that moved waits for the other servers' reports. A server needs as long to notice that the
  /// former primary is silent.
  package var reports = Duration.seconds(3)
  /// The time for which a start waits for PostgreSQL, and for reading the whole log.
  package var start = Duration.seconds(30)
  /// The least time between two notices of commits. The last of several commits is notified after twice as long, and the
  /// other servers follow at most every 5 ms, so a change takes at most 25 ms.
  package var notification = Duration.milliseconds(10)

  package init() {}
}

extension PostgresPrimary {
  /// The state behind the lock.
  struct State: Sendable {
    /// The primary; nil if there is none.
    var target: Target?
    var memory: LogMemory?
    var clock = Clock()
    /// The newest version of a notice that may be unknown here: `.max` if the version is not known, 0 for none.
    var noticedVersion = UInt64.max
    var throttle: NotificationThrottle
    /// The time at which the log was read last.
    var seenAt: MonotonicTime?
    /// The time at which the primary was lost; nil while there is one.
    var lostAt: MonotonicTime? = .now
    /// The reason why there is no primary.
    var loss = "no connection has been made yet"
    /// The reason why no server accepts the connection, if a retry does not help.
    var refusal: String?
    /// The error if a newer version has changed the tables so that this one can't use them.
    var exclusion: StoreError?
    /// The fingerprint of the files that this server serves; nil before it serves any.
    var files: Fingerprint?
    /// Indicates whether no other server serves newer files; nil while that is unknown.
    var hasNewestFiles: Bool?
    /// The reason for the last epoch that this server began, until it has read the log again.
    var renewal: String?
    var figures = StoreReport.Figures()

    init(memory: LogMemory?, interval: Duration) {
      self.memory = memory
      throttle = NotificationThrottle(interval: interval)
    }

    /// Records notices, which may arrive in any order and from any role of the database.
    /// - Returns: whether any of them names a position that is unknown here.
    mutating func receive(_ notices: [String]) -> Bool {
      let unknown = notices.filter { memory?.position.covers(notice: $0) != true }
      for notice in unknown {
        noticedVersion = max(noticedVersion, memory?.position.version(inNotice: notice) ?? .max)
      }
      return !unknown.isEmpty
    }
  }

  /// The server that is the primary.
  struct Target: Sendable {
    let parameters: PostgresParameters
    let place: PostgresPlace
    /// Rung once, when the server is no longer the primary, to end all waits for it.
    let bell: Doorbell
  }

  /// The primary's clock, estimated between two readings.
  struct Clock: Sendable {
    private var seen: (time: Timestamp, moment: MonotonicTime)?

    /// Records a reading. It is slightly older than its arrival, so this clock is never ahead of the primary's.
    mutating func saw(_ log: PostgresLog, at moment: MonotonicTime) { seen = (log.clock, moment) }

    func time(at moment: MonotonicTime) -> Timestamp? {
      guard let seen else { return nil }
      let passed = (moment - seen.moment).wholeNanoseconds / 1_000_000
      return Timestamp(milliseconds: seen.time.milliseconds + Int64(passed))
    }
  }

  /// A closure that is itself the value of a Mutex would grow by a layer at each access.
  private struct Observer: Sendable {
    let notify: @Sendable () -> Void
  }
}

extension LogMemory {
  /// Returns whether `other` is a later position of the same log.
  fileprivate func isBehind(_ other: LogMemory?) -> Bool {
    guard let other, other.name == name, other.position.epoch == position.epoch else { return false }
    return position.version < other.position.version
  }
}

extension LogPosition {
  /// The payload of a notice about this position.
  var notice: String { "\(epoch) \(version) \(head)" }

  /// Returns whether a notice names no later position.
  func covers(notice: String) -> Bool { self.version(inNotice: notice).map { $0 <= version } ?? false }

  /// Returns the version in a notice; nil if it is of another epoch, or not from a server.
  func version(inNotice notice: String) -> UInt64? {
    let parts = notice.split(separator: " ")
    return parts.count == 3 && parts[0] == "\(epoch)" ? UInt64(parts[1]) : nil
  }
}
