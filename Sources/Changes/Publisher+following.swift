internal import Documents
internal import Synchronization
internal import Themes

/// Following the writes of other servers to the same log.
extension Publisher {
  /// Catches up with the store; call it after a notification. While a store is away, the snapshot says so until the store
  /// accepts a write again. A store that a newer version changed stays away permanently.
  /// - Parameter isTold: whether the store notified. If writers are busy, a transaction has usually absorbed the update
  ///   already, and the database need not be read again.
  package func follow(isTold: Bool = false) throws(StoreError) {
    let look = looks.withLock { $0.begin() }
    do throws(StoreError) {
      let isKnown = try whileWritersWork { writer throws(StoreError) in
        if isTold, current.now.trouble == nil, !store.mayHaveUpdate(since: writer.position) { return true }
        let update = try store.update(since: writer.position)
        if !take(update, &writer) { try reopen(&writer) }
        return false
      }
      // Nil if a write is under way, which takes in what others wrote, or waits as long as this would.
      guard let isKnown else { return looks.withLock { $0.isWanted = true } }
      if isKnown { return }
      looks.withLock { $0.succeeded = max($0.succeeded, look) }
      observers.withLock { $0 }.looked(look)
    } catch {
      if error.hidesLog { fail(error) }
      throw error
    }
    try catchUp()
    if current.now.trouble?.error.isAbsence == true { tryAgain() }
  }

  /// Runs `body` when no write is under way. While writes fail, each of them may take long: then it does not wait for one.
  /// - Returns: nil if it did not run.
  private func whileWritersWork<Value: Sendable>(
    _ body: (inout sending WriterState) throws(StoreError) -> sending Value
  ) throws(StoreError) -> Value? {
    if current.now.trouble == nil { return try write(body) }
    // No time is left to wait in.
    guard store.beginTurn(waited: .seconds(3600)) else { return nil }
    defer { store.endTurn() }
    return try writeLock.withLockIfAvailable(body)
  }

  /// The number of changes in a copy. Clients that are further behind are answered when the database is back.
  private static let copied = 1000

  /// Makes the store copy the served state, for a start while the database is away; call it about once a second.
  package func keepCopy() {
    guard store.isShared else { return }
    let opened = try? whileWritersWork { writer throws(StoreError) in
      let snapshot = current.now
      return OpenedLog(
        state: snapshot.state, tail: snapshot.log.newest(Self.copied), position: writer.position,
        origin: .resumed)
    }
    if let opened { store.keepCopy(of: opened) }
  }

  /// Shows an update as if it had been decided here. Returns false if the log must be opened again.
  func take(_ update: LogUpdate, _ writer: inout WriterState) -> Bool {
    switch update {
    case .nothing: return true
    case .reopen: return false
    case .rows(_, writer.position):
      // A transaction that was rolled back has absorbed them already.
      return true
    case .rows(let rows, let position):
      let before = current.now
      guard before.state.leads(to: rows) else { return false }
      writer.position = position
      var state = before.state
      state.absorb(rows)
      let (themeSet, trouble) = themes(for: state, before)
      if themeSet !== before.themeSet { writer.cache = WriterCache() }
      var plan = CommitPlan(from: before, themeSet: themeSet)
      plan.absorb(rows)
      show(plan.snapshot.with(trouble ?? before.trouble), announcing: plan.changes)
      return true
    }
  }

  /// Reads the whole log again, since it is another one or too much was written.
  func reopen(_ writer: inout WriterState) throws(StoreError) {
    let opened = try store.open(knowing: writer.position, tail: Self.tail)
    let (themeSet, trouble) = themes(for: opened.state, current.now)
    renewal.withLock { $0 = if case .renewed(let reason) = opened.origin { reason } else { nil } }
    writer = WriterState(position: opened.position)
    show(reopened: Snapshot(themeSet: themeSet, opened: opened).with(trouble))
  }

  /// Returns the themes with the uploads of a state. If they do not fit the files here, the themes stay, and the
  /// second value says why.
  private func themes(for state: LogState, _ before: Snapshot) -> (ThemeSet, Snapshot.Trouble?) {
    guard state.uploads != before.state.uploads || state.images != before.state.images else {
      return (before.themeSet, nil)
    }
    do throws(ThemeSet.LoadError) {
      let themeSet = try ThemeSet(
        files: before.themeSet.files, uploads: state.uploads.values, images: state.imageDigests,
        reusing: before.themeSet)
      return (themeSet, nil)
    } catch {
      let first = error.problems.first?.message ?? "they have problems"
      let why = "themes that another server took in do not hold together with the files here: \(first)"
      return (before.themeSet, Snapshot.Trouble(since: now(), error: .unusable(why)))
    }
  }
}

/// Reading the log for a cursor that is unknown here: another server that has read more may have issued it.
extension Publisher {
  package var isShared: Bool { store.isShared }

  /// The present moment, to compare reads with.
  package func moment() -> LookMoment { looks.withLock { LookMoment(begun: $0.begun) } }

  /// Returns whether a read has succeeded that began after a moment.
  package func hasLooked(since moment: LookMoment) -> Bool { looks.withLock { $0.succeeded > moment.begun } }

  /// Requests a read by the maintenance thread. All requests that wait share it.
  package func wantLook() {
    looks.withLock { $0.isWanted = true }
    observers.withLock { $0 }.wakeMaintenance()
  }

  /// Returns whether a read was requested, once for each request.
  package func takeWantedLook() -> Bool {
    looks.withLock { looks in
      defer { looks.isWanted = false }
      return looks.isWanted
    }
  }
}

/// A place in the sequence of reads.
package struct LookMoment: Sendable, Hashable {
  /// The number of the last read that began before.
  package let begun: UInt64
}

/// The reads of a shared log, counted from the start.
struct LookCount: Sendable {
  fileprivate private(set) var begun: UInt64 = 0
  /// The newest read that succeeded.
  fileprivate var succeeded: UInt64 = 0
  fileprivate var isWanted = false

  fileprivate mutating func begin() -> UInt64 {
    begun += 1
    return begun
  }
}

/// While the store can't be written, reads and waiting requests continue, and writes are refused.
extension Publisher {
  /// Records the reason why nothing can be written.
  func fail(_ error: StoreError) {
    let before = current.now
    let since = before.trouble?.since ?? now()
    current.swap(before.with(Snapshot.Trouble(since: since, error: error)))
  }

  /// Finds out whether a failure is over: a store has room again, or its database is back. Then it catches up, which the
  /// start could not. After any other failure of a store of this server alone, only a restart helps.
  package func tryAgain() {
    guard isWritableAgain() else { return }
    do throws(StoreError) { try catchUp() } catch {
      // The failed transaction has shown the reason.
    }
  }

  private func isWritableAgain() -> Bool {
    let isWritable = try? whileWritersWork { _ throws(StoreError) in
      guard mayTryAgain else { return false }
      do throws(StoreError) {
        try store.tryWriting()
        current.swap(current.now.with(nil))
        return true
      } catch {
        fail(error)
        return false
      }
    }
    return isWritable ?? false
  }

  /// Indicates whether a write that fails now may succeed later. An operator may mend a database while the servers run.
  package var mayTryAgain: Bool {
    current.now.trouble.map { $0.error.mayPass || store.isShared } ?? false
  }
}
