internal import Bindings
internal import Changes
internal import Synchronization

/// What the writer and the listener of a store share: the server that is the primary, the newest position of its log, and
/// its clock.
final class PostgresPrimary: Sendable {
  private let state: Mutex<State>
  private let positionFile: WitnessFile?
  private let observer = Mutex(Observer(notify: {}))
  let timeouts: Timeouts
  /// Whether a log may be opened that was moved elsewhere.
  let mayBeSealed: Bool
  /// The identifier of this server among those of the log, until it ends.
  let id = UInt64.random(in: .min ... .max).hex16
  /// The thread of the listener, which others wake.
  let listening: LoopThread

  /// - Parameter positionFile: the file in which the newest position of the log outlives the process.
  init(
    positionFile: WitnessFile?, timeouts: Timeouts, mayBeSealed: Bool = false
  ) throws(StoreError) {
    (self.timeouts, self.mayBeSealed) = (timeouts, mayBeSealed)
    do {
      listening = try LoopThread()
      let seen = try positionFile?.read() ?? []
      state = Mutex(State(memory: LogMemory(bytes: seen), interval: timeouts.notification))
    } catch { throw .unusable("\(error)") }
    self.positionFile = positionFile
  }

  var now: State { state.withLock { $0 } }

  func update<Value: Sendable>(_ change: (inout State) -> Value) -> Value {
    state.withLock { change(&$0) }
  }

  func onUpdate(_ notify: @escaping @Sendable () -> Void) {
    observer.withLock { $0 = Observer(notify: notify) }
  }

  /// Has the publisher look for changes, whatever notices said.
  func noticeAnything() {
    state.withLock { $0.noticedVersion = .max }
    notifyObserver()
  }

  func notifyObserver() { observer.withLock { $0 }.notify() }

  /// Records what was read from the log. The position of a log that is still to be judged is not remembered.
  func saw(_ log: PostgresLog, at moment: MonotonicTime, judged: Bool) {
    let memory = LogMemory(name: log.name, position: log.position)
    state.withLock { state in
      state.clock.saw(log, at: moment)
      state.seenAt = moment
      if judged { remember(memory, &state) }
    }
  }

  /// Records a commit of this server.
  /// - Returns: whether to notify the other servers now; if not, a later commit or the listener does.
  func committed(_ position: LogPosition, in name: String) -> Bool {
    let memory = LogMemory(name: name, position: position)
    return state.withLock { state in
      remember(memory, &state)
      return state.throttle.event(at: .now)
    }
  }

  /// Returns the position to notify the other servers of, if a commit of this server is due for that.
  func takeDueNotice() -> LogMemory? {
    state.withLock { state in
      state.throttle.takeDue(at: .now, delay: timeouts.notification) ? state.memory : nil
    }
  }

  private func remember(_ memory: LogMemory, _ state: inout State) {
    guard memory != state.memory, !memory.isBehind(state.memory) else { return }
    state.memory = memory
    // A failed write costs a new epoch at worst, and only after a failover.
    try? positionFile?.write(memory.bytes)
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

/// How long PostgreSQL may take before it counts as away.
package struct Timeouts: Sendable, Hashable {
  /// The time for which a write waits while PostgreSQL is away: most failovers are shorter.
  package var write = Duration.seconds(5)
  /// The time for connecting and for a look at the log. A dead connection is found by it where keepalives fail: behind a
  /// proxy, or if the system of a frozen server still acknowledges.
  package var look = Duration.seconds(2)
  /// The time for which a start waits for PostgreSQL, and for reading the whole log.
  package var start = Duration.seconds(30)
  /// The least time between two notices of commits. The others are notified of the last of several commits after twice as
  /// long, and follow at most every 5 ms, so a change takes at most 25 ms.
  package var notification = Duration.milliseconds(10)

  package init() {}
}

extension PostgresPrimary {
  /// The state behind the lock.
  struct State: Sendable {
    /// The server to write to; nil if there is no primary.
    var target: Target?
    var memory: LogMemory?
    var clock = Clock()
    /// The newest version that a notice named and that may not be known here: `.max` if there may be something of which no
    /// notice says how far it goes, 0 for nothing.
    var noticedVersion = UInt64.max
    var throttle: NotificationThrottle
    /// When the log was read last.
    var seenAt: MonotonicTime?
    /// When the primary was lost; nil while there is one.
    var lostAt: MonotonicTime? = .now
    /// The reason why there is no primary.
    var loss = "no connection has been made yet"
    /// The reason why no server accepts the connection, if a retry does not help.
    var refusal: String?
    /// The error if a newer version has changed the tables so that this one can't use them.
    var exclusion: StoreError?
    /// The fingerprint of the files that this server serves; nil before it serves any.
    var files: Fingerprint?
    /// Whether no other server serves newer files; nil while that is unknown.
    var hasNewestFiles: Bool?
    var figures = StoreReport.Figures()

    init(memory: LogMemory?, interval: Duration) {
      self.memory = memory
      throttle = NotificationThrottle(interval: interval)
    }

    /// Records the notices that arrived.
    /// - Returns: whether any of them names something that is not known here. They need not arrive in the order of the
    ///   commits, and anybody in the database may send one.
    mutating func receive(_ notices: [String]) -> Bool {
      let unknown = notices.filter { memory?.position.covers(notice: $0) != true }
      for notice in unknown {
        noticedVersion = max(noticedVersion, memory?.position.version(inNotice: notice) ?? .max)
      }
      return !unknown.isEmpty
    }
  }

  /// A server that was found to be the primary.
  struct Target: Sendable {
    let parameters: PostgresParameters
    let place: PostgresPlace
    /// Rung once, when the server is the primary no longer, so that nobody waits for it.
    let bell: Doorbell
  }

  /// The primary's clock, estimated between two readings of it.
  struct Clock: Sendable {
    private var seen: (time: Timestamp, moment: MonotonicTime)?
    /// The time of the newest change: the clock is never before it.
    private var least = Timestamp(milliseconds: 0)

    /// The reading is slightly older than its arrival, so this clock is never ahead of the primary's.
    mutating func saw(_ log: PostgresLog, at moment: MonotonicTime) {
      seen = (log.clock, moment)
      least = max(least, log.at)
    }

    func time(at moment: MonotonicTime) -> Timestamp? {
      guard let seen else { return nil }
      let passed = (moment - seen.moment).wholeNanoseconds / 1_000_000
      return max(least, Timestamp(milliseconds: seen.time.milliseconds + Int64(passed)))
    }
  }

  /// A closure that is itself the value behind a lock grows by a layer at each access; a closure in a struct does not.
  private struct Observer: Sendable {
    let notify: @Sendable () -> Void
  }
}

extension LogMemory {
  /// Whether `other` is a later position of the same log.
  fileprivate func isBehind(_ other: LogMemory?) -> Bool {
    guard let other, other.name == name, other.position.epoch == position.epoch else { return false }
    return position.version < other.position.version
  }
}

/// The text of notices.
extension LogPosition {
  /// The payload of a notice about this position.
  var notice: String { "\(epoch) \(version) \(head)" }

  /// Whether a notice names nothing beyond this position.
  func covers(notice: String) -> Bool { self.version(inNotice: notice).map { $0 <= version } ?? false }

  /// The version that a notice names; nil if it is of another epoch or not a notice of a server.
  func version(inNotice notice: String) -> UInt64? {
    let parts = notice.split(separator: " ")
    return parts.count == 3 && parts[0] == "\(epoch)" ? UInt64(parts[1]) : nil
  }
}
