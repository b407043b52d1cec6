/// Where the log stands and what holds now: everything but the log's entries themselves.
///
/// A plain value that all stores share. `apply` turns a draft into changes and the rows that make them durable; a
/// store works on a copy and keeps it once the rows are on disk.
package struct Ledger: Sendable, Hashable {
  package let epoch: Epoch
  /// The newest revision; 0 before the first change.
  package private(set) var head: UInt64
  /// Of the newest change and, through it, of all before it.
  package private(set) var fingerprint: Fingerprint
  /// The oldest revision that a cursor may have.
  package private(set) var floor: UInt64
  package private(set) var activations: [String: Activation]
  package private(set) var schedules: [Schedule.ID: Schedule]
  package private(set) var uploads: [String: Upload]
  /// What each theme that shows somewhere said when it was last announced.
  package private(set) var digests: [String: UInt64]

  package init(
    epoch: Epoch, head: UInt64 = 0, fingerprint: Fingerprint = Fingerprint(), floor: UInt64 = 0,
    activations: [Activation] = [], schedules: [Schedule] = [], uploads: [Upload] = [],
    digests: [String: UInt64] = [:]
  ) {
    self.epoch = epoch
    self.head = head
    self.fingerprint = fingerprint
    self.floor = floor
    self.activations = Dictionary(uniqueKeysWithValues: activations.map { ($0.channel, $0) })
    self.schedules = Dictionary(uniqueKeysWithValues: schedules.map { ($0.id, $0) })
    self.uploads = Dictionary(uniqueKeysWithValues: uploads.map { ($0.name, $0) })
    self.digests = digests
  }

  package var cursor: Cursor { Cursor(epoch: epoch, revision: head) }

  /// What must be written for the ledger to be found again as it is now.
  package enum Row: Sendable, Hashable {
    case change(Change, Fingerprint)
    case activation(Activation)
    case schedule(Schedule)
    case noSchedule(Schedule.ID)
    case upload(Upload)
    case noUpload(String)
    case digest(theme: String, UInt64)
    case noDigest(theme: String)
  }

  /// The channels that show a theme now, in ascending order.
  package func channels(showing theme: String) -> [String] {
    activations.values.filter { $0.theme == theme }.map(\.channel).sorted()
  }

  package mutating func forget(below floor: UInt64) { self.floor = max(self.floor, floor) }

  /// Does what a draft says, in memory.
  package mutating func apply(_ draft: Draft) throws(Refused) -> (Publication, rows: [Row]) {
    try check(draft)
    var entry = Entry(draft: draft)
    switch draft.action {
    case .activate(let channel, let theme): activate(channel, theme, &entry)
    case .assume(let channel, let theme): assume(channel, theme, &entry)
    case .turn(let turn, let theme): take(turn, theme, &entry)
    case .schedule(let schedule): enter(schedule, &entry)
    case .unschedule(let id, let theme): try cancel(id, theme, &entry)
    case .upload(let upload, let updates, let gone): take(upload, updates, gone, &entry)
    case .remove(let theme, let gone, let updates): remove(theme, gone, updates, &entry)
    case .refresh(let updates, let gone): refresh(updates, gone, &entry)
    }
    let activation = draft.action.channel.flatMap { activations[$0] }
    return (Publication(changes: entry.changes, head: cursor, activation: activation), entry.rows)
  }

  private func check(_ draft: Draft) throws(Refused) {
    guard let cursor = draft.buildsOn, let channel = draft.action.channel else { return }
    let latest = activations[channel]?.latest ?? 0
    guard cursor.epoch == epoch, cursor.revision <= head, cursor.revision >= latest else {
      throw .conflict(present: activations[channel], head: self.cursor)
    }
  }

  /// What one draft has led to so far.
  private struct Entry {
    let draft: Draft
    var changes: [Change] = []
    var rows: [Row] = []
  }
}

/// One method an action.
extension Ledger {
  private mutating func activate(_ channel: String, _ theme: Draft.Facts, _ entry: inout Entry) {
    if var present = activations[channel], present.theme == theme.name {
      guard present.isDefault else { return }
      present.isDefault = false
      activations[channel] = present
      entry.rows.append(.activation(present))
      return
    }
    for schedule in running(in: channel) { drop(schedule.id, &entry) }
    show(channel, theme, base: theme.name, schedule: nil, &entry)
  }

  private mutating func assume(_ channel: String, _ theme: Draft.Facts, _ entry: inout Entry) {
    if let present = activations[channel] {
      guard present.isDefault, present.theme != theme.name else { return }
      show(channel, theme, base: theme.name, schedule: nil, isDefault: true, &entry)
    } else {
      let draft = entry.draft
      let first = Activation(
        channel: channel, theme: theme.name, revision: 0, latest: 0, at: draft.at, by: draft.by,
        base: theme.name, isDefault: true)
      activations[channel] = first
      entry.rows.append(.activation(first))
      remember(theme, &entry)
    }
  }

  private mutating func take(_ turn: Turn, _ theme: Draft.Facts, _ entry: inout Entry) {
    for id in turn.ended { drop(id, &entry) }
    for id in turn.started {
      guard var schedule = schedules[id] else { continue }
      schedule.phase = .running
      schedules[id] = schedule
      entry.rows.append(.schedule(schedule))
    }
    settle(turn.channel, theme, cause: turn.winner?.id ?? turn.ended.last, &entry)
  }

  private mutating func enter(_ schedule: Schedule, _ entry: inout Entry) {
    let change = append(
      .scheduled, theme: schedule.theme, channels: [schedule.channel], schedule: schedule.id, &entry)
    var entered = schedule
    entered.revision = change.revision
    schedules[schedule.id] = entered
    entry.rows.append(.schedule(entered))
  }

  private mutating func cancel(
    _ id: Schedule.ID, _ theme: Draft.Facts?, _ entry: inout Entry
  ) throws(Refused) {
    guard let schedule = schedules[id] else { throw .unknownSchedule(id) }
    drop(id, &entry)
    append(.unscheduled, theme: schedule.theme, channels: [schedule.channel], schedule: id, &entry)
    if schedule.phase == .running, let theme { settle(schedule.channel, theme, cause: id, &entry) }
  }

  private mutating func take(
    _ upload: Upload, _ updates: [Draft.Update], _ gone: [String], _ entry: inout Entry
  ) {
    uploads[upload.name] = upload
    entry.rows.append(.upload(upload))
    refresh(updates, gone, &entry)
  }

  private mutating func remove(
    _ theme: String, _ gone: [String], _ updates: [Draft.Update], _ entry: inout Entry
  ) {
    uploads[theme] = nil
    entry.rows.append(.noUpload(theme))
    refresh(updates, gone, &entry)
  }

  private mutating func refresh(_ updates: [Draft.Update], _ gone: [String], _ entry: inout Entry) {
    for theme in gone {
      append(.removed, theme: theme, channels: [], &entry)
      if digests.removeValue(forKey: theme) != nil { entry.rows.append(.noDigest(theme: theme)) }
    }
    for update in updates { announce(update, &entry) }
  }

  private mutating func announce(_ update: Draft.Update, _ entry: inout Entry) {
    append(
      .updated, theme: update.theme.name, channels: channels(showing: update.theme.name),
      differences: update.differences, facts: update.theme, &entry)
    remember(update.theme, &entry)
  }
}

/// What the actions are made of.
extension Ledger {
  package func running(in channel: String) -> [Schedule] {
    schedules.values.filter { $0.channel == channel && $0.phase == .running }.sorted { $0.id < $1.id }
  }

  private mutating func drop(_ id: Schedule.ID, _ entry: inout Entry) {
    schedules[id] = nil
    entry.rows.append(.noSchedule(id))
  }

  /// Shows a theme by schedule, or the base again, unless it shows already.
  private mutating func settle(
    _ channel: String, _ theme: Draft.Facts, cause: Schedule.ID?, _ entry: inout Entry
  ) {
    guard activations[channel]?.theme != theme.name else { return }
    let base = (activations[channel] ?? activations["main"])?.base ?? theme.name
    show(channel, theme, base: base, schedule: cause, &entry)
  }

  private mutating func show(
    _ channel: String, _ theme: Draft.Facts, base: String, schedule: Schedule.ID?, isDefault: Bool = false,
    _ entry: inout Entry
  ) {
    let previous = activations[channel]?.theme
    let change = append(
      .activated, theme: theme.name, previous: previous, channels: [channel], schedule: schedule,
      facts: theme,
      &entry)
    let activation = Activation(
      channel: channel, theme: theme.name, previous: previous, revision: change.revision,
      latest: change.revision, at: change.at, by: change.by, note: change.note, base: base,
      isDefault: isDefault)
    activations[channel] = activation
    entry.rows.append(.activation(activation))
    remember(theme, &entry)
  }

  private mutating func remember(_ theme: Draft.Facts, _ entry: inout Entry) {
    guard digests[theme.name] != theme.digest else { return }
    digests[theme.name] = theme.digest
    entry.rows.append(.digest(theme: theme.name, theme.digest))
  }

  @discardableResult
  private mutating func append(
    _ kind: Change.Kind, theme: String, previous: String? = nil, channels: [String],
    schedule: Schedule.ID? = nil, differences: Differences? = nil, facts: Draft.Facts? = nil,
    _ entry: inout Entry
  ) -> Change {
    head += 1
    let change = Change(
      revision: head, kind: kind, theme: theme, previous: previous, channels: channels, at: entry.draft.at,
      by: entry.draft.by, note: entry.draft.note, differences: differences, schedule: schedule,
      transition: facts?.transition, etag: facts?.etag)
    fingerprint = fingerprint.extended(by: change)
    entry.changes.append(change)
    entry.rows.append(.change(change, fingerprint))
    for channel in channels where activations[channel] != nil {
      activations[channel]?.latest = head
      if let touched = activations[channel], kind != .activated { entry.rows.append(.activation(touched)) }
    }
    return change
  }
}

extension Draft.Action {
  /// The channel that a condition is about.
  package var channel: String? {
    switch self {
    case .activate(let channel, _), .assume(let channel, _): channel
    case .turn(let turn, _): turn.channel
    case .schedule(let schedule): schedule.channel
    case .unschedule, .upload, .remove, .refresh: nil
    }
  }
}
