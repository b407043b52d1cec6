import Changes
import Storage
import TestSupport

/// A database that several servers share: one log with one lock, behind a network.
final class SharedDatabase {
  private let log = MemoryLog()
  /// Whether no server reaches it.
  var isAway = false

  /// Returns the store of one server.
  func store(until hasEnded: @escaping () -> Bool) -> any ChangeStore {
    FleetStore(MemoryStore(sharing: log), self, until: hasEnded)
  }

  /// Takes the time of a message, which does not arrive at a database that is away, or from a process that has ended.
  fileprivate func pass(_ hasEnded: () -> Bool) throws(StoreError) {
    let scheduler = Scheduler.shared
    scheduler.sleep(.random(in: 0...5, using: &scheduler.random))
    if isAway || hasEnded() { throw .away("no answer comes") }
  }
}

/// A server's connections to the database. Its notices come late, or not at all; it looks once a second by itself.
final class FleetStore: ForwardingStore, @unchecked Sendable {
  let store: any ChangeStore
  private let database: SharedDatabase
  private let hasEnded: () -> Bool
  private var notices: [Int64] = []

  fileprivate init(_ store: any ChangeStore, _ database: SharedDatabase, until hasEnded: @escaping () -> Bool)
  {
    (self.store, self.database, self.hasEnded) = (store, database, hasEnded)
  }

  func open(knowing position: LogPosition?, tail: Int) throws(StoreError) -> OpenedLog {
    try database.pass(hasEnded)
    return try store.open(knowing: position, tail: tail)
  }

  func transaction(
    from position: LogPosition, keys: [String], waited: Duration, decide: (StoreTransaction) -> LogCommit
  ) throws(StoreError) -> LogPosition {
    try database.pass(hasEnded)
    let after = try store.transaction(from: position, keys: keys, waited: waited) { transaction in
      let commit = decide(transaction)
      let scheduler = Scheduler.shared
      scheduler.sleep(.random(in: 0...5, using: &scheduler.random))
      // What the process would have sent now does not arrive.
      return hasEnded() ? LogCommit() : commit
    }
    let scheduler = Scheduler.shared
    scheduler.sleep(.random(in: 0...5, using: &scheduler.random))
    return after
  }

  func update(since position: LogPosition) throws(StoreError) -> LogUpdate {
    try database.pass(hasEnded)
    return try store.update(since: position)
  }

  func tryWriting() throws(StoreError) { try database.pass(hasEnded) }

  func onUpdate(_ tell: @escaping @Sendable () -> Void) {
    store.onUpdate { [weak self] in
      let scheduler = Scheduler.shared
      guard let self, !scheduler.isChance(oneIn: 10) else { return }
      notices.append(scheduler.now + .random(in: 0...30, using: &scheduler.random))
    }
    Scheduler.shared.start("listener") { [weak self] in
      let scheduler = Scheduler.shared
      while self?.hasEnded() == false {
        let next = min(self?.notices.min() ?? .max, scheduler.now + 1000)
        scheduler.wait(
          until: next,
          for: { [weak self] in
            self?.hasEnded() ?? true || self?.notices.contains { $0 <= scheduler.now || $0 < next } ?? false
          })
        self?.notices.removeAll { $0 <= scheduler.now }
        if self?.hasEnded() == false { tell() }
      }
    }
  }
}
