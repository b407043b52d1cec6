internal import Bindings
internal import Changes
internal import Synchronization

/// What desk and ear know together: which server is the engine, what was seen of the log, and how the clock goes there.
final class PostgresEngine: Sendable {
  private let state: Mutex<EngineState>
  private let standingFile: WitnessFile?
  private let listener = Mutex(NewsListener(tell: {}))
  let patience: EnginePatience
  /// Whether a log is opened that was moved elsewhere.
  let mayBeSealed: Bool
  /// By which others tell this server from the rest, from its start on.
  let id = UInt64.random(in: .min ... .max).hex16
  /// Rung to have the ear look at once.
  let earBell: Doorbell

  /// - Parameter standingFile: where what was seen outlives the process.
  init(
    standingFile: WitnessFile?, patience: EnginePatience, mayBeSealed: Bool = false
  ) throws(StoreError) {
    (self.patience, self.mayBeSealed) = (patience, mayBeSealed)
    do {
      earBell = try Doorbell()
      let seen = try standingFile?.read() ?? []
      state = Mutex(EngineState(memory: LogMemory(bytes: seen)))
    } catch { throw .unusable("\(error)") }
    self.standingFile = standingFile
  }

  var now: EngineState { state.withLock { $0 } }

  func update<Value: Sendable>(_ change: (inout EngineState) -> Value) -> Value {
    state.withLock { change(&$0) }
  }

  func onUpdate(_ tell: @escaping @Sendable () -> Void) {
    listener.withLock { $0 = NewsListener(tell: tell) }
  }

  /// Tells whoever reads the log that there may be something else than what notices tell of.
  func tell() {
    state.withLock { $0.told.hearMore() }
    tellOfNotices()
  }

  func tellOfNotices() { listener.withLock { $0 }.tell() }

  /// Takes note of what was read from the log. Nothing is remembered of a log that is still to be judged.
  func saw(_ log: PostgresLog, at moment: MonotonicTime, judged: Bool) {
    let memory = LogMemory(name: log.name, position: log.position)
    state.withLock { state in
      state.clock.saw(log, at: moment)
      state.seenAt = moment
      if judged { keep(memory, &state) }
    }
  }

  /// Takes note of a commit of our own.
  /// - Returns: whether the others are to be told at once; else they are with the next, or the ear tells them.
  func committed(_ position: LogPosition, in name: String) -> Bool {
    let memory = LogMemory(name: name, position: position)
    return state.withLock { state in
      keep(memory, &state)
      return state.debt.committed(memory, at: .now, pause: patience.telling)
    }
  }

  /// What the others are to be told of now.
  func takeDebt() -> LogMemory? { state.withLock { $0.debt.take(at: .now, pause: patience.telling) } }

  private func keep(_ memory: LogMemory, _ state: inout EngineState) {
    guard memory != state.memory, !memory.isBehind(state.memory) else { return }
    state.memory = memory
    // What can't be written down costs a new epoch at worst, and that only after a failover.
    try? standingFile?.write(memory.bytes)
  }

  /// The engine's time; nil where it was never seen.
  var time: Timestamp? { state.withLock { $0.clock.time(at: .now) } }
}

/// The state behind the engine's lock.
struct EngineState: Sendable {
  /// Where the desk connects to; nil while nobody knows.
  var target: PostgresTarget?
  var memory: LogMemory?
  var clock = EngineClock()
  /// What others have told us of, and what we are to tell them of.
  var told = ToldNews()
  var debt = NoticeDebt()
  /// When the log was read last.
  var seenAt: MonotonicTime?
  /// Since when there is no engine; nil while there is one.
  var lostAt: MonotonicTime? = .now
  /// Why there is none.
  var loss = "no connection has been made yet"
  /// Why no server lets us in: waiting does not mend that.
  var refusal: String?
  /// Why the log is not for this version any more: a newer one has changed its tables.
  var exclusion: StoreError?
  /// Of the files that are served here; nil until they are told of.
  var files: Fingerprint?
  /// Whether nobody serves newer ones; nil while that is not known.
  var hasNewestFiles: Bool?
  var figures = StoreReport.StoreFigures()
  /// Whether notices arrive: a pooler that gives each transaction another session swallows them.
  var hearsNotices = true

  init(memory: LogMemory?) { self.memory = memory }
}

/// A server that was found to be the engine.
struct PostgresTarget: Sendable {
  let parameters: PostgresParameters
  let place: PostgresPlace
  /// Rung for good once it is not the engine any more: whoever waits for it gives up.
  let bell: Doorbell
}

/// The engine's clock as it is reckoned here, between two looks at it.
struct EngineClock: Sendable {
  private var seen: (time: Timestamp, moment: MonotonicTime)?
  /// The time of the log's newest change: the clock does not stand before it.
  private var least = Timestamp(milliseconds: 0)

  /// What was read is a little older than the moment of its arrival, so this clock is never ahead of the engine's.
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

extension LogMemory {
  /// Whether another has seen the same log further on.
  fileprivate func isBehind(_ other: LogMemory?) -> Bool {
    guard let other, other.name == name, other.position.epoch == position.epoch else { return false }
    return position.version < other.position.version
  }
}

/// A closure that is itself the value behind a lock grows by a layer at each look; one inside a struct does not.
private struct NewsListener: Sendable {
  let tell: @Sendable () -> Void
}
