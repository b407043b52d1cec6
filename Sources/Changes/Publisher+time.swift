internal import Documents
internal import Synchronization
internal import Themes

extension Publisher {
  /// Applies the schedules that are due; call it about once a second, and after the clock was set.
  @discardableResult
  package func applyDueSchedules() throws(StoreError) -> [Change] {
    let next = ScheduleTransition.next(current.now.state.schedules.values)
    guard let next, next <= now() else { return [] }
    return try publish { transitions($0, &$1) }
  }

  /// Deletes some of the changes that need not be kept. Returns whether there are more.
  package func prune(limit: Int = 500) throws(StoreError) -> Bool {
    try writeLock.withLock { _ throws(StoreError) in
      let before = current.now
      let floor: UInt64
      do throws(StoreError) {
        floor = try store.prune(keeping: configuration.retention, now: now(), limit: limit)
      } catch {
        fail(error)
        throw error
      }
      guard floor > before.state.floor else { return false }
      current.swap(before.forgetting(below: floor))
      return floor - before.state.floor >= UInt64(limit)
    }
  }

  private func transitions(_ snapshot: Snapshot, _ cache: inout WriterCache) -> [Draft] {
    let now = now()
    let themes = snapshot.themeSet.library.themes
    let schedules = snapshot.state.schedules.values.filter { themes[$0.theme] != nil }
    var drafts: [Draft] = []
    for channel in Set(schedules.map(\.channel)).sorted() {
      guard let transition = ScheduleTransition(channel: channel, schedules: schedules, now: now) else {
        continue
      }
      let base = (snapshot.activation(of: channel) ?? snapshot.activation(of: "main"))?.base
      guard let theme = transition.winner?.theme ?? base, themes[theme] != nil else { continue }
      let summary = cache.summary(of: theme, in: snapshot.themeSet, configuration)
      drafts.append(
        Draft(
          .transition(transition, theme: summary), at: now, by: transition.winner?.by ?? "schedule",
          note: transition.winner?.note))
    }
    return drafts
  }

  /// Shows another theme in the channels whose theme is gone.
  func replaceLost() throws(StoreError) {
    guard case .replace(let name) = configuration.missingThemePolicy, !lost.isEmpty else { return }
    _ = try publish { snapshot, cache in
      let summary = cache.summary(of: name, in: snapshot.themeSet, configuration)
      // Another server of a shared log may have switched by now.
      return Self.lost(snapshot.themeSet, snapshot.state, configuration).map {
        Draft(
          .activate(channel: $0.channel, theme: summary), at: now(), by: "start",
          note: "'\($0.theme)' is gone")
      }
    }
  }

  /// Indicates whether no server that shares the log serves newer files than this one; false while that is not known, and
  /// while other files are being loaded, since the store compares only the announced files.
  package var hasNewestFiles: Bool { store.hasNewest(shownFiles.withLock { $0 }) }

  /// Publishes the changes of files while the server did not run, and applies the schedules that are due.
  func catchUp() throws(StoreError) {
    // Only the server with the newest files publishes. Otherwise servers would undo each other's changes.
    guard hasNewestFiles else { return isCaughtUp.withLock { $0 = false } }
    if isCaughtUp.withLock({ $0 }) { return }
    try replaceLost()
    _ = try publish { snapshot, cache in
      guard hasNewestFiles else { return [] }
      let library = snapshot.themeSet.library
      let shown = Set(snapshot.state.activations.values.map(\.theme)).sorted()
        .filter { library.themes[$0] != nil }
      let digests = configuration.pool.map(shown) { library.digest(ofTheme: $0) }
      var updates: [Draft.Update] = []
      for (theme, digest) in zip(shown, digests) where snapshot.state.digests[theme] != digest {
        let summary = cache.summary(of: theme, in: snapshot.themeSet, configuration)
        updates.append(Draft.Update(theme: summary, differences: .unknown))
      }
      let refresh = Draft(.documents(updates: updates), at: now(), by: "start")
      return defaults(snapshot, &cache) + (updates.isEmpty ? [] : [refresh])
    } completing: { plan in
      guard hasNewestFiles else { return }
      // Documents may have changed while the server did not run.
      plan.keepDocuments()
      if let files = shownFiles.withLock({ $0 }) { plan.note(files: files) }
    }
    isCaughtUp.withLock { $0 = true }
    try applyDueSchedules()
  }

  /// Returns the draft that shows the default theme in `main`: in a new log, or if the settings name another one than at the
  /// start before and no theme was chosen since. In all other cases the channel keeps its theme, whatever files are added.
  private func defaults(_ snapshot: Snapshot, _ cache: inout WriterCache) -> [Draft] {
    let (present, themeSet) = (snapshot.state.activations["main"], snapshot.themeSet)
    guard present?.isDefault ?? true,
      let theme = themeSet.defaultTheme(preferring: configuration.defaultTheme), theme != present?.theme,
      present == nil || theme == configuration.defaultTheme
    else { return [] }
    let summary = cache.summary(of: theme, in: themeSet, configuration)
    return [Draft(.applyDefault(channel: "main", theme: summary), at: now(), by: "settings")]
  }
}
