internal import Synchronization
internal import Themes

/// What the passing of time does.
extension Journal {
  /// Makes good whatever schedules have come due; call it every second or so, and after the clock was set.
  @discardableResult
  package func look() throws(StoreError) -> [Change] {
    let now = surroundings.clock()
    guard let next = Turn.next(current.now.ledger.schedules.values), next <= now else { return [] }
    return try turn.withLock { desk throws(StoreError) in try turnSchedules(now, &desk) }
  }

  /// Forgets a part of what need not be kept; true when there is more.
  package func prune(limit: Int = 500) throws(StoreError) -> Bool {
    try turn.withLock { _ throws(StoreError) in
      let before = current.now
      let floor: UInt64
      do throws(StoreError) {
        floor = try store.prune(keeping: surroundings.retention, now: surroundings.clock(), limit: limit)
      } catch {
        fail(error)
        throw error
      }
      guard floor > before.ledger.floor else { return false }
      var ledger = before.ledger
      var log = before.log
      ledger.forget(below: floor)
      log.forget(below: floor)
      current.swap(
        Snapshot(
          themeSet: before.themeSet, ledger: ledger, log: log, etags: before.etags, trouble: before.trouble))
      return floor - before.ledger.floor >= UInt64(limit)
    }
  }

  func turnSchedules(_ now: Timestamp, _ desk: inout Desk) throws(StoreError) -> [Change] {
    let snapshot = current.now
    let themes = snapshot.themeSet.library.themes
    let schedules = snapshot.ledger.schedules.values.filter { themes[$0.theme] != nil }
    var drafts: [Draft] = []
    for channel in Set(schedules.map(\.channel)).sorted() {
      guard let turn = Turn(channel: channel, schedules: schedules, now: now) else { continue }
      let base = (snapshot.activation(of: channel) ?? snapshot.activation(of: "main"))?.base
      guard let theme = turn.winner?.theme ?? base, themes[theme] != nil else { continue }
      drafts.append(
        Draft(
          .turn(turn, theme: facts(of: theme, in: snapshot.themeSet, &desk)), at: now,
          by: turn.winner?.by ?? "schedule", note: turn.winner?.note))
    }
    return try commit(drafts, themeSet: snapshot.themeSet).flatMap { result -> [Change] in
      if case .success(let publication) = result { publication.changes } else { [] }
    }
  }

  func catchUp(_ desk: inout Desk) throws(StoreError) {
    let snapshot = current.now
    let updates = Set(snapshot.ledger.activations.values.map(\.theme)).sorted()
      .filter { snapshot.themeSet.library.themes[$0] != nil }
      .map { facts(of: $0, in: snapshot.themeSet, &desk) }
      .filter { snapshot.ledger.digests[$0.name] != $0.digest }
      .map { Draft.Update(theme: $0, differences: .unknown) }
    var drafts = assumption(snapshot.themeSet, snapshot, &desk)
    if !updates.isEmpty { drafts.append(Draft(.refresh(updates, gone: []), at: now(), by: "start")) }
    _ = try commit(drafts, themeSet: snapshot.themeSet)
    _ = try turnSchedules(now(), &desk)
  }

  /// The default theme shows in `main` until somebody chooses another.
  func assumption(_ themeSet: ThemeSet, _ snapshot: Snapshot, _ desk: inout Desk) -> [Draft] {
    let present = snapshot.ledger.activations["main"]
    guard present?.isDefault ?? true,
      let theme = themeSet.defaultTheme(preferring: surroundings.defaultTheme),
      theme != present?.theme
    else { return [] }
    return [
      Draft(
        .assume(channel: "main", theme: facts(of: theme, in: themeSet, &desk)), at: now(), by: "settings")
    ]
  }
}
