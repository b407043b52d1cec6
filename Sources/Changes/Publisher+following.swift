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
      let isKnown = try writeLock.withLock { writer throws(StoreError) in
        if isTold, current.now.trouble == nil, !store.mayHaveUpdate(since: writer.position) { return true }
        let update = try store.update(since: writer.position)
        if !take(update, &writer) { try reopen(&writer) }
        return false
      }
      if isKnown { return }
      looks.withLock { $0.succeeded = max($0.succeeded, look) }
    } catch {
      looks.withLock { $0.fail(look, error) }
      if error.hidesLog { fail(error) }
      throw error
    }
    try catchUp()
    if current.now.trouble?.error.isAbsence == true { tryAgain() }
  }

  /// The number of changes in a copy. Clients that are further behind are answered when the database is back.
  private static let copied = 1000

  /// Makes the store copy the served state, for a start while the database is away; call it about once a second.
  package func keepCopy() {
    guard store.isShared else { return }
    let opened = writeLock.withLock { writer in
      let snapshot = current.now
      return OpenedLog(
        state: snapshot.state, tail: snapshot.log.newest(Self.copied), position: writer.position,
        origin: .resumed)
    }
    store.keepCopy(of: opened)
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
        files: before.themeSet.files, uploads: state.uploads.values, images: state.imageFingerprints,
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

  /// Catches up, unless a read that began after the moment has succeeded or failed. So all waiting requests share a read.
  package func catchUp(since moment: LookMoment) throws(StoreError) {
    let (isDone, failure) = looks.withLock { looks in
      (looks.succeeded > moment.begun, looks.failed > moment.begun ? looks.failure : nil)
    }
    if isDone { return }
    if let failure { throw failure }
    try follow()
  }

  /// Requests a read by the maintenance thread.
  package func wantLook() { looks.withLock { $0.isWanted = true } }

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
  fileprivate let begun: UInt64
}

/// The reads of a shared log, counted from the start.
struct LookCount: Sendable {
  fileprivate private(set) var begun: UInt64 = 0
  /// The newest read that succeeded, and the newest that failed.
  fileprivate var succeeded: UInt64 = 0
  fileprivate private(set) var failed: UInt64 = 0
  fileprivate private(set) var failure: StoreError?
  fileprivate var isWanted = false

  fileprivate mutating func begin() -> UInt64 {
    begun += 1
    return begun
  }

  fileprivate mutating func fail(_ look: UInt64, _ error: StoreError) {
    guard look > failed else { return }
    (failed, failure) = (look, error)
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

  /// Finds out whether a temporary failure is over: a store has room again, or its database is back. Then it catches up,
  /// which the start could not. After any other failure only a restart helps.
  package func tryAgain() {
    guard isWritableAgain() else { return }
    do throws(StoreError) { try catchUp() } catch {
      // The failed transaction has shown the reason.
    }
  }

  private func isWritableAgain() -> Bool {
    writeLock.withLock { _ in
      guard current.now.trouble?.error.mayPass == true else { return false }
      do throws(StoreError) {
        try store.tryWriting()
        current.swap(current.now.with(nil))
        return true
      } catch {
        fail(error)
        return false
      }
    }
  }
}
