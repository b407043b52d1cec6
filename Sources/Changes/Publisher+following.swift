internal import Synchronization
internal import Themes

/// Taking in what others write into the same log.
extension Publisher {
  /// Catches up with the store; call it when the store has told that there may be something. A store that is away is
  /// told as trouble, and no more once it is back and takes a write; one that a newer Livery has changed for good.
  /// - Parameter isTold: whether it is done for what the store has told alone. Where writers are busy, the turn that was
  ///   waited for has most often taken that in, and the engine need not be asked again.
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

  /// How many changes a copy holds: who is further behind is answered once the engine is back.
  private static let copied = 1000

  /// Has the store keep what is shown, for a start without its engine; call it every second or so.
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

  /// Shows news as if they had been decided here; false where the log must be opened again.
  func take(_ update: LogUpdate, _ writer: inout WriterState) -> Bool {
    switch update {
    case .nothing: return true
    case .reopen: return false
    case .rows(_, writer.position):
      // They were taken in already, by a turn that came to nothing.
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

  /// Reads everything anew: the log is another one, or too much has happened.
  func reopen(_ writer: inout WriterState) throws(StoreError) {
    let opened = try store.open(knowing: writer.position, tail: Self.tail)
    let (themeSet, trouble) = themes(for: opened.state, current.now)
    renewal.withLock { $0 = if case .renewed(let reason) = opened.origin { reason } else { nil } }
    writer = WriterState(position: opened.position)
    show(reopened: Snapshot(themeSet: themeSet, opened: opened).with(trouble))
  }

  /// What is served with the uploads that there are now. Where they do not hold together with the files here, what
  /// was served goes on, and that is told as trouble.
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

/// Looking for what is not known here yet: a cursor may come from a server that is further on.
extension Publisher {
  package var isShared: Bool { store.isShared }

  /// Now, for comparing looks with.
  package func moment() -> LookMoment { looks.withLock { LookMoment(begun: $0.begun) } }

  /// Whether a look has succeeded that began after a moment.
  package func hasLooked(since moment: LookMoment) -> Bool { looks.withLock { $0.succeeded > moment.begun } }

  /// Catches up, unless a look that began after the moment has done so, or failed to: many who wait share one.
  package func catchUp(since moment: LookMoment) throws(StoreError) {
    let (isDone, failure) = looks.withLock { looks in
      (looks.succeeded > moment.begun, looks.failed > moment.begun ? looks.failure : nil)
    }
    if isDone { return }
    if let failure { throw failure }
    try follow()
  }

  /// Has whoever looks after the publisher look soon.
  package func wantLook() { looks.withLock { $0.isWanted = true } }

  /// Whether somebody wants a look; asked once.
  package func takeWantedLook() -> Bool {
    looks.withLock { looks in
      defer { looks.isWanted = false }
      return looks.isWanted
    }
  }
}

/// A place in the sequence of looks.
package struct LookMoment: Sendable, Hashable {
  fileprivate let begun: UInt64
}

/// The looks at a shared log, counted from the start.
struct LookCount: Sendable {
  fileprivate private(set) var begun: UInt64 = 0
  /// The newest that succeeded, and the newest that failed.
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

/// What the publisher does while its store can't be written: reads and those who wait go on, writes are refused.
extension Publisher {
  /// Shows from now on that nothing can be written, and why.
  func fail(_ error: StoreError) {
    let before = current.now
    let since = before.trouble?.since ?? now()
    current.swap(before.with(Snapshot.Trouble(since: since, error: error)))
  }

  /// Finds out whether what can pass by itself has passed: a store has room again, or its engine is back. Then what
  /// could not be told at the start is. After any other failure only a restart helps.
  package func tryAgain() {
    guard isWritableAgain() else { return }
    do throws(StoreError) { try catchUp() } catch {
      // The turn that failed has told it as trouble.
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
