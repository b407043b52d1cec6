internal import Documents
internal import Synchronization
internal import Themes

extension Publisher {
  /// Applies the schedules that are due; call it after `timeUntilSchedule`, at least once a second, since clocks are set.
  @discardableResult
  package func applyDueSchedules() throws(StoreError) -> [Change] {
    let (snapshot, now) = (current.now, now())
    let next = dueTimes(in: snapshot).min()
    dueTimes.withLock { $0.looked = now }
    // While the log is away, only `tryAgain` tries to write it.
    guard let next, next <= now, snapshot.trouble?.error.isAbsence != true else { return [] }
    return try publish { transitions($0, &$1) }
  }

  /// The time until the next schedule or planned draft is due; nil if none is to come. One that was due at the last look is
  /// not counted: it is applied, or can't be.
  package var timeUntilSchedule: Duration? {
    let (now, state) = (now(), current.now.state)
    let looked = min(now, dueTimes.withLock { $0.looked } ?? now)
    let plans = state.drafts.values.compactMap { $0.plan?.at }
    let next = (plans + dueTimes(in: current.now)).filter { $0 > looked }.min()
    return next.map { .milliseconds(max(0, $0.milliseconds - now.milliseconds)) }
  }

  /// Returns when schedules are due. It is found once for the same schedules and zones, since rules take long.
  private func dueTimes(in snapshot: Snapshot) -> [Timestamp] {
    let (schedules, edition) = (snapshot.state.schedules, configuration.zones.edition)
    return dueTimes.withLock { known in
      if known.schedules != schedules || known.edition != edition {
        (known.schedules, known.edition) = (schedules, edition)
        known.moments = schedules.values.compactMap { $0.due(configuration.zones) }
      }
      return known.moments
    }
  }

  /// Deletes some of the changes that need not be kept. Returns whether there are more.
  package func prune(limit: Int = 500) throws(StoreError) -> Bool {
    guard current.now.trouble?.error.isAbsence != true else { return false }
    let isMore = try write { _ throws(StoreError) in
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
    return isMore ?? false
  }

  private func transitions(_ snapshot: Snapshot, _ cache: inout WriterCache) -> [ChangeRequest] {
    let now = now()
    let themes = snapshot.themeSet.library.themes
    let schedules = snapshot.state.schedules.values.filter { themes[$0.theme] != nil }
    var requests: [ChangeRequest] = []
    for channel in Set(schedules.map(\.channel)).sorted() {
      guard
        let transition = ScheduleTransition(
          channel: channel, schedules: schedules, now: now, zones: configuration.zones)
      else { continue }
      let base = (snapshot.activation(of: channel) ?? snapshot.activation(of: "main"))?.base
      guard let theme = transition.winner?.theme ?? base, themes[theme] != nil else { continue }
      let summary = cache.summary(of: theme, in: snapshot.themeSet, configuration)
      requests.append(
        ChangeRequest(
          .transition(transition, theme: summary), at: now, by: transition.winner?.by ?? "schedule",
          note: transition.winner?.note))
    }
    return requests
  }

  /// Shows another theme in the channels whose theme is gone.
  func replaceLost() throws(StoreError) {
    guard case .replace(let name) = configuration.missingThemePolicy, !lost.isEmpty else { return }
    _ = try publish { snapshot, cache in
      let summary = cache.summary(of: name, in: snapshot.themeSet, configuration)
      // Another server of a shared log may have switched by now.
      return Self.lost(snapshot.themeSet, snapshot.state, configuration).map {
        ChangeRequest(
          .activate(channel: $0.channel, theme: summary), at: now(), by: "start",
          note: "'\($0.theme)' is gone")
      }
    }
  }

  /// Indicates whether no server that shares the log serves newer files than this one; false while that is not known, and
  /// while other files are being loaded, since the store compares only the announced files.
  package var hasNewestFiles: Bool { store.hasNewest(shownFiles.withLock { $0 }) }

  /// Returns the entity tag that a channel's theme has at the servers with newer files; nil if there are none, or if it
  /// looks the same here. Clients that have seen the newer look must not go back to the one of the files here.
  package func newerTag(of shown: Activation, in snapshot: Snapshot) -> String? {
    guard let published = snapshot.state.files, published != shownFiles.withLock({ $0 }) else { return nil }
    let tag = snapshot.log.newest(of: shown.channel) { $0.theme == shown.theme && $0.etag != nil }?.etag
    return tag == snapshot.etags[shown.theme] ? nil : tag
  }

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
      var updates: [ChangeRequest.Update] = []
      for (theme, digest) in zip(shown, digests) where snapshot.state.digests[theme] != digest {
        let summary = cache.summary(of: theme, in: snapshot.themeSet, configuration)
        updates.append(ChangeRequest.Update(theme: summary, differences: .unknown))
      }
      let refresh = ChangeRequest(.documents(updates: updates), at: now(), by: "start")
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

  /// Returns the request that shows the default theme in `main`: in a new log, or if the settings name another one than at the
  /// start before and no theme was chosen since. In all other cases the channel keeps its theme, whatever files are added.
  private func defaults(_ snapshot: Snapshot, _ cache: inout WriterCache) -> [ChangeRequest] {
    let (present, themeSet) = (snapshot.state.activations["main"], snapshot.themeSet)
    guard present?.isDefault ?? true,
      let theme = themeSet.defaultTheme(preferring: configuration.defaultTheme), theme != present?.theme,
      present == nil || theme == configuration.defaultTheme
    else { return [] }
    let summary = cache.summary(of: theme, in: themeSet, configuration)
    return [ChangeRequest(.applyDefault(channel: "main", theme: summary), at: now(), by: "settings")]
  }
}

/// The moments at which schedules are due, with all that they depend on.
struct DueTimes: Sendable {
  fileprivate var schedules: PersistentMap<ScheduleID, Schedule> = [:]
  fileprivate var edition: UInt64 = 0
  fileprivate var moments: [Timestamp] = []
  /// The moment of the last look for what is due.
  fileprivate var looked: Timestamp?
}
