package import Documents
internal import Themes

/// The position of a log and all that is valid now: everything except the changes themselves.
///
/// It is a value, folded from rows. All rows go through `absorb`, whether `apply` decided them, a start read them from a
/// store, or another server wrote them.
package struct LogState: Sendable, Hashable {
  package let epoch: Epoch
  /// The newest revision; 0 before the first change.
  package private(set) var head: UInt64
  /// The fingerprint of the newest change and, through it, of all before it.
  package private(set) var fingerprint: Fingerprint
  /// The oldest revision that a cursor may have.
  package private(set) var floor: UInt64
  package private(set) var activations: PersistentMap<String, Activation> = [:]
  /// The channels whose guards are not decided, or are stuck.
  package private(set) var guarded: Set<String> = []
  package private(set) var schedules: PersistentMap<ScheduleID, Schedule> = [:]
  package private(set) var uploads: PersistentMap<String, Upload> = [:]
  /// The uploaded images by the names of their files.
  package private(set) var images: PersistentMap<String, UploadedImage> = [:]
  /// The digest of each theme at its last announcement, for themes that a channel shows.
  package private(set) var digests: PersistentMap<String, UInt64> = [:]
  /// The fingerprint of the files whose changes were announced last; nil if the log is not shared.
  package private(set) var files: Fingerprint?
  /// The fingerprint of the newest stored document of each theme.
  package private(set) var documents: PersistentMap<String, Fingerprint> = [:]
  package private(set) var drafts: PersistentMap<String, Draft> = [:]
  /// The known ends of drafts, by the identifiers of the drafts.
  package private(set) var draftEnds: PersistentMap<String, DraftEnd> = [:]
  /// The identifiers of drafts, also of ended ones, by their keys.
  package private(set) var draftKeys: PersistentMap<String, String> = [:]

  package init(epoch: Epoch, head: UInt64 = 0, fingerprint: Fingerprint = Fingerprint(), floor: UInt64 = 0) {
    (self.epoch, self.head, self.fingerprint, self.floor) = (epoch, head, fingerprint, floor)
  }

  package var cursor: Cursor { Cursor(epoch: epoch, revision: head) }

  /// A row of the log's tables.
  package enum Row: Sendable, Hashable {
    case change(Change, Fingerprint)
    case activation(Activation)
    case schedule(Schedule)
    case noSchedule(ScheduleID)
    case upload(Upload)
    case noUpload(String)
    case image(UploadedImage)
    case noImage(String)
    case digest(theme: String, UInt64)
    case noDigest(theme: String)
    case files(Fingerprint)
    case document(DocumentVersion)
    case draft(Draft)
    case noDraft(String)
    case draftEnd(DraftEnd)
    case noDraftEnd(String)
  }

  /// Absorbs a row: the only way in which a state changes, except for its floor.
  package mutating func absorb(_ row: Row) {
    switch row {
    case .change(let change, let fingerprint):
      head = change.revision
      self.fingerprint = fingerprint
    case .activation(let activation):
      activations[activation.channel] = activation
      switch activation.watch?.state {
      case .watching, .stuck: guarded.insert(activation.channel)
      case .held, .idle, .back, .ended, nil: guarded.remove(activation.channel)
      }
    case .schedule(let schedule): schedules[schedule.id] = schedule
    case .noSchedule(let id): schedules[id] = nil
    case .upload(let upload): uploads[upload.name] = upload
    case .noUpload(let name): uploads[name] = nil
    case .image(let image): images[image.file] = image
    case .noImage(let file): images[file] = nil
    case .digest(let theme, let digest): digests[theme] = digest
    case .noDigest(let theme): digests[theme] = nil
    case .files(let files): self.files = files
    case .document(let kept): documents[kept.theme] = kept.fingerprint
    case .draft(let draft): (drafts[draft.id], draftKeys[draft.key]) = (draft, draft.id)
    case .noDraft(let id):
      if let draft = drafts[id], draftEnds[id] == nil { draftKeys[draft.key] = nil }
      drafts[id] = nil
    case .draftEnd(let end): (draftEnds[end.id], draftKeys[end.key]) = (end, end.id)
    case .noDraftEnd(let id):
      if let end = draftEnds[id] { draftKeys[end.key] = nil }
      draftEnds[id] = nil
    }
  }

  /// Absorbs rows in the order of writing.
  package mutating func absorb(_ rows: some Sequence<Row>) {
    for row in rows { absorb(row) }
  }

  package mutating func forget(below floor: UInt64) { self.floor = max(self.floor, floor) }

  /// Returns whether the changes among these rows continue from here, without a gap and with the fingerprints that
  /// follow.
  package func leads(to rows: some Sequence<Row>) -> Bool {
    var last = (revision: head, fingerprint: fingerprint)
    for case .change(let change, let fingerprint) in rows {
      guard change.revision == last.revision + 1, last.fingerprint.extended(by: change) == fingerprint
      else { return false }
      last = (change.revision, fingerprint)
    }
    return true
  }

  /// Returns the channels that show a theme now, in ascending order.
  package func channels(showing theme: String) -> [String] {
    activations.keys { $0.theme == theme }.sorted()
  }

  package func running(in channel: String) -> [Schedule] {
    schedules.filter { $0.value.channel == channel && $0.value.phase == .running }.map(\.value)
      .sorted { $0.id < $1.id }
  }
}

/// The theme that is active in a channel.
package struct Activation: Sendable, Hashable {
  package let channel: String
  package var theme: String
  package var previous: String?
  /// The change that made it active; 0 if nothing was ever switched.
  package var revision: UInt64
  /// The newest change that concerns the channel in any way.
  package var latest: UInt64
  package var at: Timestamp
  package var by: String
  package var note: String?
  /// The theme that shows while no schedule runs: the last one that was chosen by hand.
  package var base: String
  /// Indicates whether the channel follows the settings because no theme was chosen.
  package var isDefault: Bool
  /// The guard of the switch, or the one that took a switch back with this one.
  package var watch: SwitchGuard?

  package init(
    channel: String, theme: String, previous: String? = nil, revision: UInt64, latest: UInt64,
    at: Timestamp, by: String, note: String? = nil, base: String, isDefault: Bool = false,
    watch: SwitchGuard? = nil
  ) {
    (self.channel, self.theme, self.previous, self.revision) = (channel, theme, previous, revision)
    (self.latest, self.at, self.by, self.note, self.base) = (latest, at, by, note, base)
    (self.isDefault, self.watch) = (isDefault, watch)
  }
}

/// The result of a request: the rows to write, and the changes among them.
package struct AppliedRequest: Sendable {
  private let request: ChangeRequest
  fileprivate private(set) var state: LogState
  package private(set) var changes: [Change] = []
  package private(set) var rows: [LogState.Row] = []
}

extension LogState {
  /// Decides the rows that a request leads to, and absorbs them.
  package mutating func apply(_ request: ChangeRequest) throws(ChangeError) -> AppliedRequest {
    if let cursor = request.buildsOn, let channel = request.action.channel {
      let latest = activations[channel]?.latest ?? 0
      guard cursor.epoch == epoch, cursor.revision <= head, cursor.revision >= latest else {
        throw .conflict(present: activations[channel], head: self.cursor)
      }
    }
    let applied = try AppliedRequest(request, to: self)
    self = applied.state
    return applied
  }
}

extension AppliedRequest {
  fileprivate init(_ request: ChangeRequest, to state: LogState) throws(ChangeError) {
    (self.request, self.state) = (request, state)
    switch request.action {
    case .activate(let channel, let theme, let condition): activate(channel, theme, condition)
    case .decide(let channel, let watch, let theme): decide(channel, watch, theme)
    case .applyDefault(let channel, let theme): applyDefault(channel, theme)
    case .transition(let transition, let theme): apply(transition, theme)
    case .schedule(let schedule, let occurrence, let shown): add(schedule, occurrence, shown)
    case .unschedule(let id, let theme): try cancel(id, theme)
    case .documents(let rows, let updates, let gone):
      for row in rows { write(row) }
      refresh(updates, gone)
    }
  }

  private mutating func activate(
    _ channel: String, _ theme: ThemeSummary, _ condition: SwitchGuard.Condition?
  ) {
    if var present = state.activations[channel], present.theme == theme.name {
      guard present.isDefault else { return }
      present.isDefault = false
      return write(.activation(present))
    }
    for schedule in state.running(in: channel) {
      write(schedule.series.map { .schedule(schedule.with($0.stopped())) } ?? .noSchedule(schedule.id))
    }
    show(
      channel, theme, base: theme.name, schedule: nil,
      watch: condition.map { SwitchGuard($0, from: request.at) })
  }

  private mutating func decide(_ channel: String, _ watch: SwitchGuard, _ theme: ThemeSummary?) {
    if let theme { return show(channel, theme, base: theme.name, schedule: nil, watch: watch) }
    guard var present = state.activations[channel] else { return }
    present.watch = watch
    write(.activation(present))
  }

  private mutating func applyDefault(_ channel: String, _ theme: ThemeSummary) {
    if let present = state.activations[channel] {
      guard present.isDefault, present.theme != theme.name else { return }
      return show(channel, theme, base: theme.name, schedule: nil, isDefault: true)
    }
    let first = Activation(
      channel: channel, theme: theme.name, revision: 0, latest: 0, at: request.at, by: request.by,
      base: theme.name, isDefault: true)
    write(.activation(first))
    recordDigest(of: theme)
  }

  private mutating func apply(_ transition: ScheduleTransition, _ theme: ThemeSummary) {
    for id in transition.ended { write(.noSchedule(id)) }
    for schedule in transition.changed { write(.schedule(schedule)) }
    let cause = transition.winner?.id ?? transition.ended.last ?? transition.changed.last?.id
    showWinner(in: transition.channel, theme, cause: cause)
  }

  /// Adds a schedule, or replaces the one with its name.
  /// - Parameter shown: the themes to show in channels where it ran or runs.
  private mutating func add(
    _ schedule: Schedule, _ occurrence: LocalTime?, _ shown: [String: ThemeSummary]
  ) {
    let former = state.schedules[schedule.id]
    guard former != schedule else { return }
    let channels = Set([schedule.channel, former?.channel ?? schedule.channel]).sorted()
    let change = append(
      .scheduled, theme: schedule.theme, channels: channels, schedule: schedule.id, occurrence: occurrence)
    var added = schedule
    added.revision = former?.revision ?? change.revision
    write(.schedule(added))
    for (channel, theme) in shown.sorted(by: { $0.key < $1.key }) {
      showWinner(in: channel, theme, cause: schedule.id)
    }
  }

  private mutating func cancel(_ id: ScheduleID, _ theme: ThemeSummary?) throws(ChangeError) {
    guard let schedule = state.schedules[id] else { throw .unknownSchedule(id) }
    write(.noSchedule(id))
    append(.unscheduled, theme: schedule.theme, channels: [schedule.channel], schedule: id)
    if schedule.phase == .running, let theme { showWinner(in: schedule.channel, theme, cause: id) }
  }

  private mutating func refresh(_ updates: [ChangeRequest.Update], _ gone: [String]) {
    for theme in gone {
      append(.removed, theme: theme, channels: [])
      if state.digests[theme] != nil { write(.noDigest(theme: theme)) }
    }
    for update in updates {
      append(
        .updated, theme: update.theme.name, channels: state.channels(showing: update.theme.name),
        differences: update.differences, summary: update.theme)
      recordDigest(of: update.theme)
    }
  }

  private mutating func write(_ row: LogState.Row) {
    state.absorb(row)
    rows.append(row)
  }

  /// Shows the theme of a schedule, or the base again, unless it shows already. The guard of a switch ends in any case.
  private mutating func showWinner(in channel: String, _ theme: ThemeSummary, cause: ScheduleID?) {
    if var present = state.activations[channel], present.theme == theme.name {
      guard let watch = present.watch, watch.state == .watching else { return }
      present.watch = watch.ended
      return write(.activation(present))
    }
    let base = (state.activations[channel] ?? state.activations["main"])?.base ?? theme.name
    show(channel, theme, base: base, schedule: cause)
  }

  private mutating func show(
    _ channel: String, _ theme: ThemeSummary, base: String, schedule: ScheduleID?, isDefault: Bool = false,
    watch: SwitchGuard? = nil
  ) {
    let previous = state.activations[channel]?.theme
    let change = append(
      .activated, theme: theme.name, previous: previous, channels: [channel], schedule: schedule,
      summary: theme, watch: watch)
    let activation = Activation(
      channel: channel, theme: theme.name, previous: previous, revision: change.revision,
      latest: change.revision, at: change.at, by: change.by, note: change.note, base: base,
      isDefault: isDefault, watch: watch)
    write(.activation(activation))
    recordDigest(of: theme)
  }

  private mutating func recordDigest(of theme: ThemeSummary) {
    guard state.digests[theme.name] != theme.digest else { return }
    write(.digest(theme: theme.name, theme.digest))
  }

  /// Writes the next change. If it activates a theme, the caller writes the channel's activation; otherwise the channels
  /// that it concerns are marked here.
  @discardableResult
  private mutating func append(
    _ kind: ChangeKind, theme: String, previous: String? = nil, channels: [String],
    schedule: ScheduleID? = nil, occurrence: LocalTime? = nil, differences: Differences? = nil,
    summary: ThemeSummary? = nil, watch: SwitchGuard? = nil
  ) -> Change {
    let change = Change(
      revision: state.head + 1, kind: kind, theme: theme, previous: previous, channels: channels,
      at: request.at, by: request.by, note: request.note, differences: differences, schedule: schedule,
      transition: summary?.transition, etag: summary?.etag, origin: request.origin,
      occurrence: occurrence?.description, watch: watch)
    changes.append(change)
    write(.change(change, state.fingerprint.extended(by: change)))
    guard kind != .activated else { return change }
    for channel in channels {
      guard var touched = state.activations[channel] else { continue }
      touched.latest = state.head
      write(.activation(touched))
    }
    return change
  }
}
