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

  package init(
    epoch: Epoch, head: UInt64 = 0, fingerprint: Fingerprint = Fingerprint(), floor: UInt64 = 0
  ) {
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
  }

  /// Absorbs a row: the only way in which a state changes, except for its floor.
  package mutating func absorb(_ row: Row) {
    switch row {
    case .change(let change, let fingerprint):
      head = change.revision
      self.fingerprint = fingerprint
    case .activation(let activation): activations[activation.channel] = activation
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
    activations.filter { $0.value.theme == theme }.map(\.key).sorted()
  }

  package func running(in channel: String) -> [Schedule] {
    schedules.filter { $0.value.channel == channel && $0.value.phase == .running }.map(\.value)
      .sorted { $0.id < $1.id }
  }
}

/// The result of a draft: the rows to write, and the changes among them.
package struct AppliedDraft: Sendable {
  fileprivate let draft: Draft
  package fileprivate(set) var changes: [Change] = []
  package fileprivate(set) var rows: [LogState.Row] = []

  fileprivate init(_ draft: Draft) { self.draft = draft }
}

extension LogState {
  /// Decides the rows that a draft leads to, and absorbs them.
  package mutating func apply(_ draft: Draft) throws(DraftError) -> AppliedDraft {
    try check(draft)
    var applied = AppliedDraft(draft)
    switch draft.action {
    case .activate(let channel, let theme): activate(channel, theme, &applied)
    case .applyDefault(let channel, let theme): applyDefault(channel, theme, &applied)
    case .transition(let transition, let theme): apply(transition, theme, &applied)
    case .schedule(let schedule): add(schedule, &applied)
    case .unschedule(let id, let theme): try cancel(id, theme, &applied)
    case .upload(let upload, let images, let updates, let gone):
      if let upload { write(.upload(upload), &applied) }
      for image in images { write(.image(image), &applied) }
      refresh(updates, gone, &applied)
    case .remove(let theme, let gone, let updates):
      write(.noUpload(theme), &applied)
      refresh(updates, gone, &applied)
    case .removeImage(let file, let updates):
      write(.noImage(file), &applied)
      refresh(updates, [], &applied)
    case .refresh(let updates, let gone): refresh(updates, gone, &applied)
    }
    return applied
  }

  private func check(_ draft: Draft) throws(DraftError) {
    guard let cursor = draft.buildsOn, let channel = draft.action.channel else { return }
    let latest = activations[channel]?.latest ?? 0
    guard cursor.epoch == epoch, cursor.revision <= head, cursor.revision >= latest else {
      throw .conflict(present: activations[channel], head: self.cursor)
    }
  }
}

/// One method for each action.
extension LogState {
  private mutating func activate(_ channel: String, _ theme: ThemeSummary, _ applied: inout AppliedDraft) {
    if var present = activations[channel], present.theme == theme.name {
      guard present.isDefault else { return }
      present.isDefault = false
      return write(.activation(present), &applied)
    }
    for schedule in running(in: channel) { write(.noSchedule(schedule.id), &applied) }
    show(channel, theme, base: theme.name, schedule: nil, &applied)
  }

  private mutating func applyDefault(
    _ channel: String, _ theme: ThemeSummary, _ applied: inout AppliedDraft
  ) {
    if let present = activations[channel] {
      guard present.isDefault, present.theme != theme.name else { return }
      return show(channel, theme, base: theme.name, schedule: nil, isDefault: true, &applied)
    }
    let first = Activation(
      channel: channel, theme: theme.name, revision: 0, latest: 0, at: applied.draft.at,
      by: applied.draft.by, base: theme.name, isDefault: true)
    write(.activation(first), &applied)
    recordDigest(of: theme, &applied)
  }

  private mutating func apply(
    _ transition: ScheduleTransition, _ theme: ThemeSummary, _ applied: inout AppliedDraft
  ) {
    for id in transition.ended { write(.noSchedule(id), &applied) }
    for id in transition.started {
      guard var schedule = schedules[id] else { continue }
      schedule.phase = .running
      write(.schedule(schedule), &applied)
    }
    showWinner(
      in: transition.channel, theme, cause: transition.winner?.id ?? transition.ended.last, &applied)
  }

  private mutating func add(_ schedule: Schedule, _ applied: inout AppliedDraft) {
    let change = append(
      .scheduled, theme: schedule.theme, channels: [schedule.channel], schedule: schedule.id, &applied)
    var added = schedule
    added.revision = change.revision
    write(.schedule(added), &applied)
  }

  private mutating func cancel(
    _ id: ScheduleID, _ theme: ThemeSummary?, _ applied: inout AppliedDraft
  ) throws(DraftError) {
    guard let schedule = schedules[id] else { throw .unknownSchedule(id) }
    write(.noSchedule(id), &applied)
    append(.unscheduled, theme: schedule.theme, channels: [schedule.channel], schedule: id, &applied)
    if schedule.phase == .running, let theme { showWinner(in: schedule.channel, theme, cause: id, &applied) }
  }

  private mutating func refresh(
    _ updates: [Draft.Update], _ gone: [String], _ applied: inout AppliedDraft
  ) {
    for theme in gone {
      append(.removed, theme: theme, channels: [], &applied)
      if digests[theme] != nil { write(.noDigest(theme: theme), &applied) }
    }
    for update in updates {
      append(
        .updated, theme: update.theme.name, channels: channels(showing: update.theme.name),
        differences: update.differences, summary: update.theme, &applied)
      recordDigest(of: update.theme, &applied)
    }
  }
}

/// The steps of the actions.
extension LogState {
  private mutating func write(_ row: Row, _ applied: inout AppliedDraft) {
    absorb(row)
    applied.rows.append(row)
  }

  /// Shows the theme of a schedule, or the base again, unless it shows already.
  private mutating func showWinner(
    in channel: String, _ theme: ThemeSummary, cause: ScheduleID?, _ applied: inout AppliedDraft
  ) {
    guard activations[channel]?.theme != theme.name else { return }
    let base = (activations[channel] ?? activations["main"])?.base ?? theme.name
    show(channel, theme, base: base, schedule: cause, &applied)
  }

  private mutating func show(
    _ channel: String, _ theme: ThemeSummary, base: String, schedule: ScheduleID?,
    isDefault: Bool = false, _ applied: inout AppliedDraft
  ) {
    let previous = activations[channel]?.theme
    let change = append(
      .activated, theme: theme.name, previous: previous, channels: [channel], schedule: schedule,
      summary: theme, &applied)
    let activation = Activation(
      channel: channel, theme: theme.name, previous: previous, revision: change.revision,
      latest: change.revision, at: change.at, by: change.by, note: change.note, base: base,
      isDefault: isDefault)
    write(.activation(activation), &applied)
    recordDigest(of: theme, &applied)
  }

  private mutating func recordDigest(of theme: ThemeSummary, _ applied: inout AppliedDraft) {
    guard digests[theme.name] != theme.digest else { return }
    write(.digest(theme: theme.name, theme.digest), &applied)
  }

  /// Writes the next change. If it activates a theme, the caller writes the channel's activation; otherwise the channels
  /// that it concerns are marked here.
  @discardableResult
  private mutating func append(
    _ kind: ChangeKind, theme: String, previous: String? = nil, channels: [String],
    schedule: ScheduleID? = nil, differences: Differences? = nil, summary: ThemeSummary? = nil,
    _ applied: inout AppliedDraft
  ) -> Change {
    let draft = applied.draft
    let change = Change(
      revision: head + 1, kind: kind, theme: theme, previous: previous, channels: channels, at: draft.at,
      by: draft.by, note: draft.note, differences: differences, schedule: schedule,
      transition: summary?.transition, etag: summary?.etag)
    applied.changes.append(change)
    write(.change(change, fingerprint.extended(by: change)), &applied)
    guard kind != .activated else { return change }
    for channel in channels {
      guard var touched = activations[channel] else { continue }
      touched.latest = head
      write(.activation(touched), &applied)
    }
    return change
  }
}
